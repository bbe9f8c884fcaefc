/* Pages in memory of the host, on the hard machines: with memory enough nothing is other than without them;
 * with too little, or none, programs run to their ends, the same whoever sleeps and by how many threads. */
/* test: slow */
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/changing_vm.h"
#include "tests/unit/sim/hard_cases.h"
#include "tests/unit/sim/other_policies.h"

typedef struct outcome {
    sim_counters counters[2];
} outcome;

static const char *const tlbs[] = {NULL, "shared_tlb:l1=4:l2=16"};

/* Loads in three large pages. The caller frees it. */
static warp_trace large_pages(void)
{
    const trace_synthetic shape = {.thread_blocks = 6,
                                   .threads_per_block = 256,
                                   .iterations = 12,
                                   .alu_per_load = 3,
                                   .lines_per_load = 3,
                                   .footprint_lines = 1500 * 32, /* three large pages */
                                   .seed = 3};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    return trace;
}

/* Two launches. `policy`, if any, takes the place of `vm`. */
static void run(const char *const *settings, const char *tlb, const char *vm, const vm_policy *policy,
                const warp_trace *trace, bool always, uint32_t threads, outcome *o)
{
    bench b;
    memset(o, 0, sizeof *o);
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    b.config.wake_always = always;
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = tlb, .vm = vm}, &b.err) ||
        sim_set_threads(b.sim, threads, &b.err))
        fail_msg("%s", b.err.text);
    if (policy)
        use_vm_policy(&b, policy);
    for (uint32_t i = 0; i < 2; i++)
        if (sim_launch(b.sim, trace, &o->counters[i], NULL, &b.err))
            fail_msg("machine of %s, %s: %s", settings[0], vm, b.err.text);
    sim_destroy(b.sim);
}

static void memory_enough_changes_nothing(void **state)
{
    (void)state;
    static const char *const enough[] = {"fcfs", "fcfs:programs=2", "gdev"};
    static outcome without, with;
    for (size_t i = 0; i < 2 * HARD_MACHINES; i++) {
        run(hard_machines[i / 2], tlbs[i % 2], "identity", NULL, hard_everything(), false, 1, &without);
        for (size_t k = 0; k < sizeof enough / sizeof *enough; k++) {
            run(hard_machines[i / 2], tlbs[i % 2], enough[k], NULL, hard_everything(), false, 1, &with);
            assert_memory_equal(&without, &with, sizeof with);
        }
    }
}

static bool has_banks(const char *const *settings)
{
    bench b;
    sim_config_default(&b.config);
    bench_set(&b, settings);
    return b.config.memory == MEMORY_REAL || b.config.memory == MEMORY_IDEAL_DRAM;
}

static void no_memory(void **state)
{
    (void)state;
    static outcome awake, asleep;
    warp_trace loads = hard_random_loads();
    for (size_t i = 0; i < 2 * HARD_MACHINES; i++) {
        const char *const *machine = hard_machines[i / 2];
        const warp_trace *trace = i / 2 % 2 == i % 2 ? &loads : hard_everything();
        run(machine, tlbs[i % 2], "fcfs:memory=0", NULL, trace, true, 1, &awake);
        run(machine, tlbs[i % 2], "fcfs:memory=0", NULL, trace, false, 2 + (uint32_t)i % 3, &asleep);
        assert_memory_equal(&awake, &asleep, sizeof awake);
        assert_int_equal(awake.counters[0].link_read_sectors > 0, has_banks(machine));
        assert_int_equal(awake.counters[0].link_write_sectors > 0, trace != &loads && has_banks(machine));
        if (!tlbs[i % 2] && has_banks(machine))
            assert_int_equal(awake.counters[0].dram_reads + awake.counters[0].dram_writes, 0);
    }
    warp_trace_free(&loads);
}

/* Stores that go around the L2, or through it; lines of both memories in one miss queue that is short. */
static void both_memories(void **state)
{
    (void)state;
    static const char *const through[] =
        {"sms=2",       "channels=2", "l2_banks=2", "l2_write=through", "l2_miss_queue=2", "host_reads=3",
         "link_gbps=3", "l2_sets=4",  NULL},
                             *const back[] = {
                                 "sms=2",        "channels=2",    "l2_banks=2", "l2_miss_queue=2",
                                 "host_reads=3", "link_gbps=300", "l2_sets=4",  NULL};
    static const char *const *const machines[] = {through, back};
    static outcome one, more;
    warp_trace trace = large_pages();
    for (size_t i = 0; i < 4; i++) {
        run(machines[i / 2], tlbs[i % 2], "fcfs:memory=2", NULL, &trace, true, 1, &one);
        run(machines[i / 2], tlbs[i % 2], "fcfs:memory=2", NULL, &trace, false, 3, &more);
        assert_memory_equal(&one, &more, sizeof one);
        assert_true(one.counters[0].link_read_sectors > 0 && one.counters[0].dram_reads > 0);
    }
    warp_trace_free(&trace);
}

/* Base pages move from one memory to the other and back while requests are under way, and large pages come to
 * be in either. */
static void pages_move_between_memories(void **state)
{
    (void)state;
    static outcome awake, asleep;
    warp_trace trace = large_pages();
    memset(&changing_done, 0, sizeof changing_done);
    changing_away = VM_HOST_MEMORY >> VM_BASE_BITS;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        changing_home = m % 2 ? changing_away : 0;
        run(hard_machines[m], tlbs[1], "demand", &changing, &trace, true, 1, &awake);
        run(hard_machines[m], tlbs[1], "demand", &changing, &trace, false, 1 + (uint32_t)m % 3, &asleep);
        assert_memory_equal(&awake, &asleep, sizeof awake);
        assert_true(!has_banks(hard_machines[m]) || awake.counters[0].dram_reads > 0);
        assert_true(!changing_home || !has_banks(hard_machines[m]) ||
                    awake.counters[0].link_read_sectors > 100);
    }
    warp_trace_free(&trace);
    assert_true(changing_done.moved > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_enough_changes_nothing),
        cmocka_unit_test(no_memory),
        cmocka_unit_test(both_memories),
        cmocka_unit_test(pages_move_between_memories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
