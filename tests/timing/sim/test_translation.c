/* What a translation costs, as formulas. A miss travels a window W to the shared side, the traversal of an
 * unloaded crossbar, is looked up there for 10 cycles, walked in four dependent reads and travels back. With
 * memory = fixed every read takes L cycles: 2 W + 10 + 4 L in all. docs/TRANSLATION.md has the same formulas.
 */
#include "tests/timing/sim/bench.h"

#include <math.h>

static micro m;

enum { W = 8 /* core cycles of 4 crossbar cycles at half the clock */, L = 300, L2_TLB = 10, WALK = 4 * L };
#define FIXED      "fetch=0", "memory=fixed", "memory_latency=300", "watchdog=0"
#define PAGE_LINES 32
static const char *const fixed[] = {FIXED, NULL};

typedef struct timed {
    sim_counters counters;
    policy_statistic statistics[POLICY_STATISTICS];
    size_t n_statistics;
} timed;

static timed launch(const char *tlb, const char *vm, const char *const *settings)
{
    bench b;
    timed t;
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = tlb, .vm = vm}, &b.err))
        fail_msg("%s", b.err.text);
    t.counters = bench_run(&b, &m);
    t.n_statistics = sim_policy_statistics(b.sim, POLICY_AT_TLB, t.statistics, POLICY_STATISTICS);
    sim_destroy(b.sim);
    return t;
}

static uint64_t statistic(const timed *t, const char *name)
{
    for (size_t i = 0; i < t->n_statistics; i++)
        if (!strcmp(t->statistics[i].name, name))
            return (uint64_t)t->statistics[i].value;
    fail_msg("there is no statistic %s", name);
    return 0;
}

/* Cycles that translation adds. */
static uint64_t cost(const char *tlb, const char *const *settings)
{
    return launch(tlb, NULL, settings).counters.cycles - launch("none", NULL, settings).counters.cycles;
}

/* A chain of loads, each of `lines` lines `stride` lines apart, of which the i-th begins at line first[i]. */
static void write_chain(uint32_t n, const uint32_t *first, uint32_t lines, uint32_t stride)
{
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1);
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < n; i++)
        micro_access(&m, load, first[i], lines, stride);
    micro_run(&m, use);
}

static void one_walk(void **state)
{
    (void)state;
    write_chain(1, (const uint32_t[]){0}, 1, 1);
    assert_int_equal(cost("shared_tlb", fixed), 2 * W + L2_TLB + WALK);
    static const char *const slow[] = {FIXED, "icnt_latency=10", NULL};
    assert_int_equal(cost("shared_tlb", slow), 2 * 20 + L2_TLB + WALK);
    assert_int_equal(cost("shared_tlb:latency=133", fixed), 2 * W + 133 + WALK);
}

/* A page that is known costs the look-up in the L1 TLB, and one that only the L2 TLB knows no walk. */
static void hits(void **state)
{
    (void)state;
    write_chain(3, (const uint32_t[]){0, 1, 2}, 1, 1);
    assert_int_equal(cost("shared_tlb", fixed), 2 * W + L2_TLB + WALK + 2 * 1);
    static const char *const slow[] = {FIXED, "tlb_latency=7", NULL}, *const none[] = {FIXED, "tlb_latency=0",
                                                                                       NULL};
    assert_int_equal(cost("shared_tlb", slow), 2 * W + L2_TLB + WALK + 2 * 7);
    assert_int_equal(cost("shared_tlb", none), 2 * W + L2_TLB + WALK);
    write_chain(3, (const uint32_t[]){0, PAGE_LINES, 1}, 1, 1);
    assert_int_equal(cost("shared_tlb:l1=1", fixed), 2 * (2 * W + L2_TLB + WALK) + 2 * W + L2_TLB);
}

/* PWCache looks each step up for 10 cycles before it reads; the tables above a second page are known then.
 * The ideal TLB costs its cycle. */
