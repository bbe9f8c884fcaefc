#include "train/numerics/least_squares.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

enum { BLOCK_ROWS = 256 }; /* with 9 columns 18 KiB: stays in the first-level cache */

static const double rank_tolerance = 1e-11;

struct train_least_squares {
    size_t cols;
    size_t filled;      /* rows of `block` in use */
    gsl_matrix *block;  /* [factor; new rows], each row weighted and with the target in the last column */
    gsl_vector *tau;    /* Householder scalars of `block` */
    gsl_vector *scale;  /* norms of the weighted columns */
    gsl_matrix *factor; /* pivoted QR of the factor with columns scaled to norm 1 */
    gsl_vector *factor_tau;
    gsl_permutation *pivot;
    gsl_vector *work;    /* cols */
    gsl_matrix *inverse; /* of the pivoted triangle */
};

train_least_squares *train_least_squares_new(size_t cols)
{
    gsl_set_error_handler_off();
    train_least_squares *ls = calloc(1, sizeof *ls);
    if (ls == NULL)
        return NULL;
    ls->cols = cols;
    ls->block = gsl_matrix_alloc(BLOCK_ROWS + cols + 1, cols + 1);
    ls->tau = gsl_vector_alloc(cols + 1);
    ls->scale = gsl_vector_alloc(cols);
    ls->factor = gsl_matrix_alloc(cols, cols);
    ls->factor_tau = gsl_vector_alloc(cols);
    ls->pivot = gsl_permutation_alloc(cols);
    ls->work = gsl_vector_alloc(cols);
    ls->inverse = gsl_matrix_alloc(cols, cols);
    if (ls->block == NULL || ls->tau == NULL || ls->scale == NULL || ls->factor == NULL ||
        ls->factor_tau == NULL || ls->pivot == NULL || ls->work == NULL || ls->inverse == NULL) {
        train_least_squares_free(ls);
        return NULL;
    }
    train_least_squares_reset(ls);
    return ls;
}

void train_least_squares_free(train_least_squares *ls)
{
    if (ls == NULL)
        return;
    gsl_matrix_free(ls->block);
    gsl_vector_free(ls->tau);
    gsl_vector_free(ls->scale);
    gsl_matrix_free(ls->factor);
    gsl_vector_free(ls->factor_tau);
    gsl_permutation_free(ls->pivot);
    gsl_vector_free(ls->work);
    gsl_matrix_free(ls->inverse);
    free(ls);
}

void train_least_squares_reset(train_least_squares *ls)
{
    /* The factor of no rows is the zero triangle. */
    gsl_matrix_set_zero(ls->block);
    ls->filled = ls->cols + 1;
}

/* Replaces the rows in use by their triangular factor: the same sum of squares in cols + 1 rows. */
static void fold(train_least_squares *ls)
{
    gsl_matrix_view used = gsl_matrix_submatrix(ls->block, 0, 0, ls->filled, ls->cols + 1);
    gsl_linalg_QR_decomp(&used.matrix, ls->tau);
    for (size_t row = 1; row <= ls->cols; row++) {
        for (size_t col = 0; col < row; col++)
            gsl_matrix_set(ls->block, row, col, 0.0);
    }
    ls->filled = ls->cols + 1;
}

void train_least_squares_add(train_least_squares *ls, const double *row, double target, double weight)
{
    if (ls->filled == ls->block->size1)
        fold(ls);
    double root = sqrt(weight);
    double *out = gsl_matrix_ptr(ls->block, ls->filled, 0);
    for (size_t col = 0; col < ls->cols; col++)
        out[col] = root * row[col];
    out[ls->cols] = root * target;
    ls->filled++;
}

/* Copies the triangle with its columns scaled to norm 1, so that the rank test does not depend on units. */
static bool scale_columns(train_least_squares *ls, size_t *dependent)
{
    gsl_matrix_const_view triangle = gsl_matrix_const_submatrix(ls->block, 0, 0, ls->cols, ls->cols);
    gsl_matrix_memcpy(ls->factor, &triangle.matrix);
    for (size_t col = 0; col < ls->cols; col++) {
        gsl_vector_view column = gsl_matrix_column(ls->factor, col);
        double norm = gsl_blas_dnrm2(&column.vector);
        if (!(norm > 0.0) || !isfinite(norm)) {
            *dependent = col;
            return false;
        }
        gsl_vector_set(ls->scale, col, norm);
        gsl_vector_scale(&column.vector, 1.0 / norm);
    }
    return true;
}

bool train_least_squares_solve(train_least_squares *ls, double *solution, size_t *dependent)
{
    int sign = 0;
    fold(ls);
    if (!scale_columns(ls, dependent))
        return false;
    gsl_linalg_QRPT_decomp(ls->factor, ls->factor_tau, ls->pivot, &sign, ls->work);
    for (size_t i = 0; i < ls->cols; i++) {
        if (fabs(gsl_matrix_get(ls->factor, i, i)) <
            rank_tolerance * fabs(gsl_matrix_get(ls->factor, 0, 0))) {
            *dependent = gsl_permutation_get(ls->pivot, i);
            return false;
        }
    }
    gsl_vector_const_view last = gsl_matrix_const_column(ls->block, ls->cols);
    gsl_vector_const_view target = gsl_vector_const_subvector(&last.vector, 0, ls->cols);
    gsl_vector_view out = gsl_vector_view_array(solution, ls->cols);
    gsl_linalg_QRPT_solve(ls->factor, ls->factor_tau, ls->pivot, &target.vector, &out.vector);
    gsl_vector_div(&out.vector, ls->scale);
    return true;
}

void train_least_squares_inverse(const train_least_squares *ls, double *inverse)
{
    /* With S the scales and P the pivots, X'WX = S P R'R P' S, so its inverse is S^-1 P R^-1 R^-T P' S^-1. */
    size_t cols = ls->cols;
    gsl_matrix_memcpy(ls->inverse, ls->factor);
    gsl_linalg_tri_invert(CblasUpper, CblasNonUnit, ls->inverse);
    for (size_t i = 0; i < cols; i++) {
        for (size_t j = 0; j < cols; j++) {
            double sum = 0.0;
            for (size_t k = i > j ? i : j; k < cols; k++)
                sum += gsl_matrix_get(ls->inverse, i, k) * gsl_matrix_get(ls->inverse, j, k);
            size_t row = gsl_permutation_get(ls->pivot, i);
            size_t col = gsl_permutation_get(ls->pivot, j);
            inverse[row * cols + col] =
                sum / (gsl_vector_get(ls->scale, row) * gsl_vector_get(ls->scale, col));
        }
    }
}

double train_least_squares_norm(const train_least_squares *ls, const double *v)
{
    double norm = 0.0;
    for (size_t row = 0; row < ls->cols; row++) {
        double sum = 0.0;
        for (size_t col = row; col < ls->cols; col++)
            sum += gsl_matrix_get(ls->block, row, col) * v[col];
        norm = hypot(norm, sum);
    }
    return norm;
}
