/* Does SMS keep its promises under long streams of requests? ([RA] 5.3; SU numbers are those of the checks
 * that the test names.) */
#include "tests/unit/sim_hooks/sms_script.h"

enum { SOURCES = SMS_CPUS + 1, BATCHES = 10000, BANKS = 4 /* of sms_open() */ };

static uint32_t index_of(uint32_t handle)
{
    uint32_t source = t.request[handle].source;
    return source < SMS_SMS ? SMS_CPUS : source - SMS_SMS;
}

/* ---- who is picked ---- */

typedef struct contest {
    uint32_t picked[SOURCES]; /* of all batches */
    uint32_t longest_wait;    /* batches of others before one of the GPU */
    uint32_t out_of_turn;     /* batches that are not of the next source */
} contest;

/* Each source always has a ready batch of one request, and each batch is served before the next is picked;
 * the GPU has one more request than any core, and is never the shortest job. */
static contest contested(const char *policy)
{
    contest c = {0};
    uint32_t last = SOURCES, waits = 0, of_gpu = 0, stored[SOURCES] = {0};
    sms_open(policy);
    for (uint32_t i = 0; i < BATCHES; i++) {
        for (uint32_t k = 0; k < SOURCES; k++)
            for (; stored[k] < (k == SMS_CPUS ? 2u : 1u); stored[k]++) {
                t.n = k == SMS_CPUS ? k + (of_gpu++ & 1) : k; /* a handle that nothing stored has */
                (void)ask(k == SMS_CPUS ? GPU : (int)k, 0, i);
            }
        t.cycle += 2;
        tick();
        uint32_t handle = next(1), source = index_of(handle);
        done(handle);
        stored[source]--;
        c.picked[source]++;
        c.out_of_turn += last < SOURCES && source != (last + 1) % SOURCES;
        waits = source == SMS_CPUS ? 0 : waits + 1;
        c.longest_wait = waits > c.longest_wait ? waits : c.longest_wait;
        last = source;
    }
    return c;
}

#define CONTEST ":global_bypass=0:age_med=0:age_high=0:low_mpkc=0:dcs_fifo=1:max_batch=1"

/* SU7: without p, strictly in turn. */
static void without_p_sources_take_turns(void **state)
{
    (void)state;
    const contest c = contested("sms:p=0" CONTEST);
    assert_int_equal(c.out_of_turn, 0);
    assert_true(told("sjf_share") < 1e-9);
    for (uint32_t i = 0; i < SOURCES; i++)
        assert_int_equal(c.picked[i], BATCHES / SOURCES);
    sms_close();
}

/* SU7: a tenth of 10,000 picks by round robin, within 1 %. SU13: that is what a source lives on that is never
 * the shortest job: of five sources each fiftieth batch is its own, and no wait has no end. */
static void round_robin_keeps_long_jobs_alive(void **state)
{
    (void)state;
    const contest c = contested("sms" CONTEST);
    assert_true(told("sjf_share") > 0.89 && told("sjf_share") < 0.91);
    assert_true(c.picked[SMS_CPUS] > BATCHES / 50 * 8 / 10 && c.picked[SMS_CPUS] < BATCHES / 50 * 12 / 10);
    assert_true(c.longest_wait < 20 * 50);
    sms_close();
}

/* SU13: with p = 1 it starves. */
static void shortest_job_alone_starves(void **state)
{
    (void)state;
    const contest c = contested("sms:p=1" CONTEST);
    assert_int_equal(c.picked[SMS_CPUS], 0);
    assert_int_equal(c.picked[1], BATCHES); /* only round robin moves the pointer that ends ties */
    assert_true(told("sjf_share") > 0.999999);
    sms_close();
}

/* The same seed and channel, the same picks; another of either, others. */
static void random_numbers_have_a_seed(void **state)
{
    (void)state;
    const contest one = contested("sms" CONTEST);
    sms_close();
    const contest same = contested("sms" CONTEST);
    sms_close();
    const contest other = contested("sms:seed=2" CONTEST);
    sms_close();
    assert_memory_equal(&one, &same, sizeof one);
    assert_memory_not_equal(&one, &other, sizeof one);
    sms_choose("sms");
    sms_state *channels[2];
    for (uint32_t i = 0; i < 2; i++)
        channels[i] = sms_make(i, 2, SMS_CPUS, 4);
    assert_true(channels[0]->random != channels[1]->random);
    dram_sms.life.destroy(channels[0]);
    t.state = channels[1];
    sms_close();
}

/* ---- batches of a source that waits for the memory ---- */

/* Its FIFO is full all the time; what comes in still forms batches of a row, here of four requests. */
static void a_full_fifo_forms_batches(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0:dcs_fifo=1");
    for (uint32_t served = 0; served < 400; tick()) {
        while (accepts(GPU, 0, t.n / 4))
            (void)ask(GPU, 0, t.n / 4);
        served += serve_all();
    }
    assert_true(told("gpu_batch") > 3.9 && told("gpu_batch") < 4.1);
    assert_true(told("ready_by_row") > 0.9);
    sms_close();
}

