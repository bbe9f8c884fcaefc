/* What bounds the misses of an L1: ways of a set, MSHRs, merged requests, places in the miss queue. All
 * clocks are equal and replies are one flit, so that a miss that hits in L2 takes the same time always.
 * Source: [S2.2.3, S3.4.1, S3.4.2]; refusals in GPGPU-Sim's order: line, miss queue, MSHR. */
#include "tests/timing/sim/bench.h"

static micro m;

#define STEADY "fetch=0", "core_mhz=700", "flit_reply_bytes=136", "l1_index=linear"
static const char *const plain[] = {STEADY, NULL};

static uint32_t distance; /* of lines: 32 = one set, 1 = a set each */

/* One load of `lines` lines, and an instruction that needs it. */
static void write_load(micro *out, uint32_t lines)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(out, TRACE_OP_INT, 2, 1);
    micro_warp(out);
    micro_access(out, load, 0, lines, distance);
    micro_run(out, use);
}

/* Look-up to fill of a miss that hits in L2. */
static uint64_t miss_latency(void)
{
    write_load(&m, 1);
    sim_counters c = bench_warm(&m, plain);
    assert_int_equal(c.misses_returned, 1);
    return c.miss_latency;
}

/* U7: the fifth miss to a 4-way set waits for the first although MSHRs are free. It comes 4 cycles behind it
 * and goes on in the cycle of its fill. */
static void fifth_miss_to_a_set_waits_for_the_first(void **state)
{
    (void)state;
    uint64_t latency = miss_latency();
    distance = 32;
    write_load(&m, 4);
    sim_counters four = bench_warm(&m, plain);
    assert_int_equal(four.l1_stall_line, 0);
    write_load(&m, 5);
    sim_counters five = bench_warm(&m, plain);
    assert_int_equal(five.l1_stall_line, latency - 4);
    assert_int_equal(five.l1_stall_mshr + five.l1_stall_queue, 0);
    assert_int_equal(five.l1_read_misses, 5);
    distance = 1;
    write_load(&m, 5);
    assert_int_equal(bench_warm(&m, plain).l1_stall_line, 0);
}

/* An MSHR is free again when the load that waited is written back, the cycle after the fill: with M of them,
 * M misses take latency + 1 cycles. */
static void mshrs_bound_misses_in_flight(void **state)
{
    (void)state;
    static const char *const one[] = {STEADY, "l1_mshrs=1", NULL},
                             *const two[] = {STEADY, "l1_mshrs=2", NULL},
                             *const four[] = {STEADY, "l1_mshrs=4", NULL};
    uint64_t latency = miss_latency();
    distance = 6; /* each in another partition than the one before */
    assert_int_equal(bench_warm_growth(&m, write_load, 8, 16, one), 8 * (latency + 1));
    assert_int_equal(bench_warm_growth(&m, write_load, 8, 16, two), 4 * (latency + 1));
    assert_int_equal(bench_warm_growth(&m, write_load, 8, 16, four), 2 * (latency + 1));
}

/* Loads of one line, one after the other without waiting. */
static void write_same_line(micro *out, uint32_t loads)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, -1, -1);
    micro_warp(out);
    for (uint32_t k = 0; k < loads; k++)
        micro_access(out, load, 0, 1, 1);
}

/* l1_merge counts the request that missed; the next one is refused until the line is there, and hits. U4: the
 * merged ones send nothing. */
static void merged_requests_are_bounded(void **state)
{
    (void)state;
    static const char *const three[] = {STEADY, "l1_merge=3", NULL};
    write_same_line(&m, 3);
    sim_counters c = bench_warm(&m, three);
    assert_int_equal(c.l1_merges, 2);
    assert_int_equal(c.l1_stall_mshr, 0);
    assert_int_equal(c.l2_reads, 1);
    write_same_line(&m, 4);
    sim_counters more = bench_warm(&m, three);
    assert_int_equal(more.l1_merges, 2);
    assert_int_equal(more.l1_read_hits, 1);
    assert_int_equal(more.l1_stall_mshr, c.miss_latency - 3); /* three cycles behind the miss */
    assert_int_equal(more.l2_reads, 1);
}

/* A request leaves the miss queue in the next crossbar cycle, a full-line store (5 flits) occupies the port
 * behind it for 5. A load miss needs two free places, a store one [GS miss_queue_full()]: in a queue of two a
 * load waits until the store before has left. */
static void write_store_then_load(micro *out, uint32_t stores)
{
    micro_begin(out, 1, 1);
    uint32_t store = micro_inst(out, TRACE_OP_STORE_GLOBAL, -1, -1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(out);
    micro_access(out, store, 100, stores, 2);
    micro_access(out, load, 0, 1, 1);
}

static void full_miss_queue_refuses(void **state)
{
    (void)state;
    static const char *const two[] = {STEADY, "l1_miss_queue=2", NULL};
    write_store_then_load(&m, 1);
    assert_int_equal(bench_warm(&m, two).l1_stall_queue, 0); /* the store has gone */
    write_store_then_load(&m, 2);
    sim_counters c = bench_warm(&m, two);
    assert_int_equal(c.l1_stall_queue, 4); /* the second store leaves 5 cycles after the first */
    assert_int_equal(bench_warm(&m, plain).l1_stall_queue, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifth_miss_to_a_set_waits_for_the_first),
        cmocka_unit_test(mshrs_bound_misses_in_flight),
        cmocka_unit_test(merged_requests_are_bounded),
        cmocka_unit_test(full_miss_queue_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