static void walk_cache_and_ideal(void **state)
{
    (void)state;
    write_chain(1, (const uint32_t[]){0}, 1, 1);
    assert_int_equal(cost("pwcache", fixed), 2 * W + 4 * (10 + L));
    assert_int_equal(cost("pwcache:latency=133", fixed), 2 * W + 4 * (133 + L));
    assert_int_equal(cost("ideal", fixed), 1);
    write_chain(2, (const uint32_t[]){0, PAGE_LINES}, 1, 1);
    assert_int_equal(cost("pwcache", fixed), 2 * (2 * W + 4 * 10) + 4 * L + L);
    write_chain(3, (const uint32_t[]){0, PAGE_LINES, 1}, 1, 1);
    assert_int_equal(cost("pwcache:l1=1", fixed), 3 * (2 * W + 4 * 10) + 4 * L + L);
    assert_int_equal(cost("ideal", fixed), 3);
}

/* One look-up for each page of an instruction, in whatever order its lines come. */
static void look_ups_are_of_pages(void **state)
{
    (void)state;
    write_chain(1, (const uint32_t[]){0}, 32, 1);
    timed t = launch("shared_tlb", NULL, fixed);
    assert_int_equal(statistic(&t, "l1_look_ups"), 1);
    write_chain(1, (const uint32_t[]){0}, 32, PAGE_LINES / 2);
    t = launch("shared_tlb", NULL, fixed);
    assert_int_equal(statistic(&t, "l1_look_ups"), 16);
    write_chain(1, (const uint32_t[]){0}, 4, PAGE_LINES);
    m.words[m.n_words - 3] = line_word(1, ALL_SECTORS); /* pages 0, 1, 2, 0 */
    t = launch("shared_tlb", NULL, fixed);
    assert_int_equal(statistic(&t, "l1_look_ups"), 3);
}

/* Walks of several pages overlap: each starts a cycle after the one before, for the SM looks up one a cycle.
 */
static void walks_overlap(void **state)
{
    (void)state;
    write_chain(1, (const uint32_t[]){0}, 16, PAGE_LINES);
    uint64_t none = launch("none", NULL, fixed).counters.cycles;
    uint64_t sixteen = launch("shared_tlb", NULL, fixed).counters.cycles;
    assert_int_equal(sixteen - none, 2 * W + L2_TLB + WALK);
    timed two = launch("shared_tlb:walks=2", NULL, fixed);
    assert_int_equal(statistic(&two, "walks_at_once"), 2);
    assert_int_equal(two.counters.cycles - sixteen, 7 * WALK + 1 - 15); /* eight pairs, not 15 cycles */
}

/* With one MSHR the load-store unit holds the second page until the first has come. */
static void mshrs_bound_misses(void **state)
{
    (void)state;
    static const char *const one[] = {FIXED, "tlb_mshrs=1", NULL};
    write_chain(1, (const uint32_t[]){0}, 4, PAGE_LINES);
    uint64_t less = launch("shared_tlb", NULL, one).counters.cycles;
    write_chain(1, (const uint32_t[]){0}, 5, PAGE_LINES);
    assert_int_equal(launch("shared_tlb", NULL, one).counters.cycles - less, 2 * W + L2_TLB + WALK + 1);
}

/* Warps that miss the same page wait for one walk; others go on meanwhile. */
static void warps(void **state)
{
    (void)state;
    enum { WARPS = 24, CHAIN = 3 };
    micro_begin(&m, 1, WARPS);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    for (uint32_t w = 0; w < WARPS; w++) {
        micro_warp(&m);
        micro_access(&m, load, w, 1, 1);
        micro_run(&m, use);
    }
    timed t = launch("shared_tlb", NULL, fixed);
    assert_int_equal(statistic(&t, "walks"), 1);
    assert_int_equal(statistic(&t, "l1_look_ups_per_miss"), WARPS);
    /* Warp 1 hits a known page and loads L cycles at a time while warp 0 waits for its second page. */
    uint64_t alone = 0;
    for (uint32_t others = 0; others < 2; others++) {
        micro_begin(&m, 1, 2);
        load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1);
        for (uint32_t w = 0; w < 2; w++) {
            micro_warp(&m);
            micro_access(&m, load, w, 1, 1);
            for (uint32_t i = 0; i < CHAIN && (w == 0 || others); i++)
                micro_access(&m, load, w ? 2 + i : 10 * PAGE_LINES * (i + 1), 1, 1);
        }
        uint64_t cycles = launch("shared_tlb", NULL, fixed).counters.cycles;
        alone = others ? alone : cycles;
        assert_in_range(cycles, alone, alone + 2); /* the same but for the turn at the L1 */
    }
}

