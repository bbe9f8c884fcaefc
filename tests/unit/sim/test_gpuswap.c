/* vm:gpuswap in the machine: with memory enough nothing is other than without it; with too little programs
 * run to their ends, the same whoever sleeps and by how many threads; launches that wait, and those that wait
 * for ever. */
#include "tests/policy_figure.h"
#include "tests/unit/sim/mix_scene.h"
#include "tests/unit/sim/other_policies.h"

static const char *const tlbs[] = {NULL, "shared_tlb:l1=4:l2=16"};
enum { PROGRAM_MB = 2 };

/* Loads in a buffer of PROGRAM_MB that an event tells of, and stores. The caller frees it. */
static warp_trace program(uint64_t seed)
{
    static trace_event buffer = {TRACE_EVENT_CREATE, 0, 0, PROGRAM_MB << 20, 0};
    const trace_synthetic shape = {.thread_blocks = 8,
                                   .threads_per_block = 128,
                                   .iterations = 10,
                                   .alu_per_load = 3,
                                   .lines_per_load = 3,
                                   .footprint_lines = PROGRAM_MB << 13,
                                   .seed = seed};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    buffer.address = trace.page_address[0];
    trace.header.n_events = 1;
    trace.header.events = malloc(sizeof buffer);
    assert_non_null(trace.header.events);
    trace.header.events[0] = buffer;
    return trace;
}

/* Two programs, of which one has three launches and asks for its memory once. */
static void run_two(scene *s, const char *const *settings, const sim_policies *policies, bool always,
                    uint32_t threads)
{
    warp_trace first = program(1), second = program(2), again = program(3);
    sim_config config = machine(settings, 4);
    simulator *sim;
    again.header.n_events = 0;
    config.wake_always = always;
    *s = (scene){0};
    add(s, 0, 2, 3, &first);
    s->trace[0][1] = s->trace[0][2] = &again;
    add(s, 2, 2, 2, &second);
    if (sim_create(&sim, &config, policies, &s->err) || sim_set_threads(sim, threads, &s->err))
        fail_msg("%s", s->err.text);
    run_on(s, sim);
    sim_destroy(sim);
    assert_null(s->wrong);
    again.header.n_events = 1;
    warp_trace_free(&first);
    warp_trace_free(&second);
    warp_trace_free(&again);
}

static void assert_same(const scene *a, const scene *b)
{
    for (size_t i = 0; i < 2; i++)
        assert_memory_equal(&a->result[i].counters, &b->result[i].counters, sizeof a->result[i].counters);
    assert_memory_equal(&a->machine, &b->machine, sizeof a->machine);
}

static void memory_enough_costs_nothing(void **state)
{
    (void)state;
    static scene with, without;
    for (size_t i = 0; i < 2 * HARD_MACHINES; i++) {
        const char *const *settings = hard_machines[i / 2];
        run_two(&with, settings, &(sim_policies){.tlb = tlbs[i % 2], .vm = "gpuswap"}, false, 1);
        assert_int_equal(with.code, 0);
        run_two(&without, settings, &(sim_policies){.tlb = tlbs[i % 2], .vm = "fcfs"}, false, 1);
        assert_same(&with, &without);
    }
}

/* Programs that want 4 MB have three. */
#define PRESSED "gpuswap:memory=3:chunk=128:setup_us=1:return_us=50"
static void assert_same_under_pressure(const char *const *vms, size_t n)
{
    static scene awake, asleep;
    bool over_link = false;
    for (size_t i = 0; i < 2 * HARD_MACHINES; i++) {
        const sim_policies policies = {.tlb = tlbs[i % 2], .vm = vms[i / 2 % n]};
        run_two(&awake, hard_machines[i / 2], &policies, true, 1);
        if (awake.code)
            fail_msg("%s: %s", hard_machines[i / 2][0], awake.err.text);
        run_two(&asleep, hard_machines[i / 2], &policies, false, 2 + (uint32_t)i % 3);
        assert_same(&awake, &asleep);
        over_link |= awake.machine.link_read_sectors > 0;
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(awake.result[k].counters.thread_insts, asleep.result[k].counters.thread_insts);
    }
    assert_true(over_link);
}

static void under_pressure(void **state)
{
    (void)state;
    static const char *const vms[] = {PRESSED, PRESSED ":large=1"};
    assert_same_under_pressure(vms, 2);
}

/* What depends on accesses does not depend on who sleeps and on threads. */
static void choices_under_pressure(void **state)
{
    (void)state;
    static const char *const vms[] = {PRESSED ":period_us=20:pick=sampling:victim=accesses",
                                      PRESSED ":pick=reverse:victim=performance",
                                      PRESSED ":pick=lru:victim=accesses:period_us=20",
                                      PRESSED ":period_us=20:pick=nfu:victim=performance"};
    assert_same_under_pressure(vms, sizeof vms / sizeof *vms);
}

