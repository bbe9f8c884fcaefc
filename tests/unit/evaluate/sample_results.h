/* Results made by hand: two programs of two launches and one, under a dynamic, a static and a steered policy.
 */
#ifndef POISE_TESTS_SAMPLE_RESULTS_H
#define POISE_TESTS_SAMPLE_RESULTS_H

#include "evaluate/results/results.h"
#include "evaluate/warnings.h"
#include "tests/test.h"

#include <string.h>

#define SAMPLE_HASH "00112233445566778899aabbccddeeff"

static evaluate_launch sample_launches[] = {
    {.kernel = (char *)"rows", .index = 0, .trace_hash = SAMPLE_HASH, .warps = 8, .filled_warps = 8},
    {.kernel = (char *)"columns", .index = 1, .trace_hash = SAMPLE_HASH, .warps = 6, .filled_warps = 1},
    {.kernel = (char *)"other", .index = 0, .trace_hash = SAMPLE_HASH, .warps = 4, .filled_warps = 4},
};
static evaluate_program sample_programs[] = {
    {.name = (char *)"first", .n_launches = 2, .launches = sample_launches},
    {.name = (char *)"second", .n_launches = 1, .launches = sample_launches + 2},
};
static sim_config sample_config;
static evaluate_policy_list sample_policies;
static evaluate_comparison sample;

/* Cell [program][policy] has numbers of its own. */
static void sample_fill(evaluate_cell *cell, size_t place, size_t launches)
{
    assert_int_equal(evaluate_result_allocate(&cell->result, launches, NULL), POISE_OK);
    for (size_t i = 0; i < launches; i++) {
        cell->result.launches[i] = (sim_counters){.cycles = 1000 * (place + 1) + i,
                                                  .thread_insts = 32000,
                                                  .l1_read_accesses = 100,
                                                  .l1_read_hits = 10 + place,
                                                  .l1_intra_hits = 5,
                                                  .misses_returned = 10,
                                                  .miss_latency = 4000};
    }
}

static void sample_steer(evaluate_cell *cell)
{
    static const evaluate_change changes[] = {{0, 0, 8, 8}, {400, 0, 2, 0}, {0, 3, 8, 8}};
    evaluate_history *history = &cell->result.histories[0];
    history->n = sizeof changes / sizeof changes[0];
    history->changes = malloc(sizeof changes);
    assert_non_null(history->changes);
    memcpy(history->changes, changes, sizeof changes);
    cell->result.facts[0] = (evaluate_facts){.tuple_cycles = 6000,
                                             .tuple_n_cycles = 20000,
                                             .tuple_p_cycles = 14000,
                                             .search_cycles = 400,
                                             .tuple_changes = 3,
                                             .tuple_changes_kept = 3};
}

static void sample_tell(evaluate_statistics *figures)
{
    assert_null(evaluate_statistics_add(figures, "windows", "window", 3));
    assert_null(evaluate_statistics_add(figures, "mean-length", "core cycle", 0.1));
}

/* Two parts of a whole in two epochs, and a number of the machine. */
static inline void sample_watch(evaluate_course *course)
{
    assert_null(evaluate_course_add_series(course, "l2", "types", "hit", "warp"));
    assert_null(evaluate_course_add_series(course, "l2", "types", "miss", "warp"));
    assert_null(evaluate_course_add_series(course, "machine", "wait", "wait", "cycle"));
    for (uint64_t epoch = 1; epoch <= 2; epoch++) {
        assert_null(course_series_add(&course->series[0], 1000 * epoch, 3));
        assert_null(course_series_add(&course->series[1], 1000 * epoch, (double)epoch));
    }
    assert_null(course_series_add(&course->series[2], 1500, 0.5));
}

static int make_sample(void)
{
    policy_scheme_list schemes = {0};
    sim_config_default(&sample_config);
    assert_int_equal(policy_schemes_add(&schemes, "gto,swl=swl+dram:strange,steered:some/file.model", NULL),
                     POISE_OK);
    assert_int_equal(evaluate_policy_list_of(&sample_policies, &schemes, NULL), POISE_OK);
    strcpy(sample_policies.policies[2].file_hash, SAMPLE_HASH);
    sample = (evaluate_comparison){.request = {.config = &sample_config,
                                               .policies = &sample_policies,
                                               .programs = sample_programs,
                                               .n_programs = 2,
                                               .surface_hash = SAMPLE_HASH,
                                               .surface_policies = "dram:strange"}};
    assert_int_equal(evaluate_comparison_allocate(&sample, NULL), POISE_OK);
    for (size_t place = 0; place < 6; place++) {
        sample_fill(&sample.cells[place], place, sample_programs[place / 3].n_launches);
        if (place % 3 == 1)
            assert_int_equal(evaluate_schedule_diagonal(&sample.cells[place].schedule,
                                                        &sample_programs[place / 3], 2, NULL),
                             POISE_OK);
    }
    sample_steer(&sample.cells[2]);
    sample_tell(&sample.cells[0].result.statistics[1]);
    sample_tell(&sample.cells[2].result.statistics[1]);
    sample_tell(&sample.cells[5].result.statistics[0]);
    for (size_t place = 0; place < 6; place++)
        evaluate_result_sum(&sample.cells[place].result);
    evaluate_comparison_measure(&sample);
    return evaluate_collect_warnings(&sample, NULL);
}

static void free_sample(void)
{
    evaluate_comparison_free(&sample);
    evaluate_policy_list_free(&sample_policies);
}

#endif