/* ---- intensity ---- */

static sms_class intensity(void)
{
    return ((const sms_state *)t.state)->source[0].intensity;
}

/* `n` requests of core 0 in this cycle. */
static void ask_and_serve(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++, t.n = 0) {
        (void)ask(0, 0, 1);
        assert_int_equal(serve_all(), 1);
    }
}

/* Each period counts for itself, however seldom the channel looks: of 1000 cycles, with 1 to 10 requests for
 * medium intensity; what two channels see is half of what the core asks for. */
static void periods_count_for_themselves(void **state)
{
    (void)state;
    sms_open("sms:mpkc_period=1000");
    ask_and_serve(11);
    t.cycle = 1000;
    tick();
    assert_int_equal(intensity(), SMS_HIGH);
    ask_and_serve(10);
    t.cycle = 2000;
    tick();
    assert_int_equal(intensity(), SMS_MEDIUM);
    ask_and_serve(11);
    t.cycle = 4999; /* in the second period after that of the requests */
    tick();
    assert_int_equal(intensity(), SMS_LOW);
    sms_close();
    sms_choose("sms:mpkc_period=1000");
    t.state = sms_make(0, 2, SMS_CPUS, 4);
    ask_and_serve(6);
    t.cycle = 1000;
    tick();
    assert_int_equal(intensity(), SMS_HIGH);
    sms_close();
}

/* A counter of ten bits does not wrap. */
static void arrivals_do_not_wrap(void **state)
{
    (void)state;
    sms_open("sms:mpkc_period=1000");
    ask_and_serve(1025);
    t.cycle = 1000;
    tick();
    assert_int_equal(intensity(), SMS_HIGH);
    sms_close();
}

/* FIFOs that add up to more than can be numbered. */
static void too_many_entries_are_refused(void **state)
{
    (void)state;
    void *none = NULL;
    poise_error err;
    sms_choose("sms:cpu_fifo=1024");
    const dram_host host = {.instance = {0, 1}, .banks = 4, .sources = 64, .cpus = 64, .cpu_cycles = 1};
    assert_int_equal(dram_sms.create(&host, t.choice.options, &none, &err), POISE_USAGE);
    assert_contains(err.text, "at most 65535 requests");
    policy_choice_free(&t.choice);
}

/* p has a lower end, too. */
static void p_stays_a_share(void **state)
{
    (void)state;
    sms_open("sms:interval=1000");
    ask_and_serve(1);
    for (uint64_t i = 0; i < 20; i++) {
        (void)ask(GPU, 0, 1);
        for (uint32_t k = 0; k < (i ? 0u : 99u); k++) {
            assert_int_equal(serve_all(), 1);
            (void)ask(GPU, 0, 1);
        }
        (void)dram_sms.life.gather(&t.state, 1, 1000 * (i + 1));
    }
    assert_true(told("p") > -1e-9 && told("p") < 1e-9);
    sms_close();
}

/* ---- random streams ---- */

static uint64_t random_numbers;

static uint32_t random_below(uint32_t n)
{
    random_numbers = random_numbers * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_numbers >> 33) % n);
}

/* What the machine around SMS does. */
typedef struct stream {
    uint32_t row[SOURCES];                 /* that each asks for */
    uint32_t in_service[DRAM_QUEUE_BANKS]; /* handle, or none */
    uint64_t until[DRAM_QUEUE_BANKS];
    uint32_t accepted, served;
    uint64_t waits[SMS_REQUESTS]; /* cycle of arrival, by handle */
    uint64_t longest_wait;
    uint32_t last[SOURCES][DRAM_QUEUE_BANKS]; /* request of the source that went into the bank, plus 1 */
} stream;

static stream machine;
static bool with_sectors;

/* A source of one of several kinds asks, if it is not refused. */
static void arrive(uint32_t load)
{
    uint32_t *row = machine.row;
    if (random_below(100) >= load)
        return;
    uint32_t source = random_below(2) ? SMS_CPUS : random_below(SMS_CPUS);
    if (random_below(4) == 0)
        row[source] = random_below(64);
    int who = source == SMS_CPUS ? GPU : (int)source;
    t.units = (uint8_t)(1 + random_below(with_sectors ? 4 : 1));
    if (!accepts(who, row[source] % BANKS, row[source]))
        return;
    machine.waits[t.n] = t.cycle;
    (void)ask(who, row[source] % BANKS, row[source]);
    machine.accepted++;
}

/* A bank that has served its request, one in a cycle as there is one command in a cycle; t.banks = none. */
static uint32_t bank_done(void)
{
    uint32_t b = 0;
    while (b < t.banks && (machine.in_service[b] == DRAM_NO_REQUEST || machine.until[b] > t.cycle))
        b++;
    return b;
}