static double figure(simulator *sim, const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    return figure_named(all, sim_policy_statistics(sim, POLICY_AT_VM, all, POLICY_STATISTICS), name);
}

/* A launch waits until its memory is there, and its cycles begin then. */
/* Copies to the host as DRAM sees them: each line of what was evicted is read once, nothing is written for
 * it, and nobody stands still; it is the same whoever sleeps and for any number of threads. Bytes are those
 * of chunks that had data when their copy began. */
static void dram_reads_what_is_evicted(void **state)
{
    (void)state;
    static const char *const link[] = {"icache_sets=4", "channels=2", "l2_banks=4", NULL},
                             *const traffic[] = {"icache_sets=4", "channels=2", "l2_banks=4",
                                                 "host_copies=traffic", NULL};
    const sim_policies policies = {.vm = "gpuswap:memory=2:chunk=128:return_us=0:setup_us=1"};
    static scene with, without, again;
    run_two(&without, link, &policies, false, 1);
    run_two(&with, traffic, &policies, false, 1);
    run_two(&again, traffic, &policies, true, 3);
    assert_same(&with, &again);
    const uint64_t evicted = (1 << 20) / 128, more = with.machine.dram_reads - without.machine.dram_reads;
    assert_in_range(more, evicted, evicted + evicted / 100); /* a few lines leave the caches at other times */
    assert_int_equal(with.machine.dram_writes, without.machine.dram_writes);
    assert_in_range(with.machine.cycles, without.machine.cycles, without.machine.cycles * 101 / 100);
}

static void a_program_alone(void **state)
{
    (void)state;
    warp_trace trace = program(1), more = program(2);
    sim_counters counters[2], there;
    bench b;
    more.header.events[0].address += 64 << 20;
    for (int pass = 0; pass < 2; pass++) {
        bench_open(&b, "gto", plain);
        sim_destroy(b.sim);
        const sim_policies policies = {.vm = pass ? "gpuswap:memory=4:chunk=128"
                                                  : "gpuswap:memory=3:chunk=128"};
        assert_int_equal(sim_create(&b.sim, &b.config, &policies, &b.err), 0);
        for (int i = 0; i < 2; i++)
            if (sim_launch(b.sim, i ? &more : &trace, &counters[i], NULL, &b.err))
                fail_msg("%s", b.err.text);
        if (pass == 0) {
            there = counters[0];
            assert_true(figure(b.sim, "wait") > 1000);
            assert_true(figure(b.sim, "evicted") + figure(b.sim, "direct") >= 1 << 20);
        } else {
            assert_true(figure(b.sim, "wait") == 0);
            assert_memory_equal(&there, &counters[0], sizeof there);
        }
        sim_destroy(b.sim);
    }
    warp_trace_free(&trace);
    warp_trace_free(&more);
}

static void no_memory_anywhere(void **state)
{
    (void)state;
    static scene s;
    run_two(&s, plain, &(sim_policies){.vm = "gpuswap:memory=1:chunk=128:host=1"}, false, 1);
    assert_int_equal(s.code, POISE_FAILED);
    assert_contains(s.err.text, "has no memory for the buffer of 2097152 bytes");
}

/* ---- launches that never begin ---- */

static bool never(void *state, uint16_t app, uint64_t cycle)
{
    (void)state, (void)app, (void)cycle;
    return false;
}

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)host, (void)options, (void)err;
    *state = NULL;
    return POISE_OK;
}

static void destroy(void *state)
{
    (void)state;
}

static void a_launch_that_waits_for_ever(void **state)
{
    (void)state;
    static const vm_policy policy = {.info = {.abi = POISE_POLICY_ABI, .name = "never"},
                                     .life.destroy = destroy,
                                     .create = create,
                                     .admit = never};
    warp_trace trace = program(1);
    sim_counters counters;
    bench b;
    bench_open(&b, "gto", plain);
    use_vm_policy(&b, &policy);
    assert_int_equal(sim_launch(b.sim, &trace, &counters, NULL, &b.err), POISE_FAILED);
    assert_contains(b.err.text, "lets the launch of kernel");
    assert_contains(b.err.text, "wait for ever");
    static scene s;
    s = (scene){0};
    add(&s, 0, 1, 1, &trace);
    run_on(&s, b.sim);
    assert_int_equal(s.code, POISE_FAILED);
    assert_contains(s.err.text, "wait for ever");
    sim_destroy(b.sim);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_enough_costs_nothing),
        cmocka_unit_test(under_pressure),
        cmocka_unit_test(choices_under_pressure),
        cmocka_unit_test(dram_reads_what_is_evicted),
        cmocka_unit_test(a_program_alone),
        cmocka_unit_test(no_memory_anywhere),
        cmocka_unit_test(a_launch_that_waits_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
