/* Do the effects of two-level scheduling show, and does nobody deadlock at barriers? Checks S24 and S25
 * (Rogers et al., MICRO 2012, section 5.1; Narasiman et al., MICRO 2011). */
#include "tests/shape/sim/kernels.h"

/* S25: every group runs to its load and switches there, so that loads of one group and arithmetic of another
 * overlap: fewer cycles without any warp to issue than round robin over all. The memory answers after 400
 * cycles whatever the order. */
static void groups_reach_their_loads_at_different_times(void **state)
{
    (void)state;
    static const char *const settings[] = {"memory=fixed", "memory_latency=400", NULL};
    const sim_config machine = shape_machine(settings);
    enum { LOADS = 24, SCHEDULERS = 4, GROUPS = 3 };
    warp_trace trace = shape_make(
        trace_make_stream, (trace_synthetic){.iterations = LOADS, .alu_per_load = 16, .lines_per_load = 1});
    const shape_result lrr = shape_run(&machine, &trace, "lrr");
    static const char *const policies[] = {"two_level", "two_level:8:fill=0"};
    for (int i = 0; i < 2; i++) {
        const shape_result groups = shape_run(&machine, &trace, policies[i]);
        assert_true(groups.counters.cycles < lrr.counters.cycles);
        assert_true(groups.counters.issue_slots_idle < lrr.counters.issue_slots_idle);
        const double switches = shape_figure(&groups, "group_switches");
        assert_true(switches >= SCHEDULERS * GROUPS * LOADS && switches < SCHEDULERS * GROUPS * (LOADS + 2));
    }
    warp_trace_free(&trace);
}

/* Small groups that nobody fills in for leave the pipeline idle. */
static void small_groups_do_not_fill_the_pipeline(void **state)
{
    (void)state;
    const sim_config machine = shape_machine(NULL);
    warp_trace trace = shape_make(
        trace_make_stream, (trace_synthetic){.iterations = 24, .alu_per_load = 16, .lines_per_load = 1});
    const shape_result two = shape_run(&machine, &trace, "two_level:2:fill=0"),
                       eight = shape_run(&machine, &trace, "two_level:8:fill=0"),
                       filled = shape_run(&machine, &trace, "two_level:2");
    warp_trace_free(&trace);
    assert_true(two.counters.cycles > 2 * eight.counters.cycles);
    assert_true(two.counters.cycles > 2 * filled.counters.cycles);
}

/* S24: blocks of 8 warps that thrash and meet at barriers. */
static void nobody_deadlocks_at_barriers(void **state)
{
    (void)state;
    static const char *const policies[] = {"swl:1",
                                           "warp_limiting:2:1",
                                           "ccws:k=1000",
                                           "daws:0.01",
                                           "two_level:1:fill=0",
                                           "two_level:3:gto",
                                           "two_level_active:1",
                                           "daws:0.3:keep=1:seen=1",
                                           "ccws:released=1:k=99",
                                           "lrr"};
    static micro m;
    const sim_config machine = shape_machine(NULL);
    micro_begin(&m, 14, 8);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1),
                   use = micro_inst(&m, TRACE_OP_FP, 2, 1),
                   barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1),
                   atomic = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 3, 2);
    for (uint32_t w = 0; w < 14 * 8; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 24; i++) {
            micro_access(&m, load, w * 16 + i % 4 * 4, 4, 1);
            micro_run(&m, use);
            if ((i + w) % 5 == 0)
                micro_atomic(&m, atomic, 4000 + w, 1, 2);
            if (i % 6 == 3)
                micro_run(&m, barrier);
        }
    }
    const shape_result gto = shape_run(&machine, &m.trace, "gto");
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        const shape_result r = shape_run(&machine, &m.trace, policies[i]);
        assert_int_equal(r.counters.warp_insts, gto.counters.warp_insts);
    }
}

/* Without barriers GPGPU-Sim's limit is ours; a limit that holds nobody is gto. */
static void limits_agree(void **state)
{
    (void)state;
    const sim_config machine = shape_machine(NULL);
    warp_trace trace = shape_thrash(8, 12, 4, 4);
    static const char *const pairs[][2] = {{"warp_limiting:2:4", "swl:4"}, {"warp_limiting:2:24", "gto"}};
    for (int i = 0; i < 2; i++) {
        const shape_result a = shape_run(&machine, &trace, pairs[i][0]),
                           b = shape_run(&machine, &trace, pairs[i][1]);
        assert_memory_equal(&a.counters, &b.counters, sizeof a.counters);
    }
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_reach_their_loads_at_different_times),
        cmocka_unit_test(small_groups_do_not_fill_the_pipeline),
        cmocka_unit_test(nobody_deadlocks_at_barriers),
        cmocka_unit_test(limits_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
