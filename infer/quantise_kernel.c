#include "infer/quantise_kernel.h"

#include "infer/scale.h"

#include <math.h>
#include <stdlib.h>

/* Places count standard deviations * 2^point. */
enum { LEAST_POINT = 8, MOST_POINT = POISE_PLACE_BITS - 1 };

/* Beyond this exponent a kernel is 0. */
#define FURTHEST_FALL 32.0

poise_kernel *poise_kernel_new(uint32_t count, poise_support **support)
{
    poise_kernel *kernel = calloc(1, sizeof *kernel + count * sizeof **support);
    if (kernel == NULL)
        return NULL;
    *support = (poise_support *)(kernel + 1);
    kernel->count = count;
    kernel->support = *support;
    return kernel;
}

/* Features as fractions of their ranges become standard deviations. */
static double deviations(const model_kernel *from, int feature)
{
    return poise_feature_range[MODEL_VIEW_THESIS][feature] / from->scale[feature];
}

/* Of a vector, from where the feature is 0. */
static double place_of(const model_kernel *from, size_t vector, int feature)
{
    return from->support[vector].z[feature] + from->centre[feature] / from->scale[feature];
}

/* Squared distances are counted in units of 2^unit of squared standard deviations. */
static int unit_of(const model_kernel *from, int point)
{
    double least = fmin(from->gamma[0], from->gamma[1]) / log(2.0);
    int unit = -2 * point;
    while (unit < 32 && ldexp(least, 32 + unit) < FURTHEST_FALL)
        unit++;
    return unit;
}

static double gamma_of(const model_kernel *from, int output, int unit)
{
    return ldexp(from->gamma[output] / log(2.0), POISE_EXPONENT_BITS + 32 + unit);
}

/* Where a place saturates that of a vector is so far away that the kernel is below this, as the true one is.
 */
static double saturation_bound(const model_kernel *from, int output, double furthest)
{
    double bound = 0;
    for (int i = 0; i < POISE_FEATURES; i++) {
        if (deviations(from, i) <= furthest)
            continue;
        for (size_t v = 0; v < from->n_support; v++) {
            double apart = fmax(0, furthest - place_of(from, v, i));
            bound = fmax(bound, exp(-from->gamma[output] * apart * apart));
        }
    }
    return bound;
}

/* Error of features in standard deviations. x7 is a square, which is the more exact the smaller it is, and
 * where its place saturates its error ends. (1e-6: far more than the square of that error.) */
static double feature_error(const model_kernel *from, int feature, double furthest)
{
    double bound[POISE_FEATURES];
    poise_feature_bounds(MODEL_VIEW_THESIS, bound);
    const double range = poise_feature_range[MODEL_VIEW_THESIS][feature];
    double share = feature == 6 ? fmin(1, fmax(1e-4, furthest * from->scale[feature] / range)) : 1;
    const double rounding = ldexp(1, -POISE_FEATURE_BITS);
    return ((bound[feature] - rounding) * sqrt(share) * (1 + 1e-6) + rounding) * deviations(from, feature);
}

/* Error of one kernel. Places are wrong by the error of the feature and by half a unit each for scale, place
 * and vector; the distance r by the length of these errors, and exp(-gamma r^2) is nowhere steeper than
 * sqrt(2 gamma / e). Its exponent is wrong by less than a unit of the squared distance and one of its own; a
 * wrong gamma is worth 1 / e of its relative error at most. */
static double value_bound(const model_kernel *from, int output, int point)
{
    const double furthest = ldexp(1, POISE_PLACE_BITS - point) - ldexp(1, -point);
    double squares = 0;
    for (int i = 0; i < POISE_FEATURES; i++) {
        double error = ldexp(1.5, -point) + feature_error(from, i, furthest);
        squares += error * error;
    }
    const double gamma = from->gamma[output];
    const int unit = unit_of(from, point);
    double bound = sqrt(squares) * sqrt(2 * gamma / exp(1));
    bound += ldexp(gamma, unit) + exp(-ldexp(gamma, 32 + unit) * (1 - 0x1p-32));
    bound += 0.5 / gamma_of(from, output, unit) / exp(1) + log(2.0) * 0x1p-24;
    return bound + ldexp(7, -POISE_KERNEL_VALUE_BITS) + saturation_bound(from, output, furthest);
}

