/* Two small programs on disk, and policies compared on them. */
#ifndef POISE_TESTS_SMALL_PROGRAMS_H
#define POISE_TESTS_SMALL_PROGRAMS_H

#include "evaluate/compare.h"
#include "tests/folder.h"
#include "tests/reuse_trace.h"

/* Two launches that thrash a 32-line L1 with 16 warps and fit it with few, and one that fills a single warp.
 */
static const reuse_shape thrashing[] = {
    {.thread_blocks = 16, .warps_per_block = 2, .footprint_lines = 8, .walks = 4},
    {.thread_blocks = 8, .warps_per_block = 4, .footprint_lines = 4, .walks = 6},
};
static const reuse_shape narrow[] = {
    {.thread_blocks = 2, .warps_per_block = 1, .footprint_lines = 4, .walks = 3}};

static sim_config config;
static evaluate_program programs[2];

/* A machine of 2 SMs with 8 warps per scheduler and 4 KB of L1. */
static inline sim_config small_machine(void)
{
    sim_config machine;
    sim_config_default(&machine);
    machine.sms = 2;
    machine.warps = 16;
    machine.l1_sets = 32;
    machine.l1_ways = 1;
    return machine;
}

/* Writes the launches of a program into a folder and opens it. */
static inline void make_program(evaluate_program *program, const char *name, const reuse_shape *launches,
                                uint32_t n_launches)
{
    assert_int_equal(mkdir(test_path(name), 0700), 0);
    for (uint32_t i = 0; i < n_launches; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s/%04u-reuse.wtr", name, i);
        write_reuse_trace(test_path(file), i, &launches[i]);
    }
    assert_int_equal(evaluate_program_open(program, test_path(name), &config, NULL), POISE_OK);
}

static inline int make_programs(void **state)
{
    if (make_test_folder(state) != 0)
        return -1;
    config = small_machine();
    make_program(&programs[0], "thrashing", thrashing, 2);
    make_program(&programs[1], "narrow", narrow, 1);
    return 0;
}

static inline int remove_programs(void **state)
{
    evaluate_program_free(&programs[0]);
    evaluate_program_free(&programs[1]);
    return remove_test_folder(state);
}

/* Compares `policies` on both programs; the caller frees both. */
static inline int compare(evaluate_comparison *comparison, evaluate_policy_list *list, const char *policies,
                          int jobs, const profile *surface, poise_error *err)
{
    assert_int_equal(evaluate_policy_list_parse(list, policies, NULL), POISE_OK);
    const evaluate_request request = {.config = &config,
                                      .policies = list,
                                      .programs = programs,
                                      .n_programs = 2,
                                      .surface = surface,
                                      .jobs = jobs,
                                      .progress = POISE_PROGRESS_NEVER};
    return evaluate_compare(comparison, &request, err);
}

static inline uint64_t cycles(const evaluate_comparison *comparison, size_t program, size_t policy)
{
    return comparison->cells[evaluate_place(comparison, program, policy)].result.total.cycles;
}

#endif
