/* What it costs to copy a program before it begins (vm policies gpu_mmu and mosaic, paging=before; the
 * reference of Mosaic's Figure 7.12, [RA] 7.5.1), as formulas: all of its buffers cross the link one after
 * the other, with one latency, and nothing of it is usable before. */
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/mix_scene.h"

#include <math.h>

static micro m, idle;

enum { PAGE_LINES = 32, KB = 1024, MB = KB * KB };
#define BEFORE "mosaic:memory=64:paging=before"
static const char *const apart[] = {"fetch=0", "memory=fixed", "memory_latency=300", NULL};

/* Core cycles from the begin of a launch until so many bytes have crossed the link. */
static uint64_t copied_at(double bytes)
{
    return (uint64_t)ceil(bytes * 1400 / 7958 + 54.485 * 1400);
}

/* Loads of `n` pages by one instruction, then as many of the next pages. */
static void write_loads(micro *kernel, uint32_t n)
{
    micro_begin(kernel, 1, 1);
    kernel->trace.n_pages = 1; /* of 2 MB: what lies in no buffer would be copied as well */
    const uint32_t load = micro_inst(kernel, TRACE_OP_LOAD_GLOBAL, 1, 1),
                   use = micro_inst(kernel, TRACE_OP_INT, 2, 1);
    micro_warp(kernel);
    for (uint32_t i = 0; i < 2; i++) {
        micro_access(kernel, load, i * n * PAGE_LINES, n, PAGE_LINES);
        micro_run(kernel, use);
    }
}

static void with_buffers(micro *kernel, trace_event *events, uint32_t n)
{
    kernel->trace.header.events = events;
    kernel->trace.header.n_events = n;
}

typedef struct outcome {
    uint64_t cycles;
    policy_statistic vm[POLICY_STATISTICS];
    size_t n_vm;
} outcome;

static double told(const outcome *o, const char *name)
{
    for (size_t i = 0; i < o->n_vm; i++)
        if (!strcmp(o->vm[i].name, name))
            return o->vm[i].value;
    fail_msg("no statistic %s", name);
    return 0;
}

static void take_statistics(outcome *o, const simulator *sim)
{
    o->n_vm = sim_policy_statistics(sim, POLICY_AT_VM, o->vm, POLICY_STATISTICS);
}

static outcome launch(const char *vm)
{
    bench b;
    outcome o = {0};
    bench_open(&b, "gto", apart);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = "shared_tlb", .vm = vm}, &b.err))
        fail_msg("%s", b.err.text);
    o.cycles = bench_run(&b, &m).cycles;
    take_statistics(&o, b.sim);
    sim_destroy(b.sim);
    return o;
}

/* One latency, whatever the number of buffers, and their bytes. What begins before the copy has ended, up to
 * the last entry of a walk, is hidden. */
static void all_of_it_crosses_the_link(void **state)
{
    (void)state;
    trace_event one[] = {{TRACE_EVENT_CREATE, 0, 0, 3 * MB, 0}},
                three[] = {{TRACE_EVENT_CREATE, 0, 0, MB + 5, 0},
                           {TRACE_EVENT_CREATE, 1, MB + 4 * KB, MB - 9, 0},
                           {TRACE_EVENT_CREATE, 2, 2 * MB + 4 * KB, MB + 4, 0}},
                large[] = {{TRACE_EVENT_CREATE, 0, 0, 7 * MB, 0}};
    write_loads(&m, 8);
    with_buffers(&m, one, 1);
    const uint64_t there = launch("gpu_mmu:memory=64:paging=none").cycles;
    const outcome copied = launch("gpu_mmu:memory=64:paging=before");
    assert_in_range(copied.cycles, copied_at(3 * MB), copied_at(3 * MB) + there);
    assert_true(told(&copied, "copied") == 3 * MB && told(&copied, "far_faults") == 0);
    with_buffers(&m, three, 3);
    assert_int_equal(launch("gpu_mmu:memory=64:paging=before").cycles, copied.cycles);
    with_buffers(&m, large, 1);
    assert_int_equal(launch("gpu_mmu:memory=64:paging=before").cycles - copied.cycles,
                     copied_at(7 * MB) - copied_at(3 * MB));
}

