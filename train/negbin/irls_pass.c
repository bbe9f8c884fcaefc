#include "train/negbin/irls_pass.h"

#include "train/numerics/parts.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What a part of the rows adds up to; gradient and information follow it in the scratch space. */
typedef struct part_sums {
    double objective, rounding;
} part_sums;

enum { SUMS = sizeof(part_sums) / sizeof(double), BLOCK = 256, FEATURES = 8 };

static size_t part_size(size_t cols)
{
    return SUMS + cols + cols * cols;
}

size_t train_pass_work(const train_matrix *x)
{
    return train_parts(x->rows) * part_size(x->cols);
}

static double weight_of(const train_negbin_data *data, size_t row)
{
    return data->weight == NULL ? 1.0 : data->weight[row];
}

static double offset_of(const train_negbin_data *data, size_t row)
{
    return data->offset == NULL ? 0.0 : data->offset[row];
}

/* ln(1 + z), z >= 0: log1p() where 1 + z would lose digits, else log(), which is faster. */
static double log_of_one_plus(double z)
{
    return z < 0.5 ? log1p(z) : log(1.0 + z);
}

/* Linear predictors of rows[n] consecutive rows. */
static inline void predict_of(const double *x, size_t rows, size_t cols, const double *coefficient,
                              double *eta)
{
    for (size_t row = 0; row < rows; row++) {
        double even = 0.0; /* two sums: additions need not wait for each other */
        double odd = 0.0;
        for (size_t col = 0; col + 1 < cols; col += 2) {
            even += x[row * cols + col] * coefficient[col];
            odd += x[row * cols + col + 1] * coefficient[col + 1];
        }
        if (cols % 2 == 1)
            even += x[row * cols + cols - 1] * coefficient[cols - 1];
        eta[row] = even + odd;
    }
}

/* For the number of features that the project has, the compiler unrolls the loops, here and below. */
static void predict(const double *x, size_t rows, size_t cols, const double *coefficient, double *eta)
{
    if (cols == FEATURES)
        predict_of(x, rows, FEATURES, coefficient, eta);
    else
        predict_of(x, rows, cols, coefficient, eta);
}

/* The mean of a row with linear predictor `eta`, and what it adds to the objective. */
static double new_mean(const train_pass *pass, size_t row, double eta, part_sums *sums)
{
    const train_negbin_data *data = pass->data;
    double alpha = pass->dispersion;
    double y = data->y[row];
    double weight = weight_of(data, row);
    double mean = exp(eta);
    if (weight > 0.0) {
        double gain = y * eta;
        double loss = alpha == 0.0 ? mean : (y + 1.0 / alpha) * log_of_one_plus(alpha * mean);
        sums->objective += weight * 2.0 * (loss - gain);
        sums->rounding += weight * 16.0 * DBL_EPSILON * (loss + fabs(gain));
    }
    return mean;
}

/* Information and score of each observation of a block in its linear predictor. */
typedef struct block_terms {
    double weight[BLOCK], score[BLOCK];
} block_terms;

/* Expected information mu / (1 + alpha mu), or that of the data: the same score, the curvature of the
 * likelihood. The latter is positive for every y >= 0, because the likelihood is concave in the linear
 * predictor. */
static inline void find_terms_of(const train_pass *pass, size_t from, size_t rows, block_terms *terms)
{
    double alpha = pass->dispersion;
    double of_data = pass->kind == TRAIN_PASS_STEP ? alpha : 0.0;
    const double *y = pass->data->y + from;
    const double *mean = pass->mean + from;
#pragma omp simd
    for (size_t i = 0; i < rows; i++) {
        double precision = 1.0 / (1.0 + alpha * mean[i]); /* mean / variance */
        double expected = mean[i] * precision;
        terms->score[i] = (y[i] - mean[i]) * precision;
        terms->weight[i] = of_data > 0.0 ? expected * ((1.0 + of_data * y[i]) * precision) : expected;
    }
}

/* What few passes have: observation weights, and no coefficients yet. */
static void adjust_terms(const train_pass *pass, size_t from, size_t rows, block_terms *terms)
{
    const train_negbin_data *data = pass->data;
    for (size_t i = 0; pass->kind == TRAIN_PASS_START && i < rows; i++)
        terms->score[i] += terms->weight[i] * (log(pass->mean[from + i]) - offset_of(data, from + i));
    for (size_t i = 0; data->weight != NULL && i < rows; i++) {
        double w = data->weight[from + i];
        terms->weight[i] = w > 0.0 ? w * terms->weight[i] : 0.0;
        terms->score[i] = w > 0.0 ? w * terms->score[i] : 0.0;
    }
}

