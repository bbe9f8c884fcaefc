#include "train/loads/problem.h"

#include <stdlib.h>
#include <string.h>

static size_t known_program(const load_problem *problem, const char *name)
{
    size_t i = 0;
    while (i < problem->n_programs && strcmp(problem->program[i], name) != 0)
        i++;
    return i;
}

int load_problem_open(load_problem *problem, const load_dataset *data, poise_error *err)
{
    *problem = (load_problem){.data = data,
                              .program = calloc(data->n_launches + 1, sizeof *problem->program),
                              .of_launch = calloc(data->n_launches + 1, sizeof *problem->of_launch),
                              .row = calloc(data->n_loads + 1, sizeof(void *))};
    if (problem->program == NULL || problem->of_launch == NULL || problem->row == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu loads", data->n_loads);
    for (size_t i = 0; i < data->n_launches; i++) {
        const size_t program = known_program(problem, data->launches[i].program);
        if (program == problem->n_programs)
            problem->program[problem->n_programs++] = data->launches[i].program;
        problem->of_launch[i] = program;
    }
    for (size_t i = 0; i < data->n_rows; i++) {
        const load_dataset_row *row = &data->rows[i];
        if ((row->context & LOAD_AT_BEST) != 0 && load_dataset_row_trains(data, row))
            problem->row[row->load] = row;
    }
    if (problem->n_programs < 2)
        return poise_fail(err, POISE_FAILED, "leaving one program out needs two, the data set has %zu",
                          problem->n_programs);
    return POISE_OK;
}

void load_problem_close(load_problem *problem)
{
    free(problem->program);
    free(problem->of_launch);
    free(problem->row);
    *problem = (load_problem){.data = NULL};
}

size_t load_problem_program(const load_problem *problem, size_t load)
{
    return problem->of_launch[problem->data->loads[load].launch];
}
