/* Memory divergence: a warp waits for the slowest request of its load, so that one miss costs as much as
 * several, and warps that miss hold up those that hit. Source: [RA] 2.1.3, figures 4.1 and 4.5. */
#include "sim_hooks/builtin.h"
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/other_policies.h"

/* One bank, a look-up a cycle, everything at the core's clock. */
#define ONE_BANK                                                                                             \
    "channels=1", "l2_banks=1", "icnt_mhz=1400", "l2_mhz=1400", "l2_sets=64", "l2_ways=16", "l2_latency=10", \
        "dram_latency=100", "l2_port_bytes=128", "flit_request_bytes=136", "flit_reply_bytes=136",           \
        "l1_latency=1", "l2_write=through", "fetch=0"
#define FAST_DRAM                                                                                    \
    "dram_mhz=1400", "dram_burst_bytes=128", "t_ccd=1", "t_ccdl=1", "t_rrd=1", "t_rcd=1", "t_ras=1", \
        "t_rp=1", "t_rc=1", "t_cl=1", "t_wl=1", "t_rtpl=1"

static micro m;

/* One warp loads those of `n` lines that are bits of `lines`, one after the other. */
static void write_some(uint32_t n, uint32_t lines)
{
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(&m);
    for (uint32_t i = 0; i < n; i++)
        if (lines >> i & 1)
            micro_access(&m, load, i, 1, 1);
    micro_run(&m, micro_inst(&m, TRACE_OP_INT, 2, 1));
}

/* The second of two launches: a load of 8 lines, of which those of `missing` are not in the L2. */
static uint64_t cycles_with(uint32_t missing)
{
    static const char *const constant[] = {ONE_BANK, "memory=infinite", NULL};
    enum { N = 8 };
    bench b;
    bench_open(&b, "gto", constant);
    write_some(N, ~missing);
    (void)bench_run(&b, &m);
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    micro_access(&m, load, 0, N, 1);
    micro_run(&m, use);
    sim_counters c = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(c.l2_reads, N);
    assert_int_equal(c.l2_read_hits, N - (uint32_t)__builtin_popcount(missing));
    return c.cycles;
}

/* MU11: request i of a load is looked up in cycle i and answered after the latency of a hit or of a miss; the
 * warp goes on when the latest of these answers is there, to the cycle, whichever lines miss. */
static void a_warp_waits_for_the_slowest_request(void **state)
{
    (void)state;
    const uint64_t all_hit = cycles_with(0);
    for (uint32_t missing = 1; missing < 256; missing++) {
        uint32_t last_miss = 31 - (uint32_t)__builtin_clz(missing);
        assert_int_equal(cycles_with(missing) - all_hit, 100 + last_miss - 7);
    }
}

/* ---- figure 4.5: warp A misses 3 of 4 lines, then warp B misses 1 of 4 ---- */

enum { WARP_A, WARP_B, OF_A = 0, OF_B = 4, CHAIN = 400 };

static bool bypasses_a;

static cache_route route(void *state, const mem_request *request)
{
    (void)state;
    return bypasses_a && request->warp == WARP_A ? CACHE_BYPASS : CACHE_LOOK_UP;
}

/* `resident` of the 8 lines are in the L2, lines of A first. Each warp whose bit is in `who` loads its four;
 * `watched` then has a long chain of instructions, so that the launch ends when it does. */
static uint64_t run_two(uint32_t resident, uint32_t who, uint32_t watched)
{
    static const char *const settings[] = {ONE_BANK, FAST_DRAM, NULL};
    cache_policy policy = cache_lru;
    policy.route = route;
    bench b;
    bench_open(&b, "gto", settings);
    use_l2_policy(&b, &policy);
    const bool bypass = bypasses_a;
    bypasses_a = false;
    write_some(8, resident);
    (void)bench_run(&b, &m);
    bypasses_a = bypass;
    micro_begin(&m, 1, 2);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    for (uint32_t warp = WARP_A; warp <= WARP_B; warp++) {
        micro_warp(&m);
        if (who >> warp & 1)
            micro_access(&m, load, warp == WARP_A ? OF_A : OF_B, 4, 1);
        for (uint32_t i = 0; i < (warp == watched ? CHAIN : 1); i++)
            micro_run(&m, use);
    }
    uint64_t cycles = bench_run(&b, &m).cycles;
    sim_destroy(b.sim);
    return cycles;
}

/* How much longer the watched warp takes than when nobody loads anything. */
static uint64_t stall(uint32_t resident, uint32_t who, uint32_t watched)
{
    return run_two(resident, who, watched) - run_two(resident, 0, watched);
}

enum {
    ONLY_A = 1,
    ONLY_B = 2,
    BOTH = 3,
    DRAM = 100,
    NONE = 0,
    ONE_OF_A = 0x01,
    TWO_OF_A = 0x03,
    THREE_OF_B = 0xe0,
    ALL_OF_B = 0xf0,
};

/* Figure 4.1, MQ17: a warp that misses once waits for DRAM all the same, so its other hits are worth nothing
 * (but for the place of the last one in the queue of DRAM), and the last missing hit is worth all. */
static void only_the_last_hit_pays(void **state)
{
    (void)state;
    bypasses_a = false;
    const uint64_t no_hit = stall(NONE, ONLY_A, WARP_A), one_hit = stall(ONE_OF_A, ONLY_A, WARP_A),
                   two_hits = stall(TWO_OF_A, ONLY_A, WARP_A);
    assert_true(no_hit >= two_hits && no_hit - two_hits <= 2);
    assert_true(one_hit >= two_hits && one_hit <= no_hit);
    assert_true(stall(THREE_OF_B, ONLY_B, WARP_B) >= stall(ALL_OF_B, ONLY_B, WARP_B) + DRAM - 3);
}

/* MU13: without MeDiC both stall for as long as DRAM takes, B for a single miss. With A around the L2 and all
 * of B's lines kept, A stalls no longer, and B only while the four requests of A leave the SM before its
 * own. */
static void bypass_frees_the_warp_that_hits(void **state)
{
    (void)state;
    bypasses_a = false;
    const uint64_t hits = stall(ALL_OF_B, ONLY_B, WARP_B);
    const uint64_t a = stall(ONE_OF_A | THREE_OF_B, BOTH, WARP_A),
                   b = stall(ONE_OF_A | THREE_OF_B, BOTH, WARP_B);
    assert_true(a >= hits + DRAM && a <= hits + DRAM + 10);
    assert_true(b >= a && b <= a + 5);
    bypasses_a = true;
    const uint64_t medic_a = stall(ONE_OF_A | ALL_OF_B, BOTH, WARP_A),
                   medic_b = stall(ONE_OF_A | ALL_OF_B, BOTH, WARP_B);
    bypasses_a = false;
    assert_true(medic_a <= a && medic_a >= hits + DRAM);
    assert_int_equal(medic_b, hits + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_warp_waits_for_the_slowest_request),
        cmocka_unit_test(only_the_last_hit_pays),
        cmocka_unit_test(bypass_frees_the_warp_that_hits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
