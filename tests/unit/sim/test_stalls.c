/* Do the stall causes of every level add up, and does each name what it should? [S3.4]
 */
#include "sim/sim.h"
#include "tests/timing/sim/bench.h"
#include "trace/synthetic.h"

static micro m;

typedef struct measured {
    sim_counters c;
    sim_bottleneck b;
} measured;

static measured measure(const warp_trace *trace, const char *sched, const char *const *settings, bool always)
{
    measured out;
    bench b;
    bench_open(&b, sched, settings);
    sim_destroy(b.sim);
    b.config.stalls = 1;
    b.config.wake_always = always;
    sim_policies policies = {.sched = sched};
    int cut_short;
    if (sim_create(&b.sim, &b.config, &policies, &b.err) ||
        sim_launch(b.sim, trace, &out.c, &cut_short, &b.err))
        fail_msg("%s", b.err.text);
    out.b = *sim_bottleneck_of(b.sim);
    sim_destroy(b.sim);
    return out;
}

/* Totals and their parts are counted in different places. */
static void assert_adds_up(const measured *x)
{
    const sim_bottleneck *b = &x->b;
    uint64_t core = sim_statistic_sum(b->core, CORE_CAUSES), l1 = sim_statistic_sum(b->l1, L1_CAUSES);
    assert_int_equal(core + x->c.warp_insts, b->resident);
    assert_int_equal(core, sim_statistic_sum(b->core_sets, 1u << CORE_CAUSES));
    assert_int_equal(l1, b->l1_stalled);
    assert_int_equal(l1, sim_statistic_sum(b->l1_sets, 1u << L1_CAUSES));
    assert_int_equal(b->l1[L1_CAUSE_LINE], x->c.l1_stall_line);
    assert_int_equal(b->l1[L1_CAUSE_QUEUE], x->c.l1_stall_queue);
    assert_int_equal(b->l1[L1_CAUSE_MSHR], x->c.l1_stall_mshr);
    uint64_t l2 = sim_statistic_sum(b->l2, L2_CAUSES);
    assert_int_equal(l2 + b->l2_served, sim_statistic_sum(b->l2_queue, OCCUPANCY_BINS));
    assert_int_equal(l2, sim_statistic_sum(b->l2_sets, 1u << L2_CAUSES));
    assert_int_equal(sim_statistic_sum(b->dram, DRAM_CAUSES) + b->dram_data, b->dram_active);
    assert_int_equal(b->dram_data, x->c.dram_busy);
    assert_true(b->dram_banks >= b->dram[DRAM_CAUSE_ROW] + b->dram[DRAM_CAUSE_BUS]);
    assert_int_equal(b->misses, x->c.misses_returned);
    assert_true(b->miss_cycles <= x->c.miss_latency);
}

static const char *const small_queues[] = {"sms=3",
                                           "channels=2",
                                           "l2_banks=4",
                                           "l2_sets=16",
                                           "l1_miss_queue=2",
                                           "l2_access_queue=2",
                                           "l2_miss_queue=2",
                                           "l2_response_queue=4",
                                           "l2_fill_queue=1",
                                           "dram_queue=2",
                                           "dram_return_queue=2",
                                           "lsu_queue=3",
                                           NULL};
static const char *const sectors[] = {"sms=2",
                                      "channels=1",
                                      "l2_banks=2",
                                      "l2_sector_bytes=32",
                                      "l2_merge=2",
                                      "l2_fill_port=separate",
                                      "l2_write_alloc=lazy",
                                      NULL};
static const char *const odd_clocks[] = {"sms=2",          "channels=3", "l2_banks=6",    "core_mhz=1000",
                                         "icnt_mhz=650.5", "l2_mhz=333", "dram_mhz=1750", NULL};
static const char *const ideal[] = {"sms=2", "channels=1", "l2_banks=2", "memory=infinite", NULL};
static const char *const *const machines[] = {small_queues, sectors, odd_clocks, ideal};

