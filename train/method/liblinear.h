/* LIBLINEAR: R.-E. Fan, K.-W. Chang, C.-J. Hsieh, X.-R. Wang, C.-J. Lin, "LIBLINEAR: a library for large
 * linear classification", JMLR 9 (2008). liblinear.c is the only file that includes its header.
 *
 * Only the primal solvers (trust region Newton) are used: they draw no random numbers, so that the same data
 * give the same model in any number of threads. LIBLINEAR penalises the constant like any weight; it is given
 * a column of tens, which divides that penalty by 100. Centre y to have it smaller still. */
#ifndef POISE_TRAIN_METHOD_LIBLINEAR_H
#define POISE_TRAIN_METHOD_LIBLINEAR_H

#include "common/error.h"
#include "train/numerics/matrix.h"

typedef struct train_linear_fit {
    double *weight;  /* cols, to be filled */
    double constant; /* to be filled */
    double *fitted;  /* rows, or NULL: what the library's own prediction gives for the rows of z */
} train_linear_fit;

/* L2-regularised L2-loss support vector regression (solver 11): minimises half the squared weights plus
 * `cost` times the sum of squares of what errors exceed `epsilon`. Columns of z are standardised. POISE_USAGE
 * when cost <= 0 or epsilon < 0, POISE_FAILED for no rows or no memory. */
int train_liblinear_regression(const train_matrix *z, const double *y, double cost, double epsilon,
                               train_linear_fit *fit, poise_error *err);

/* L2-regularised logistic regression (solver 0) of y = 0 or 1: the sum is > 0 where 1 is more likely.
 * `fitted` is 0 or 1. POISE_FAILED when there are not both. */
int train_liblinear_logistic(const train_matrix *z, const double *y, double cost, train_linear_fit *fit,
                             poise_error *err);

/* The same of an L2-regularised L2-loss support vector machine (solver 2). */
int train_liblinear_machine(const train_matrix *z, const double *y, double cost, train_linear_fit *fit,
                            poise_error *err);

#endif
