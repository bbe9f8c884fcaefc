#include "infer/quantise_loads.h"

#include "infer/cube.h"
#include "infer/poise_views.h"

#include <math.h>

_Static_assert((int)MODEL_LOAD_FEATURES == (int)POISE_LOAD_FEATURES,
               "the engine computes the model's features");
_Static_assert((int)MODEL_LOAD_wasted_one == (int)POISE_LOAD_WASTED, "poise_load_asks_for_lines()");

const double poise_load_range[POISE_LOAD_FEATURES] = {1, 1, 1, 1, 8, 8, 1, 1};

/* Weight for a feature as a fraction of its range. */
static double scaled_weight(const poise_load_model *model, int feature)
{
    return model->weight[feature] * poise_load_range[feature];
}

/* Largest error of each feature as a fraction of its range. Quotients are rounded down. Lines per execution
 * are at least 1 and have 16 fractional bits, so that their relative error is below 2^-16; factors are at
 * most 1. */
static void feature_bounds(double bound[POISE_LOAD_FEATURES])
{
    const double rate_error = ldexp(1.0, -POISE_FEATURE_BITS);
    const double log_error = ldexp(1.0, -POISE_LOG_BITS) + ldexp(1.0, -29);
    const double lines_error = (ldexp(1.0, -16) / log(2.0) + log_error) / 8 + rate_error;
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        bound[i] = rate_error;
    bound[MODEL_LOAD_log2_lines] = lines_error;
    bound[MODEL_LOAD_unkept_log2_lines] = rate_error + lines_error + rate_error * lines_error + rate_error;
    bound[MODEL_LOAD_constant] = 0.0;
}

double poise_load_bound(const poise_load_model *model, const poise_load_weights *weights)
{
    double feature_bound[POISE_LOAD_FEATURES], bound = 0;
    const double weight_error = ldexp(1.0, -weights->shift - 1);
    feature_bounds(feature_bound);
    for (int i = 0; i < POISE_LOAD_FEATURES; i++) {
        bound += fabs(scaled_weight(model, i)) * feature_bound[i];
        bound += weight_error * (1 + feature_bound[i]); /* the engine's feature is at most 1 + its error */
    }
    return bound;
}

double poise_load_relative_bound(const poise_load_model *model, const poise_load_weights *weights)
{
    double largest = 0;
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        largest += fabs(scaled_weight(model, i));
    return largest > 0 ? poise_load_bound(model, weights) / largest : (double)INFINITY;
}

static bool fits(const poise_load_model *model, int shift)
{
    for (int i = 0; i < POISE_LOAD_FEATURES; i++) {
        if (!(fabs(ldexp(scaled_weight(model, i), shift)) < (double)INT32_MAX)) /* nor what is no number */
            return false;
    }
    return true;
}

int poise_quantise_loads(const poise_load_model *model, double accuracy, poise_load_weights *weights,
                         poise_error *err)
{
    int shift = POISE_MAX_SHIFT;
    *weights = (poise_load_weights){.shift = 0};
    while (shift >= 0 && !fits(model, shift))
        shift--;
    if (shift < 0)
        return poise_fail(err, POISE_USAGE, "a weight of model %s is too large for the engine's 32 bits",
                          model->name);
    weights->shift = (uint8_t)shift;
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        weights->weight[i] = (int32_t)lround(ldexp(scaled_weight(model, i), shift));
    const double bound = poise_load_relative_bound(model, weights);
    if (!(bound <= accuracy))
        return poise_fail(
            err, POISE_USAGE,
            "the weights of model %s are too small: in fixed point a sum could be wrong by %.3g "
            "%% of the largest, and %.3g %% is allowed",
            model->name, 100 * bound, 100 * accuracy);
    return POISE_OK;
}

double poise_load_score_value(const poise_load_weights *weights, const poise_load_features *features)
{
    return ldexp((double)poise_load_score(weights, features), -POISE_FEATURE_BITS - weights->shift);
}

/* part / whole, at most 1. */
static double rate(double part, double whole)
{
    return whole > 0 ? fmin(part / whole, 1) : 0.0;
}

void poise_exact_load_features(const poise_load_sample *at_max, const poise_load_sample *at_one,
                               double x[POISE_LOAD_FEATURES])
{
    const double most = 256,
                 lines = at_one->executions > 0 ? (double)at_one->lookups / at_one->executions : 1;
    x[MODEL_LOAD_h_one] = rate(at_one->hits, at_one->lookups);
    x[MODEL_LOAD_m_one] = rate(at_one->merges, at_one->lookups);
    x[MODEL_LOAD_h_max] = rate(at_max->hits, at_max->lookups);
    x[MODEL_LOAD_m_max] = rate(at_max->merges, at_max->lookups);
    x[MODEL_LOAD_log2_lines] = log2(fmin(fmax(lines, 1), most));
    x[MODEL_LOAD_unkept_log2_lines] = (1 - x[MODEL_LOAD_h_one]) * x[MODEL_LOAD_log2_lines];
    x[MODEL_LOAD_wasted_one] = rate(at_one->unused, (double)at_one->unused + at_one->used);
    x[MODEL_LOAD_constant] = 1.0;
}

void poise_load_sweep_add(const poise_load_model *model, const poise_load_weights *weights,
                          const poise_load_sample *at_max, const poise_load_sample *at_one,
                          poise_load_sweep *sweep)
{
    double x[POISE_LOAD_FEATURES];
    poise_load_features features;
    poise_exact_load_features(at_max, at_one, x);
    poise_load_see(at_max, at_one, &features);
    const double exact = poise_load_model_score(model, x);
    const bool differs = (poise_load_score(weights, &features) >= 0) != (exact >= 0);
    sweep->vectors++;
    sweep->differing += differs;
    sweep->unexplained += differs && !(fabs(exact) <= poise_load_bound(model, weights));
    sweep->deviation = fmax(sweep->deviation, fabs(poise_load_score_value(weights, &features) - exact));
}

/* Denominators are primes, so that the quotients are not short binary fractions. */
static poise_load_sample make_sample(double hits, double merges, double lines, double wasted)
{
    const uint32_t lookups = 1000003;
    return (poise_load_sample){.executions = (uint32_t)(lookups / lines),
                               .lookups = lookups,
                               .hits = (uint32_t)(hits * lookups),
                               .merges = (uint32_t)((1 - hits) * merges * lookups),
                               .unused = (uint32_t)(wasted * lookups),
                               .used = lookups - (uint32_t)(wasted * lookups)};
}

void poise_load_sweep_run(const poise_load_model *model, const poise_load_weights *weights, uint64_t vectors,
                          poise_load_sweep *sweep)
{
    *sweep = (poise_load_sweep){0};
    for (uint64_t i = 0; i < vectors; i++) {
        double u[CUBE_DIMENSIONS];
        cube_point(i, u);
        const poise_load_sample at_max = make_sample(u[0], u[1], exp2(5 * u[4]), 0),
                                at_one = make_sample(u[2], u[3], exp2(5 * u[4]), u[5]);
        poise_load_sweep_add(model, weights, &at_max, &at_one, sweep);
    }
}
