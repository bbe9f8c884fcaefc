/* One pass over the rows of a regression: means, objective, and the information matrix with its gradient. */
#ifndef POISE_TRAIN_NEGBIN_IRLS_PASS_H
#define POISE_TRAIN_NEGBIN_IRLS_PASS_H

#include "train/negbin/data.h"

typedef enum train_pass_kind {
    TRAIN_PASS_START,    /* means are given; no coefficients yet: expected information */
    TRAIN_PASS_STEP,     /* means from coefficients; observed information: Newton's method */
    TRAIN_PASS_EXPECTED, /* means are given; expected information of a solution */
} train_pass_kind;

typedef struct train_pass {
    train_pass_kind kind;
    const train_negbin_data *data;
    double dispersion;
    const double *coefficient; /* cols; read by TRAIN_PASS_STEP */
    double *mean;              /* rows; written by TRAIN_PASS_STEP */

    /* Results. The solution of information . step = gradient is the step to the next coefficients, from 0 for
     * TRAIN_PASS_START. */
    double *gradient;    /* cols */
    double *information; /* cols x cols */
    double objective;    /* TRAIN_PASS_STEP: deviance less what does not depend on coefficients */
    double rounding;     /* differences of the objective below this are rounding errors */
} train_pass;

/* Doubles of scratch space that train_pass_run() needs. */
size_t train_pass_work(const train_matrix *x);

/* Identical bits for any number of threads. */
void train_pass_run(train_pass *pass, double *work);

/* A row of the weighted least-squares problem that the same step solves. */
typedef struct train_pass_row {
    double weight, target;
} train_pass_row;

/* From the means of the last run. */
train_pass_row train_pass_row_at(const train_pass *pass, size_t row);

#endif
