/* Does idealised memory answer when it says? [S3.3, T3.2] All times in core cycles of the
 * thesis machine. */
#include "tests/timing/sim/bench.h"

enum { L2 = 120, DRAM = 100, MISSES = 32 };

static micro m;

/* One warp loads `n` lines by one instruction, `repeats` times other lines of the same L1 sets, and waits for
 * each. */
static void loads(uint32_t n, uint32_t repeats)
{
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < repeats; i++) {
        micro_access(&m, load, i * n, n, 1);
        micro_run(&m, use);
    }
}

static sim_counters run(const char *memory, const char *latency)
{
    const char *const settings[] = {memory, latency ? latency : "memory_latency=220", "icache_sets=4", NULL};
    return bench_once(&m, "gto", settings);
}

/* Every miss takes exactly L, however many there are, and nothing reaches L2. */
static void fixed_is_exact(void **state)
{
    (void)state;
    loads(MISSES, 2);
    static const struct {
        const char *set;
        uint64_t latency;
    } cases[] = {{"memory_latency=1", 1}, {"memory_latency=300", 300}, {"memory_latency=10000", 10000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sim_counters c = run("memory=fixed", cases[i].set);
        assert_int_equal(c.misses_returned, 2 * MISSES);
        assert_int_equal(c.miss_latency, 2 * MISSES * cases[i].latency);
        assert_int_equal(c.l2_reads + c.dram_reads + c.request_flits + c.reply_flits, 0);
    }
}

/* The next cycle is the earliest: a latency of 0 and perfect memory act like 1. */
static void perfect_takes_a_cycle(void **state)
{
    (void)state;
    loads(MISSES, 2);
    sim_counters perfect = run("memory=perfect", NULL), zero = run("memory=fixed", "memory_latency=0");
    assert_int_equal(perfect.miss_latency, 2 * MISSES);
    assert_int_equal(perfect.cycles, zero.cycles);
}

/* One more cycle of latency is one more cycle for a chain of loads, stores that a warp waits for at its end,
 * and atomics alike. */
static void everything_waits_for_fixed_memory(void **state)
{
    (void)state;
    static const trace_op ops[] = {TRACE_OP_LOAD_GLOBAL, TRACE_OP_STORE_GLOBAL, TRACE_OP_ATOMIC_GLOBAL};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        micro_begin(&m, 1, 1);
        uint32_t access = micro_inst(&m, ops[i], ops[i] == TRACE_OP_STORE_GLOBAL ? -1 : 1, -1);
        uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
        micro_warp(&m);
        micro_access(&m, access, 0, 1, 1);
        micro_run(&m, use);
        /* The code of a launch is fetched once before it. */
        uint64_t short_run = run("memory=fixed", "memory_latency=200").cycles;
        uint64_t long_run = run("memory=fixed", "memory_latency=300").cycles;
        assert_int_equal(long_run - short_run, 2 * 100);
    }
}

/* The first walk misses in L2, the second hits: 220 and 120, without any queueing. */
static void infinite_is_two_latencies(void **state)
{
    (void)state;
    loads(MISSES, 1);
    const char *const settings[] = {"memory=infinite", NULL};
    bench b;
    bench_open(&b, "gto", settings);
    sim_counters miss = bench_run(&b, &m), hit = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(miss.miss_latency, MISSES * (L2 + DRAM));
    assert_int_equal(miss.l2_read_hits, 0);
    assert_int_equal(hit.miss_latency, MISSES * L2);
    assert_int_equal(hit.l2_read_hits, hit.l2_reads);
}

/* An L2 whose clock is that of the core: a miss costs the constant, two cycles into the queue to DRAM and two
 * from the fill to the reply instead of one; without the clock domains nothing is rounded. */
static void ideal_dram_is_constant(void **state)
{
    (void)state;
    loads(1, 1);
    const char *const settings[] = {"memory=ideal-dram", "core_mhz=700", NULL};
    bench b;
    bench_open(&b, "gto", settings);
    sim_counters miss = bench_run(&b, &m), hit = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(miss.dram_reads, 1);
    assert_int_equal(miss.miss_latency - hit.miss_latency, DRAM + 2 + 1);
}

/* Closed rows and narrow buses are no matter: many misses of one bank end as soon as the L2 can take them. */
static void ideal_dram_has_no_bandwidth_limit(void **state)
{
    (void)state;
    loads(MISSES, 1);
    const char *const slow[] = {"memory=ideal-dram", "t_rcd=100", "t_ccd=50", "dram_queue=1", NULL};
    const char *const fast[] = {"memory=ideal-dram", NULL};
    assert_int_equal(bench_once(&m, "gto", slow).cycles, bench_once(&m, "gto", fast).cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_is_exact),
        cmocka_unit_test(perfect_takes_a_cycle),
        cmocka_unit_test(everything_waits_for_fixed_memory),
        cmocka_unit_test(infinite_is_two_latencies),
        cmocka_unit_test(ideal_dram_is_constant),
        cmocka_unit_test(ideal_dram_has_no_bandwidth_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
