/* Whether a kernel is worth steering at all: a logistic regression beside the rule of the thesis ([S5.6]:
 * stay at all warps when more than 49 instructions lie between two loads). */
#ifndef POISE_TRAIN_ANALYSE_GATE_H
#define POISE_TRAIN_ANALYSE_GATE_H

#include "train/validate/folds.h"

#include <stdio.h>

/* I_max of the thesis, Table 5.5. */
#define TRAIN_GATE_I_MAX 49.0

/* Who decides. */
typedef enum train_gate_decider {
    TRAIN_GATE_ALWAYS, /* steers every kernel */
    TRAIN_GATE_RULE,   /* I_n <= I_max; a kernel whose I_n the features do not tell is steered */
    TRAIN_GATE_LEARNED,
    TRAIN_GATE_DECIDERS
} train_gate_decider;

/* Decisions counted against the truth: a kernel is sensitive when its target tuple gains DATASET_MIN_SPEEDUP.
 */
typedef struct train_gate_count {
    size_t sensitive_steered, sensitive_left, other_steered, other_left;
    double slowness; /* sum of 1 / speedup when kernels that are steered run at their target */
} train_gate_count;

typedef struct train_gate_result {
    size_t kernels, programs;
    size_t unknown; /* kernels whose I_n the features do not tell: no intra-warp gain */
    size_t
        without_fold; /* kernels of folds whose training rows are all of one class: steered if those were */
    train_gate_count count[TRAIN_GATE_DECIDERS];
} train_gate_result;

/* Over all rows of the training split, also those that the filters exclude: they are what a gate must learn
 * to leave alone. The learned gate decides kernels of each fold with a model that was trained on the others
 * (LIBLINEAR solver 0 with cost 1, our choice, on standardised features and ln I_n). */
int train_gate_validate(const dataset *data, const train_folding *folding, train_gate_result *result,
                        poise_error *err);

void train_print_gate(FILE *out, const train_gate_result *result);

#endif