/* A cause holds from one event to the next: asking in every cycle gives the same. */
static void assert_intervals_are_whole(const warp_trace *trace)
{
    static const char *const policies[] = {"gto", "lrr", "tuple:3:1"};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        for (size_t p = 0; p < sizeof policies / sizeof *policies; p++) {
            measured events = measure(trace, policies[p], machines[i], false);
            measured cycles = measure(trace, policies[p], machines[i], true);
            assert_adds_up(&events);
            assert_memory_equal(&events, &cycles, sizeof events);
        }
    }
}

static void random_loads(void **state)
{
    (void)state;
    trace_synthetic shape = {.thread_blocks = 14,
                             .threads_per_block = 256,
                             .iterations = 6,
                             .alu_per_load = 3,
                             .lines_per_load = 9,
                             .footprint_lines = 3000,
                             .seed = 1};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    assert_intervals_are_whole(&trace);
    warp_trace_free(&trace);
}

/* Loads, stores in part, atomics, special functions, double precision, barriers. */
static void everything_at_once(void **state)
{
    (void)state;
    micro_begin(&m, 10, 6);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 5), sfu = micro_inst(&m, TRACE_OP_SFU, 2, 1);
    uint32_t dp = micro_inst(&m, TRACE_OP_DP, 3, 2), store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 3);
    uint32_t atomic = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 4, 3);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1), add = micro_inst(&m, TRACE_OP_INT, 5, 4);
    for (uint32_t w = 0; w < 60; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 5; i++) {
            micro_access(&m, load, w * 97 % 700 + i * 3, 1 + (w + i) % 12, 5);
            micro_run(&m, sfu);
            micro_run(&m, dp);
            micro_access(&m, store, 900 + w * 7 % 300, 1 + i * 3, 2);
            m.words[m.n_words - 1] &= ~0xfu;
            m.words[m.n_words - 1] |= 0x5;
            micro_access(&m, atomic, 2000 + w % 5, 1, 1);
            micro_run(&m, add);
            if (i == 2)
                micro_run(&m, barrier);
        }
    }
    assert_intervals_are_whole(&m.trace);
}

/* A launch that is cut short counts up to the cut. */
static void cut_short(void **state)
{
    (void)state;
    trace_synthetic shape = {
        .thread_blocks = 6, .threads_per_block = 256, .iterations = 50, .lines_per_load = 8};
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    static const char *const settings[] = {"sms=1", "channels=1", "l2_banks=2", "max_cycles=4000", NULL};
    measured x = measure(&trace, "gto", settings, false);
    warp_trace_free(&trace);
    assert_true(x.b.resident + 16 >= 2 * 4000 &&
                x.b.resident <= 2 * 4016); /* two schedulers, up to the exchange */
    uint64_t dram = sim_statistic_sum(x.b.dram, DRAM_CAUSES) + x.b.dram_data;
    assert_int_equal(dram, x.b.dram_active);
}

/* ---- one warp, one cause ---- */

static const char *const plain[] = {"fetch=0", "schedulers=1", NULL};

