/* The simulations of policies x mixes: every mix under every policy in every split of the SMs that is tried,
 * and each program alone, once for each number of SMs; each CPU program alone once. None waits for another.
 */
#ifndef POISE_EVALUATE_MIX_TASKS_H
#define POISE_EVALUATE_MIX_TASKS_H

#include "evaluate/mix/mixes.h"

/* The oracle tries this many splits of a mix at most. */
enum { EVALUATE_MOST_SPLITS = 2000 };

typedef struct evaluate_mix_task {
    evaluate_mix mix; /* borrowed: a mix of the request, or one of its programs alone */
    size_t of_mix, of_policy;
    const evaluate_policy *policy;
    bool is_alone;
    evaluate_range *ranges; /* of each program */
    evaluate_mix_outcome outcome;
    char key[POISE_HASH_TEXT]; /* of its part in a store; empty without one */
    bool is_ours, is_done;
} evaluate_mix_task;

typedef struct evaluate_mix_tasks {
    size_t n, size;
    size_t n_alone; /* the first ones */
    evaluate_mix_task *task;
} evaluate_mix_tasks;

/* All of the request, to be done by this process. The caller frees, also after a failure. */
int evaluate_mix_tasks_make(evaluate_mix_tasks *tasks, const evaluate_mixes_request *request,
                            poise_error *err);
void evaluate_mix_tasks_free(evaluate_mix_tasks *tasks);

size_t evaluate_mix_tasks_done(const evaluate_mix_tasks *tasks);
/* Warp instructions of the first run of its programs, and a CPU instruction for one. */
double evaluate_mix_task_work(const evaluate_mix_task *task);
evaluate_mixes_outline evaluate_mix_tasks_outline(const evaluate_mix_tasks *tasks,
                                                  const evaluate_mixes_request *request);

/* All tasks are done: fills the cells, with the best split of each. Of equally good splits the first. The
 * statistics of its policies and its course move to the cell; of programs alone none are kept. */
void evaluate_mix_tasks_take(evaluate_mix_tasks *tasks, evaluate_mixes *mixes);

#endif
