/* Reuse distances and strides of loads, by hand: called directly, and of a trace written by hand. */
#include "profile/sweep/load_patterns.h"
#include "profile/sweep/load_sampler.h"
#include "tests/micro.h"
#include "tests/test.h"

#include <stdlib.h>

enum { OTHER = PROFILE_MOST_LOADS };

static sim_config machine(uint32_t sets, uint32_t ways)
{
    sim_config config;
    sim_config_default(&config);
    config.sms = 1;
    config.l1_sets = sets;
    config.l1_ways = ways;
    config.l1_index = 0; /* linear */
    return config;
}

/* Line `line` of set 0 of an L1 with `sets` sets. */
static uint64_t in_set_0(uint32_t line, uint32_t sets)
{
    return (uint64_t)line * sets * 128;
}

static void assert_reuses(const profile_load_counts *counts, uint64_t touches, uint64_t in_1, uint64_t in_2,
                          uint64_t in_4, uint64_t in_8)
{
    assert_int_equal(counts->touches, touches);
    assert_int_equal(counts->reuses_1, in_1);
    assert_int_equal(counts->reuses_2, in_2);
    assert_int_equal(counts->reuses_4, in_4);
    assert_int_equal(counts->reuses_8, in_8);
}

/* Two ways: line 0 comes again after 0 .. 17 other lines. Remembered are 16 lines. */
static void distances_are_classes_of_the_ways(void **state)
{
    (void)state;
    const sim_config config = machine(16, 2);
    for (uint32_t others = 0; others <= 17; others++) {
        profile_load_counts counts[PROFILE_MOST_LOADS] = {0};
        load_patterns *p = load_patterns_create(&config, 1, 4);
        assert_non_null(p);
        load_patterns_touch(p, 0, in_set_0(0, 16), 3, counts);
        for (uint32_t i = 1; i <= others; i++)
            for (int twice = 0; twice < 2; twice++) /* distinct lines are counted, not touches */
                load_patterns_touch(p, 0, in_set_0(i, 16), OTHER, counts);
        load_patterns_touch(p, 0, in_set_0(0, 16), 5, counts);
        assert_reuses(&counts[3], 1, others < 2, others >= 2 && others < 4, others >= 4 && others < 8,
                      others >= 8 && others < 16);
        assert_reuses(&counts[5], 1, 0, 0, 0, 0);
        load_patterns_free(p);
    }
}

/* The reuse belongs to the load that touched the line before, whichever touches it next. */
static void reuse_belongs_to_the_load_before(void **state)
{
    (void)state;
    const sim_config config = machine(16, 2);
    profile_load_counts counts[PROFILE_MOST_LOADS] = {0};
    load_patterns *p = load_patterns_create(&config, 1, 4);
    assert_non_null(p);
    load_patterns_touch(p, 0, 0, 0, counts);
    load_patterns_touch(p, 0, 0, 1, counts);     /* a reuse of load 0's line */
    load_patterns_touch(p, 0, 0, OTHER, counts); /* of load 1's */
    load_patterns_touch(p, 0, 0, 1, counts);     /* of nobody's that is counted */
    load_patterns_touch(p, 0, 0, 1, counts);     /* of load 1's */
    assert_reuses(&counts[0], 1, 1, 0, 0, 0);
    assert_reuses(&counts[1], 3, 2, 0, 0, 0);
    load_patterns_free(p);
}

/* Of 16 sets 0, 4, 8 and 12 are looked at, each for itself, and each SM for itself; of 2 sets both. */
static void four_sets_of_each_sm_are_sampled(void **state)
{
    (void)state;
    const sim_config config = machine(16, 2), small = machine(2, 2);
    profile_load_counts counts[PROFILE_MOST_LOADS] = {0}, few[PROFILE_MOST_LOADS] = {0};
    load_patterns *p = load_patterns_create(&config, 2, 4), *q = load_patterns_create(&small, 1, 4);
    assert_true(p != NULL && q != NULL);
    for (uint32_t sm = 0; sm < 2; sm++) {
        for (uint32_t line = 0; line < 16; line++)
            load_patterns_touch(p, sm, (uint64_t)line * 128, 0, counts);
    }
    assert_reuses(&counts[0], 8, 0, 0, 0, 0);
    load_patterns_touch(p, 1, 4 * 128, 0, counts);
    assert_reuses(&counts[0], 9, 1, 0, 0, 0);
    for (uint32_t line = 0; line < 2; line++)
        load_patterns_touch(q, 0, (uint64_t)line * 128, 0, few);
    assert_reuses(&few[0], 2, 0, 0, 0, 0);
    load_patterns_free(p);
    load_patterns_free(q);
}

