/* Instruction fetch: two instructions at once, one warp a cycle, through an instruction cache of 128-byte
 * lines. Source: shader_core_ctx::fetch() and decode() [GS]; tests/oracle/sim/accelsim_micro.csv:
 * independent, independent_8_warps, code. */
#include "tests/timing/sim/bench.h"

enum {
    PER_LINE = 16, /* instructions of 8 bytes */
    LAST_LINE = 8, /* half full: fetching goes on behind the last instruction of a loop */
};

static micro m;
static uint32_t warps;

static void write_independent(micro *out, uint32_t length)
{
    micro_begin(out, 1, warps);
    uint32_t inst = micro_inst(out, TRACE_OP_INT, -1, -1);
    for (uint32_t w = 0; w < warps; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < length; k++)
            micro_run(out, inst);
    }
}

/* Two instructions can issue 2 and 3 cycles after they were fetched, and the next two are fetched in the
 * cycle in which the second issues: one warp runs at 1.5 cycles an instruction. Two warps have a scheduler
 * each and fetch in turn. From three on the fetch of one warp a cycle is what limits: half a cycle an
 * instruction of each warp. */
static void two_instructions_of_one_warp_are_fetched_a_cycle(void **state)
{
    (void)state;
    warps = 1;
    assert_int_equal(bench_growth(&m, write_independent, 40, 80, NULL), 40 * 3 / 2);
    warps = 2;
    assert_int_equal(bench_growth(&m, write_independent, 40, 80, NULL), 40 * 3 / 2);
    for (warps = 4; warps <= 16; warps *= 2)
        assert_int_equal(bench_growth(&m, write_independent, 40, 80, NULL), 40 * warps / 2);
}

/* In a launch warp 0 is the first to fetch, or warp 1: with more instructions for warp 0 than for the other
 * the launch takes a cycle longer. */
static void a_launch_begins_with_a_warp(void **state)
{
    (void)state;
    static const char *const asked[] = {"fetch_order=asked", NULL}, *const number[] = {"fetch_order=number",
                                                                                       NULL};
    micro_begin(&m, 1, 2);
    const uint32_t inst = micro_inst(&m, TRACE_OP_INT, 1, 1);
    for (uint32_t w = 0; w < 2; w++) {
        micro_warp(&m);
        for (uint32_t k = 0; k < (w ? 1 : 9); k++)
            micro_run(&m, inst);
    }
    assert_int_equal(bench_once(&m, "gto", asked).cycles, bench_once(&m, "gto", number).cycles + 1);
}

/* An SM that is given blocks a cycle apart fetches one warp a cycle anyway; farther apart each is waited for,
 * and those that follow a block that has ended, too. */
static void blocks_begin_one_after_the_other(void **state)
{
    (void)state;
    enum { BLOCKS = 4 };
    static const char *const at_once[] = {"thread_blocks=4", NULL};
    static const char *const each_cycle[] = {"thread_blocks=4", "block_interval=1", NULL};
    static const char *const apart[] = {"thread_blocks=4", "block_interval=10", NULL};
    static const char *const full[] = {"thread_blocks=4", "block_interval=10", "fetch=0", NULL};
    for (uint32_t blocks = BLOCKS; blocks <= 2 * BLOCKS; blocks += BLOCKS) {
        micro_begin(&m, blocks, 1);
        const uint32_t inst = micro_inst(&m, TRACE_OP_INT, -1, -1);
        for (uint32_t w = 0; w < blocks; w++) {
            micro_warp(&m);
            micro_run(&m, inst);
        }
        const uint64_t together = bench_once(&m, "gto", at_once).cycles;
        assert_int_equal(bench_once(&m, "gto", each_cycle).cycles, together);
        assert_in_range(bench_once(&m, "gto", apart).cycles, together + 9 * (BLOCKS - 1),
                        together + 9 * (blocks - 1));
    }
    assert_true(bench_once(&m, "gto", full).cycles < bench_once(&m, "gto", apart).cycles - 9 * BLOCKS);
}

/* Straight-line code, executed once. */
static void write_code(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, micro_inst(out, TRACE_OP_INT, -1, -1));
}

/* Each line of code is read from L2 once; in the next launch, all of it is there. */
static void code_is_missed_once_a_line(void **state)
{
    (void)state;
    static const char *const cache[] = {"icache_sets=4", NULL};
    for (uint32_t lines = 1; lines <= 16; lines *= 2) {
        bench b;
        bench_open(&b, "gto", cache);
        write_code(&m, LAST_LINE + (lines - 1) * PER_LINE);
        sim_counters cold = bench_run(&b, &m), warm = bench_run(&b, &m);
        sim_destroy(b.sim);
        assert_int_equal(cold.l2_reads, lines);
        assert_int_equal(warm.l2_reads, 0);
        assert_true(cold.cycles >= warm.cycles + lines * (120 + 100)); /* the pipes of L2 and DRAM */
    }
}

static uint32_t lines_of_loop;

static void write_loop(micro *out, uint32_t rounds)
{
    micro_begin(out, 1, 1);
    uint32_t n = LAST_LINE + (lines_of_loop - 1) * PER_LINE;
    for (uint32_t k = 0; k < n; k++)
        (void)micro_inst(out, TRACE_OP_INT, -1, -1);
    micro_warp(out);
    for (uint32_t k = 0; k < rounds * n; k++)
        micro_run(out, k % n);
}

/* Least recently used: a loop that is one line longer than a set misses all of it in every round. */
static void loop_longer_than_the_cache_misses_all(void **state)
{
    (void)state;
    static const char *const cache[] = {"icache_sets=1", "icache_ways=4", NULL};
    lines_of_loop = 4;
    write_loop(&m, 10);
    assert_int_equal(bench_once(&m, "gto", cache).l2_reads, 4);
    lines_of_loop = 5;
    write_loop(&m, 10);
    assert_int_equal(bench_once(&m, "gto", cache).l2_reads, 10 * 5);
}

/* Warps that miss the same line share its request; each warp has code of its own in lines of its own for the
 * second part, of which as many are under way as there are MSHRs. */
static void write_own_code(micro *out)
{
    micro_begin(out, 1, 4);
    for (uint32_t k = 0; k < 5 * PER_LINE; k++)
        (void)micro_inst(out, TRACE_OP_INT, -1, -1);
    for (uint32_t w = 0; w < 4; w++) {
        micro_warp(out);
        micro_run(out, 0);
        micro_run(out, 1);
        for (uint32_t k = 0; k < 4; k++)
            micro_run(out, (w + 1) * PER_LINE + k);
    }
}

static void misses_are_merged_and_bounded(void **state)
{
    (void)state;
    static const char *const one[] = {"icache_sets=4", "icache_mshrs=1", NULL};
    static const char *const four[] = {"icache_sets=4", "icache_mshrs=4", NULL};
    write_own_code(&m);
    sim_counters serial = bench_once(&m, "gto", one), parallel = bench_once(&m, "gto", four);
    assert_int_equal(serial.l2_reads, 1 + 4);
    assert_int_equal(parallel.l2_reads, 1 + 4);
    assert_true(serial.cycles >= parallel.cycles + 3 * (120 + 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_instructions_of_one_warp_are_fetched_a_cycle),
        cmocka_unit_test(a_launch_begins_with_a_warp),
        cmocka_unit_test(blocks_begin_one_after_the_other),
        cmocka_unit_test(code_is_missed_once_a_line),
        cmocka_unit_test(loop_longer_than_the_cache_misses_all),
        cmocka_unit_test(misses_are_merged_and_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
