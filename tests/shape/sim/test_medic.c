/* Effects that chapter 4 of [RA] observes, on kernels of the mixes of its table 4.2. What limits them here is
 * the data ports of the L2 banks, which 128 bytes keep busy for four L2 cycles. */
/* test: slow */
#include "tests/shape/sim/medic_kernels.h"

static double of(const medic_result *r, const char *name)
{
    return figure_named(r->l2, r->n_l2, name);
}

static double speedup(const medic_result *r, const medic_result *baseline)
{
    return (double)baseline->counters.cycles / (double)r->counters.cycles;
}

static const medic_class mixed[] = {{6, 100}, {4, 85}, {3, 10}, {3, 0}};
enum {
    MIXED = sizeof mixed / sizeof *mixed,
    SET = 14,
    LOADS = 90,
    FEW_LOADS = 30 /* lines do not come again */
};

static micro kernel, warm;

/* The second of two launches. */
static medic_result run(const warp_trace *trace, const char *l2, const char *dram)
{
    return medic_run(trace, trace, l2, dram, NULL);
}

/* In an L2 that loses nothing and holds all hot sets from the start, whichever warp comes first. */
static medic_result run_warm(const warp_trace *trace, const char *l2)
{
    static const medic_class hot[] = {{16, 100}};
    static const char *const large[] = {"l2_sets=512", "l2_ways=32", NULL};
    return medic_run(medic_kernel(&warm, hot, 1, SET, FEW_LOADS), trace, l2, "frfcfs", large);
}

/* Warps of one kernel lie anywhere between all-hit and all-miss, and the types that are found are those that
 * the warps were given. */
static void types_are_found(void **state)
{
    (void)state;
    static const medic_class all[] = {{4, 100}, {3, 85}, {3, 45}, {3, 10}, {3, 0}};
    static const char *const names[] = {"all_hit", "mostly_hit", "balanced", "mostly_miss", "all_miss"};
    medic_result r = run_warm(medic_kernel(&kernel, all, 5, SET, FEW_LOADS), "warp_types");
    for (int i = 0; i < 5; i++)
        assert_true(fabs(of(&r, names[i]) - all[i].warps / 16.0) < 0.05);
}

/* MQ1: of rows of table 4.2, in sixteenths, each share within 5 points. */
static void rows_of_the_table_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *program;
        uint32_t of_16[5]; /* AH, MH, BL, MM, AM */
    } rows[] = {{"NN", {3, 13, 0, 0, 0}}, {"CONS", {1, 0, 14, 0, 1}}, {"SCP", {0, 0, 0, 0, 16}},
                {"BP", {2, 4, 8, 1, 1}},  {"PVC", {1, 0, 7, 3, 5}},   {"BFS", {6, 0, 3, 2, 5}},
                {"BH", {14, 0, 0, 0, 2}}};
    static const uint32_t hot[] = {100, 85, 45, 10, 0};
    static const char *const names[] = {"all_hit", "mostly_hit", "balanced", "mostly_miss", "all_miss"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        medic_class row[5];
        for (int k = 0; k < 5; k++)
            row[k] = (medic_class){rows[i].of_16[k], hot[k]};
        medic_result r = run_warm(medic_kernel(&kernel, row, 5, SET, FEW_LOADS), "warp_types");
        for (int k = 0; k < 5; k++)
            if (fabs(of(&r, names[k]) - row[k].warps / 16.0) >= 0.05)
                fail_msg("%s: %s %.3f, not %u of 16", rows[i].program, names[k], of(&r, names[k]),
                         row[k].warps);
    }
}

/* Over several epochs at least nine of ten types stay what they were. */
static void types_stay(void **state)
{
    (void)state;
    static const medic_class all[] = {{6, 100}, {4, 88}, {3, 45}, {3, 0}};
    medic_result r = run_warm(medic_kernel(&kernel, all, 4, SET, LOADS), "warp_types:resample=30000");
    assert_true(r.counters.cycles > 3 * 30000);
    assert_true(of(&r, "stable") >= 0.9);
}

/* Loads that go around are not looked up, and each of them is a read of DRAM. What only misses is bound by
 * DRAM here: it is served no faster, and no slower. */
static void each_bypass_is_a_read(void **state)
{
    (void)state;
    static const medic_class miss[] = {{16, 0}};
    const warp_trace *trace = medic_kernel(&kernel, miss, 1, SET, FEW_LOADS);
    medic_result base = run(trace, "lru", "frfcfs"), r = run(trace, "wbyp", "frfcfs");
    const uint64_t total = MEDIC_WARPS * FEW_LOADS * MEDIC_LINES;
    double around = of(&r, "bypassed") * (double)total;
    assert_true(of(&r, "bypassed") > 0.7);
    assert_true(fabs((double)r.counters.l2_reads + around - (double)total) < 0.5);
    assert_int_equal(r.counters.dram_reads, total);
    assert_int_equal(base.counters.dram_reads, total);
    assert_true(fabs(speedup(&r, &base) - 1) < 0.05);
}

/* Bypassing by type is better than by chance, by instruction (here every warp has the same) or by tokens, and
 * than insertion alone; all of MeDiC is no worse than its best part. The miss rate hardly rises. */
static void bypass_by_type_is_the_best(void **state)
{
    (void)state;
    const warp_trace *trace = medic_kernel(&kernel, mixed, MIXED, SET, LOADS);
    medic_result base = run(trace, "lru", "frfcfs");
    double wbyp = 0, medic, types_alone;
    medic_result r = run(trace, "warp_types", "frfcfs");
    types_alone = of(&r, "miss_rate");
    assert_int_equal(r.counters.cycles, base.counters.cycles);
    r = run(trace, "wbyp", "frfcfs");
    wbyp = speedup(&r, &base);
    assert_true(wbyp > 1.2);
    r = run(trace, "medic", "wms");
    medic = speedup(&r, &base);
    assert_true(medic > 0.98 * wbyp);
    assert_true(of(&r, "miss_rate") < types_alone + 0.02);
    static const char *const others[] = {"rand_byp:share=25",
                                         "rand_byp:share=50",
                                         "pc_byp",
                                         "pcal_l2:tokens=48",
                                         "pcal_l2",
                                         "eaf",
                                         "dip",
                                         "srrip",
                                         "drrip",
                                         "ship",
                                         "wip"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        r = run(trace, others[i], "frfcfs");
        assert_true(speedup(&r, &base) < wbyp - 0.05);
    }
}

/* Where all warps hit, MeDiC loses nothing. */
static void hits_alone_lose_nothing(void **state)
{
    (void)state;
    static const medic_class hit[] = {{16, 100}};
    const warp_trace *trace = medic_kernel(&kernel, hit, 1, 10, LOADS);
    medic_result base = run(trace, "lru", "frfcfs"), r = run(trace, "medic", "wms");
    assert_true(speedup(&r, &base) >= 0.99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_found),
        cmocka_unit_test(rows_of_the_table_are_found),
        cmocka_unit_test(types_stay),
        cmocka_unit_test(each_bypass_is_a_read),
        cmocka_unit_test(bypass_by_type_is_the_best),
        cmocka_unit_test(hits_alone_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