/* 16 pages of it or one: with far faults the second eight would wait once more. */
static void nothing_waits_after_it(void **state)
{
    (void)state;
    trace_event buffer[] = {{TRACE_EVENT_CREATE, 0, 0, 2 * MB, 0}};
    write_loads(&m, 8);
    with_buffers(&m, buffer, 1);
    const outcome mosaic = launch(BEFORE), demand = launch("mosaic:memory=64");
    assert_true(told(&mosaic, "coalesced") == 1);
    assert_true(told(&demand, "far_faults") == 16);
    assert_true(demand.cycles > 2 * copied_at(8 * 4 * KB));
    assert_in_range(mosaic.cycles, copied_at(2 * MB), copied_at(2 * MB) + 2000);
    assert_true(told(&mosaic, "copied") == 2 * MB);
}

/* A copy takes longer than the watchdog waits; without a link that carries anything it fires. */
static void a_copy_is_not_stuck(void **state)
{
    (void)state;
    trace_event buffer[] = {{TRACE_EVENT_CREATE, 0, 0, 8 * MB, 0}};
    write_loads(&m, 1);
    with_buffers(&m, buffer, 1);
    assert_true(launch(BEFORE).cycles > 1000000);
}

/* ---- side by side ---- */

static outcome run_mix(scene *s, const char *vm, uint32_t threads)
{
    const sim_config config = machine(apart, 2);
    outcome o = {0};
    simulator *sim;
    forget(s);
    if (sim_create(&sim, &config, &(sim_policies){.sched = "gto", .tlb = "shared_tlb", .vm = vm}, &s->err) ||
        sim_set_threads(sim, threads, &s->err))
        fail_msg("%s", s->err.text);
    run_on(s, sim);
    if (s->code)
        fail_msg("%s", s->err.text);
    take_statistics(&o, sim);
    sim_destroy(sim);
    return o;
}

/* A small program goes on beside a large one that is being copied; when it begins again, all of it comes
 * again, and in turn. */
static void others_go_on(void **state)
{
    (void)state;
    static micro small;
    trace_event few[] = {{TRACE_EVENT_CREATE, 0, 0, 64 * KB, 0}},
                many[] = {{TRACE_EVENT_CREATE, 0, 0, 4 * MB, 0}};
    scene s = {0};
    write_loads(&small, 2);
    with_buffers(&small, few, 1);
    write_loads(&m, 2);
    with_buffers(&m, many, 1);
    add(&s, 0, 1, 1, &small.trace);
    add(&s, 1, 1, 1, &m.trace);
    const outcome one = run_mix(&s, BEFORE, 1);
    assert_in_range(s.result[0].counters.cycles, copied_at(64 * KB), copied_at(64 * KB) + 4000);
    assert_in_range(s.result[1].counters.cycles, copied_at(64 * KB + 4 * MB),
                    copied_at(64 * KB + 4 * MB) + 4000);
    assert_true(s.result[0].restarts > 0 && told(&one, "far_faults") == 0);
    assert_true((uint64_t)told(&one, "copied") == 4 * MB + (1 + s.result[0].restarts) * 64 * KB);
    const sim_counters of_one = s.machine;
    const outcome three = run_mix(&s, BEFORE, 3);
    assert_memory_equal(&s.machine, &of_one, sizeof of_one);
    assert_true(told(&three, "copied") == told(&one, "copied"));
}

/* A program that touches nothing ends before it has been copied: that what it has asked for arrives does not
 * let the next run begin, nor another program. */
static void programs_end_before_their_copies(void **state)
{
    (void)state;
    trace_event buffer[] = {{TRACE_EVENT_CREATE, 0, 0, KB, 0}}, many[] = {{TRACE_EVENT_CREATE, 0, 0, MB, 0}};
    scene s = {0};
    micro_begin(&idle, 1, 1);
    idle.trace.n_pages = 1;
    const uint32_t add_one = micro_inst(&idle, TRACE_OP_INT, 1, 1);
    micro_warp(&idle);
    for (uint32_t i = 0; i < 200; i++)
        micro_run(&idle, add_one);
    with_buffers(&idle, buffer, 1);
    write_loads(&m, 2);
    with_buffers(&m, many, 1);
    add(&s, 0, 1, 1, &m.trace);
    add(&s, 1, 1, 1, &idle.trace);
    const outcome o = run_mix(&s, BEFORE, 1);
    assert_true(s.result[1].restarts > 20);
    assert_in_range(s.result[0].counters.cycles, copied_at(MB), copied_at(MB) + 4000);
    assert_true((uint64_t)told(&o, "copied") == MB + (1 + s.result[1].restarts) * KB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_crosses_the_link),
        cmocka_unit_test(nothing_waits_after_it),
        cmocka_unit_test(a_copy_is_not_stuck),
        cmocka_unit_test(others_go_on),
        cmocka_unit_test(programs_end_before_their_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
