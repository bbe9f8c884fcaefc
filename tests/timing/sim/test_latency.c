/* Does the simulator obey latency formulas exactly? All times in core cycles of the thesis machine
 * (1400/700/700/924). */
#include "tests/timing/sim/bench.h"

enum {
    RATIO = 2,         /* core cycles per crossbar and L2 cycle */
    ICNT = 4,          /* icnt_latency, crossbar cycles */
    REQUEST_FLITS = 1, /* 8-byte read request in 32-byte flits */
    REPLY_FLITS = 5,   /* 136 bytes in 32-byte flits */
    OVERHEAD = 6,      /* alu_overhead: issue, operand collection, write-back */
    TO_LSU = 1 + 4,    /* issue to first request: one cycle and lsu_overhead */
    L2_PIPE = 120,     /* core cycles, S2.2.2 */
};

static micro m;

/* One warp: a load of one line, then an instruction that needs it. */
static void one_load(void)
{
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    micro_access(&m, load, 0, 1, 1);
    micro_run(&m, use);
}

/* Checks U2 of bandwidth_ccn.md: the fixed pipe of 120 cycles plus the documented crossbar constant: the
 * request waits for a crossbar edge (here 2 cycles after the L1 access), travels, is looked up on arrival,
 * and the reply leaves at the next edge. */
static void l2_hit_costs_120_plus_crossbar(void **state)
{
    (void)state;
    one_load();
    bench b;
    bench_open(&b, "gto", NULL);
    (void)bench_run(&b, &m); /* brings the line into L2 */
    sim_counters c = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(c.l2_read_hits, 1);
    assert_int_equal(c.misses_returned, 1);
    uint64_t crossbar = RATIO + RATIO * (ICNT + REQUEST_FLITS) + RATIO + RATIO * (ICNT + REPLY_FLITS);
    assert_int_equal(c.miss_latency, L2_PIPE + crossbar);
}

/* The excess of an L2 miss over an L2 hit: 100 cycles of pipe, then a closed bank: activate, read, two
 * bursts, and the edges between the clock domains, which round up to at most one DRAM and one L2 cycle at
 * each of the four crossings. */
static void l2_miss_adds_100_plus_closed_row(void **state)
{
    (void)state;
    one_load();
    bench b;
    bench_open(&b, "gto", NULL);
    sim_counters miss = bench_run(&b, &m);
    sim_counters hit = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(miss.dram_reads, 1);
    assert_int_equal(miss.dram_row_hits, 0);
    double dram_cycle = 1400.0 / 924.0;
    double closed_row =
        (12 /* RCD */ + 3 /* CCDL to the second burst */ + 12 /* CL */ + 2 /* burst */) * dram_cycle;
    double excess = (double)miss.miss_latency - (double)hit.miss_latency;
    assert_true(excess >= 100 + closed_row);
    assert_true(excess <= 100 + closed_row + 2 * dram_cycle + 3 * RATIO);
}

/* A dependent instruction issues exactly latency + overhead cycles after its producer. */
static void dependent_chain_takes_latency_each(void **state)
{
    (void)state;
    static const struct {
        trace_op op;
        uint64_t latency;
    } kinds[] = {{TRACE_OP_INT, 4}, {TRACE_OP_FP, 4}, {TRACE_OP_DP, 8}, {TRACE_OP_SFU, 40}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint64_t cycles[2];
        for (int longer = 0; longer < 2; longer++) {
            micro_begin(&m, 1, 1);
            uint32_t inst = micro_inst(&m, kinds[i].op, 1, 1);
            micro_warp(&m);
            for (int k = 0; k < 10 + longer * 10; k++)
                micro_run(&m, inst);
            cycles[longer] = bench_once(&m, "gto", NULL).cycles;
        }
        assert_int_equal(cycles[1] - cycles[0], 10 * (kinds[i].latency + OVERHEAD));
    }
}

/* Independent instructions of one warp issue one per cycle. */
static void independent_instructions_issue_every_cycle(void **state)
{
    (void)state;
    uint64_t cycles[2];
    for (int longer = 0; longer < 2; longer++) {
        micro_begin(&m, 1, 1);
        micro_warp(&m);
        for (int k = 0; k < 10 + longer * 10; k++)
            micro_run(&m, micro_inst(&m, TRACE_OP_INT, k, -1));
        cycles[longer] = bench_once(&m, "gto", NULL).cycles;
    }
    assert_int_equal(cycles[1] - cycles[0], 10);
}

/* An L1 hit returns l1_latency cycles after its request left the load-store queue. */
static void l1_hit_latency(void **state)
{
    (void)state;
    static const char *const slow[] = {"l1_latency=35", NULL};
    const char *const *settings[] = {NULL, slow};
    uint64_t per_load[2];
    for (int s = 0; s < 2; s++) {
        uint64_t cycles[2];
        for (int longer = 0; longer < 2; longer++) {
            micro_begin(&m, 1, 1);
            uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1); /* each needs the one before */
            micro_warp(&m);
            for (int k = 0; k < 10 + 10 * longer; k++)
                micro_access(&m, load, 0, 1, 1);
            cycles[longer] = bench_once(&m, "gto", settings[s]).cycles;
        }
        per_load[s] = (cycles[1] - cycles[0]) / 10;
    }
    assert_int_equal(per_load[0], TO_LSU + 1);
    assert_int_equal(per_load[1], TO_LSU + 35);
}

/* n replies of 5 flits reach one SM no faster than one flit per crossbar cycle. */
static void replies_are_limited_by_flits(void **state)
{
    (void)state;
    static const char *const wide[] = {"flit_reply_bytes=136", NULL};
    const char *const *settings[] = {NULL, wide};
    uint64_t latency[2];
    for (int s = 0; s < 2; s++) {
        micro_begin(&m, 1, 1);
        uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
        uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
        micro_warp(&m);
        micro_access(&m, load, 0, 24, 2); /* one line for each L2 bank */
        micro_run(&m, use);
        bench b;
        bench_open(&b, "gto", settings[s]);
        (void)bench_run(&b, &m);
        latency[s] = bench_run(&b, &m).cycles;
        sim_destroy(b.sim);
    }
    uint64_t serial = RATIO * REPLY_FLITS * 24;
    assert_true(latency[0] >= serial);
    assert_true(latency[0] - latency[1] >= serial / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l2_hit_costs_120_plus_crossbar),
        cmocka_unit_test(l2_miss_adds_100_plus_closed_row),
        cmocka_unit_test(dependent_chain_takes_latency_each),
        cmocka_unit_test(independent_instructions_issue_every_cycle),
        cmocka_unit_test(l1_hit_latency),
        cmocka_unit_test(replies_are_limited_by_flits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
