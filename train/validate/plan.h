/* How a model comes about from training rows: the method, what is tried for the values that are set before
 * learning, and how the best of them is chosen. The whole plan is carried out anew for every set of rows, so
 * a validation of it never judges a value by the rows that helped to choose it. */
#ifndef POISE_TRAIN_VALIDATE_PLAN_H
#define POISE_TRAIN_VALIDATE_PLAN_H

#include "train/method/method.h"
#include "train/validate/folds.h"

enum { TRAIN_GRID_VALUES = 16 };

/* Values that are tried. */
typedef struct train_grid {
    size_t n;
    double value[TRAIN_GRID_VALUES];
} train_grid;

/* What the best candidate has most of, on kernels that were left out of training. */
typedef enum train_criterion {
    TRAIN_BY_SPEEDUP, /* harmonic mean of the speedups of predicted tuples on the measured surfaces */
    TRAIN_BY_ERROR,   /* least mean of the relative errors of N and p */
    TRAIN_CRITERIA
} train_criterion;

typedef struct train_plan {
    train_spec spec;               /* its hyper is not used */
    train_grid grid[TRAIN_HYPERS]; /* one value = given, several = to be chosen */
    train_folding folding;         /* of the choice */
    train_criterion criterion;
} train_plan;

/* A number in the range of the hyper-parameter, several separated by commas, or "cv" for the values of
 * hypers.def. POISE_USAGE otherwise. */
int train_parse_grid(const char *text, train_hyper hyper, train_grid *grid, poise_error *err);

/* Number of candidates: all combinations of values that have an effect. */
size_t train_candidates(const train_plan *plan);

typedef struct train_choice {
    train_spec spec;   /* chosen */
    size_t candidates; /* tried */
    double merit; /* of the chosen one: mean speedup, or minus the mean error; 0 when nothing was chosen */
} train_choice;

/* Tries all candidates on folds of the rows of `use`, as train_fit() takes it; in as many threads as OpenMP
 * gives, with the same result for any number. Equals go to the model with fewer support vectors, then to the
 * first candidate. A candidate that cannot be fitted in a fold is passed over. A single candidate is taken
 * without trying. POISE_FAILED when none is left. */
int train_choose(const dataset *data, const bool *use, const train_plan *plan, train_choice *choice,
                 poise_error *err);

/* Chooses and then learns from all rows of `use`. */
int train_carry_out(const dataset *data, const bool *use, const train_plan *plan, const char *name,
                    train_outcome *outcome, poise_error *err);

#endif
