/* Does ATLAS rank as its authors say? (Kim et al., HPCA 2010) */
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/test.h"

enum { CHANNELS = 2, BANKS = 4 };

static struct {
    policy_choice choice;
    void *state[CHANNELS];
    mem_request request[64];
    uint32_t n;
    uint32_t open_row[BANKS];
} t;

static void open_with_cpus(const char *string, uint32_t cpus)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    if (policy_choose(POLICY_DRAM, string, &t.choice, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < CHANNELS; i++) {
        const dram_host host = {
            .instance = {i, CHANNELS}, .banks = BANKS, .queue_entries = 16, .sources = 4, .cpus = cpus};
        assert_int_equal(dram_atlas.create(&host, t.choice.options, &t.state[i], &err), 0);
        dram_atlas.life.launch_begin(t.state[i], &(policy_launch){.cycle = 0});
    }
    for (uint32_t i = 0; i < BANKS; i++)
        t.open_row[i] = DRAM_NO_ROW;
}

static void open_atlas(const char *string)
{
    open_with_cpus(string, 0);
}

static void close_atlas(void)
{
    for (uint32_t i = 0; i < CHANNELS; i++)
        dram_atlas.life.destroy(t.state[i]);
    policy_choice_free(&t.choice);
}

/* A request of `source`, which is program `source` too; returns its handle. */
static uint32_t ask(uint32_t channel, uint32_t source, uint32_t bank, uint32_t row, uint64_t arrival)
{
    mem_request *request = &t.request[t.n];
    *request = (mem_request){.source = (uint16_t)source, .app = (uint16_t)source};
    const dram_request asked = {
        .handle = t.n, .bank = bank, .row = row, .units = 1, .arrival = arrival, .request = request};
    assert_true(dram_atlas.can_accept(t.state[channel], &asked));
    dram_atlas.accept(t.state[channel], &asked);
    return t.n++;
}

static uint32_t next(uint32_t channel, uint64_t idle, uint64_t cycle)
{
    const dram_view view = {.cycle = cycle, .idle = idle, .open_row = t.open_row};
    return dram_atlas.next(t.state[channel], &view);
}

/* `source` has a bank of `channel` for `cycles`. */
static void serve(uint32_t channel, uint32_t source, uint64_t cycles)
{
    uint32_t handle = ask(channel, source, 0, 1, 0);
    assert_int_equal(next(channel, 1, 0), handle);
    dram_atlas.done(t.state[channel], handle, cycles);
}

static uint64_t gather(uint64_t cycle)
{
    return dram_atlas.life.gather(t.state, CHANNELS, cycle);
}

/* Before the first quantum ends nobody has attained anything: open rows first, then the oldest, over all
 * banks. */
static void without_service_it_is_frfcfs_over_all_banks(void **state)
{
    (void)state;
    open_atlas("atlas");
    uint32_t first = ask(0, 0, 0, 5, 0), second = ask(0, 1, 1, 5, 1), third = ask(0, 2, 2, 5, 2);
    t.open_row[2] = 5;
    assert_int_equal(next(0, 0xf, 10), third);
    assert_int_equal(next(0, 0xe, 11), second); /* bank 0 is busy */
    assert_int_equal(next(0, 0xf, 12), first);
    assert_int_equal(next(0, 0xf, 13), DRAM_NO_REQUEST);
    close_atlas();
}

/* What a source attained in another channel counts, from the end of the quantum on. */
static void the_quantum_is_over_all_channels(void **state)
{
    (void)state;
    open_atlas("atlas:quantum=1000");
    assert_int_equal(gather(0), 1000);
    serve(0, 0, 300);
    serve(1, 0, 300);
    serve(0, 1, 500);
    assert_int_equal(gather(400), 600);
    uint32_t of_0 = ask(0, 0, 1, 7, 600), of_1 = ask(0, 1, 2, 7, 601);
    assert_int_equal(next(0, 0xf, 602), of_0); /* not ranked yet: the oldest */
    dram_atlas.done(t.state[0], of_0, 602);
    assert_int_equal(gather(1010), 1000);
    of_0 = ask(0, 0, 1, 7, 1020);
    assert_int_equal(next(0, 0xf, 1030), of_1); /* 500 of 600 in both, although it had more in this channel */
    assert_int_equal(next(0, 0xf, 1031), of_0);
    close_atlas();
}

/* Rank goes before an open row. */
static void rank_goes_before_rows(void **state)
{
    (void)state;
    open_atlas("atlas:quantum=1000");
    serve(0, 0, 300);
    gather(1000);
    t.open_row[1] = 7;
    uint32_t of_0 = ask(0, 0, 1, 7, 1000), of_1 = ask(0, 1, 1, 8, 1001);
    assert_int_equal(next(0, 0xf, 1010), of_1);
    assert_int_equal(next(0, 0xf, 1011), of_0);
    close_atlas();
}

