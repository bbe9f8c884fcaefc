/* PCAL's state machine on a scripted GPU: votes, steps of N, what makes it start again.
 * [P, S5.3.2] */
#include "tests/unit/sim_hooks/scripted_host.h"

enum { SMS = 12, WARMUP = 2000, PERIOD = 20000, WINDOW = 50000 };

/* Instructions in 1000 cycles of an SM under a warp-tuple. */
typedef uint64_t surface(uint32_t sm, uint32_t n, uint32_t p);

typedef struct machine {
    sched_counters counters[SMS];
    uint32_t n[SMS], p[SMS];
    sched_memory memory;
    double queues, ports, buses; /* utilisation */
    surface *speed;
    uint64_t cycle, due;
    sched_host host;
    const sched_policy *policy;
    void *state;
} machine;

static void set_tuple(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    machine *gpu = opaque;
    gpu->n[sm] = n;
    gpu->p[sm] = p;
}

static const sched_counters *counters(void *opaque, uint32_t sm)
{
    return &((machine *)opaque)->counters[sm];
}

static void memory(void *opaque, sched_memory *use)
{
    *use = ((machine *)opaque)->memory;
}

static void begin(machine *gpu, uint32_t warps)
{
    gpu->policy->life.launch_begin(gpu->state, &(policy_launch){.cycle = gpu->cycle, .warps = warps});
    gpu->due = gpu->cycle;
}

static void open_machine(machine *gpu, const sched_policy *policy, const char *arguments, uint32_t sms,
                         uint32_t warps, surface *speed)
{
    *gpu = (machine){.speed = speed, .policy = policy};
    gpu->host = (sched_host){.sms = sms,
                             .schedulers = 2,
                             .warps_per_scheduler = 24,
                             .warps = 48,
                             .opaque = gpu,
                             .set_tuple = set_tuple,
                             .counters = counters,
                             .memory = memory};
    assert_int_equal(create_policy(policy, &gpu->host, arguments, &gpu->state, NULL), POISE_OK);
    begin(gpu, warps);
}

static void close_machine(machine *gpu)
{
    gpu->policy->life.destroy(gpu->state);
}

static void use_memory(machine *gpu, uint64_t cycles)
{
    enum { ENTRIES = 800 };
    sched_memory *m = &gpu->memory;
    m->miss_queue = (uint64_t)(gpu->queues * ENTRIES);
    m->miss_queue_most = ENTRIES;
    m->reply_flits_most += cycles;
    m->reply_flits += (uint64_t)(gpu->ports * (double)cycles);
    m->dram_cycles += cycles;
    m->dram_busy += (uint64_t)(gpu->buses * (double)cycles);
}

/* Runs `cycles`, which end at a look of the policy. */
static void run(machine *gpu, uint64_t cycles)
{
    for (uint64_t end = gpu->cycle + cycles; gpu->cycle < end || gpu->due <= gpu->cycle;) {
        if (gpu->due <= gpu->cycle) {
            uint64_t again = gpu->policy->life.gather(&gpu->state, 1, gpu->cycle);
            assert_true(again > 0);
            gpu->due = gpu->cycle + again;
            continue;
        }
        uint64_t step = (gpu->due < end ? gpu->due : end) - gpu->cycle;
        for (uint32_t i = 0; i < gpu->host.sms; i++)
            gpu->counters[i].warp_insts += step * gpu->speed(i, gpu->n[i], gpu->p[i]) / 10;
        use_memory(gpu, step);
        gpu->cycle += step;
    }
}

static void assert_all(const machine *gpu, uint32_t n, uint32_t p)
{
    for (uint32_t i = 0; i < gpu->host.sms; i++) {
        assert_int_equal(gpu->n[i], n);
        assert_int_equal(gpu->p[i], p);
    }
}

/* ---- surfaces ---- */

static uint64_t flat(uint32_t sm, uint32_t n, uint32_t p)
{
    (void)sm, (void)n, (void)p;
    return 500;
}

/* Best at p = 3; N pays up to 10: 4 % a step, the step to 11 is worth 1 %. */
static uint64_t hill(uint32_t sm, uint32_t n, uint32_t p)
{
    (void)sm;
    uint64_t by_p = p == 3 ? 1000 : 900 - p, by_n = n <= 10 ? 100 + 4 * n : 139 + n / 11 * 2;
    return by_p * by_n;
}

/* Kernel ii #112 of Figure 5.2: best on the diagonal at (2,2), +7 %; (2,1) has +35 % and (15,1) +45 %, beyond
 * a valley at N = 4. */
