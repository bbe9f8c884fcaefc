#include "models/model_file.h"

#include <math.h>

static double weighted_sum(const poise_model *model, int output, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < model->n_features; i++)
        sum += model->weight[output][i] * x[i];
    return sum;
}

/* In the order of libsvm's own sums, so that the two agree to the last digits. */
static double kernel_sum(const poise_model *model, int output, const double *x)
{
    const model_kernel *kernel = model->kernel;
    double z[MODEL_MAX_FEATURES];
    double sum = 0.0;
    for (int i = 0; i < model->n_features; i++)
        z[i] = (x[i] - kernel->centre[i]) / kernel->scale[i];
    for (size_t v = 0; v < kernel->n_support; v++) {
        const model_support *support = &kernel->support[v];
        double distance = 0.0;
        for (int i = 0; i < model->n_features; i++)
            distance += (z[i] - support->z[i]) * (z[i] - support->z[i]);
        sum += support->coefficient[output] * exp(-kernel->gamma[output] * distance);
    }
    return sum + kernel->constant[output];
}

static double chosen(const poise_model *model, int output, const double *x)
{
    const double no_warp = 0.25; /* warps that p = 0 counts as */
    const model_tuple *tuple = &model->choice->tuple[poise_model_choose(model, x)];
    int value = output == 0 ? tuple->n : tuple->p;
    return log(value > 0 ? value : no_warp);
}

double poise_model_link(const poise_model *model, int output, const double *x)
{
    if (model->kind == MODEL_CHOICE)
        return chosen(model, output, x);
    return model->kind == MODEL_RBF ? kernel_sum(model, output, x) : weighted_sum(model, output, x);
}

/* Nearest integer of `value` in `least` .. `highest`, halves upwards; compares before it converts, because
 * exp() of a link function may well be beyond any integer. */
static int round_and_clamp(double value, int least, int highest)
{
    if (value >= highest)
        return highest;
    return value > least ? (int)floor(value + 0.5) : least;
}

void poise_model_predict(const poise_model *model, const double *x, int warps, int *n, int *p)
{
    if (model->kind == MODEL_CHOICE) {
        const model_tuple *tuple = &model->choice->tuple[poise_model_choose(model, x)];
        poise_model_scale_tuple(tuple->n, tuple->p, model->max_warps, warps, n, p);
        return;
    }
    double scale = (double)warps / model->max_warps;
    *n = round_and_clamp(exp(poise_model_link(model, 0, x)) * scale, 1, warps);
    *p = round_and_clamp(exp(poise_model_link(model, 1, x)) * scale, model->least_p, *n);
}
