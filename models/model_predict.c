#include "models/model_file.h"

#include <math.h>

double poise_model_link(const poise_model *model, int output, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < model->n_features; i++)
        sum += model->weight[output][i] * x[i];
    return sum;
}

/* Nearest integer of `value` in 1 .. `highest`, halves upwards; compares before it converts, because exp() of
 * a link function may well be beyond any integer. */
static int round_and_clamp(double value, int highest)
{
    if (value >= highest)
        return highest;
    return value > 1.0 ? (int)floor(value + 0.5) : 1;
}

void poise_model_predict(const poise_model *model, const double *x, int warps, int *n, int *p)
{
    double scale = (double)warps / model->max_warps;
    *n = round_and_clamp(exp(poise_model_link(model, 0, x)) * scale, warps);
    *p = round_and_clamp(exp(poise_model_link(model, 1, x)) * scale, *n);
}
