/* Mosaic in a simulation, by the events of buffers in traces: what programs create and release between
 * launches makes large pages, splinters them, compacts frames and ends in the emergency list. The counts
 * are computed by hand; pages of 4 KB, large pages and frames of 512. */
#include "sim/mix.h"
#include "sim_hooks/vm.h"
#include "tests/shape/sim/kernels.h"
#include "tests/unit/sim/translated.h"

#include <string.h>

enum { PAGE = 1 << VM_BASE_BITS, LARGE = 1 << VM_LARGE_BITS, PAGES = LARGE / PAGE, LAUNCHES = 4 };

static warp_trace launches[LAUNCHES];
static trace_event events[LAUNCHES][4];

/* Each launch loads from all over buffer H. */
static warp_trace make_kernel(uint64_t seed)
{
    warp_trace trace;
    const trace_synthetic shape = {.thread_blocks = 8,
                                   .threads_per_block = 256,
                                   .iterations = 10,
                                   .alu_per_load = 2,
                                   .lines_per_load = 2,
                                   .footprint_lines = PAGES * 32,
                                   .seed = seed};
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    assert_int_equal(trace.n_pages, 1);
    return trace;
}

static void add_event(uint32_t launch, trace_event_kind kind, uint64_t large_pages, uint64_t pages)
{
    trace_header *h = &launches[launch].header;
    events[launch][h->n_events++] =
        (trace_event){.kind = kind,
                      .address = launches[launch].page_address[0] + large_pages * LARGE,
                      .bytes = pages * PAGE};
    h->events = events[launch];
}

/* H at 0, A at 8, B at 9, C at 16, D at 24, E at 32, F at 40 large pages behind the first address. */
static int make_program(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LAUNCHES; i++)
        launches[i] = make_kernel(i + 1);
    add_event(0, TRACE_EVENT_CREATE, 0, PAGES);
    add_event(0, TRACE_EVENT_CREATE, 8, PAGES);
    add_event(0, TRACE_EVENT_CREATE, 9, PAGES);
    add_event(0, TRACE_EVENT_CREATE, 16, 300);
    add_event(1, TRACE_EVENT_RELEASE, 8, PAGES - 12); /* of A, 12 are left */
    add_event(1, TRACE_EVENT_RELEASE, 9, 200);        /* of B, 312 */
    add_event(2, TRACE_EVENT_CREATE, 24, 2 * PAGES);
    add_event(2, TRACE_EVENT_CREATE, 32, 300);
    add_event(3, TRACE_EVENT_RELEASE, 24, 2 * PAGES);
    add_event(3, TRACE_EVENT_CREATE, 40, PAGES);
    return 0;
}

static int free_program(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LAUNCHES; i++) {
        launches[i].header.n_events = 0;
        launches[i].header.events = NULL; /* ours */
        warp_trace_free(&launches[i]);
    }
    return 0;
}

static simulator *make_machine(const char *vm, const char *copies, uint32_t threads)
{
    static const char *const small[] = {"sms=4", "channels=2", "l2_banks=4", NULL};
    sim_config config = shape_machine(small);
    simulator *sim = NULL;
    poise_error err;
    if (sim_config_set(&config, copies, &err) ||
        sim_create(
            &sim, &config,
            &(sim_policies){.sched = "gto", .tlb = "shared_tlb:l1=8:l1_large=2:l2=64:l2_large=4", .vm = vm},
            &err) ||
        sim_set_threads(sim, threads, &err))
        fail_msg("%s", err.text);
    return sim;
}

static uint64_t told(const outcome *o, const char *name)
{
    for (size_t i = 0; i < o->n_statistics; i++)
        if (!strcmp(o->statistics[i].name, name))
            return (uint64_t)o->statistics[i].value;
    fail_msg("no statistic %s", name);
    return 0;
}

static outcome after(simulator *sim)
{
    outcome o = {0};
    o.n_statistics = sim_policy_statistics(sim, POLICY_AT_VM, o.statistics, POLICY_STATISTICS);
    return o;
}

