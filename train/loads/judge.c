#include "train/loads/judge.h"

#include <math.h>
#include <stdlib.h>

/* Cycles of the launches of each program at {W, W} and as chosen. */
typedef struct program_cycles {
    double base, chosen;
} program_cycles;

/* The loads of a launch that go around. */
static uint32_t set_of(const load_problem *problem, const load_dataset_launch *launch, const bool *allocates)
{
    uint32_t around = 0;
    for (uint32_t i = 0; i < launch->n_loads; i++) {
        const size_t load = launch->first_load + i;
        around |= allocates[load] ? 0 : UINT32_C(1) << problem->data->loads[load].number;
    }
    return around;
}

/* By share of the lines, how much of a launch is treated otherwise. */
static double difference(const load_problem *problem, const load_dataset_launch *launch, uint32_t sets)
{
    double share = 0;
    for (uint32_t i = 0; i < launch->n_loads; i++) {
        const load_dataset_load *load = &problem->data->loads[launch->first_load + i];
        share += sets >> load->number & 1 ? load->share : 0;
    }
    return share;
}

/* The fewest cycles with exactly the set, or with the measured set that differs least. */
static double cycles_with(const load_problem *problem, const load_dataset_launch *launch, uint32_t around,
                          bool *exact)
{
    double nearest = INFINITY, cycles = INFINITY;
    *exact = false;
    for (uint32_t i = 0; i < launch->n_schedules; i++) {
        const profile_schedule *at = &launch->schedules[i];
        /* Less than any difference, also of loads without a share. */
        const double off = at->around == around ? -1 : difference(problem, launch, at->around ^ around);
        *exact = *exact || at->around == around;
        if (off < nearest || (off == nearest && (double)at->cycles < cycles)) {
            nearest = off;
            cycles = (double)at->cycles;
        }
    }
    return cycles;
}

static double best_cycles(const load_dataset_launch *launch)
{
    double cycles = INFINITY;
    for (uint32_t i = 0; i < launch->n_schedules; i++)
        cycles = fmin(cycles, (double)launch->schedules[i].cycles);
    return cycles;
}

static double harmonic_mean(const program_cycles *of, size_t n, double *of_program)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += of[i].chosen / of[i].base;
        if (of_program != NULL)
            of_program[i] = of[i].base / of[i].chosen;
    }
    return (double)n / sum;
}

static void add_margins(const load_problem *problem, const bool *allocates, load_score *score)
{
    for (size_t i = 0; i < problem->data->n_loads; i++) {
        const load_dataset_row *row = problem->row[i];
        if (row == NULL)
            continue;
        const double margin = fabs(row->margin);
        score->loads++;
        score->all += margin;
        if (allocates[i] != (row->margin > 0)) {
            score->wrong += margin > 0;
            score->lost += margin;
            score->worst = fmax(score->worst, margin);
        }
    }
}

/* `allocates` is NULL for the best schedules. */
static int add_cycles(const load_problem *problem, const bool *allocates, double *of_program,
                      load_score *score, poise_error *err)
{
    program_cycles *of = calloc(problem->n_programs, sizeof *of);
    if (of == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to judge %zu programs", problem->n_programs);
    for (size_t i = 0; i < problem->data->n_launches; i++) {
        const load_dataset_launch *launch = &problem->data->launches[i];
        program_cycles *program = &of[problem->of_launch[i]];
        bool exact = true;
        program->base += load_dataset_cycles(launch, launch->warps, launch->warps, 0);
        program->chosen += allocates == NULL
                               ? best_cycles(launch)
                               : cycles_with(problem, launch, set_of(problem, launch, allocates), &exact);
        score->launches++;
        score->elsewhere += !exact;
    }
    score->speedup = harmonic_mean(of, problem->n_programs, of_program);
    free(of);
    return POISE_OK;
}

int load_judge(const load_problem *problem, const bool *allocates, double *of_program, load_score *score,
               poise_error *err)
{
    *score = (load_score){0};
    add_margins(problem, allocates, score);
    return add_cycles(problem, allocates, of_program, score, err);
}

int load_judge_best(const load_problem *problem, double *of_program, load_score *score, poise_error *err)
{
    *score = (load_score){0};
    return add_cycles(problem, NULL, of_program, score, err);
}
