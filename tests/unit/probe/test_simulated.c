/* The pointer chase of probe/kernels, on our own platform and machine: what it says of caches that are known.
 */
#include "probe/simulated/simulated.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

#include <stdlib.h>

/* 16 KB of L1: 32 linear sets of 4 lines; an L2 that holds everything that is asked. */
static probe_bench *machine(sim_config *config)
{
    poise_error err;
    probe_bench *bench;
    probe_recorder *const kept = test_recorder();
    sim_config_default(config);
    assert_int_equal(sim_config_set(config, "l1_index=linear", &err), POISE_OK);
    static const sim_policies baseline;
    assert_int_equal(probe_simulated_open(&bench, kept, config, &baseline, NULL, &err), POISE_OK);
    return bench;
}

/* Times of the fourth time round, in `times`. */
static void ask(probe_bench *bench, probe_walk walk, double *times)
{
    poise_error err;
    probe_chain chain = {0};
    assert_int_equal(probe_chain_walk(&chain, walk, &err), POISE_OK);
    const probe_question question = probe_round(&chain, 3);
    double total, sum = 0;
    assert_int_equal(bench->each(bench, &question, times, &err), POISE_OK);
    assert_int_equal(bench->total(bench, &question, &total, &err), POISE_OK);
    for (uint32_t i = 0; i < walk.n; i++)
        sum += times[i];
    assert_true(sum == total);
    probe_chain_free(&chain);
}

static uint32_t slower(const double *times, uint32_t n, double than)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++)
        found += times[i] > than;
    return found;
}

enum { LINE = 128, LINES = 128, SETS = 32, WAYS = 4, MOST = 512 };

static void what_fits_hits(void **state)
{
    sim_config config;
    double times[MOST];
    (void)state;
    probe_bench *bench = machine(&config);
    ask(bench, (probe_walk){.stride = LINE, .n = 1}, times);
    const double hit = times[0];
    ask(bench, (probe_walk){.stride = LINE, .n = LINES}, times);
    assert_int_equal(slower(times, LINES, hit), 0);
    ask(bench, (probe_walk){.stride = 4, .n = MOST}, times);
    assert_int_equal(slower(times, MOST, hit), 0);
    bench->close(bench);
}

/* LRU and a line too many: the lines of one set follow each other out, and it is the only one. */
static void a_line_too_many_loses_a_set(void **state)
{
    sim_config config;
    double times[MOST];
    (void)state;
    probe_bench *bench = machine(&config);
    ask(bench, (probe_walk){.stride = LINE, .n = LINES}, times);
    const double hit = times[0];
    ask(bench, (probe_walk){.stride = LINE, .n = LINES + 1}, times);
    assert_int_equal(slower(times, LINES + 1, hit), WAYS + 1);
    for (uint32_t i = 0; i <= LINES; i++)
        assert_int_equal(times[i] > hit, i % SETS == 0);
    ask(bench, (probe_walk){.stride = LINE, .n = LINES + SETS}, times);
    assert_int_equal(slower(times, LINES + SETS, hit), LINES + SETS);
    ask(bench, (probe_walk){.stride = LINE * SETS, .n = WAYS}, times);
    assert_int_equal(slower(times, WAYS, hit), 0);
    ask(bench, (probe_walk){.stride = LINE * SETS, .n = WAYS + 1}, times);
    assert_int_equal(slower(times, WAYS + 1, hit), WAYS + 1);
    bench->close(bench);
}

/* The order of the ring does not matter to a cache that holds it. */
static void order_is_the_chains(void **state)
{
    sim_config config;
    poise_error err;
    double times[LINES];
    (void)state;
    probe_bench *bench = machine(&config);
    probe_chain chain = {0};
    const probe_walk walk = {.stride = LINE, .skew = 4, .n = LINES};
    assert_int_equal(probe_chain_walk(&chain, walk, &err), POISE_OK);
    probe_chain_shuffle(&chain, 7);
    const probe_question cold = probe_round(&chain, 0), warm = probe_round(&chain, 1);
    assert_int_equal(bench->each(bench, &warm, times, &err), POISE_OK);
    const double hit = times[0];
    assert_int_equal(slower(times, LINES, hit), 0);
    assert_int_equal(bench->each(bench, &cold, times, &err), POISE_OK);
    assert_int_equal(slower(times, LINES, hit), LINES);
    probe_chain_free(&chain);
    bench->close(bench);
}

static void what_is_out_of_range_is_refused(void **state)
{
    poise_error err;
    probe_chain chain = {0};
    (void)state;
    assert_int_equal(probe_chain_add(&chain, 2, &err), POISE_USAGE);
    assert_int_equal(probe_chain_add(&chain, PROBE_MOST_BYTES, &err), POISE_USAGE);
    assert_int_equal(probe_chain_add(&chain, PROBE_MOST_BYTES - 4, &err), POISE_OK);
    assert_true(probe_chain_bytes(&chain) == PROBE_MOST_BYTES);
    if (missing == NULL) {
        sim_config config;
        double time;
        probe_bench *bench = machine(&config);
        const probe_question question = probe_round(&chain, 1);
        assert_int_equal(bench->total(bench, &question, &time, &err), POISE_USAGE);
        bench->close(bench);
    }
    probe_chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_hits),
        cmocka_unit_test(a_line_too_many_loses_a_set),
        cmocka_unit_test(order_is_the_chains),
        cmocka_unit_test(what_is_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, test_recorder_open, test_recorder_close);
}
