#include "train/method/scaling.h"

#include <math.h>

/* Below this part of the mean a standard deviation is rounding error. */
#define NO_SPREAD 1e-12

train_scaling train_scaling_of(const double *x, const double *weight, size_t rows)
{
    train_scaling scaling;
    for (int f = 0; f < FEATURES_COUNT; f++) {
        double total = 0.0;
        double mean = 0.0;
        double square = 0.0;
        for (size_t i = 0; i < rows; i++) { /* West's running mean and sum of squares */
            double w = weight != NULL ? weight[i] : 1.0;
            double off = x[i * FEATURES_COUNT + (size_t)f] - mean;
            total += w;
            mean += off * w / total;
            square += w * off * (x[i * FEATURES_COUNT + (size_t)f] - mean);
        }
        double deviation = rows > 0 ? sqrt(square / total) : 0.0;
        scaling.centre[f] = mean;
        scaling.scale[f] = deviation > NO_SPREAD * fabs(mean) && isfinite(deviation) ? deviation : 1.0;
    }
    return scaling;
}

void train_scale(const train_scaling *scaling, const double x[FEATURES_COUNT], double z[FEATURES_COUNT])
{
    for (int f = 0; f < FEATURES_COUNT; f++)
        z[f] = (x[f] - scaling->centre[f]) / scaling->scale[f];
}

void train_unscale(const train_scaling *scaling, const double for_z[FEATURES_COUNT], double constant,
                   double for_x[FEATURES_COUNT])
{
    double sum = constant;
    for (int f = 0; f < FEATURES_COUNT; f++) {
        for_x[f] = f == MODEL_X_constant ? 0.0 : for_z[f] / scaling->scale[f];
        sum -= for_x[f] * scaling->centre[f];
    }
    for_x[MODEL_X_constant] = sum;
}
