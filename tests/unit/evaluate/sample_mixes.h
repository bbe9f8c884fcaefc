/* Results of mixes made by hand: two programs, and one with two CPU cores beside it, under two policies. */
#ifndef POISE_TESTS_SAMPLE_MIXES_H
#define POISE_TESTS_SAMPLE_MIXES_H

#include "evaluate/results/results.h"
#include "tests/test.h"

#define SAMPLE_MIX_HASH "ffeeddccbbaa99887766554433221100"

static evaluate_mix_program sample_mix_programs[] = {
    {.name = (char *)"first", .n_launches = 2, .hash = SAMPLE_MIX_HASH},
    {.name = (char *)"second", .n_launches = 1, .hash = SAMPLE_MIX_HASH},
    {.name = (char *)"beside", .n_launches = 3, .hash = SAMPLE_MIX_HASH},
};
static evaluate_mix_cpu sample_mix_cpus[] = {{.name = (char *)"gzip", .hash = SAMPLE_MIX_HASH},
                                             {.name = (char *)"xz", .hash = SAMPLE_MIX_HASH}};
static evaluate_mix sample_mixes[] = {
    {.name = (char *)"two", .n = 2, .programs = sample_mix_programs},
    {.name = (char *)"cores",
     .n = 1,
     .programs = sample_mix_programs + 2,
     .n_cpus = 2,
     .cpus = sample_mix_cpus},
};
static sim_config sample_mix_config;
static evaluate_policy_list sample_mix_policies, sample_mix_alone;
static evaluate_mixes sample_of_mixes;

/* The second policy tells of the scheduler of its first program, and of what serves all. */
static void sample_mix_tell(evaluate_mix_cell *cell, const evaluate_mix *mix, uint64_t place)
{
    if (place % 2 == 0)
        return;
    assert_null(evaluate_statistics_add(&cell->shared.statistics[0], "epochs", "1", (double)place));
    assert_null(evaluate_statistics_add(&cell->shared.statistics[0], "mean_n", "warp", 1.5));
    assert_null(evaluate_statistics_add(&cell->shared.statistics[mix->n], "dram_row_hits", "1", 0.25));
}

/* What somebody who watched was told. */
static inline void sample_mix_watch(evaluate_course *course)
{
    assert_null(evaluate_course_add_series(course, "app0", "ipc", "ipc", "instruction/cycle"));
    assert_null(evaluate_course_add_series(course, "app1", "ipc", "ipc", "instruction/cycle"));
    assert_null(evaluate_course_add_series(course, "app0", "row_hits", "row_hits", "1"));
    for (uint64_t k = 1; k <= 2; k++)
        for (size_t i = 0; i < 2; i++)
            assert_null(course_series_add(&course->series[i], 1000 * k, (double)(i + k)));
    assert_null(course_series_add(&course->series[2], 1000, 0.25));
}

/* Cell [mix][policy] has numbers of its own. */
static void sample_mix_fill(evaluate_mix_cell *cell, const evaluate_mix *mix, uint64_t place)
{
    for (size_t i = 0; i < mix->n; i++) {
        cell->ranges[i] = (evaluate_range){(uint32_t)i * 4, 4};
        cell->shared.programs[i] = (sim_mix_result){
            .counters = {.cycles = 1000 * (place + 2) + i, .thread_insts = 64000, .l1_read_accesses = 10},
            .cut_short = i,
            .restarts = place};
        cell->alone.programs[i].counters = (sim_counters){.cycles = 1000 + i, .thread_insts = 64000};
    }
    for (size_t i = 0; i < mix->n_cpus; i++) {
        cell->shared.cpus[i] = (sim_cpu_result){.cut_short = i == 1,
                                                .restarts = place + i,
                                                .counts = {.cycles = 300 * (place + 1), .instructions = 900},
                                                .below = {.dram_reads = 7 + i}};
        cell->alone.cpus[i].counts = (cpu_counts){.cycles = 300, .instructions = 900 + i};
    }
}

static int make_sample_mixes(void)
{
    sim_config_default(&sample_mix_config);
    assert_int_equal(evaluate_policy_list_parse(&sample_mix_policies, "gto,order=lrr+dram:fcfs", NULL),
                     POISE_OK);
    assert_int_equal(evaluate_policy_list_parse(&sample_mix_alone, "gto", NULL), POISE_OK);
    const evaluate_mixes_request request = {.config = &sample_mix_config,
                                            .policies = &sample_mix_policies,
                                            .mixes = sample_mixes,
                                            .n_mixes = 2,
                                            .alone = &sample_mix_alone,
                                            .best = true};
    assert_int_equal(evaluate_mixes_allocate(&sample_of_mixes, &request, NULL), POISE_OK);
    for (size_t i = 0; i < sample_of_mixes.n_cells; i++) {
        sample_mix_fill(&sample_of_mixes.cells[i], &sample_mixes[i / 2], i);
        sample_mix_tell(&sample_of_mixes.cells[i], &sample_mixes[i / 2], i);
        sample_of_mixes.cells[i].n_splits = i + 1;
    }
    sample_of_mixes.n_alone = 5;
    evaluate_mixes_measure(&sample_of_mixes);
    return 0;
}

static void free_sample_mixes(void)
{
    evaluate_mixes_free(&sample_of_mixes);
    evaluate_policy_list_free(&sample_mix_policies);
    evaluate_policy_list_free(&sample_mix_alone);
}

#endif
