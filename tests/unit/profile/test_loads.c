/* The search for loads that had better allocate nothing (profile/sweep/loads.h), on launches whose cycles are
 * a formula: what it finds against every set at every point of the grid. */
#include "common/hash.h"
#include "profile/sweep/grid.h"
#include "profile/sweep/load_sampler.h"
#include "profile/sweep/load_windows.h"
#include "profile/sweep/loads.h"
#include "tests/folder.h"
#include "tests/micro.h"
#include "tests/test.h"
#include "trace/synthetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARPS = 12, LOADS = 5 };

typedef uint32_t cycles_of(uint32_t n, uint32_t p, uint32_t around);

/* A kernel with its plane measured, and room for sets. */
static profile_kernel make(cycles_of f, sweep_loads mode)
{
    profile_kernel kernel = {.warps = WARPS, .n_loads = LOADS};
    kernel.points = calloc(profile_points(WARPS), sizeof *kernel.points);
    kernel.loads = calloc(LOADS, sizeof *kernel.loads);
    kernel.sets = calloc(sweep_loads_most(mode, WARPS, LOADS, 0) + 1, sizeof *kernel.sets);
    assert_true(kernel.points != NULL && kernel.loads != NULL && kernel.sets != NULL);
    for (uint32_t i = 0; i < LOADS; i++)
        kernel.loads[i] = (profile_load){.pc = 10 * i, .share = 1.0 / LOADS};
    for (uint32_t n = 1; n <= WARPS; n++)
        for (uint32_t p = 0; p <= n; p++)
            kernel.points[profile_point(n, p)].cycles = f(n, p, 0);
    return kernel;
}

/* Measures what is asked for until nothing is; returns the number of sets. */
static uint32_t measure(profile_kernel *kernel, cycles_of f, sweep_loads mode)
{
    for (;;) {
        const uint32_t before = kernel->n_sets;
        const size_t n = sweep_loads_next(mode, kernel, 0);
        assert_int_equal(kernel->n_sets, before + n);
        assert_true(kernel->n_sets <= sweep_loads_most(mode, WARPS, LOADS, 0));
        if (n == 0)
            return kernel->n_sets;
        for (uint32_t i = before; i < kernel->n_sets; i++) {
            profile_set *set = &kernel->sets[i];
            assert_true(profile_has(WARPS, set->n, set->p) && set->around > 0 && set->around < 1u << LOADS);
            for (uint32_t k = 0; k < i; k++)
                assert_false(kernel->sets[k].n == set->n && kernel->sets[k].p == set->p &&
                             kernel->sets[k].around == set->around);
            set->cycles = f(set->n, set->p, set->around);
        }
    }
}

/* The search finds the best of all sets at all points of the coarse grid, or one at most `slack` slower. */
static void finds(cycles_of f, double slack)
{
    profile_kernel searched = make(f, SWEEP_LOADS_ADAPTIVE), all = make(f, SWEEP_LOADS_FULL);
    const uint32_t n = measure(&searched, f, SWEEP_LOADS_ADAPTIVE), most = measure(&all, f, SWEEP_LOADS_FULL);
    assert_true(n <= 160 && n < most);
    const profile_schedule found = profile_best_schedule(&searched), best = profile_best_schedule(&all);
    assert_int_equal(found.cycles,
                     found.around == 0 ? f(found.n, found.p, 0) : f(found.n, found.p, found.around));
    if ((double)found.cycles > (1 + slack) * (double)best.cycles)
        fail_msg("{%u, %u} 0x%x takes %lu, {%u, %u} 0x%x takes %lu", found.n, found.p, found.around,
                 (unsigned long)found.cycles, best.n, best.p, best.around, (unsigned long)best.cycles);
    profile_kernel_free(&searched);
    profile_kernel_free(&all);
}

