/* Do the known effects of warp-tuples appear, in the right order? ([S5.3], [S5.5.3];
 * chapter 3) */
#include "sim/sim.h"
#include "trace/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sim_config machine;

static int setup(void **state)
{
    (void)state;
    sim_config_default(&machine);
    int bad = sim_config_set(&machine, "sms=2", NULL) || sim_config_set(&machine, "channels=1", NULL) ||
              sim_config_set(&machine, "l2_banks=2", NULL);
    return bad;
}

static sim_counters run_on(const sim_config *config, const warp_trace *trace, const char *sched)
{
    sim_policies policies = {.sched = sched};
    simulator *sim;
    poise_error err;
    sim_counters counters = {0};
    if (sim_create(&sim, config, &policies, &err) || sim_launch(sim, trace, &counters, NULL, &err))
        fail_msg("%s", err.text);
    sim_destroy(sim);
    return counters;
}

static sim_counters run(const warp_trace *trace, const char *sched)
{
    return run_on(&machine, trace, sched);
}

/* 24 warps per scheduler whose private footprints of 32 lines add up to 12 times the L1. */
static warp_trace thrashing(uint32_t lines_per_load)
{
    warp_trace trace;
    trace_synthetic shape = {.thread_blocks = 12,
                             .threads_per_block = 256,
                             .iterations = 12,
                             .alu_per_load = 4,
                             .lines_per_load = lines_per_load,
                             .footprint_lines = 32};
    poise_error err;
    if (trace_make_reuse(&trace, &shape, &err))
        fail_msg("%s", err.text);
    return trace;
}

static warp_trace streaming(uint32_t alu)
{
    warp_trace trace;
    trace_synthetic shape = {.thread_blocks = 24,
                             .threads_per_block = 256,
                             .iterations = 24,
                             .alu_per_load = alu,
                             .lines_per_load = 1};
    poise_error err;
    if (trace_make_stream(&trace, &shape, &err))
        fail_msg("%s", err.text);
    return trace;
}

/* Throttling to the warps whose footprints fit beats all warps; fewer or many more are worse. The L1 has 128
 * lines: two warps per scheduler. (B1) */
static void optimum_on_the_diagonal(void **state)
{
    (void)state;
    warp_trace trace = thrashing(4);
    uint64_t one = run(&trace, "swl:1").cycles, two = run(&trace, "swl:2").cycles;
    uint64_t twelve = run(&trace, "swl:12").cycles, all = run(&trace, "gto").cycles;
    warp_trace_free(&trace);
    assert_true(two < one);
    assert_true(two < twelve);
    assert_true(two * 10 < all * 9);
}

/* Warps that run without polluting add parallelism at the same hit rate: {4,2} beats {2,2} and {4,4}.
 * Accel-Sim shows the same on this kind of kernel (measured with the tuple put into it). */
static void p_matters_beside_n(void **state)
{
    (void)state;
    warp_trace trace = thrashing(1);
    uint64_t diagonal2 = run(&trace, "tuple:2:2").cycles, diagonal4 = run(&trace, "tuple:4:4").cycles;
    sim_counters mixed = run(&trace, "tuple:4:2");
    warp_trace_free(&trace);
    assert_true(mixed.cycles < diagonal2);
    assert_true(mixed.cycles < diagonal4);
    assert_true(mixed.l1_bypasses > 0);
    assert_true(mixed.l1_intra_hits == mixed.l1_read_hits);
}

/* What two warps that bypass add to {2,2}, at best. */
static double gain_of_bypassing(const sim_config *config, const warp_trace *trace)
{
    uint64_t diagonal = run_on(config, trace, "tuple:2:2").cycles;
    uint64_t three = run_on(config, trace, "tuple:3:2").cycles,
             four = run_on(config, trace, "tuple:4:2").cycles;
    return (double)diagonal / (double)(three < four ? three : four);
}

/* A load of several lines takes several turns of the way back from the L2: warps that bypass are worth less
 * the more lines they load, and more again where that way is wide (docs/RESULTS.md). */
static void divergent_loads_make_bypassing_dear(void **state)
{
    (void)state;
    sim_config wide = machine;
    assert_int_equal(sim_config_set(&wide, "flit_reply_bytes=160", NULL), 0);
    assert_int_equal(sim_config_set(&wide, "l2_port_bytes=128", NULL), 0);
    warp_trace coalesced = thrashing(1), divergent = thrashing(4);
    double one = gain_of_bypassing(&machine, &coalesced), four = gain_of_bypassing(&machine, &divergent);
    double four_wide = gain_of_bypassing(&wide, &divergent);
    warp_trace_free(&coalesced);
    warp_trace_free(&divergent);
    assert_true(one > 1.05 * four);
    assert_true(four_wide > 1.05 * four);
}

/* A stream has nothing to keep: more warps are never much worse, and one warp is much slower. */
static void streams_want_all_warps(void **state)
{
    (void)state;
    warp_trace trace = streaming(4);
    uint64_t one = run(&trace, "swl:1").cycles, eight = run(&trace, "swl:8").cycles,
             all = run(&trace, "gto").cycles;
    warp_trace_free(&trace);
    assert_true(one > 2 * eight);
    assert_true(all <= eight + eight / 50);
}

/* A 64 times larger L1 removes the thrashing (P_best of [T5.4]) and leaves the stream alone. */
static void large_l1_cures_thrashing(void **state)
{
    (void)state;
    sim_config large = machine;
    assert_int_equal(sim_config_set(&large, "l1_index=linear", NULL), 0);
    assert_int_equal(sim_config_set(&large, "l1_sets=2048", NULL), 0);
    warp_trace reuse = thrashing(4), stream = streaming(4);
    double reuse_gain = (double)run(&reuse, "gto").cycles / (double)run_on(&large, &reuse, "gto").cycles;
    double stream_gain = (double)run(&stream, "gto").cycles / (double)run_on(&large, &stream, "gto").cycles;
    warp_trace_free(&reuse);
    warp_trace_free(&stream);
    assert_true(reuse_gain > 1.4);
    assert_true(stream_gain < 1.2);
}

/* Memory-bound kernels see latencies far above the unloaded 220 cycles; compute-bound ones do not. (B3, B7)
 */
static void congestion_lengthens_latency(void **state)
{
    (void)state;
    warp_trace reuse = thrashing(4), compute = streaming(200);
    sim_counters c = run(&reuse, "gto");
    double congested = sim_miss_latency(&c);
    c = run(&compute, "gto");
    double quiet = sim_miss_latency(&c);
    double slots = (double)(c.warp_insts + c.issue_slots_idle);
    warp_trace_free(&reuse);
    warp_trace_free(&compute);
    assert_true(congested > 300);
    assert_true(quiet < congested);
    assert_true((double)c.warp_insts / slots > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optimum_on_the_diagonal),
        cmocka_unit_test(p_matters_beside_n),
        cmocka_unit_test(divergent_loads_make_bypassing_dear),
        cmocka_unit_test(streams_want_all_warps),
        cmocka_unit_test(large_l1_cures_thrashing),
        cmocka_unit_test(congestion_lengthens_latency),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
