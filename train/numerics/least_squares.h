/* Weighted linear least squares by Householder QR: the one file that calls GSL's linear algebra.
 *
 * Rows are added one by one and folded into a triangular factor block by block (sequential TSQR), so memory
 * does not grow with the number of rows, and X'X, whose condition number is the square of X's, is never
 * formed. Source: Demmel, Grigori, Hoemmen, Langou, "Communication-optimal parallel and sequential QR and LU
 * factorizations", SIAM J. Sci. Comput. 34 (2012). */
#ifndef POISE_TRAIN_NUMERICS_LEAST_SQUARES_H
#define POISE_TRAIN_NUMERICS_LEAST_SQUARES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct train_least_squares train_least_squares;

/* Room for `cols` unknowns; NULL when out of memory. Turns GSL's default error handler, which aborts the
 * process, off. */
train_least_squares *train_least_squares_new(size_t cols);
void train_least_squares_free(train_least_squares *ls);

/* Forgets all rows. */
void train_least_squares_reset(train_least_squares *ls);
/* Adds weight * (row . solution - target)^2 to the sum that is minimised; row[cols] finite, weight >= 0. */
void train_least_squares_add(train_least_squares *ls, const double *row, double target, double weight);

/* Solves for solution[cols]. Returns false when a column is (to a relative 1e-11, the tolerance of R's
 * glm.fit) a linear combination of others, or zero: *dependent is then one such column. */
bool train_least_squares_solve(train_least_squares *ls, double *solution, size_t *dependent);

/* The rest is valid after a solve that succeeded. */

/* (X' W X)^-1 to inverse[cols x cols]. */
void train_least_squares_inverse(const train_least_squares *ls, double *inverse);
/* Square root of v' (X' W X) v. */
double train_least_squares_norm(const train_least_squares *ls, const double *v);

#endif
