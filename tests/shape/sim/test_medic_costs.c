/* What MeDiC and those that it is compared with cost in waiting, DRAM and energy, on kernels of the mixes of
 * table 4.2 of [RA]: figures 4.8 and 4.12 to 4.16. Numbers MQ are those of docs/CACHES.md, "Checks". */
/* test: slow */
#include "tests/shape/sim/medic_kernels.h"

static const medic_class mixed[] = {{6, 100}, {4, 85}, {3, 10}, {3, 0}};
enum { MIXED = sizeof mixed / sizeof *mixed, SET = 14, LARGE_SET = 22, LOADS = 90 };

static micro kernel;
static const char *const stalls[] = {"stalls=1", NULL};

static medic_result run(const warp_trace *trace, const char *l2, const char *dram)
{
    return medic_run(trace, trace, l2, dram, stalls);
}

static double wait(const medic_result *r)
{
    return (double)r->waits.l2_wait / (double)r->waits.l2_served;
}

static double speedup(const medic_result *r, const medic_result *baseline)
{
    return (double)baseline->counters.cycles / (double)r->counters.cycles;
}

/* The same work: performance per watt is energy. */
static double efficiency(const medic_result *r, const medic_result *baseline)
{
    return baseline->joules / r->joules;
}

/* Every warp loads 8 lines that are in the L2, then computes for a while. */
static const warp_trace *computing(uint32_t instructions)
{
    micro_begin(&kernel, MEDIC_WARPS / 8, 8);
    uint32_t load = micro_inst(&kernel, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(&kernel, TRACE_OP_SFU, 1, 1);
    for (uint32_t warp = 0; warp < MEDIC_WARPS; warp++) {
        micro_warp(&kernel);
        for (uint32_t i = 0; i < 8; i++) {
            micro_access(&kernel, load, warp * MEDIC_LINES, MEDIC_LINES, 1);
            for (uint32_t k = 0; k <= instructions; k++)
                micro_run(&kernel, use);
        }
    }
    return &kernel.trace;
}

/* MQ4: what is bound by memory waits for the L2 for tens of cycles although everything hits; what computes
 * waits for the other lines of the same load at most. */
static void only_memory_bound_phases_wait(void **state)
{
    (void)state;
    medic_result memory = run(computing(0), "lru", "frfcfs"), compute = run(computing(120), "lru", "frfcfs");
    assert_int_equal(memory.counters.l2_reads, memory.counters.l2_read_hits);
    assert_true(wait(&memory) > 50);
    assert_true(wait(&compute) < wait(&memory) / 4);
}

/* MQ12: what goes around leaves a shorter queue to the others. MQ10: it hardly raises what DRAM reads, and
 * random bypass raises it much more. MQ7: random bypass with its best share is the closest of the others, EAF
 * and PCAL do not gain. MQ14: in performance per watt MeDiC is first, WByp next, both above the baseline. */
static void bypass_by_type_waits_and_costs_less(void **state)
{
    (void)state;
    const warp_trace *trace = medic_kernel(&kernel, mixed, MIXED, SET, LOADS);
    const medic_result base = run(trace, "lru", "frfcfs"), wbyp = run(trace, "wbyp", "frfcfs"),
                       medic = run(trace, "medic", "wms"), chance = run(trace, "rand_byp:share=20", "frfcfs");
    const double accesses = MEDIC_WARPS * LOADS * MEDIC_LINES;
    assert_true(wait(&wbyp) < wait(&base) / 2 && wait(&medic) < wait(&base) / 2);
    assert_true((double)(medic.counters.dram_reads - base.counters.dram_reads) < 0.02 * accesses);
    assert_true((double)(chance.counters.dram_reads - base.counters.dram_reads) > 0.1 * accesses);
    assert_true(efficiency(&wbyp, &base) > 1.1 &&
                efficiency(&medic, &base) >= efficiency(&wbyp, &base) - 0.01);
    static const char *const others[] = {"pcal_l2:tokens=48", "pcal_l2:tokens=120", "eaf", "pc_byp", "wip"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const medic_result r = run(trace, others[i], "frfcfs");
        assert_true(speedup(&r, &base) < speedup(&chance, &base));
        assert_true(efficiency(&r, &base) < efficiency(&wbyp, &base) - 0.05);
    }
    assert_true(speedup(&chance, &base) < speedup(&wbyp, &base));
    assert_true(efficiency(&chance, &base) < efficiency(&wbyp, &base) - 0.05);
}

/* MQ16: a sixteenth more of L2 in the place of MeDiC's tables is worth next to nothing. */
static void more_capacity_is_worth_little(void **state)
{
    (void)state;
    static const char *const larger[] = {"l2_ways=17", "stalls=1", NULL};
    const warp_trace *trace = medic_kernel(&kernel, mixed, MIXED, SET, LOADS);
    const medic_result base = run(trace, "lru", "frfcfs"),
                       r = medic_run(trace, trace, "lru", "frfcfs", larger);
    assert_true(speedup(&r, &base) < 1.01);
}

/* MQ15: the filter of MeDiC-reuse brings nothing, and costs when lines share its bits. */
static void reuse_loses_by_aliasing(void **state)
{
    (void)state;
    const warp_trace *trace = medic_kernel(&kernel, mixed, MIXED, SET, LOADS);
    const medic_result medic = run(trace, "medic", "wms"), reuse = run(trace, "medic_reuse", "wms"),
                       aliased = run(trace, "medic_reuse:bits=1", "wms");
    assert_true(speedup(&reuse, &medic) < 1.01);
    assert_true(speedup(&aliased, &medic) < 0.97);
}

/* MQ11: where warps that count as mostly-miss do hit (here by a bound of 60 %), the moving bound lets fewer
 * of them around. */
static void the_moving_bound_saves_reads(void **state)
{
    (void)state;
    static const medic_class useful[] = {{6, 100}, {4, 85}, {6, 45}};
    static const char *const wide[] = {"stalls=1", "l2_port_bytes=128", NULL};
    const warp_trace *trace = medic_kernel(&kernel, useful, 3, LARGE_SET, LOADS);
    const medic_result fixed = medic_run(trace, trace, "wbyp:resample=10000:mostly_miss=60:step=0", "frfcfs",
                                         wide),
                       moving = medic_run(trace, trace, "wbyp:resample=10000:mostly_miss=60", "frfcfs", wide);
    assert_true(moving.counters.dram_reads < fixed.counters.dram_reads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_memory_bound_phases_wait),
        cmocka_unit_test(bypass_by_type_waits_and_costs_less),
        cmocka_unit_test(more_capacity_is_worth_little),
        cmocka_unit_test(reuse_loses_by_aliasing),
        cmocka_unit_test(the_moving_bound_saves_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
