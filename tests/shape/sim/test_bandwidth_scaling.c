/* What does more bandwidth bring, and where? Checks B4, B5 and B12 to B19, after [S3.5] to [S3.7]. */
/* test: slow */
#include "bandwidth.h"

static const double noise = 0.05; /* of one kernel: other timing, other interleaving of warps */

/* B4 */
static void infinite_bandwidth_is_the_bound(void **state)
{
    (void)state;
    for (int i = 0; i < MEMORY_BOUND; i++) {
        assert_true(speedup(memory_bound[i], INFINITE) > speedup(memory_bound[i], IDEAL_DRAM));
        assert_true(speedup(memory_bound[i], IDEAL_DRAM) > 1 - noise);
    }
    assert_true(mean_speedup(INFINITE) - 1 > 3 * (mean_speedup(IDEAL_DRAM) - 1));
}

/* B5: DRAM is no matter to what the L2 holds; to streams it is, at the latest when L2 and crossbar let them
 * through. */
static void dram_matters_to_streams(void **state)
{
    (void)state;
    assert_true(speedup(L2BOUND, IDEAL_DRAM) < 1 + noise);
    assert_true(speedup(L2BOUND, INFINITE) > 2);
    assert_true(speedup(COPY, IDEAL_DRAM) > speedup(L2BOUND, IDEAL_DRAM) + noise);
    assert_true(speedup(STREAM, L2_DRAM) > 1.3 * speedup(STREAM, L2));
    assert_true(speedup(STREAM, L2_DRAM) / speedup(STREAM, L2) >
                speedup(L2BOUND, L2_DRAM) / speedup(L2BOUND, L2));
}

/* B12, B13 */
static void levels_work_together(void **state)
{
    (void)state;
    double l1 = mean_speedup(L1) - 1, l2 = mean_speedup(L2) - 1, dram = mean_speedup(DRAM) - 1;
    double l1_l2 = mean_speedup(L1_L2) - 1, l2_dram = mean_speedup(L2_DRAM) - 1;
    assert_true(l2 > 4 * dram && dram > l1);
    assert_true(l1_l2 > l2 && l1_l2 > l1 + l2);
    assert_true(l2_dram > l1_l2);
    assert_true(mean_speedup(ALL) - 1 > l2_dram);
    assert_true(l1_l2 > dram);
}

static double l2_miss_rate(machine m)
{
    const sim_counters *c = &run(L2EDGE, m)->c;
    return 1 - share(c->l2_read_hits, c->l2_reads);
}

/* B14: more misses under way of an L1 push each other's lines out of the L2; with a faster L2 the gain is
 * near that of the L2 alone. */
static void more_misses_can_hurt(void **state)
{
    (void)state;
    assert_true(speedup(L2EDGE, L1) < 1 - noise);
    assert_true(l2_miss_rate(L1) > l2_miss_rate(BASE) + 0.1);
    assert_true(speedup(L2EDGE, L1_L2) > 1.3);
    assert_true(speedup(L2EDGE, L1_L2) > 0.9 * speedup(L2EDGE, L2));
}

/* B15 */
static void scaled_dram_is_no_better_than_ideal_dram(void **state)
{
    (void)state;
    for (int i = 0; i < MEMORY_BOUND; i++)
        assert_true(speedup(memory_bound[i], DRAM) < speedup(memory_bound[i], IDEAL_DRAM) + noise);
}

/* B16: for kernels that mostly load. Flits of 48 and 52 bytes carry a line in three alike. */
static void cost_effective_order(void **state)
{
    (void)state;
    double crossbar = mean_of(CROSSBAR, MOSTLY_LOADS), first = mean_of(CE_16_48, MOSTLY_LOADS);
    double second = mean_of(CE_32_52, MOSTLY_LOADS), last = mean_of(CE_16_68, MOSTLY_LOADS);
    assert_true(last > second && second >= first);
    assert_true(first > crossbar && crossbar > 1 + noise);
    assert_true(mean_speedup(CE_16_48) > mean_speedup(DRAM) + noise);
}

/* B17 */
static void stores_need_the_request_network(void **state)
{
    (void)state;
    assert_true(speedup(STORES, CE_16_48) < 0.8);
    assert_true(speedup(STORES, CE_32_52) > 1 - noise);
}

static double seconds(kernel k, double mhz)
{
    char settings[32];
    snprintf(settings, sizeof settings, "core_mhz=%.0f", mhz);
    return (double)simulate(k, settings, NULL).c.cycles / mhz;
}

/* B18: below 1400 MHz, with all other clocks fixed, the l2edge kernel is no slower; a compute-bound one is.
 */
static void slower_cores_can_be_as_fast(void **state)
{
    (void)state;
    assert_true(seconds(L2EDGE, 1200) < 1.02 * seconds(L2EDGE, 1400));
    assert_true(seconds(COMPUTE, 1200) > 1.08 * seconds(COMPUTE, 1400));
}

/* B19 */
static void scaling_stays_below_infinite_bandwidth(void **state)
{
    (void)state;
    for (int i = 0; i < MEMORY_BOUND; i++)
        assert_true(speedup(memory_bound[i], ALL) < speedup(memory_bound[i], INFINITE_L1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infinite_bandwidth_is_the_bound),
        cmocka_unit_test(dram_matters_to_streams),
        cmocka_unit_test(levels_work_together),
        cmocka_unit_test(more_misses_can_hurt),
        cmocka_unit_test(scaled_dram_is_no_better_than_ideal_dram),
        cmocka_unit_test(cost_effective_order),
        cmocka_unit_test(stores_need_the_request_network),
        cmocka_unit_test(slower_cores_can_be_as_fast),
        cmocka_unit_test(scaling_stays_below_infinite_bandwidth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
