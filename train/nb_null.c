#include "train/nb_null.h"

#include "train/irls.h"
#include "train/nb_dispersion.h"
#include "train/nb_distribution.h"
#include "train/nb_joint.h"

#include <stdlib.h>

static const double step_tolerance = 1e-6; /* in standard errors: the error that is left is its square */

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
        train_nb_dispersion(&sample, dispersion, step_tolerance, &own, NULL) != POISE_OK)
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
    int rc = train_irls_open(&irls, constant, NULL, options->max_iterations, err);
    if (rc != POISE_OK)
        return rc;
    rc = train_irls_run(&irls, dispersion, step_tolerance, err);
    null->deviance = train_irls_deviance(&irls, distinct);
    null->log_likelihood = train_irls_log_likelihood(&irls, distinct);
    double own = dispersion;
    if (rc == POISE_OK && options->estimate_dispersion &&
        train_nb_joint(&irls, distinct, dispersion, &own, NULL) == POISE_OK)
        null->log_likelihood = train_irls_log_likelihood(&irls, distinct);
    train_irls_close(&irls);
    return rc;
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
    int rc = fit_constant(&constant, distinct, options, dispersion, null, err);
    free(ones);
    return rc;
}
