/* What a negative binomial regression is given: rows and options, and what is asked of them. */
#ifndef POISE_TRAIN_NEGBIN_DATA_H
#define POISE_TRAIN_NEGBIN_DATA_H

#include "common/error.h"
#include "train/numerics/matrix.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct train_negbin_data {
    train_matrix x;       /* no intercept is added: give it as a column of ones */
    const double *y;      /* rows responses >= 0, whole or not */
    const double *weight; /* rows observation weights >= 0, or NULL = 1 */
    const double *offset; /* rows, or NULL = 0 */
} train_negbin_data;

typedef struct train_negbin_options {
    bool estimate_dispersion; /* by maximum likelihood */
    double dispersion;        /* alpha >= 0 when not estimated; 0 = Poisson */
    /* lambda >= 0: lambda / 2 times the sum of the squared coefficients of standardised columns is subtracted
     * from the log-likelihood. Constant columns are not penalised. 0 = plain maximum likelihood. */
    double ridge;
    /* Columns that take no part, as bits from column 0 on: their coefficients and errors are 0. For the first
     * 32 columns. */
    uint32_t leave_out;
    int max_iterations; /* of reweighting for one alpha, and of the alternation */
} train_negbin_options;

/* Accessors that supply the defaults of `data`. */
double train_negbin_weight(const train_negbin_data *data, size_t row);
double train_negbin_offset(const train_negbin_data *data, size_t row);

/* POISE_USAGE for options out of range, POISE_FAILED with the row and reason for data that cannot be fitted.
 */
int train_negbin_check(const train_negbin_data *data, const train_negbin_options *options, poise_error *err);

/* "fixed:ALPHA" with ALPHA >= 0, or "ml". Sets estimate_dispersion and dispersion; POISE_USAGE otherwise. */
int train_parse_dispersion(const char *text, train_negbin_options *options, poise_error *err);

#endif