/* Adds four rows at a time: every sum is then loaded and stored once for four products. */
static inline void add_rows_of(const double *x, size_t rows, size_t cols, const block_terms *terms,
                               double *gradient, double *information)
{
    for (size_t row = 0; row < rows; row += 4) {
        const double *r[4];
        double weight[4];
        double score[4];
        for (size_t i = 0; i < 4; i++) {
            bool exists = row + i < rows;
            r[i] = x + (exists ? row + i : row) * cols;
            weight[i] = exists ? terms->weight[row + i] : 0.0;
            score[i] = exists ? terms->score[row + i] : 0.0;
        }
#pragma omp simd
        for (size_t k = 0; k < cols; k++) {
            gradient[k] +=
                score[0] * r[0][k] + score[1] * r[1][k] + (score[2] * r[2][k] + score[3] * r[3][k]);
        }
        for (size_t j = 0; j < cols; j++) {
            double *sum = information + j * cols;
            double a = weight[0] * r[0][j];
            double b = weight[1] * r[1][j];
            double c = weight[2] * r[2][j];
            double d = weight[3] * r[3][j];
#pragma omp simd
            for (size_t k = j - j % 4; k < cols; k++) /* from a multiple of 4: whole vectors of sums */
                sum[k] += a * r[0][k] + b * r[1][k] + (c * r[2][k] + d * r[3][k]);
        }
    }
}

static inline void add_rows_any(const double *x, size_t rows, size_t cols, const block_terms *terms,
                                double *gradient, double *information)
{
    if (cols == FEATURES)
        add_rows_of(x, rows, FEATURES, terms, gradient, information);
    else
        add_rows_of(x, rows, cols, terms, gradient, information);
}

#if defined(__x86_64__)
/* The same with vectors of four. Every element of a sum is still computed by the same operations in the same
 * order, and there is no fused multiplication: the bits are those of the plain code. */
__attribute__((target("avx2"))) static void add_rows_wide(const double *x, size_t rows, size_t cols,
                                                          const block_terms *terms, double *gradient,
                                                          double *information)
{
    add_rows_any(x, rows, cols, terms, gradient, information);
}

__attribute__((target("avx2"))) static void find_terms_wide(const train_pass *pass, size_t from, size_t rows,
                                                            block_terms *terms)
{
    find_terms_of(pass, from, rows, terms);
}

static bool is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}
#else
#define add_rows_wide   add_rows_any
#define find_terms_wide find_terms_of
static bool is_wide(void)
{
    return false;
}
#endif

static void find_terms(const train_pass *pass, size_t from, size_t rows, block_terms *terms)
{
    if (is_wide())
        find_terms_wide(pass, from, rows, terms);
    else
        find_terms_of(pass, from, rows, terms);
    adjust_terms(pass, from, rows, terms);
}

static void add_rows(const double *x, size_t rows, size_t cols, const block_terms *terms, double *gradient,
                     double *information)
{
    if (is_wide())
        add_rows_wide(x, rows, cols, terms, gradient, information);
    else
        add_rows_any(x, rows, cols, terms, gradient, information);
}

static void run_part(const train_pass *pass, size_t begin, size_t end, double *work)
{
    size_t cols = pass->data->x.cols;
    block_terms terms;
    double eta[BLOCK];
    part_sums sums = {0};
    memset(work, 0, part_size(cols) * sizeof *work);
    for (size_t from = begin; from < end; from += BLOCK) {
        size_t rows = end - from < BLOCK ? end - from : BLOCK;
        const double *x = train_row(&pass->data->x, from);
        if (pass->kind == TRAIN_PASS_STEP) {
            predict(x, rows, cols, pass->coefficient, eta);
            for (size_t i = 0; i < rows; i++) {
                double predictor = eta[i] + offset_of(pass->data, from + i);
                pass->mean[from + i] = new_mean(pass, from + i, predictor, &sums);
            }
        }
        find_terms(pass, from, rows, &terms);
        add_rows(x, rows, cols, &terms, work + SUMS, work + SUMS + cols);
    }
    memcpy(work, &sums, sizeof sums);
}

void train_pass_run(train_pass *pass, double *work)
{
    size_t rows = pass->data->x.rows;
    size_t cols = pass->data->x.cols;
    size_t parts = train_parts(rows);
    size_t size = part_size(cols);
#pragma omp parallel for schedule(static) if (rows >= TRAIN_THREADED_ROWS)
    for (size_t part = 0; part < parts; part++) {
        run_part(pass, train_part_begin(rows, part, parts), train_part_begin(rows, part + 1, parts),
                 work + part * size);
    }
    for (size_t part = 1; part < parts; part++) {
        for (size_t i = 0; i < size; i++)
            work[i] += work[part * size + i];
    }
    pass->objective = work[0];
    pass->rounding = work[1];
    memcpy(pass->gradient, work + SUMS, cols * sizeof *pass->gradient);
    const double *upper = work + SUMS + cols;
    for (size_t j = 0; j < cols; j++) {
        for (size_t k = j; k < cols; k++)
            pass->information[j * cols + k] = pass->information[k * cols + j] = upper[j * cols + k];
    }
}

train_pass_row train_pass_row_at(const train_pass *pass, size_t row)
{
    block_terms terms;
    find_terms(pass, row, 1, &terms);
    return (train_pass_row){.weight = terms.weight[0],
                            .target = terms.weight[0] > 0.0 ? terms.score[0] / terms.weight[0] : 0.0};
}