static uint64_t valley(uint32_t sm, uint32_t n, uint32_t p)
{
    (void)sm;
    if (n == p)
        return n == 2 ? 1070 : n == 1 ? 1040 : 1000;
    if (p > 1)
        return 1000;
    return n == 2 ? 1350 : n == 3 ? 1300 : n == 4 ? 1200 : n < 15 ? 1200 + 20 * (n - 4) : 1450;
}

/* ---- votes ---- */

static void sms_try_the_candidates_in_turn(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8", SMS, 24, hill);
    static const uint32_t dealt[SMS] = {1, 2, 3, 4, 6, 8, 1, 2, 3, 4, 6, 8};
    for (uint64_t cycle = 0; cycle <= WARMUP + PERIOD - 1; cycle += WARMUP + PERIOD - 1) {
        for (uint32_t i = 0; i < SMS; i++) {
            assert_int_equal(gpu.n[i], 8);
            assert_int_equal(gpu.p[i], dealt[i]);
        }
        run(&gpu, WARMUP + PERIOD - 1);
    }
    run(&gpu, 1);
    assert_all(&gpu, 8, 3);
    close_machine(&gpu);
}

static void ties_go_to_the_smaller_p(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "9:climb=0", SMS, 24, flat);
    run(&gpu, WARMUP + PERIOD);
    assert_all(&gpu, 9, 1);
    close_machine(&gpu);
}

/* SM 2, which tries p = 3, has nothing to do; the others have nothing to gain by p = 2. */
static uint64_t one_idle(uint32_t sm, uint32_t n, uint32_t p)
{
    (void)n;
    return sm == 2 ? 0 : p == 3 ? 1000 : p == 2 ? 600 : 500;
}

static void an_sm_without_work_has_no_vote(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8:climb=0", SMS, 24, one_idle);
    run(&gpu, WARMUP + PERIOD);
    assert_all(&gpu, 8, 3); /* the vote of SM 8 counts whole */
    close_machine(&gpu);
}

/* Six candidates, two SMs: three rounds. */
static void few_sms_vote_in_rounds(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8:climb=0", 2, 24, hill);
    static const uint32_t rounds[3][2] = {{1, 2}, {3, 4}, {6, 8}};
    for (int round = 0; round < 3; round++) {
        assert_int_equal(gpu.p[0], rounds[round][0]);
        assert_int_equal(gpu.p[1], rounds[round][1]);
        run(&gpu, WARMUP + PERIOD);
    }
    assert_all(&gpu, 8, 3);
    assert_true(figure_of(gpu.policy, gpu.state, "samples") == 3);
    close_machine(&gpu);
}

/* Without a given limit the diagonal is voted on first: 2 is best there, and p = 1 beside it. */
static void pcal_finds_its_limit(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal, "climb=0", SMS, 24, valley);
    static const uint32_t dealt[SMS] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 1, 2};
    for (uint32_t i = 0; i < SMS; i++) {
        assert_int_equal(gpu.n[i], dealt[i]);
        assert_int_equal(gpu.p[i], dealt[i]);
    }
    run(&gpu, WARMUP + PERIOD);
    for (uint32_t i = 0; i < SMS; i++) {
        assert_int_equal(gpu.n[i], 2);
        assert_int_equal(gpu.p[i], i % 2 + 1);
    }
    run(&gpu, WARMUP + PERIOD);
    assert_all(&gpu, 2, 1);
    close_machine(&gpu);
}

/* ---- steps of N ---- */

static void n_climbs_while_it_pays(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8", SMS, 24, hill);
    run(&gpu, WARMUP + PERIOD); /* vote */
    static const uint32_t n[] = {8, 9, 10, 11, 10};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        assert_all(&gpu, n[i], 3);
        run(&gpu, WARMUP + PERIOD);
    }
    assert_true(figure_of(gpu.policy, gpu.state, "steps") == 2);
    assert_true(figure_of(gpu.policy, gpu.state, "n") == 10);
    close_machine(&gpu);
}

static void n_stays_where_memory_is_used(double queues, double ports, double buses, uint32_t expected)
{
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8", SMS, 24, hill);
    gpu.queues = queues;
    gpu.ports = ports;
    gpu.buses = buses;
    run(&gpu, UINT64_C(10) * (WARMUP + PERIOD));
    assert_all(&gpu, expected, 3);
    close_machine(&gpu);
}

static void the_busiest_resource_limits_n(void **unused)
{
    (void)unused;
    n_stays_where_memory_is_used(0.85, 0.85, 0.85, 10);
    n_stays_where_memory_is_used(0.95, 0, 0, 8);
    n_stays_where_memory_is_used(0, 0.95, 0, 8);
    n_stays_where_memory_is_used(0, 0, 0.95, 8);
}

