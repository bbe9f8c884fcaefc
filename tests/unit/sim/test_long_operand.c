/* Which registers count as written by a long operation (sim_hooks/sched.h, long_operand), and that a policy
 * which says until when it holds warps back does what it does when it is asked in every cycle. */
#include "sim_hooks/registry.h"
#include "tests/unit/sim/hard_cases.h"

enum { TOLD = 8 };

static struct told {
    uint64_t at, from, until;
} told[TOLD];
static uint32_t n_told;

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return (unsigned)__builtin_ctzll(view->ready);
}

static void long_operand(void *state, const sched_place *at, uint64_t from, uint64_t until)
{
    (void)state;
    assert_true(n_told < TOLD);
    told[n_told++] = (struct told){at->cycle, from, until};
}

static const sched_policy listener = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(sched_policy), .name = "listener"},
    .pick = pick,
    .long_operand = long_operand,
};

static sim_counters run(const sched_policy *policy, const void *options, const warp_trace *trace,
                        const char *const *settings)
{
    bench b;
    sim_counters counters = {0};
    bench_open(&b, "gto", settings);
    if (sim_use_sched(b.sim, policy, options, &b.err) || sim_launch(b.sim, trace, &counters, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_destroy(b.sim);
    return counters;
}

static micro m;

static void write_marks(void)
{
    micro_begin(&m, 1, 1);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    const uint32_t reads = micro_inst(&m, TRACE_OP_INT, 2, 1), other = micro_inst(&m, TRACE_OP_INT, 3, 2);
    const uint32_t shared = micro_inst(&m, TRACE_OP_LOAD_SHARED, 1, -1);
    const uint32_t writes = micro_inst(&m, TRACE_OP_INT, 1, 3), exit = micro_inst(&m, TRACE_OP_EXIT, -1, -1);
    micro_warp(&m);
    micro_access(&m, load, 0, 1, 1);
    micro_run(&m, reads); /* 0: until it issues */
    micro_run(&m, other); /* 1: an end */
    micro_shared(&m, shared, 1);
    micro_run(&m, reads);  /* 2: shared memory takes no mark away */
    micro_run(&m, writes); /* 3: an end */
    micro_run(&m, reads);  /* 4: until the result is there */
    micro_run(&m, other);  /* 5: an end */
    micro_run(&m, reads);  /* nothing */
    micro_run(&m, exit);
}

static void a_mark_outlives_its_load_until_arithmetic_writes(void **state)
{
    (void)state;
    write_marks();
    n_told = 0;
    (void)run(&listener, NULL, &m.trace, NULL);
    assert_int_equal(n_told, 6);
    for (uint32_t i = 0; i < n_told; i++)
        assert_true(told[i].from > told[i].at);
    assert_true(told[0].until == UINT64_MAX && told[2].until == UINT64_MAX);
    for (uint32_t i = 1; i < n_told; i += 2)
        assert_true(told[i].until == told[i].from);
    assert_true(told[4].until > told[4].from && told[4].until < told[4].from + 40);
}

/* Of what goes through a common collector unit the time is not known at first, and told when it is. */
static void a_time_is_told_when_it_is_known(void **state)
{
    (void)state;
    static const char *const one[] = {"common_collectors=1", NULL};
    write_marks();
    n_told = 0;
    (void)run(&listener, NULL, &m.trace, one);
    assert_int_equal(n_told, 7);
    assert_true(told[4].until == UINT64_MAX);
    assert_true(told[5].until > told[5].from && told[5].until < told[5].from + 40);
    assert_true(told[6].until == told[6].from);
}

static void who_is_not_asked_holds_back_the_same(void **state)
{
    (void)state;
    policy_choice choice;
    poise_error err;
    if (policy_choose(POLICY_SCHED, "two_level_active:3", &choice, &err))
        fail_msg("%s", err.text);
    const sched_policy *policy = (const sched_policy *)(const void *)choice.policy;
    sched_policy asked = *policy;
    asked.held_until = NULL;
    warp_trace loads = hard_random_loads();
    const sim_counters with = run(policy, choice.options, &loads, NULL);
    const sim_counters without = run(&asked, choice.options, &loads, NULL);
    assert_memory_equal(&with, &without, sizeof with);
    warp_trace_free(&loads);
    policy_choice_free(&choice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_outlives_its_load_until_arithmetic_writes),
        cmocka_unit_test(a_time_is_told_when_it_is_known),
        cmocka_unit_test(who_is_not_asked_holds_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