/* Stores and atomics wait as well. */
static void stores_and_atomics(void **state)
{
    (void)state;
    static const trace_op ops[] = {TRACE_OP_STORE_GLOBAL, TRACE_OP_ATOMIC_GLOBAL};
    for (uint32_t i = 0; i < 2; i++) {
        micro_begin(&m, 1, 1);
        uint32_t access = micro_inst(&m, ops[i], -1, -1);
        micro_warp(&m);
        micro_access(&m, access, 5, 1, 1);
        assert_int_equal(cost("shared_tlb", fixed), 2 * W + L2_TLB + WALK);
    }
}

/* Reads of a walk go through the L2 and DRAM: a cycle more in either pipe is one more for each of the four
 * reads, and for the load. */
static void walks_read_through_l2_and_dram(void **state)
{
    (void)state;
    static const char *const base[] = {"fetch=0", "core_mhz=700", "dram_mhz=700", NULL},
                             *const l2[] = {"fetch=0", "core_mhz=700", "dram_mhz=700", "l2_latency=150",
                                            NULL},
                             *const dram[] = {"fetch=0", "core_mhz=700", "dram_mhz=700", "dram_latency=130",
                                              NULL};
    write_chain(1, (const uint32_t[]){0}, 1, 1);
    timed t = launch("shared_tlb", NULL, base);
    uint64_t none = launch("none", NULL, base).counters.dram_reads;
    assert_int_equal(t.counters.dram_reads, none + 4);
    assert_int_equal(t.counters.dram_walk_reads, 4);
    assert_true(t.counters.dram_walk_latency > 0);
    assert_true(t.counters.dram_walk_latency < t.counters.dram_read_latency);
    assert_int_equal(launch("shared_tlb", NULL, l2).counters.cycles - t.counters.cycles, 5 * 30);
    assert_int_equal(launch("shared_tlb", NULL, dram).counters.cycles - t.counters.cycles, 5 * 30);
    /* A second page: its entries lie in the same lines, and hit in the L2. */
    write_chain(2, (const uint32_t[]){0, PAGE_LINES}, 1, 1);
    assert_int_equal(launch("shared_tlb", NULL, base).counters.dram_reads,
                     launch("none", NULL, base).counters.dram_reads + 4);
}

/* Core cycles of `bytes` over the link besides its latency, and of that. */
static double link_cycles(double bytes)
{
    return bytes * 1400 / 7958;
}
static const double link_latency = 54.485 * 1400;

/* Mosaic measured 55 us for a page of 4 KB and 318 us for one of 2 MB (thesis 7.2.2). The walk that finds the
 * page missing ends when it has come; latencies overlap, bytes come one after the other. */
static void far_faults(void **state)
{
    (void)state;
    write_chain(1, (const uint32_t[]){0}, 1, 1);
    uint64_t none = launch("none", NULL, fixed).counters.cycles;
    uint64_t walk = 2 * W + L2_TLB + WALK;
    uint64_t small = launch("shared_tlb", "demand", fixed).counters.cycles - none - walk;
    uint64_t large = launch("shared_tlb", "demand:2m", fixed).counters.cycles - none - walk;
    assert_int_equal(small, (uint64_t)ceil(link_cycles(4096) + link_latency));
    assert_int_equal(large, (uint64_t)ceil(link_cycles(1 << 21) + link_latency));
    assert_in_range(small, 55 * 1386, 55 * 1414); /* +- 1 % */
    assert_in_range(large, 318 * 1386, 318 * 1414);
    write_chain(1, (const uint32_t[]){0}, 4, PAGE_LINES);
    uint64_t four = launch("shared_tlb", "demand", fixed).counters.cycles - none - walk;
    assert_in_range(four, small + (uint64_t)link_cycles(3 * 4096),
                    small + (uint64_t)link_cycles(3 * 4096) + 4);
    /* Pages that have come stay: a second access to each costs no more than in memory that is full. */
    write_chain(2, (const uint32_t[]){0, 8}, 1, 1);
    assert_int_equal(launch("shared_tlb", "demand", fixed).counters.cycles -
                         launch("shared_tlb", NULL, fixed).counters.cycles,
                     small);
}

