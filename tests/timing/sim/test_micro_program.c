/* U1: the micro-program of Figure 3.5 [F3.5, S3.4.1]. Three loads that miss, one that hits and a
 * multiplication that needs it. Misses take M cycles until their MSHR is free, arithmetic 4; the first access
 * is in t = 1. With three MSHRs the hit is in t = 4 and the multiplication from 5 to 8. With two the third
 * miss waits until t = 1 + M, the hit behind it is in t = 2 + M, and the multiplication ends in t = 6 + M: 12
 * for the M = 6 of the figure. */
#include "tests/timing/sim/bench.h"

enum { CHAIN = 40 /* outlasts the misses */ };

/* The front end of the figure, one instruction a cycle. The load is written back, and its MSHR free, in the
 * cycle after the fill. */
#define FRONT_END "fetch=0", "operand_collector=0", "lsu_queue=1", "l1_latency=0"
#define FIGURE    FRONT_END, "memory=fixed", "memory_latency=5"

/* The fastest L2 hit there is: the next crossbar cycle, 2 + 1 there, 2 for the look-up, 2 + 1 back. */
#define FAST_L2 FRONT_END, "core_mhz=700", "icnt_latency=2", "l2_latency=0", "flit_reply_bytes=136"
enum { FAST_L2_CYCLES = 1 + 3 + 2 + 3 + 1 };

static micro m;

/* A line is brought into L1; then the loads of the figure if `with_loads`; then a chain that ends last. */
static void write_figure(bool with_loads)
{
    micro_begin(&m, 1, 1);
    uint32_t first = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t address = micro_inst(&m, TRACE_OP_FP, 2, 1);
    uint32_t miss = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, -1, 2);
    uint32_t hit = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 3, 2);
    uint32_t multiply = micro_inst(&m, TRACE_OP_FP, 2, 3);
    uint32_t chain = micro_inst(&m, TRACE_OP_FP, 2, 2);
    micro_warp(&m);
    micro_access(&m, first, 0, 1, 1);
    micro_run(&m, address);
    for (uint32_t k = 1; k <= 3 && with_loads; k++)
        micro_access(&m, miss, 100 * k, 1, 1);
    if (with_loads) {
        micro_access(&m, hit, 0, 1, 1);
        micro_run(&m, multiply);
    }
    for (int k = 0; k < CHAIN; k++)
        micro_run(&m, chain);
}

/* The cycle in which the multiplication ends, counted from the one before the first access: in that one the
 * first load issues with the loads and the chain without. */
static uint64_t end_of_multiplication(const char *const *settings)
{
    write_figure(false);
    uint64_t without = bench_warm(&m, settings).cycles;
    write_figure(true);
    return bench_warm(&m, settings).cycles - without - 1;
}

static void held_up_by_mshrs(const char *const *one, const char *const *two, const char *const *three,
                             uint64_t miss_cycles)
{
    write_figure(false);
    assert_int_equal(bench_warm(&m, one).miss_latency, miss_cycles - 1);
    assert_int_equal(end_of_multiplication(two), 6 + miss_cycles);
    assert_int_equal(end_of_multiplication(three), 8);
}

static void with_a_fast_l2(void **state)
{
    (void)state;
    static const char *const one[] = {FAST_L2, "l1_mshrs=1", NULL},
                             *const two[] = {FAST_L2, "l1_mshrs=2", NULL},
                             *const three[] = {FAST_L2, "l1_mshrs=3", NULL};
    held_up_by_mshrs(one, two, three, FAST_L2_CYCLES);
}

/* With the memory that answers after a fixed time. */
static void as_in_the_figure(void **state)
{
    (void)state;
    static const char *const one[] = {FIGURE, "l1_mshrs=1", NULL},
                             *const two[] = {FIGURE, "l1_mshrs=2", NULL},
                             *const three[] = {FIGURE, "l1_mshrs=3", NULL};
    held_up_by_mshrs(one, two, three, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_a_fast_l2),
        cmocka_unit_test(as_in_the_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
