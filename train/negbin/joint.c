#include "train/negbin/joint.h"

#include "train/negbin/dispersion.h"
#include "train/negbin/distribution.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Relative change of alpha in the last round. What the next one would change is smaller by the slope of the
 * line through the rounds, and the line takes care of that. */
static const double tolerance = 1e-8;
/* Of the coefficients, in standard errors: what is left of such a step is of the order of its square. */
static const double fine = 1e-4;
/* The first round only opens the search: linear predictors and ln alpha to a few hundredths will do. */
static const double coarse = 0.03;

typedef struct joint {
    train_irls *irls;
    train_nb_sample sample;
} joint;

/* One round: coefficients for `alpha`, then the dispersion `best` for their means. */
static int play_round(const joint *j, double alpha, bool first, double *best, poise_error *err)
{
    double in_errors = coarse * sqrt((double)j->sample.rows); /* an error is about 1 / sqrt(rows) */
    int code = train_irls_run(j->irls, alpha, first ? in_errors : fine, err);
    return code != POISE_OK ? code : train_nb_dispersion(&j->sample, alpha, first ? coarse : fine, best, err);
}

/* Where the line through two rounds meets the diagonal; the round's own result when the line is steep, which
 * it is only far from the solution: there coefficients and dispersion hardly depend on each other. */
static double next_alpha(double alpha, double best, double last_alpha, double last_best)
{
    double slope = (best - last_best) / (alpha - last_alpha);
    double next = alpha + (best - alpha) / (1.0 - slope);
    return fabs(slope) < 0.5 && next > 0.0 ? next : best;
}

int train_nb_joint(train_irls *irls, const train_distinct *distinct, double start, double *dispersion,
                   poise_error *err)
{
    joint j = {.irls = irls,
               .sample = {.rows = irls->data->x.rows,
                          .y = irls->data->y,
                          .mu = irls->mean,
                          .weight = irls->data->weight,
                          .distinct = distinct}};
    double last_alpha = 0.0;
    double last_best = 0.0;
    double alpha = start;
    for (int round = 0; round < irls->max_iterations; round++) {
        double best = 0.0;
        int code = play_round(&j, alpha, round == 0, &best, err);
        if (code != POISE_OK)
            return code;
        if (best == 0.0 && alpha > 0.0 && round > 0) { /* on the edge of the Poisson limit */
            *dispersion = 0.0;
            return train_irls_run(irls, 0.0, fine, err);
        }
        double next = round < 2 ? best : next_alpha(alpha, best, last_alpha, last_best);
        *dispersion = next;
        if (round > 0 && fabs(best - alpha) <= tolerance * alpha)
            return POISE_OK;
        last_alpha = alpha;
        last_best = best;
        alpha = next;
    }
    return poise_fail(err, POISE_FAILED, "coefficients and dispersion did not settle in %d rounds",
                      irls->max_iterations);
}

/* ---- a constant only ---- */

static const double null_tolerance = 1e-6; /* in standard errors: the error that is left is its square */

/* Without offset the constant is the logarithm of the mean response, whatever the dispersion, and equal
 * responses contribute equally. */
static int fit_without_offset(const train_distinct *distinct, const train_negbin_options *options,
                              double dispersion, train_nb_null *null, poise_error *err)
{
    double sum = 0.0;
    double weights = 0.0;
    for (size_t i = 0; i < distinct->n; i++) {
        sum += distinct->weight[i] * distinct->value[i];
        weights += distinct->weight[i];
    }
    double mean = sum / weights;
    double *means = malloc((distinct->n + 1) * sizeof *means);
    if (means == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu responses", distinct->n);
    for (size_t i = 0; i < distinct->n; i++) {
        means[i] = mean;
        null->deviance += distinct->weight[i] * train_nb_deviance(distinct->value[i], mean, dispersion);
    }
    train_nb_sample sample = {.rows = distinct->n,
                              .y = distinct->value,
                              .mu = means,
                              .weight = distinct->weight,
                              .distinct = distinct};
    double own = dispersion;
    if (options->estimate_dispersion &&
        train_nb_dispersion(&sample, dispersion, null_tolerance, &own, NULL) != POISE_OK)
        own = dispersion; /* none is finite */
    for (size_t i = 0; i < distinct->n; i++)
        null->log_likelihood += distinct->weight[i] * train_nb_log_likelihood(distinct->value[i], mean, own);
    free(means);
    return POISE_OK;
}

static int fit_constant(const train_negbin_data *constant, const train_distinct *distinct,
                        const train_negbin_options *options, double dispersion, train_nb_null *null,
                        poise_error *err)
{
    train_irls irls;
    int code = train_irls_open(&irls, constant, NULL, options->max_iterations, err);
    if (code != POISE_OK)
        return code;
    code = train_irls_run(&irls, dispersion, null_tolerance, err);
    null->deviance = train_irls_deviance(&irls, distinct);
    null->log_likelihood = train_irls_log_likelihood(&irls, distinct);
    double own = dispersion;
    if (code == POISE_OK && options->estimate_dispersion &&
        train_nb_joint(&irls, distinct, dispersion, &own, NULL) == POISE_OK)
        null->log_likelihood = train_irls_log_likelihood(&irls, distinct);
    train_irls_close(&irls);
    return code;
}

int train_nb_null_fit(const train_negbin_data *data, const train_distinct *distinct,
                      const train_negbin_options *options, double dispersion, train_nb_null *null,
                      poise_error *err)
{
    *null = (train_nb_null){0};
    if (data->offset == NULL)
        return fit_without_offset(distinct, options, dispersion, null, err);
    double *ones = malloc(data->x.rows * sizeof *ones);
    if (ones == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->x.rows);
    for (size_t row = 0; row < data->x.rows; row++)
        ones[row] = 1.0;
    train_negbin_data constant = *data;
    constant.x = (train_matrix){.rows = data->x.rows, .cols = 1, .x = ones};
    int code = fit_constant(&constant, distinct, options, dispersion, null, err);
    free(ones);
    return code;
}