/* TLBs keep what they know from launch to launch; when a program ends its pages are gone. */
static void programs_end(void **state)
{
    (void)state;
    bench b;
    write_chain(1, (const uint32_t[]){0}, 1, 1);
    bench_open(&b, "gto", fixed);
    sim_destroy(b.sim);
    assert_int_equal(
        sim_create(&b.sim, &b.config, &(sim_policies){.tlb = "shared_tlb", .vm = "demand"}, &b.err), 0);
    static const uint64_t walks[] = {1, 0, 1};
    for (uint32_t i = 0; i < 3; i++) {
        timed t = {0};
        if (i == 2)
            assert_int_equal(sim_set_sched(b.sim, "lrr", &b.err), 0); /* ends the programs */
        (void)bench_run(&b, &m);
        t.n_statistics = sim_policy_statistics(b.sim, POLICY_AT_TLB, t.statistics, POLICY_STATISTICS);
        assert_int_equal(statistic(&t, "walks"), walks[i]);
        assert_int_equal(statistic(&t, "faults"), walks[i]);
    }
    sim_destroy(b.sim);
}

/* Pages of 2 MB: one walk where there were many. */
static void large_pages(void **state)
{
    (void)state;
    write_chain(1, (const uint32_t[]){0}, 16, PAGE_LINES);
    timed t = launch("shared_tlb", "identity:2m", fixed);
    assert_int_equal(statistic(&t, "l1_look_ups"), 1);
    assert_int_equal(statistic(&t, "walks"), 1);
    t = launch("shared_tlb", "identity", fixed);
    assert_int_equal(statistic(&t, "walks"), 16);
}

/* Instruction fetches are translated: the first line of a kernel waits for a walk. */
static void fetches(void **state)
{
    (void)state;
    static const char *const fetch[] = {"memory=fixed", "memory_latency=300", "icache_sets=4", NULL};
    micro_begin(&m, 1, 1);
    uint32_t add = micro_inst(&m, TRACE_OP_INT, 1, -1);
    micro_warp(&m);
    micro_run(&m, add);
    assert_int_equal(cost("shared_tlb", fetch), 2 * W + L2_TLB + WALK);
}

/* Warps that begin in different lines of a page of code wait for one walk, and each has its line then: the
 * second has asked a cycle after the first. */
static void fetches_of_a_page_share_a_walk(void **state)
{
    (void)state;
    enum { INSTS = 100 };
    static const char *const fetch[] = {"memory=fixed", "memory_latency=300", "icache_sets=4", NULL};
    uint32_t inst[INSTS];
    micro_begin(&m, 1, 2);
    for (uint32_t i = 0; i < INSTS; i++)
        inst[i] = micro_inst(&m, TRACE_OP_INT, 1, -1);
    micro_warp(&m);
    micro_run(&m, inst[0]);
    micro_warp(&m);
    micro_run(&m, inst[INSTS - 1]);
    assert_in_range(cost("shared_tlb", fetch), 2 * W + L2_TLB + WALK - 1, 2 * W + L2_TLB + WALK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_walk),
        cmocka_unit_test(hits),
        cmocka_unit_test(walk_cache_and_ideal),
        cmocka_unit_test(look_ups_are_of_pages),
        cmocka_unit_test(walks_overlap),
        cmocka_unit_test(mshrs_bound_misses),
        cmocka_unit_test(warps),
        cmocka_unit_test(stores_and_atomics),
        cmocka_unit_test(walks_read_through_l2_and_dram),
        cmocka_unit_test(far_faults),
        cmocka_unit_test(programs_end),
        cmocka_unit_test(large_pages),
        cmocka_unit_test(fetches),
        cmocka_unit_test(fetches_of_a_page_share_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
