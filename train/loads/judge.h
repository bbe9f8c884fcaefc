/* What a choice of loads is worth: by margins, and in measured cycles. */
#ifndef POISE_TRAIN_LOADS_JUDGE_H
#define POISE_TRAIN_LOADS_JUDGE_H

#include "train/loads/problem.h"

#include <stdbool.h>

typedef struct load_score {
    size_t loads, wrong;     /* loads that have a row to be judged by; of these, on the wrong side */
    double lost, all, worst; /* sums of |margin| of the wrong ones, of all, and the largest lost */
    size_t launches;
    size_t elsewhere; /* launches whose chosen set was not measured: the measured set that differs least by
                         share is taken */
    double speedup;   /* over {W, W}: each launch at the best measured {N, p} with the set; harmonic mean over
                         programs of the ratio of their cycles */
} load_score;

/* `allocates` has an entry for each load of the problem. `of_program`: speedups of the programs, or NULL.
 * POISE_FAILED without memory. */
int load_judge(const load_problem *problem, const bool *allocates, double *of_program, load_score *score,
               poise_error *err);

/* The best measured schedule of each launch, Static-Best+, in the same way: margins are 0. */
int load_judge_best(const load_problem *problem, double *of_program, load_score *score, poise_error *err);

#endif