static uint32_t far(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* One stream beside four loads with reuse: without it all warps fit. */
static uint32_t one_stream(uint32_t n, uint32_t p, uint32_t around)
{
    return 10000 + 100 * (uint32_t)__builtin_popcount(around & (UINT32_MAX - 4)) +
           (around & 4 ? 200 * (WARPS - n) : 300 * n) + (around & 4 ? 20 * (n - p) : 50 * far(p, 2));
}

/* Two streams that only help together, fewest cycles at N = 6, p = 4. */
static uint32_t two_streams(uint32_t n, uint32_t p, uint32_t around)
{
    const bool both = (around & 10) == 10;
    return 20000 - (both ? 8000u : 0) + 300 * (uint32_t)__builtin_popcount(around & (UINT32_MAX - 10)) +
           150 * far(n, 6) + 40 * far(p, 4);
}

/* No load is worth anything: the tuple stays. */
static uint32_t none_helps(uint32_t n, uint32_t p, uint32_t around)
{
    return 9000 + 100 * far(n, 4) + 30 * far(p, 2) + 500 * (uint32_t)__builtin_popcount(around);
}

/* Allocation never helps: p = 0, or every load around, which is the same. */
static uint32_t nobody(uint32_t n, uint32_t p, uint32_t around)
{
    const uint32_t allocating = LOADS - (uint32_t)__builtin_popcount(around);
    return 5000 + p * allocating * 90 + 10 * (WARPS - n);
}

/* Without load 2, of N = p the best is 6; there fewer p are better, and only with few p more warps are. */
static uint32_t aside(uint32_t n, uint32_t p, uint32_t around)
{
    if (!(around & 4))
        return 20000 + 100 * far(n, 6) + 100 * far(p, 6) + 300 * (uint32_t)__builtin_popcount(around);
    return 10000 + 100 * far(n + p, 12) + 150 * p +
           300 * (uint32_t)__builtin_popcount(around & (UINT32_MAX - 4));
}

/* Without load 2 one warp is best; fewer there are not. */
static uint32_t one_warp(uint32_t n, uint32_t p, uint32_t around)
{
    return (around & 4 ? 10000 : 15000) + 100 * n + 10 * (n - p) +
           300 * (uint32_t)__builtin_popcount(around & (UINT32_MAX - 4));
}

static void the_best_set_is_found(void **state)
{
    (void)state;
    finds(one_stream, 0);
    finds(two_streams, 0);
    finds(none_helps, 0);
    finds(nobody, 0.001);
    finds(aside, 0);
    finds(one_warp, 0);
}

static void where_no_load_helps_the_tuple_is_best(void **state)
{
    (void)state;
    profile_kernel kernel = make(none_helps, SWEEP_LOADS_ADAPTIVE);
    measure(&kernel, none_helps, SWEEP_LOADS_ADAPTIVE);
    const profile_schedule best = profile_best_schedule(&kernel), tuple = profile_best_tuple(&kernel);
    assert_int_equal(best.around, 0);
    assert_int_equal(best.n, 4);
    assert_int_equal(best.p, 2);
    assert_int_equal(best.cycles, tuple.cycles);
    profile_kernel_free(&kernel);
}

static void schedules_are_policy_strings(void **state)
{
    (void)state;
    profile_kernel kernel = make(none_helps, SWEEP_LOADS_ADAPTIVE);
    char *plain = profile_schedule_policy(&kernel, (profile_schedule){.n = 4, .p = 2}),
         *loads = profile_schedule_policy(&kernel, (profile_schedule){.n = 4, .p = 4, .around = 0x15});
    assert_string_equal(plain, "tuple:4:2");
    assert_string_equal(loads, "tuple:4:4:loads=0,20,40");
    free(plain);
    free(loads);
    profile_kernel_free(&kernel);
}

/* Of a synthetic kernel: its loads, by number, with shares that add up to 1. */
static void loads_of_a_trace_are_found(void **state)
{
    (void)state;
    poise_error err;
    warp_trace trace;
    profile_kernel kernel = {.warps = WARPS};
    const trace_synthetic shape = {.thread_blocks = 4,
                                   .threads_per_block = 64,
                                   .iterations = 3,
                                   .alu_per_load = 1,
                                   .lines_per_load = 2,
                                   .footprint_lines = 8,
                                   .registers_per_thread = 16};
    if (trace_make_reuse(&trace, &shape, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(sweep_loads_find(&kernel, &trace, SWEEP_LOADS_NONE, 0, &err), POISE_OK);
    assert_int_equal(kernel.n_loads, 0);
    assert_int_equal(sweep_loads_find(&kernel, &trace, SWEEP_LOADS_ADAPTIVE, 0, &err), POISE_OK);
    assert_true(kernel.n_loads >= 1);
    double sum = 0;
    for (uint32_t i = 0; i < kernel.n_loads; i++) {
        assert_int_equal(trace.header.inst[kernel.loads[i].pc].op, TRACE_OP_LOAD_GLOBAL);
        sum += kernel.loads[i].share;
    }
    assert_true(fabs(sum - 1) < 1e-9);
    profile_kernel_free(&kernel);
    warp_trace_free(&trace);
}

/* What is counted of the loads is, added up, what the machine counts of all. */
static void counts_of_loads_add_up(void **state)
{
    (void)state;
    poise_error err;
    warp_trace trace;
    profile_kernel kernel = {.warps = 8};
    sim_config config;
    simulator *sim = NULL;
    sim_counters machine = {0};
    const trace_synthetic shape = {.thread_blocks = 12,
                                   .threads_per_block = 256,
                                   .iterations = 40,
                                   .alu_per_load = 1,
                                   .lines_per_load = 4,
                                   .footprint_lines = 600,
                                   .seed = 3,
                                   .registers_per_thread = 16};
    sim_config_default(&config);
    config.sms = 2;
    if (trace_make_random(&trace, &shape, &err) != POISE_OK ||
        sweep_loads_find(&kernel, &trace, SWEEP_LOADS_ADAPTIVE, 0, &err) != POISE_OK ||
        sim_create(&sim, &config, &(sim_policies){.sched = "tuple:8:8"}, &err) != POISE_OK ||
        sim_launch(sim, &trace, &machine, NULL, &err) != POISE_OK)
        fail_msg("%s", err.text);
    profile_load_counts counts[PROFILE_MOST_LOADS] = {0}, sum = {0};
    if (sweep_sample_loads(&config, &(sim_policies){0}, &trace, 8, &kernel, NULL, counts, &err) != POISE_OK)
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < kernel.n_loads; i++) {
#define LOAD_COUNT(member, unit, meaning) sum.member += counts[i].member;
#include "profile/load_counts.def"
#undef LOAD_COUNT
    }
    assert_int_equal(sum.executions, machine.global_loads);
    assert_int_equal(sum.lookups, machine.l1_read_accesses);
    assert_int_equal(sum.hits, machine.l1_read_hits);
    assert_int_equal(sum.intra_hits, machine.l1_intra_hits);
    assert_int_equal(sum.merges, machine.l1_merges);
    assert_true(sum.hits > 0 && sum.merges > 0);
    assert_true(sum.touches > sum.lookups / 16 && sum.touches < sum.lookups / 4); /* of 4 of 32 sets */
    assert_true(sum.reuses_1 > 0 && sum.reuses_8 > 0);
    assert_true(sum.reuses_1 + sum.reuses_2 + sum.reuses_4 + sum.reuses_8 < sum.touches);
    assert_true(sum.evicted_unused > 0 && sum.evicted_unused < machine.l1_read_misses);
    assert_true(sum.latency > sum.executions * config.l1_latency);
    if (sweep_sample_load_windows(&config, &(sim_policies){0}, &trace, &kernel, NULL, &err) != POISE_OK)
        fail_msg("%s", err.text);
    profile_load_window one = {0}, max = {0};
    for (uint32_t i = 0; i < kernel.n_loads; i++) {
#define LOAD_WINDOW_COUNT(member, meaning)              \
    one.member += kernel.loads[i].window_at_one.member; \
    max.member += kernel.loads[i].window_at_max.member;
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
    }
    assert_true(max.lookups > 0 && one.lookups > 0);
    /* Each is executed and looked up once, in one window or in none. */
    assert_true(max.executions + one.executions < machine.global_loads);
    assert_in_range(one.lookups, 39 * one.executions / 10, 41 * one.executions / 10); /* of 4 lines each */
    assert_true(one.hits + one.merges <= one.lookups && one.unused > 0);
    assert_true(one.unused + one.used <= one.lookups);
    sim_destroy(sim);
    profile_kernel_free(&kernel);
    warp_trace_free(&trace);
}

/* Loads of 32 lines that hit, one after the other: a line is looked up in each cycle, by all warps or by one.
 * The window with one is looked at after 6000 / 8 + 1 cycles, and ends then, as 256 look-ups of its load are
 * enough; SMs meet as often, since that is the latency of the crossbar. The window before takes 6008 cycles,
 * settling 751. The launch, of 9600 look-ups and few misses, ends in the next window with all warps. */
static void a_window_ends_when_it_has_seen_enough(void **state)
{
    (void)state;
    enum { OF_A_LOAD = 32, LOADS_OF_A_WARP = 150, OF_WARPS = 2, LOOK = 6000 / 8 + 1 };
    static const char *const settings[] = {"sms=1", "core_mhz=1400", "icnt_mhz=1400", "icnt_latency=751"};
    static micro m;
    poise_error err = {0};
    sim_config config;
    profile_load load = {.pc = 0};
    profile_kernel kernel = {.warps = WARPS, .n_loads = 1, .loads = &load};
    micro_begin(&m, 1, OF_WARPS);
    const uint32_t inst = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    for (uint32_t w = 0; w < OF_WARPS; w++) {
        micro_warp(&m);
        for (uint32_t k = 0; k < LOADS_OF_A_WARP; k++)
            micro_access(&m, inst, 0, OF_A_LOAD, 1);
    }
    sim_config_default(&config);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(sim_config_set(&config, settings[i], NULL), POISE_OK);
    if (sweep_sample_load_windows(&config, &(sim_policies){0}, &m.trace, &kernel, NULL, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(load.window_at_one.lookups, LOOK);
}

/* Three loads, of the lines 1, 2 and 4 of a source that lies beside their trace. */
static void quoted(const char *text, const char *hashed, profile_kernel *kernel)
{
    static char hash[POISE_HASH_TEXT], name[64];
    static trace_note note = {"source_hash", hash};
    const trace_header header = {.n_notes = 1, .notes = &note};
    poise_hash_bytes(hashed, strlen(hashed), hash);
    snprintf(name, sizeof name, "source-%s.cl", hash);
    spill(test_path(name), text, strlen(text));
    for (uint32_t i = 0; i < 3; i++)
        kernel->loads[i] = (profile_load){.source_line = 1 + i + i / 2};
    sweep_loads_quote(kernel, test_path("a.wtr"), &header);
}

static void loads_have_their_lines_of_the_source(void **state)
{
    (void)state;
    profile_load loads[3];
    profile_kernel kernel = {.loads = loads, .n_loads = 3};
    static const char lines[] = " \tint a = x[i];\r\nb = x[j]; /* \x01 */\n\n", e_acute[] = "\xc3\xa9";
    char text[sizeof lines + PROFILE_SOURCE_TEXT + 1];
    snprintf(text, sizeof text, "%s%0*d%s", lines, PROFILE_SOURCE_TEXT - 2, 0, e_acute);
    quoted(text, text, &kernel);
    assert_string_equal(loads[0].source, "int a = x[i];");
    assert_string_equal(loads[1].source, ""); /* nothing that a terminal would obey */
    assert_int_equal(strspn(loads[2].source, "0"), PROFILE_SOURCE_TEXT - 2); /* no half of a character */
    assert_int_equal(strlen(loads[2].source), PROFILE_SOURCE_TEXT - 2);
    quoted("another one", text, &kernel);
    assert_string_equal(loads[0].source, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_set_is_found),
        cmocka_unit_test(where_no_load_helps_the_tuple_is_best),
        cmocka_unit_test(schedules_are_policy_strings),
        cmocka_unit_test(loads_of_a_trace_are_found),
        cmocka_unit_test(counts_of_loads_add_up),
        cmocka_unit_test(a_window_ends_when_it_has_seen_enough),
        cmocka_unit_test(loads_have_their_lines_of_the_source),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
