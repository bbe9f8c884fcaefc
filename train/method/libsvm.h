/* libsvm: C.-C. Chang and C.-J. Lin, "LIBSVM: a library for support vector machines", ACM TIST 2 (2011).
 * libsvm.c is the only file that includes its header.
 *
 * Regression draws no random numbers: the same data give the same model in any number of threads. */
#ifndef POISE_TRAIN_METHOD_LIBSVM_H
#define POISE_TRAIN_METHOD_LIBSVM_H

#include "common/error.h"
#include "train/numerics/matrix.h"

#include <stdbool.h>

typedef struct train_libsvm_options {
    bool rbf;       /* kernel exp(-gamma |u - v|^2); otherwise u . v */
    bool nu_svr;    /* nu in place of epsilon */
    double cost;    /* > 0: of what an error exceeds epsilon */
    double epsilon; /* >= 0 */
    double nu;      /* in (0, 1]: at least this share of rows become support vectors */
    double gamma;   /* > 0 */
} train_libsvm_options;

/* The sum over rows of coefficient * kernel(row, z) + constant is the prediction at z. */
typedef struct train_libsvm_fit {
    double *coefficient; /* rows, to be filled; 0 for those that are no support vectors */
    double constant;     /* to be filled */
    double *fitted;      /* rows, or NULL: what the library's own prediction gives for the rows of z */
} train_libsvm_fit;

/* POISE_USAGE for options out of range, POISE_FAILED for no rows or no memory. Columns of z are standardised.
 */
int train_libsvm(const train_matrix *z, const double *y, const train_libsvm_options *options,
                 train_libsvm_fit *fit, poise_error *err);

/* C-SVC with kernel exp(-gamma |u - v|^2), of y = 0 or 1: the sum is > 0 where 1 is more likely. POISE_FAILED
 * when there are not both. */
int train_libsvm_machine(const train_matrix *z, const double *y, double cost, double gamma,
                         train_libsvm_fit *fit, poise_error *err);

#endif