typedef struct execution {
    uint32_t warp, line;
} execution;

static profile_load_counts follow(const execution *executions, size_t n)
{
    const sim_config config = machine(16, 2);
    profile_load_counts counts = {0};
    load_patterns *p = load_patterns_create(&config, 1, 8);
    assert_non_null(p);
    for (size_t i = 0; i < n; i++)
        load_patterns_execute(p, 0, executions[i].warp, (uint64_t)executions[i].line * 128, 2, &counts);
    load_patterns_free(p);
    return counts;
}

static void assert_strides(profile_load_counts counts, uint64_t warp_repeats, uint64_t warp_strides,
                           uint64_t next_repeats, uint64_t next_strides)
{
    assert_int_equal(counts.warp_repeats, warp_repeats);
    assert_int_equal(counts.warp_strides, warp_strides);
    assert_int_equal(counts.next_repeats, next_repeats);
    assert_int_equal(counts.next_strides, next_strides);
}

static void strides_are_those_of_the_prefetch_table(void **state)
{
    (void)state;
    /* One warp: 3, 3 (a repeat), 5, 7 (a stride of 2 again), 9 (again), 5, 1 (a stride of -4). */
    const execution one[] = {{1, 3}, {1, 3}, {1, 5}, {1, 7}, {1, 9}, {1, 5}, {1, 1}};
    assert_strides(follow(one, 7), 1, 3, 0, 0);
    /* Warps 1, 2, 4 and 0, two lines from warp to warp: the stride is confirmed twice. */
    const execution across[] = {{1, 10}, {2, 12}, {4, 16}, {0, 8}};
    assert_strides(follow(across, 4), 0, 0, 0, 2);
    /* The table knows the last warp only: a warp that comes twice renews the address, not the stride. */
    const execution twice[] = {{0, 0}, {1, 2}, {1, 20}, {2, 22}, {3, 22}, {5, 22}};
    assert_strides(follow(twice, 6), 0, 0, 2, 1);
    /* 3 lines over 2 warps, 384 bytes, is 192 bytes a warp; 1 line over 3 warps is no whole number of bytes.
     */
    const execution odd[] = {{0, 0}, {2, 3}, {4, 6}, {7, 7}, {6, 4}};
    assert_strides(follow(odd, 5), 0, 0, 0, 1);
}

/* One warp at {1, 1}: load a of lines 0, 4, 8, 0 and 0 again, load b of 8 twice, an L1 of 4 sets and 2 ways.
 */
static void a_trace_is_counted_by_hand(void **state)
{
    (void)state;
    static micro m;
    poise_error err;
    micro_begin(&m, 1, 1);
    const uint32_t a = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1),
                   use_a = micro_inst(&m, TRACE_OP_INT, 3, 1),
                   b = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 2, -1),
                   use_b = micro_inst(&m, TRACE_OP_INT, 3, 2), end = micro_inst(&m, TRACE_OP_EXIT, -1, -1);
    const uint32_t lines_of_a[] = {0, 4, 8, 0, 0};
    micro_warp(&m);
    for (size_t i = 0; i < 5; i++) {
        micro_access(&m, a, lines_of_a[i], 1, 1);
        micro_run(&m, use_a); /* waits, so that accesses are in order */
    }
    for (int i = 0; i < 2; i++) {
        micro_access(&m, b, 8, 1, 1);
        micro_run(&m, use_b);
    }
    micro_run(&m, end);
    profile_load loads[] = {{.pc = a}, {.pc = b}};
    const profile_kernel kernel = {.warps = 1, .n_loads = 2, .loads = loads};
    profile_load_counts counts[PROFILE_MOST_LOADS] = {0};
    const sim_config config = machine(4, 2);
    if (sweep_sample_loads(&config, &(sim_policies){0}, &m.trace, 1, &kernel, NULL, counts, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(counts[0].executions, 5);
    assert_int_equal(counts[1].executions, 2);
    /* 0 comes again after two others and after none; load a's 8 is touched again by load b after one other.
     */
    assert_reuses(&counts[0], 5, 2, 1, 0, 0);
    assert_reuses(&counts[1], 2, 1, 0, 0, 0);
    /* 0 4 8 goes on at a stride; 0 0 repeats. */
    assert_strides(counts[0], 1, 1, 0, 0);
    assert_strides(counts[1], 1, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_classes_of_the_ways),
        cmocka_unit_test(reuse_belongs_to_the_load_before),
        cmocka_unit_test(four_sets_of_each_sm_are_sampled),
        cmocka_unit_test(strides_are_those_of_the_prefetch_table),
        cmocka_unit_test(a_trace_is_counted_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
