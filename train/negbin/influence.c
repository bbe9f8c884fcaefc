#include "train/negbin/influence.h"

#include "train/negbin/distribution.h"
#include "train/negbin/irls.h"

#include <math.h>

/* A leverage this close to 1 is 1 but for rounding. */
static const double full_leverage = 1.0 - 1e-12;

/* v' C v */
static double quadratic_form(const double *c, const double *v, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        double inner = 0.0;
        for (size_t j = 0; j < n; j++)
            inner += c[i * n + j] * v[j];
        sum += v[i] * inner;
    }
    return sum;
}

void train_negbin_influence(const train_negbin_data *data, const train_negbin_result *fit,
                            train_influence *influence)
{
    for (size_t row = 0; row < data->x.rows; row++) {
        double weight = train_negbin_weight(data, row);
        influence[row] = (train_influence){0};
        if (weight > 0.0) {
            double y = data->y[row];
            double mean = fit->mean[row];
            double precision = 1.0 / (1.0 + fit->dispersion * mean); /* mean / variance */
            double deviance = weight * train_nb_deviance(y, mean, fit->dispersion);
            double pearson = (y - mean) * sqrt(weight * precision / mean);
            double leverage = weight * mean * precision *
                              quadratic_form(fit->covariance, train_row(&data->x, row), data->x.cols);
            double rest = 1.0 - leverage;
            influence[row] =
                (train_influence){.pearson = pearson,
                                  .deviance = copysign(sqrt(fmax(deviance, 0.0)), y - mean),
                                  .leverage = leverage,
                                  .cook = leverage >= full_leverage ? HUGE_VAL
                                                                    : pearson * pearson * leverage /
                                                                          (rest * rest * (double)fit->cols)};
        }
    }
}
