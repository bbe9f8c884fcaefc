/* The runs of a comparison: one for each program and policy. Without a profile the diagonal of a program, one
 * run for each N = p, is simulated once, also where no cell shows it: the fastest point is the result of
 * "swl", and "pcal_swl" starts from its N, so that its run waits for the diagonal. Policies that differ in
 * another place than the scheduler's have diagonals of their own. */
#ifndef POISE_EVALUATE_TASKS_H
#define POISE_EVALUATE_TASKS_H

#include "evaluate/comparison.h"

/* Tasks first..first + n - 1. */
typedef struct evaluate_task_range {
    size_t first, n;
} evaluate_task_range;

typedef struct evaluate_tasks {
    size_t n;
    evaluate_task *tasks;
    size_t n_cells;
    evaluate_task_range *cells; /* of each cell of the comparison, see evaluate_place; its result is the
                                   fastest of them */
    /* Of each program on each memory side, diagonals[program][n_sides], N = 1 first; there is one for every
     * memory side on which a policy needs it. */
    evaluate_task_range *diagonals;
    size_t n_sides;
    size_t side_of[EVALUATE_MAX_POLICIES]; /* number of the memory side of a policy that needs one */
    const evaluate_policy *sides[EVALUATE_MAX_POLICIES]; /* a policy that has it */
} evaluate_tasks;

/* All tasks of the request, to be done by this process. A launch that the profile lacks is POISE_INCOMPLETE.
 * The caller frees, also after a failure. */
int evaluate_tasks_make(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err);
void evaluate_tasks_free(evaluate_tasks *tasks);

/* A cell whose task waits gets its schedule if all that it waits for is done; otherwise it goes on waiting.
 */
int evaluate_tasks_follow(evaluate_tasks *tasks, const evaluate_request *request, size_t place,
                          poise_error *err);

/* What there is to do, and what of it is ours and not done. */
evaluate_outline evaluate_tasks_outline(const evaluate_tasks *tasks, const evaluate_request *request);
/* Tasks that are done. */
size_t evaluate_tasks_done(const evaluate_tasks *tasks);

/* Moves the schedule and result of a cell to `cell`. All tasks of the cell are done. Of equally fast points
 * of the diagonal the one with the higher N, which throttles less (our choice). */
void evaluate_tasks_take(evaluate_tasks *tasks, size_t place, evaluate_cell *cell);

#endif