/* S21: the climb ends before the valley; the best tuple of all lies behind it. */
static void a_valley_ends_the_climb(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "2", SMS, 24, valley);
    run(&gpu, UINT64_C(5) * (WARMUP + PERIOD));
    assert_all(&gpu, 2, 1);
    close_machine(&gpu);
}

static void n_ends_at_the_warps_there_are(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8:gain=0", SMS, 9, hill);
    run(&gpu, UINT64_C(5) * (WARMUP + PERIOD));
    assert_all(&gpu, 9, 3);
    begin(&gpu, 4); /* the next kernel: the limit is more than it has */
    for (uint32_t i = 0; i < SMS; i++)
        assert_int_equal(gpu.n[i], 4);
    begin(&gpu, 1);
    assert_all(&gpu, 1, 1);
    run(&gpu, UINT64_C(5) * (WARMUP + PERIOD));
    assert_all(&gpu, 1, 1);
    close_machine(&gpu);
}

/* S23: without search it is SWL. */
static void without_search_the_tuple_stays(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8:vote=0:climb=0", SMS, 24, hill);
    for (int i = 0; i < 100; i++) {
        assert_all(&gpu, 8, 8);
        run(&gpu, 1777);
    }
    close_machine(&gpu);
}

/* ---- losses ---- */

static uint64_t sm5 = 1000;
static uint64_t one_changes(uint32_t sm, uint32_t n, uint32_t p)
{
    (void)n, (void)p;
    return sm == 5 ? sm5 : 1000;
}

/* Whether it samples again when SM 5 goes from 1000 to `speed` after the reference window. */
static bool starts_again(const char *arguments, uint64_t speed)
{
    machine gpu;
    sm5 = 1000;
    open_machine(&gpu, &sched_pcal_swl, arguments, SMS, 24, one_changes);
    run(&gpu,
        UINT64_C(3) * (WARMUP + PERIOD) + WARMUP + WINDOW); /* vote, 8, 9 which is taken back, reference */
    assert_all(&gpu, 8, 1);
    run(&gpu, WINDOW);
    assert_true(figure_of(gpu.policy, gpu.state, "again") == 0);
    sm5 = speed;
    run(&gpu, WINDOW);
    bool again = gpu.p[1] == 2;
    assert_true(figure_of(gpu.policy, gpu.state, "again") == again);
    close_machine(&gpu);
    return again;
}

static void a_loss_of_one_sm_starts_again(void **unused)
{
    (void)unused;
    assert_false(starts_again("8", 1000));
    assert_false(starts_again("8", 910));
    assert_true(starts_again("8", 890));
    assert_false(starts_again("8", 0)); /* out of work */
    assert_false(starts_again("8:drop=1", 100));
    assert_true(starts_again("8:drop=0.05", 910));
}

/* ---- the rest ---- */

static void storage(void **unused)
{
    (void)unused;
    machine gpu;
    open_machine(&gpu, &sched_pcal_swl, "8", SMS, 24, flat);
    assert_int_equal(gpu.policy->life.storage_bits(gpu.state), SMS * (2 * 48 + 2 * 32) + 16 * 32 + 17);
    close_machine(&gpu);
}

static void mistakes_are_refused(void **unused)
{
    (void)unused;
    sched_host host = {.sms = 1, .schedulers = 2, .warps_per_scheduler = 24, .warps = 48};
    refused_with(&sched_pcal_swl, &host, "0", "n");
    refused_with(&sched_pcal_swl, &host, "n=65", "n");
    refused_with(&sched_pcal_swl, &host, "gian=1", "gain");
    refused_with(&sched_pcal_swl, &host, "period=0", "period");
    refused_with(&sched_pcal, &host, "n=8", "n"); /* finds its own */
    refused_with(&sched_pcal, &host, "utilisation=1.5", "utilisation");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sms_try_the_candidates_in_turn), cmocka_unit_test(ties_go_to_the_smaller_p),
        cmocka_unit_test(an_sm_without_work_has_no_vote), cmocka_unit_test(few_sms_vote_in_rounds),
        cmocka_unit_test(pcal_finds_its_limit),           cmocka_unit_test(n_climbs_while_it_pays),
        cmocka_unit_test(the_busiest_resource_limits_n),  cmocka_unit_test(a_valley_ends_the_climb),
        cmocka_unit_test(n_ends_at_the_warps_there_are),  cmocka_unit_test(without_search_the_tuple_stays),
        cmocka_unit_test(a_loss_of_one_sm_starts_again),  cmocka_unit_test(storage),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
