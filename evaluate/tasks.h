/* The runs of a comparison: one for each program and policy; for "swl" without a profile one for each point
 * of the diagonal, of which the fastest becomes the result. */
#ifndef POISE_EVALUATE_TASKS_H
#define POISE_EVALUATE_TASKS_H

#include "evaluate/comparison.h"

typedef struct evaluate_tasks {
    size_t n;
    evaluate_task *tasks;
    size_t n_cells;
    size_t *first; /* task of each cell of the comparison, see evaluate_place; first[n_cells] = n */
} evaluate_tasks;

/* All tasks of the request, to be done by this process. A launch that the profile lacks is POISE_INCOMPLETE.
 * The caller frees, also after a failure. */
int evaluate_tasks_make(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err);
void evaluate_tasks_free(evaluate_tasks *tasks);

/* Launches in tasks that are ours and not done. */
uint64_t evaluate_tasks_launches(const evaluate_tasks *tasks);
/* Tasks that are done. */
size_t evaluate_tasks_done(const evaluate_tasks *tasks);

/* Moves the schedule and result of a cell to `cell`. All tasks of the cell are done. Of equally fast points
 * of the diagonal the one with the higher N, which throttles less (our choice). */
void evaluate_tasks_take(evaluate_tasks *tasks, size_t place, evaluate_cell *cell);

#endif