/* In memory of five frames: H, A and B are a large page each, C has the fourth frame.
 *
 * Launch 1: A is below the threshold of 256: it is splintered, and its 12 pages move to the free places
 * beside C. B is not: it stays large with 200 holes.
 * Launch 2: D has the fifth frame and what was A's. E finds 512 - 300 - 12 = 200 places beside C; for the
 * other 100 memory has ended: B is given up, from the emergency list, and splintered for its holes.
 * Launch 3: D is gone, two large pages with it; F takes one of the two frames. */
static void releases_have_the_effects_of_the_source(void **state)
{
    (void)state;
    static const struct {
        uint64_t pages, coalesced, splintered, compacted, moved, emergency;
    } expected[LAUNCHES] = {{3 * PAGES + 300, 3, 0, 0, 0, 0},
                            {PAGES + 12 + 312 + 300, 3, 1, 1, 12, 0},
                            {3 * PAGES + 12 + 312 + 600, 5, 2, 1, 12, 1},
                            {2 * PAGES + 12 + 312 + 600, 6, 4, 1, 12, 1}};
    simulator *sim = make_machine("mosaic:memory=10:paging=none", "page_copies=time", 1);
    poise_error err;
    for (uint32_t i = 0; i < LAUNCHES; i++) {
        sim_counters counters;
        if (sim_launch(sim, &launches[i], &counters, NULL, &err))
            fail_msg("%s", err.text);
        const outcome o = after(sim);
        const uint64_t code = told(&o, "pages") - expected[i].pages;
        assert_true(code <= 1); /* a page of instructions */
        assert_int_equal(told(&o, "coalesced"), expected[i].coalesced);
        assert_int_equal(told(&o, "splintered"), expected[i].splintered);
        assert_int_equal(told(&o, "compacted"), expected[i].compacted);
        assert_int_equal(told(&o, "moved"), expected[i].moved);
        assert_int_equal(told(&o, "emergency"), expected[i].emergency);
    }
    sim_destroy(sim);
}

/* ---- any number of threads ---- */

static int give(void *user, size_t program, size_t launch, const warp_trace **given, poise_error *err)
{
    (void)user, (void)program, (void)err;
    *given = &launches[launch];
    return POISE_OK;
}

/* Two programs, each of which begins its launches while the other runs. */
static outcome run_pair(const char *vm, const char *copies, uint32_t threads)
{
    static const sim_mix_program places[] = {{.n_sms = 1, .n_launches = LAUNCHES},
                                             {.first_sm = 1, .n_sms = 3, .n_launches = LAUNCHES}};
    const sim_mix mix = {.programs = places, .n = 2, .read = give};
    sim_mix_result results[2];
    poise_error err;
    simulator *sim = make_machine(vm, copies, threads);
    if (sim_run_mix(sim, &mix, results, NULL, &err))
        fail_msg("%s: %s", vm, err.text);
    outcome o = after(sim);
    for (size_t i = 0; i < 2; i++)
        o.counters[i] = results[i].counters;
    sim_destroy(sim);
    return o;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"mosaic:memory=48:paging=none", "page_copies=time"},
        {"mosaic:memory=48:fragmentation=100:occupancy=25:paging=none", "page_copies=traffic"},
        {"mosaic:memory=48:fragmentation=60:occupancy=25:paging=before:compaction=bulk", "page_copies=time"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const outcome one = run_pair(ways[i][0], ways[i][1], 1);
        assert_true(told(&one, "coalesced") >= 6 && told(&one, "splintered") >= 4 &&
                    told(&one, "moved") >= 24);
        for (uint32_t threads = 2; threads <= 8; threads += threads < 4 ? 1 : 4) {
            const outcome more = run_pair(ways[i][0], ways[i][1], threads);
            assert_same(&one, &more);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_have_the_effects_of_the_source),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, make_program, free_program);
}
