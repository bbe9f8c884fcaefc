/* Rights of load instructions (set_loads of sim_hooks/sched.h): what goes around allocates nothing, whatever
 * its warp may; other loads are not concerned. */
#include "tests/test.h"
#include "tests/unit/sim/hard_cases.h"

static sim_counters run(const warp_trace *trace, const char *const *settings, const char *policy,
                        bool wake_always)
{
    bench b;
    sim_counters counters = {0};
    bench_open(&b, policy, settings);
    sim_destroy(b.sim);
    b.config.wake_always = wake_always;
    if (sim_create(&b.sim, &b.config, &(sim_policies){.sched = policy}, &b.err) ||
        sim_launch(b.sim, trace, &counters, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_destroy(b.sim);
    return counters;
}

/* "tuple:N:P:loads=" with every load of the trace. */
static void all_loads(char *text, size_t size, const warp_trace *trace, uint32_t n, uint32_t p)
{
    size_t used = (size_t)snprintf(text, size, "tuple:%u:%u", n, p);
    const char *separator = ":loads=";
    for (uint32_t pc = 0; pc < trace->header.n_inst; pc++) {
        const uint8_t op = trace->header.inst[pc].op;
        if (op != TRACE_OP_LOAD_GLOBAL && op != TRACE_OP_LOAD_PRIVATE)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%u", separator, pc);
        assert_true(used < size);
        separator = ",";
    }
}

/* Nobody may allocate, or no load does: the same to the last counter. */
static void check(const warp_trace *trace)
{
    char policy[4096];
    all_loads(policy, sizeof policy, trace, 4, 4);
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        const sim_counters nobody = run(trace, hard_machines[i], "tuple:4:0", false),
                           none = run(trace, hard_machines[i], policy, false),
                           always = run(trace, hard_machines[i], policy, true),
                           baseline = run(trace, hard_machines[i], "tuple:4:4", false),
                           empty = run(trace, hard_machines[i], "tuple:4:4:loads=", false);
        assert_memory_equal(&none, &nobody, sizeof none);
        assert_memory_equal(&none, &always, sizeof none);
        assert_memory_equal(&empty, &baseline, sizeof empty);
        assert_memory_not_equal(&none, &baseline, sizeof none);
    }
}

static void all_loads_around_is_p_zero(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    check(&loads);
    check(hard_everything());
    warp_trace_free(&loads);
}

/* A warp reads its line again and again by one load, and streams by another. With the stream around, the line
 * stays: the first access to it misses, all others hit. */
static void a_stream_around_spares_the_others(void **state)
{
    (void)state;
    static micro m;
    micro_begin(&m, 1, 1);
    uint32_t reused = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1),
             stream = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 2, -1), use = micro_inst(&m, TRACE_OP_INT, 3, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 40; i++) {
        for (uint32_t k = 0; k < 5; k++)
            micro_access(&m, stream, 32 * (5 * i + k + 1), 1, 1); /* all of the reused line's set */
        micro_access(&m, reused, 0, 1, 1);
        micro_run(&m, use);
    }
    static const char *const machine[] = {"sms=1", "l1_sets=32", "l1_ways=4", "l1_index=linear", NULL};
    char policy[64];
    const sim_counters all = run(&m.trace, machine, "tuple:1:1", false);
    snprintf(policy, sizeof policy, "tuple:1:1:loads=%u", stream);
    const sim_counters spared = run(&m.trace, machine, policy, false);
    snprintf(policy, sizeof policy, "tuple:1:1:loads=%u", reused);
    const sim_counters wrong = run(&m.trace, machine, policy, false);
    assert_int_equal(all.l1_read_hits, 0);
    assert_int_equal(spared.l1_read_hits + spared.l1_merges, 39);
    assert_int_equal(spared.l1_bypasses, 200);
    assert_int_equal(wrong.l1_read_hits, 0);
    assert_int_equal(wrong.l1_bypasses, 40);
}

/* Programs of all lengths, the last instruction of which is a load: alone it goes around, and nothing behind
 * the list is touched. (The bits of 64 instructions are a word.) */
static void the_last_load_goes_around(void **state)
{
    (void)state;
    static micro m;
    char policy[64];
    for (uint32_t insts = 30; insts <= MICRO_INSTS; insts += 30) {
        uint32_t load = 0;
        micro_begin(&m, 1, 1);
        for (uint32_t i = 0; i < insts; i++)
            load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
        micro_warp(&m);
        for (uint32_t i = 0; i < 20; i++)
            micro_access(&m, i % 2 == 0 ? load : i, i, 1, 1);
        snprintf(policy, sizeof policy, "tuple:1:1:loads=%u", load);
        assert_int_equal(run(&m.trace, one_clock, policy, false).l1_bypasses, 10);
    }
}

static void lists_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {"tuple:1:1:loads=x",  "tuple:1:1:loads=1,",
                                        "tuple:1:1:loads=,1", "tuple:1:1:loads=1048576",
                                        "tuple:1:1:loads=-1", "tuple:1:1:loads=1;2"};
    bench b;
    bench_open(&b, "gto", NULL);
    sim_destroy(b.sim);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(sim_create(&b.sim, &b.config, &(sim_policies){.sched = wrong[i]}, &b.err),
                         POISE_USAGE);
        assert_contains(b.err.text, "no list of instruction numbers");
    }
    /* no such instruction in the kernel: nothing to do */
    warp_trace loads = hard_random_loads();
    const sim_counters far = run(&loads, one_clock, "tuple:4:4:loads=1048575", false),
                       plain = run(&loads, one_clock, "tuple:4:4", false);
    assert_memory_equal(&far, &plain, sizeof far);
    warp_trace_free(&loads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_loads_around_is_p_zero),
        cmocka_unit_test(a_stream_around_spares_the_others),
        cmocka_unit_test(the_last_load_goes_around),
        cmocka_unit_test(lists_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
