/* The runs of a comparison on one machine or several, in one list: by machine, then as evaluate/tasks.h has
 * them. */
#ifndef POISE_EVALUATE_WORK_H
#define POISE_EVALUATE_WORK_H

#include "evaluate/tasks.h"

typedef struct evaluate_work {
    const evaluate_side_by_side *what;
    evaluate_tasks *of; /* each machine */
    evaluate_task **tasks;
    size_t n;
} evaluate_work;

/* POISE_USAGE for requests that cannot be evaluated. */
int evaluate_work_check(const evaluate_side_by_side *what, poise_error *err);

/* The caller frees, also after a failure. */
int evaluate_work_make(evaluate_work *work, const evaluate_side_by_side *what, poise_error *err);
void evaluate_work_free(evaluate_work *work);

/* See evaluate_tasks_outline. */
evaluate_outline evaluate_work_outline(const evaluate_work *work);
/* Runs that are done. */
size_t evaluate_work_done(const evaluate_work *work);

#endif