/* Whether all integers can be held. */
static bool fits(const model_kernel *from, int point)
{
    bool fit = true;
    for (int i = 0; i < POISE_FEATURES; i++)
        fit = fit && ldexp(deviations(from, i), point) < UINT32_MAX - 1.0;
    for (size_t v = 0; v < from->n_support; v++) {
        for (int i = 0; i < POISE_FEATURES; i++)
            fit = fit && ldexp(place_of(from, v, i), point) < ldexp(1, POISE_PLACE_BITS) - 1;
    }
    int unit = unit_of(from, point);
    for (int output = 0; output < POISE_OUTPUTS; output++)
        fit = fit && gamma_of(from, output, unit) < UINT32_MAX - 1.0;
    return fit && unit + 2 * point <= POISE_KERNEL_MAX_DROP;
}

/* The binary point of places with the least sum of errors, or -1. */
static int best_point(const model_kernel *from)
{
    int best = -1;
    double least = INFINITY;
    for (int point = LEAST_POINT; point <= MOST_POINT; point++) {
        double bound =
            fits(from, point) ? value_bound(from, 0, point) + value_bound(from, 1, point) : INFINITY;
        if (bound < least) {
            least = bound;
            best = point;
        }
    }
    return best;
}

double poise_kernel_bound(const poise_model *model, const poise_weights *weights, int output)
{
    const model_kernel *from = model->kernel;
    double sum = 0;
    for (size_t v = 0; v < from->n_support; v++)
        sum += fabs(from->support[v].coefficient[output]) / log(2.0);
    double rounding = ldexp((double)from->n_support + 1, -weights->shift[output] - 1);
    return sum * value_bound(from, output, best_point(from)) +
           rounding * (1 + 1e-3); /* a value may exceed 1 */
}

static int check_vectors(const poise_model *model, poise_error *err)
{
    const model_kernel *from = model->kernel;
    for (size_t v = 0; v < from->n_support; v++) {
        for (int i = 0; i < POISE_FEATURES; i++) {
            if (place_of(from, v, i) < -1e-9 * (1 + deviations(from, i))) {
                return poise_fail(err, POISE_USAGE,
                                  "support vector %zu of model %s has a negative %s, which no kernel has",
                                  v + 1, model->name, model->feature[i]);
            }
        }
    }
    if (best_point(from) < 0) {
        return poise_fail(err, POISE_USAGE,
                          "the support vectors of model %s, their scales or gammas are too far apart for the "
                          "engine's 32 bits",
                          model->name);
    }
    return POISE_OK;
}

/* Coefficients and constant add up to less than 2^31, roundings included. */
static int set_coefficients(const poise_model *model, int output, poise_support *support,
                            poise_weights *weights, poise_error *err)
{
    const model_kernel *from = model->kernel;
    double sum = fabs(from->constant[output]);
    for (size_t v = 0; v < from->n_support; v++)
        sum += fabs(from->support[v].coefficient[output]);
    int shift = POISE_KERNEL_MAX_SHIFT;
    while (shift >= 0 && !(ldexp(sum / log(2.0), shift) < 0x1p31 - (double)from->n_support - 2))
        shift--;
    if (shift < 0) {
        return poise_fail(err, POISE_USAGE,
                          "the coefficients of model %s are too large for the engine's 32 bits", model->name);
    }
    weights->shift[output] = (uint8_t)shift;
    const double unit = ldexp(1 / log(2.0), shift);
    weights->weight[output][POISE_FEATURES - 1] = (int32_t)lround(from->constant[output] * unit);
    for (size_t v = 0; v < from->n_support; v++)
        support[v].coefficient[output] = (int32_t)lround(from->support[v].coefficient[output] * unit);
    return POISE_OK;
}

int poise_quantise_kernel(const poise_model *model, poise_weights *weights, poise_error *err)
{
    const model_kernel *from = model->kernel;
    int code = check_vectors(model, err);
    if (code != POISE_OK)
        return code;
    poise_support *support = NULL;
    poise_kernel *kernel = poise_kernel_new((uint32_t)from->n_support, &support);
    if (kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu support vectors", from->n_support);
    weights->link_functions = poise_kernel_links;
    weights->kernel = kernel;
    const int point = best_point(from);
    const int unit = unit_of(from, point);
    kernel->drop = (uint32_t)(unit + 2 * point);
    for (int i = 0; i < POISE_FEATURES; i++)
        kernel->scale[i] = (uint32_t)llround(ldexp(deviations(from, i), point));
    for (size_t v = 0; v < from->n_support; v++) {
        for (int i = 0; i < POISE_FEATURES; i++)
            support[v].place[i] = (uint32_t)llround(fmax(0, ldexp(place_of(from, v, i), point)));
    }
    for (int output = 0; code == POISE_OK && output < POISE_OUTPUTS; output++) {
        kernel->gamma[output] = (uint32_t)llround(gamma_of(from, output, unit));
        code = set_coefficients(model, output, support, weights, err);
    }
    return code;
}
