/* Do LAWS and SAP do what APRES is about? [A, A-re] */
#include "tests/shape/sim/kernels.h"

static micro m;

/* SHARE: all warps walk over the same 250 lines, twice the L1. */
static uint32_t shared_line(uint32_t warp, uint32_t iteration)
{
    (void)warp;
    return iteration % 250;
}

/* STRIDE: every line once, one line from warp to warp. */
static uint32_t strided_line(uint32_t warp, uint32_t iteration)
{
    return iteration * SHAPE_BLOCKS * SHAPE_WARPS + warp;
}

/* RAND: no line twice in a while, no stride. */
static uint32_t random_line(uint32_t warp, uint32_t iteration)
{
    uint32_t x = (warp * 7919 + iteration) * 2654435761u;
    return (x ^ x >> 15) % 30000;
}

/* LAWS' base orders. Without entries for groups apres is its base, with the figures of apres. */
static const char *const orders[] = {"gto", "lrr"};
enum { ORDERS = sizeof orders / sizeof *orders };

static shape_result run(const char *order, const char *options)
{
    char policy[64];
    snprintf(policy, sizeof policy, "apres:%s%s", order, options);
    const sim_config machine = shape_one_sm();
    return shape_run(&machine, &m.trace, policy);
}

static bool is_faster(const shape_result *a, const shape_result *b)
{
    return a->counters.cycles < b->counters.cycles;
}

/* S15. Warps drift apart and lose each other's lines, under GTO most of all; groups keep them together. That
 * runs of hits become longer as well is not what we see: LRR's are longer without groups. */
static void groups_share_lines(void **state)
{
    (void)state;
    shape_loop(&m, shared_line, 1, 500, 1, false);
    for (int i = 0; i < ORDERS; i++) {
        shape_result base = run(orders[i], ":wgt=0"), grouped = run(orders[i], "");
        assert_true(is_faster(&grouped, &base));
        assert_true(sim_l1_hit_rate(&grouped.counters) > sim_l1_hit_rate(&base.counters));
        assert_true(grouped.counters.l1_read_misses < base.counters.l1_read_misses || i == 1);
        assert_true(shape_figure(&grouped, "boosts") > 0);
        assert_true(shape_figure(&grouped, "prefetches") < 0.01 * (double)grouped.counters.l1_read_accesses);
    }
}

/* S16: nearly all prefetches are used, most lines are there or on their way when they are wanted, and both
 * parts together are faster than LAWS alone and than neither. */
static void strides_are_prefetched(void **state)
{
    (void)state;
    shape_loop(&m, strided_line, 4, 40, 32, false);
    for (int i = 0; i < ORDERS; i++) {
        shape_result base = run(orders[i], ":wgt=0"), alone = run(orders[i], ":prefetch=0");
        shape_result both = run(orders[i], "");
        assert_true(is_faster(&both, &alone) && is_faster(&both, &base));
        assert_true(shape_figure(&both, "prefetch_accuracy") > 0.95);
        assert_true(shape_figure(&both, "prefetch_coverage") > 0.5);
        assert_true(shape_figure(&alone, "prefetches") == 0);
    }
}

/* S17: a random walk confirms no stride. Under LRR, where warps do not drift apart, nothing else changes
 * either; under GTO the groups spread the load. */
static void random_loads_are_left_alone(void **state)
{
    (void)state;
    shape_loop(&m, random_line, 4, 60, 32, false);
    for (int i = 0; i < ORDERS; i++) {
        shape_result base = run(orders[i], ":wgt=0"), both = run(orders[i], "");
        double ratio = (double)both.counters.cycles / (double)base.counters.cycles;
        assert_true(shape_figure(&both, "prefetches") <= 2);
        assert_true(ratio < 1.02 && (i == 0 || ratio > 0.98));
    }
}

/* S18: lines for warps that do not go first are evicted before their use, or wanted before they come, more
 * often. */
static void boosting_and_prefetching_need_each_other(void **state)
{
    (void)state;
    shape_loop(&m, strided_line, 2, 40, 64, false);
    for (int i = 0; i < ORDERS; i++) {
        shape_result both = run(orders[i], ""), apart = run(orders[i], ":cooperate=0");
        assert_true(shape_figure(&apart, "prefetch_early_evictions") >
                    shape_figure(&both, "prefetch_early_evictions"));
        assert_true(shape_figure(&apart, "prefetch_late") > shape_figure(&both, "prefetch_late"));
    }
}

/* S24: who is boosted waits for those who are not, at barriers and for blocks to end. */
static void barriers_do_not_deadlock(void **state)
{
    (void)state;
    static const char *const options[] = {"", ":prefetch=0", ":wgt=16:boost=inst"};
    shape_loop(&m, shape_own_line, 4, 64, 2, true);
    for (int i = 0; i < ORDERS; i++) {
        uint64_t insts = run(orders[i], ":wgt=0").counters.warp_insts;
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            assert_int_equal(run(orders[i], options[k]).counters.warp_insts, insts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_share_lines),
        cmocka_unit_test(strides_are_prefetched),
        cmocka_unit_test(random_loads_are_left_alone),
        cmocka_unit_test(boosting_and_prefetching_need_each_other),
        cmocka_unit_test(barriers_do_not_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