/* Each bank serves one request for some cycles. SU8: requests of a source to a bank go in the order in which
 * they came. */
static void serve(void)
{
    uint64_t idle = 0;
    uint32_t ends = bank_done();
    if (ends < t.banks) {
        done(machine.in_service[ends]);
        machine.in_service[ends] = DRAM_NO_REQUEST;
    }
    for (uint32_t b = 0; b < t.banks; b++)
        idle |= (uint64_t)(machine.in_service[b] == DRAM_NO_REQUEST) << b;
    if (!(dram_sms.banks_waiting(t.state) & idle))
        return;
    uint32_t handle = next(idle);
    assert_true(handle < t.n);
    uint32_t bank = t.bank[handle], *last = &machine.last[index_of(handle)][bank];
    assert_true(idle >> bank & 1);
    assert_true(handle + 1 > *last);
    *last = handle + 1;
    machine.in_service[bank] = handle;
    machine.until[bank] = t.cycle + 1 + random_below(20);
    machine.served++;
    uint64_t wait = t.cycle - machine.waits[handle];
    machine.longest_wait = wait > machine.longest_wait ? wait : machine.longest_wait;
}

/* SU11: what is accepted is served once, in-flight counts return to nothing; SU8: in order; SU13: nobody
 * waits without end. */
static void every_request_is_served_once(void **state)
{
    (void)state;
    static const char *const policies[] = {"sms", "sms:p=0:global_bypass=0",
                                           "sms:p=0.5:dcs_fifo=1:cpu_fifo=1:gpu_fifo=1",
                                           "sms:max_batch=1:mpkc_period=100:low_mpkc=20:high_mpkc=100",
                                           "sms:dcs_fifo=3:mpkc_period=100:age_med=0:age_high=3"};
    for (uint32_t i = 0; i < 5 * 40; i++) {
        random_numbers = i;
        sms_open(policies[i % 5]);
        with_sectors = i % 2;
        machine = (stream){0};
        for (uint32_t b = 0; b < t.banks; b++)
            machine.in_service[b] = DRAM_NO_REQUEST;
        uint32_t load = 5 + random_below(95);
        for (uint32_t k = 0; k < 3000; k++, tick()) {
            arrive(load);
            serve();
        }
        for (uint32_t k = 0; k < 60000 && machine.served < machine.accepted; k++, tick())
            serve();
        for (uint32_t k = 0; k < 30; k++, tick())
            serve();
        const sms_state *s = t.state;
        assert_int_equal(machine.served, machine.accepted);
        assert_int_equal(s->in_flight, 0);
        for (uint32_t k = 0; k < SOURCES; k++)
            assert_int_equal(s->source[k].in_flight + s->source[k].ready + s->source[k].is_open, 0);
        assert_int_equal(s->ready + s->open + s->held, 0);
        assert_true(machine.longest_wait < 20000);
        sms_close();
    }
}

/* ---- ticks ---- */

/* Ticks that nobody asked for change nothing: the same requests go into the same banks in the same cycles. */
static uint64_t run_stream(uint32_t seed, bool every_cycle)
{
    uint64_t hash = seed, due = 0;
    random_numbers = seed;
    sms_open("sms:dcs_fifo=4:mpkc_period=300:low_mpkc=8:high_mpkc=40");
    machine = (stream){0};
    for (uint32_t b = 0; b < t.banks; b++)
        machine.in_service[b] = DRAM_NO_REQUEST;
    for (uint32_t k = 0; k < 4000; k++, t.cycle++) {
        uint32_t accepted = machine.accepted, served = machine.served;
        arrive(k % 1000 < 500 ? 10 : 60);
        /* as the simulator does: it runs when something comes, goes or was asked for */
        if (every_cycle || accepted != machine.accepted || bank_done() < t.banks || t.cycle >= due)
            due = dram_sms.tick(t.state, t.cycle);
        serve();
        hash = (hash ^ machine.served) * UINT64_C(0x100000001b3) + (served != machine.served ? t.cycle : 0);
        if (machine.served != served)
            hash += machine.last[0][0] + 3 * machine.last[SMS_CPUS][1];
    }
    sms_close();
    return hash;
}

static void ticks_in_between_change_nothing(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 100; seed++)
        assert_true(run_stream(seed, false) == run_stream(seed, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_p_sources_take_turns),
        cmocka_unit_test(round_robin_keeps_long_jobs_alive),
        cmocka_unit_test(shortest_job_alone_starves),
        cmocka_unit_test(random_numbers_have_a_seed),
        cmocka_unit_test(a_full_fifo_forms_batches),
        cmocka_unit_test(periods_count_for_themselves),
        cmocka_unit_test(arrivals_do_not_wrap),
        cmocka_unit_test(too_many_entries_are_refused),
        cmocka_unit_test(p_stays_a_share),
        cmocka_unit_test(every_request_is_served_once),
        cmocka_unit_test(ticks_in_between_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
