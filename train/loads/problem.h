/* What a choice of loads is learned from and judged by: of a data set of loads the rows at the best
 * schedules, by program. */
#ifndef POISE_TRAIN_LOADS_PROBLEM_H
#define POISE_TRAIN_LOADS_PROBLEM_H

#include "common/error.h"
#include "features/load_dataset.h"

typedef struct load_problem {
    const load_dataset *data;
    size_t n_programs;
    const char **program;         /* n_programs names, borrowed, in order of first appearance */
    size_t *of_launch;            /* the program of each launch */
    const load_dataset_row **row; /* of each load the row by which it is judged; NULL = it is not */
} load_problem;

/* Of the launches that train. POISE_FAILED when there are fewer than two programs, or no memory. Close it
 * whatever the outcome. */
int load_problem_open(load_problem *problem, const load_dataset *data, poise_error *err);
void load_problem_close(load_problem *problem);

/* The program of a load. */
size_t load_problem_program(const load_problem *problem, size_t load);

#endif
