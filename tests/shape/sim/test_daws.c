/* Do the effects of "Divergence-Aware Warp Scheduling" (Rogers et al., MICRO 2013) show? Checks S12 to
 * S14. */
#include "tests/shape/sim/kernels.h"

static sim_config machine;
static micro m;

/* DIV: 48 warps an SM walk rows of lines of their own: each of `rows` times 16 loads of the same lines, a
 * line for each lane. All 32 lanes take part in the first `together` loads of a row, then the first `rest`
 * only. Every load is followed by a chain of `alu` instructions. */
static void divergent_rows(uint32_t rows, uint32_t together, uint32_t rest, uint32_t alu)
{
    micro_begin(&m, 12, 8);
    const uint32_t begin = micro_inst(&m, TRACE_OP_INT, 0, -1),
                   load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 0), use = micro_inst(&m, TRACE_OP_FP, 2, 1);
    for (uint32_t k = 1; k < alu; k++)
        micro_inst(&m, TRACE_OP_FP, 2, 2);
    const uint32_t branch = micro_inst(&m, TRACE_OP_BRANCH, -1, 2), lines = together ? 32 : rest;
    for (uint32_t w = 0; w < 96; w++) {
        micro_warp(&m);
        for (uint32_t r = 0; r < rows; r++) {
            micro_lanes(&m, UINT32_MAX);
            micro_run(&m, begin);
            for (uint32_t i = 0; i < 16; i++) {
                if (i == together)
                    micro_lanes(&m, (1u << rest) - 1);
                micro_access(&m, load, (w * rows + r) * lines, i < together ? 32 : rest, 1);
                for (uint32_t k = 0; k < alu; k++)
                    micro_run(&m, use + k);
                micro_run(&m, branch);
            }
        }
    }
}

static int setup(void **state)
{
    (void)state;
    machine = shape_machine(NULL);
    return 0;
}

/* The second of two launches: with profiled=1 the first one has classified the loads. */
static shape_result second(const char *sched)
{
    return shape_launch(&machine, &m.trace, sched, 2);
}

/* S12: DAWS > CCWS > GTO, detected or profiled; the best limit is the same for every warp here, and is nearly
 * reached. [D 7.1] */
static void predicted_footprints_beat_lost_locality(void **state)
{
    (void)state;
    divergent_rows(4, 4, 8, 1);
    const shape_result gto = second("gto"), ccws = second("ccws"), detected = second("daws"),
                       profiled = second("daws:profiled=1"), best = second("swl:1");
    assert_true(ccws.counters.cycles * 13 < gto.counters.cycles * 10);
    assert_true(detected.counters.cycles * 11 < ccws.counters.cycles * 10);
    assert_true(profiled.counters.cycles * 11 < detected.counters.cycles * 10);
    assert_true(profiled.counters.cycles * 10 < best.counters.cycles * 11);
}

/* S14: locality is kept before it is lost. [D Fig 11] */
static void little_locality_is_lost(void **state)
{
    (void)state;
    divergent_rows(4, 4, 8, 1);
    const shape_result ccws = second("ccws"), daws = second("daws:profiled=1"),
                       keep = second("daws:profiled=1:keep=1");
    assert_true(shape_figure(&ccws, "vta_hits") > 1000);
    assert_true(shape_figure(&daws, "vta_hits") < 0.1 * shape_figure(&ccws, "vta_hits"));
    assert_true(shape_figure(&daws, "held_inside_loops") < 0.01 * shape_figure(&daws, "predictions"));
    assert_true(shape_figure(&keep, "held_inside_loops") == 0);
}

/* S13: six tenths of the cache. [D Fig 15] */
static void a_share_in_the_middle_is_best(void **state)
{
    (void)state;
    divergent_rows(4, 4, 8, 1);
    const uint64_t less = second("daws:0.4:profiled=1").counters.cycles,
                   middle = second("daws:0.6:profiled=1").counters.cycles,
                   more = second("daws:0.8:profiled=1").counters.cycles,
                   all = second("daws:1:profiled=1").counters.cycles;
    assert_true(middle < less && middle < more && more < all);
}

/* S12: warps of few lanes need few lines: who does not look at the lanes admits far too few warps. [D Fig 8]
 */
static void lanes_matter(void **state)
{
    (void)state;
    divergent_rows(4, 0, 3, 4);
    const shape_result all = second("daws:lanes=0:profiled=1"), own = second("daws:profiled=1");
    assert_true(all.counters.cycles > 2 * own.counters.cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predicted_footprints_beat_lost_locality),
        cmocka_unit_test(little_locality_is_lost),
        cmocka_unit_test(a_share_in_the_middle_is_best),
        cmocka_unit_test(lanes_matter),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