/* A request older than the threshold goes first, and not one cycle before. */
static void old_requests_go_first(void **state)
{
    (void)state;
    for (int old = 0; old < 2; old++) {
        open_atlas("atlas:quantum=1000:threshold=500");
        serve(0, 0, 300);
        gather(1000);
        uint32_t of_0 = ask(0, 0, 1, 7, 1000), of_1 = ask(0, 1, 1, 8, 1400);
        assert_int_equal(next(0, 0xf, 1500u + (uint32_t)old), old ? of_0 : of_1);
        close_atlas();
    }
}

/* total = 0.875 total + 0.125 service: 800 of long ago weigh 87.5 after a quantum, less than 720 of the last
 * (90) and more than 640 (80). */
static void service_is_forgotten_slowly(void **state)
{
    (void)state;
    for (uint64_t recent = 640; recent <= 720; recent += 80) {
        open_atlas("atlas:quantum=1000");
        serve(0, 0, 800);
        gather(1000);
        serve(1, 1, recent);
        gather(2000);
        uint32_t of_0 = ask(0, 0, 1, 7, 2000), of_1 = ask(0, 1, 2, 7, 2000);
        assert_int_equal(next(0, 0xf, 2010), recent == 640 ? of_1 : of_0);
        close_atlas();
    }
}

/* Time of the quantum goes on over launches, whose cycles begin at 0. */
static void quanta_outlast_launches(void **state)
{
    (void)state;
    open_atlas("atlas:quantum=1000");
    gather(0);
    for (uint32_t i = 0; i < CHANNELS; i++) {
        dram_atlas.life.launch_end(t.state[i], 0, 700);
        dram_atlas.life.launch_begin(t.state[i], &(policy_launch){.cycle = 0});
    }
    assert_int_equal(gather(0), 300);
    assert_int_equal(gather(300), 1000);
    close_atlas();
}

static void programs_are_ranked_on_demand(void **state)
{
    (void)state;
    open_atlas("atlas:quantum=1000:by=app");
    t.request[0] = (mem_request){0};
    serve(0, 9, 300);
    gather(1000);
    uint32_t of_9 = ask(0, 9, 1, 7, 1000), of_3 = ask(0, 3, 2, 7, 1001);
    assert_int_equal(next(0, 0xf, 1010), of_3);
    assert_int_equal(next(0, 0xf, 1011), of_9);
    close_atlas();
}

/* 16 entries of 53 bits, 4 sources of 64. */
static void storage(void **state)
{
    (void)state;
    open_atlas("atlas");
    assert_int_equal((int)dram_atlas.life.storage_bits(t.state[0]), 16 * 53 + 4 * 64);
    close_atlas();
}

/* Banks that are busy at a time, of the SMs (sources 0 to 2 here) and of CPU cores, while any is; over both
 * channels. */
static void banks_that_are_busy_at_a_time(void **state)
{
    (void)state;
    policy_statistic told[4];
    open_with_cpus("atlas", 1);
    const uint32_t a = ask(0, 0, 0, 1, 0), b = ask(0, 1, 1, 1, 1), cpu = ask(0, 3, 2, 1, 2);
    assert_int_equal(next(0, 0xf, 100), a);
    assert_int_equal(next(0, 0xe, 110), b);
    assert_int_equal(next(0, 0xc, 120), cpu);
    dram_atlas.done(t.state[0], a, 130); /* 10 cycles of one bank, 20 of two, 30 of one: 80 in 60 */
    dram_atlas.done(t.state[0], cpu, 170);
    dram_atlas.done(t.state[0], b, 160);
    serve(1, 2, 20); /* and 20 in 20 */
    assert_int_equal(dram_atlas.life.statistics(t.state, CHANNELS, told, 4), 2);
    assert_string_equal(told[0].name, "gpu_banks");
    assert_true(told[0].value == 100.0 / 80);
    assert_true(told[1].value == 1);
    close_atlas();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_service_it_is_frfcfs_over_all_banks),
        cmocka_unit_test(the_quantum_is_over_all_channels),
        cmocka_unit_test(rank_goes_before_rows),
        cmocka_unit_test(old_requests_go_first),
        cmocka_unit_test(service_is_forgotten_slowly),
        cmocka_unit_test(quanta_outlast_launches),
        cmocka_unit_test(programs_are_ranked_on_demand),
        cmocka_unit_test(storage),
        cmocka_unit_test(banks_that_are_busy_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