static void one_cause_is(trace_op op, core_cause cause, uint64_t at_least)
{
    micro_begin(&m, 1, 1);
    uint32_t first = micro_inst(&m, op, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    if (trace_op_is_memory(op))
        micro_access(&m, first, 0, 1, 1);
    else
        micro_run(&m, first);
    micro_run(&m, use);
    measured x = measure(&m.trace, "gto", plain, false);
    assert_adds_up(&x);
    assert_true(x.b.core[cause] >= at_least);
    assert_int_equal(x.b.core[cause], sim_statistic_sum(x.b.core, CORE_CAUSES));
}

static void operands_are_blamed(void **state)
{
    (void)state;
    one_cause_is(TRACE_OP_LOAD_GLOBAL, CORE_DATA_MEM, 220);
    one_cause_is(TRACE_OP_ATOMIC_GLOBAL, CORE_DATA_MEM, 120);
    one_cause_is(TRACE_OP_SFU, CORE_DATA_ALU, 40);
    one_cause_is(TRACE_OP_INT, CORE_DATA_ALU, 4);
}

/* Independent instructions of a unit that takes one every 8 cycles; a load of many requests before another.
 */
static void units_are_blamed(void **state)
{
    (void)state;
    static const struct {
        trace_op op;
        core_cause cause;
    } cases[] = {{TRACE_OP_DP, CORE_STR_ALU}, {TRACE_OP_LOAD_GLOBAL, CORE_STR_MEM}};
    for (size_t i = 0; i < 2; i++) {
        micro_begin(&m, 1, 1);
        uint32_t inst[10];
        for (int k = 0; k < 10; k++)
            inst[k] = micro_inst(&m, cases[i].op, k, -1);
        micro_warp(&m);
        for (uint32_t k = 0; k < 10; k++) {
            if (trace_op_is_memory(cases[i].op))
                micro_access(&m, inst[k], k * 32, 32, 1);
            else
                micro_run(&m, inst[k]);
        }
        static const char *const few[] = {"fetch=0", "schedulers=1", "sfu_collectors=1", NULL};
        measured x = measure(&m.trace, "gto", few, false);
        assert_adds_up(&x);
        assert_true(x.b.core[cases[i].cause] > 20);
        assert_int_equal(x.b.core[cases[i].cause], sim_statistic_sum(x.b.core, CORE_CAUSES));
    }
}

/* The first warp reaches the barrier at once, the other after a division. */
static void make_barrier_and_division(void)
{
    micro_begin(&m, 1, 2);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1), slow = micro_inst(&m, TRACE_OP_SFU, 1, -1);
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    micro_run(&m, barrier);
    micro_run(&m, use);
    micro_warp(&m);
    micro_run(&m, slow);
    micro_run(&m, use);
    micro_run(&m, barrier);
}

static void barriers_and_fetch_are_blamed(void **state)
{
    (void)state;
    make_barrier_and_division();
    static const char *const two[] = {"fetch=0", "schedulers=2", NULL};
    measured x = measure(&m.trace, "gto", two, false);
    assert_adds_up(&x);
    assert_true(x.b.core[CORE_SYNC] >= 40 && x.b.core[CORE_DATA_ALU] >= 40);
    assert_int_equal(x.b.core[CORE_SYNC] + x.b.core[CORE_DATA_ALU], sim_statistic_sum(x.b.core, CORE_CAUSES));
    /* The same with an instruction cache that is empty: the first line comes from DRAM. */
    static const char *const fetching[] = {"fetch=1", "icache_sets=4", "schedulers=2", NULL};
    x = measure(&m.trace, "gto", fetching, false);
    assert_adds_up(&x);
    assert_true(x.b.core[CORE_FETCH] >= 2 * 220);
}

/* Two warps of one scheduler: while one waits at a barrier and the other for a division, both causes are
 * there, and the division counts, which is of higher priority. */
static void causes_of_several_warps_are_a_set(void **state)
{
    (void)state;
    make_barrier_and_division();
    measured x = measure(&m.trace, "gto", plain, false);
    assert_adds_up(&x);
    assert_true(x.b.core_sets[1u << CORE_DATA_ALU | 1u << CORE_SYNC] >= 40);
    assert_true(x.b.core[CORE_DATA_ALU] >= 40 && x.b.core[CORE_SYNC] < 10);
}

/* 5 misses in a 4-way set: the fifth waits for a line although MSHRs are free (U7). With two MSHRs the third
 * waits for one. */
static void l1_causes(void **state)
{
    (void)state;
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(&m);
    micro_access(&m, load, 0, 5, 32);
    static const char *const linear[] = {"fetch=0", "l1_index=linear", NULL};
    measured x = measure(&m.trace, "gto", linear, false);
    assert_adds_up(&x);
    assert_true(x.b.l1[L1_CAUSE_LINE] >= 120);
    assert_int_equal(x.b.l1[L1_CAUSE_LINE], x.b.l1_stalled);
    static const char *const two_mshrs[] = {"fetch=0", "l1_index=linear", "l1_mshrs=2", NULL};
    x = measure(&m.trace, "gto", two_mshrs, false);
    assert_true(x.b.l1[L1_CAUSE_MSHR] >= 120);
    /* Two lines wait for an MSHR, and for nothing else until the set is full. */
    assert_int_equal(x.b.l1_sets[1u << L1_CAUSE_MSHR], x.b.l1_stalled);
    static const char *const four_mshrs[] = {"fetch=0", "l1_index=linear", "l1_mshrs=4", NULL};
    x = measure(&m.trace, "gto", four_mshrs, false);
    /* The fifth waits for a line, and would wait for an MSHR if there was one. */
    assert_true(x.b.l1[L1_CAUSE_LINE] >= 120);
    assert_true(x.b.l1_sets[1u << L1_CAUSE_LINE | 1u << L1_CAUSE_MSHR] >= 120);
}

/* AML and L2-AHL of a miss and of a hit are the latencies that the timing tests state: nothing waits here. */
static void latencies(void **state)
{
    (void)state;
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 2; i++) { /* the second time the line is in L2 and no longer in L1 */
        micro_access(&m, load, 0, 1, 1);
        micro_run(&m, use);
        for (uint32_t k = 1; k < 5; k++) {
            micro_access(&m, load, k * 32, 1, 1);
            micro_run(&m, use);
        }
    }
    static const char *const linear[] = {"fetch=0", "l1_index=linear", NULL};
    static const char *const one_channel[] = {"channels=1", "l2_banks=4", NULL};
    measured x = measure(&m.trace, "gto", linear, false);
    assert_int_equal(x.b.misses, 10);
    assert_int_equal(x.b.l2_hits, 5);
    assert_int_equal(x.b.miss_cycles, x.c.miss_latency);
    assert_true(sim_l2_ahl(&x.b) > 120 && sim_l2_ahl(&x.b) < 160);
    double miss = (double)(x.b.miss_cycles - x.b.l2_hit_cycles) / 5;
    assert_true(miss > sim_l2_ahl(&x.b) + 100);
    /* One request after the other: one bank from its activation to the column. Many rows at once: many banks.
     */
    assert_true(sim_dram_banks(&x.b) > 0.5 && sim_dram_banks(&x.b) <= 1.0);
    micro_begin(&m, 1, 1);
    load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(&m);
    micro_access(&m, load, 0, 32, 1000);
    x = measure(&m.trace, "gto", one_channel, false);
    assert_true(sim_dram_banks(&x.b) > 4.0 && sim_dram_banks(&x.b) <= 16.0); /* of 16 */
}

/* Requests come to a bank every crossbar cycle, two core cycles, and keep its tags busy for eight, two for
 * each of their sectors: these wait six longer than those of the one before, at the port of the bank or in
 * its queues. */
static void waiting_for_a_bank_adds_up(void **state)
{
    (void)state;
    static const char *const settings[] = {"icache_sets=0",      "channels=1",         "l2_banks=1",
                                           "l2_sector_bytes=32", "l2_mshrs=64",        "l2_miss_queue=64",
                                           "l2_access_queue=8",  "icnt_out_buffer=32", NULL};
    uint64_t alone = 0;
    for (uint32_t n = 1; n < 8; n++) {
        micro_begin(&m, 1, 1);
        uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
        micro_warp(&m);
        micro_access(&m, load, 0, n, 1);
        measured x = measure(&m.trace, "gto", settings, false);
        alone = n == 1 ? x.b.l2_wait : alone;
        assert_int_equal(x.b.l2_served, n * LINE_SECTORS);
        assert_in_range(alone, 0 + 2 + 4 + 6, 4 + 6 + 8 + 10);
        assert_int_equal(x.b.l2_wait, n * alone + LINE_SECTORS * 6 * n * (n - 1) / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_loads),
        cmocka_unit_test(everything_at_once),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(waiting_for_a_bank_adds_up),
        cmocka_unit_test(operands_are_blamed),
        cmocka_unit_test(units_are_blamed),
        cmocka_unit_test(barriers_and_fetch_are_blamed),
        cmocka_unit_test(causes_of_several_warps_are_a_set),
        cmocka_unit_test(l1_causes),
        cmocka_unit_test(latencies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
