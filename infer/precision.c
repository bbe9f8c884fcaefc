#include "infer/precision.h"

#include "infer/cube.h"
#include "infer/poise_shares.h"
#include "infer/quantise_choice.h"
#include "infer/quantise_kernel.h"
#include "infer/scale.h"

#include <math.h>

/* Largest relative error of poise_power: the chord above the curve, and the roundings of table and product.
 */
double poise_power_bound(void)
{
    const double chord = (log(2.0) / 128) * (log(2.0) / 128) / 8;
    return chord + ldexp(1.0, -30);
}

static double sum_bound(const poise_model *model, const poise_weights *weights, int output)
{
    double feature_bound[POISE_FEATURES];
    poise_feature_bounds(poise_view_of(weights), feature_bound);
    double weight_error = ldexp(1.0, -weights->shift[output] - 1);
    double bound = 0;
    for (int i = 0; i < POISE_FEATURES; i++) {
        bound += fabs(poise_scaled_weight(model, output, i)) * feature_bound[i];
        bound += weight_error * (1 + feature_bound[i]); /* the engine's feature is at most 1 + its error */
    }
    return bound;
}

void poise_precision_bound(const poise_model *model, const poise_weights *weights, poise_precision *precision)
{
    *precision = (poise_precision){0};
    if (model->kind == MODEL_CHOICE) {
        precision->time_bound = poise_choice_bound(model, weights);
        return;
    }
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        double bound = model->kind == MODEL_RBF ? poise_kernel_bound(model, weights, output)
                                                : sum_bound(model, weights, output);
        bound += ldexp(1.0, -POISE_EXPONENT_BITS - 1);
        precision->link_bound[output] = bound;
        precision->warps_bound[output] =
            (weights->max_warps + 0.5) * (exp2(bound) * (1 + poise_power_bound()) - 1);
    }
}

static double quotient(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : 0.0;
}

static double ln_cost(const poise_sample *at)
{
    double hit = quotient(at->l1_hits, at->l1_accesses);
    return log(fmax((1 - hit) * quotient(at->miss_latency, at->misses_returned), 1));
}

static void exact_logs(const poise_sample *at_max, const poise_sample *second, double x[POISE_FEATURES])
{
    double loads = at_max->global_loads > 0 ? at_max->global_loads : 1.0;
    x[MODEL_BYPASS_h_max] = quotient(at_max->l1_hits, at_max->l1_accesses);
    x[MODEL_BYPASS_h_bypass] = quotient(second->l1_hits, second->l1_accesses);
    x[MODEL_BYPASS_eta_max] = quotient(at_max->l1_intra_hits, at_max->l1_accesses);
    x[MODEL_BYPASS_eta_bypass] = quotient(second->l1_intra_hits, second->l1_accesses);
    x[MODEL_BYPASS_ln_accesses_per_load] = log(fmax(at_max->l1_accesses / loads, 1));
    x[MODEL_BYPASS_ln_miss_cost_max] = ln_cost(at_max);
    x[MODEL_BYPASS_ln_miss_cost_bypass] = ln_cost(second);
    x[MODEL_BYPASS_constant] = 1.0;
}

static void exact_alone(const poise_sample *at_max, double x[POISE_FEATURES])
{
    const double loads = at_max->global_loads > 0 ? at_max->global_loads : 1.0, cost = ln_cost(at_max);
    x[MODEL_ALONE_h_max] = quotient(at_max->l1_hits, at_max->l1_accesses);
    x[MODEL_ALONE_eta_max] = quotient(at_max->l1_intra_hits, at_max->l1_accesses);
    x[MODEL_ALONE_ln_accesses_per_load] = log(fmax(at_max->l1_accesses / loads, 1));
    x[MODEL_ALONE_ln_miss_cost_max] = cost;
    x[MODEL_ALONE_ln_instructions_per_load] = log(fmax(at_max->instructions / loads, 1));
    x[MODEL_ALONE_h_ln_miss_cost] = x[MODEL_ALONE_h_max] * cost;
    x[MODEL_ALONE_eta_ln_miss_cost] = x[MODEL_ALONE_eta_max] * cost;
    x[MODEL_ALONE_constant] = 1.0;
}

static void exact_thesis(const poise_sample *at_max, const poise_sample *at_one, double x[POISE_FEATURES])
{
    double hit_max = quotient(at_max->l1_hits, at_max->l1_accesses);
    double hit_one = quotient(at_one->l1_hits, at_one->l1_accesses);
    double intra_max = quotient(at_max->l1_intra_hits, at_max->l1_accesses);
    double intra_one = quotient(at_one->l1_intra_hits, at_one->l1_accesses);
    double cost_max = (1 - hit_max) * quotient(at_max->miss_latency, at_max->misses_returned);
    double cost_one = (1 - hit_one) * quotient(at_one->miss_latency, at_one->misses_returned);
    double loads = at_max->global_loads > 0 ? at_max->global_loads : 1.0;
    double gain_squared = (intra_one - intra_max) * (intra_one - intra_max);
    x[0] = hit_max;
    x[1] = hit_one;
    x[2] = intra_max;
    x[3] = intra_one;
    x[4] = gain_squared;
    x[5] = at_max->instructions / loads * gain_squared;
    x[6] = (cost_one - cost_max) * (cost_one - cost_max) / 1e5;
    x[7] = 1.0;
}

void poise_exact_features(model_view view, const poise_sample *at_max, const poise_sample *second,
                          double x[POISE_FEATURES])
{
    if (view == MODEL_VIEW_THESIS)
        exact_thesis(at_max, second, x);
    else if (view == MODEL_VIEW_ALONE)
        exact_alone(at_max, x);
    else
        exact_logs(at_max, second, x);
}

/* ---- measurement ---- */

/* Denominators are primes, so that the quotients are not short binary fractions. */
static void make_sample(double hit_rate, double intra_share, double instructions, double latency,
                        poise_sample *sample)
{
    sample->l1_accesses = 1000003;
    sample->l1_hits = (uint32_t)(hit_rate * sample->l1_accesses);
    sample->l1_intra_hits = (uint32_t)(intra_share * sample->l1_hits);
    sample->misses_returned = 10007;
    sample->miss_latency = (uint32_t)(latency * sample->misses_returned);
    sample->global_loads = 100003;
    sample->instructions = (uint32_t)(instructions * sample->global_loads);
}

static double engine_value(const poise_weights *weights, unsigned output, const poise_features *features,
                           unsigned warps)
{
    uint32_t exponent[POISE_OUTPUTS];
    poise_links(weights, features, exponent);
    double power = ldexp((double)poise_power(exponent[output]), -POISE_POWER_BITS);
    return power * warps / weights->max_warps;
}

/* Whether a value within `bound` of the exact one may round differently. */
static bool is_at_edge(double exact, double bound)
{
    return fabs(exact - floor(exact) - 0.5) <= bound;
}

/* Engine against poise_model_predict for one vector of features: counts a tuple that differs, and it is
 * unexplained when its time in double arithmetic exceeds the least by more than two bounds. Keeps the
 * largest such excess. */
static void compare_choice(const poise_model *model, const poise_weights *weights,
                           const poise_precision *precision, const double x[POISE_FEATURES],
                           const poise_features *features, unsigned warps, poise_sweep *sweep)
{
    const poise_candidate *best = poise_choice_best(weights->choice, features);
    const size_t taken = (size_t)(best - weights->choice->tuple);
    const double excess =
        poise_model_cost(model, taken, x) - poise_model_cost(model, poise_model_choose(model, x), x);
    unsigned n, p;
    int exact_n, exact_p;
    poise_predict(weights, features, warps, &n, &p);
    poise_model_predict(model, x, (int)warps, &exact_n, &exact_p);
    sweep->vectors++;
    sweep->differing += n != (unsigned)exact_n || p != (unsigned)exact_p;
    sweep->unexplained += excess > 2 * precision->time_bound;
    sweep->excess = fmax(sweep->excess, excess);
}

/* Adds one vector to the measurement: x in double arithmetic, `features` in the engine's. */
static void compare(const poise_model *model, const poise_weights *weights, const poise_precision *precision,
                    const double x[POISE_FEATURES], const poise_features *features, unsigned warps,
                    poise_sweep *sweep)
{
    unsigned n, p;
    int exact_n, exact_p;
    if (model->kind == MODEL_CHOICE) {
        compare_choice(model, weights, precision, x, features, warps, sweep);
        return;
    }
    poise_predict(weights, features, warps, &n, &p);
    poise_model_predict(model, x, (int)warps, &exact_n, &exact_p);
    /* A p that is limited by an N that differs says nothing about p. */
    const bool differs[POISE_OUTPUTS] = {n != (unsigned)exact_n,
                                         n == (unsigned)exact_n && p != (unsigned)exact_p};
    sweep->vectors++;
    for (unsigned output = 0; output < POISE_OUTPUTS; output++) {
        double exact = exp(poise_model_link(model, (int)output, x)) * warps / weights->max_warps;
        sweep->differing += differs[output];
        sweep->unexplained += differs[output] && !is_at_edge(exact, precision->warps_bound[output]);
        if (exact > 0.5 && exact < warps + 0.5) { /* beyond, the tuple is clamped */
            double error = fabs(engine_value(weights, output, features, warps) - exact);
            sweep->deviation[output] = fmax(sweep->deviation[output], error);
        }
    }
}

/* Of the views `sms` and `tokens`: windows with all shares, again of a prime. */
static void sweep_shares(const poise_model *model, const poise_weights *weights,
                         const double u[CUBE_DIMENSIONS], const poise_precision *precision,
                         poise_sweep *sweep)
{
    poise_share shares[POISE_SHARES];
    poise_features features;
    double x[POISE_FEATURES] = {[MODEL_X_constant] = 1};
    for (int i = 0; i < POISE_SHARES; i++) {
        shares[i] = (poise_share){(uint32_t)(u[i] * 1000003), 1000003};
        x[i] = quotient(shares[i].part, shares[i].whole);
    }
    poise_shares_see(shares, &features);
    compare(model, weights, precision, x, &features, POISE_SHARE_STEPS, sweep);
}

void poise_precision_sweep(const poise_model *model, const poise_weights *weights, uint64_t vectors,
                           poise_sweep *sweep)
{
    poise_precision precision;
    poise_precision_bound(model, weights, &precision);
    *sweep = (poise_sweep){0};
    for (uint64_t i = 0; i < vectors; i++) {
        double u[CUBE_DIMENSIONS], x[POISE_FEATURES];
        poise_sample sample[2];
        poise_features features;
        cube_point(i, u);
        if (poise_view_sets(weights->view)) {
            sweep_shares(model, weights, u, &precision, sweep);
            continue;
        }
        make_sample(u[0], u[1], 1 + 49 * u[4], 4000 * u[5], &sample[0]);
        make_sample(u[2], u[3], 1 + 49 * u[4], 4000 * u[6], &sample[1]);
        poise_exact_features(poise_view_of(weights), &sample[0], &sample[1], x);
        poise_see(weights, &sample[0], &sample[1], &features);
        compare(model, weights, &precision, x, &features, 1 + (unsigned)(u[7] * weights->max_warps), sweep);
    }
}

void poise_precision_add(const poise_model *model, const poise_weights *weights,
                         const double x[POISE_FEATURES], unsigned warps, poise_sweep *sweep)
{
    poise_precision precision;
    poise_features features;
    poise_precision_bound(model, weights, &precision);
    for (int i = 0; i < POISE_FEATURES; i++) {
        double share = fmin(1, fmax(0, x[i] / poise_feature_range[poise_view_of(weights)][i]));
        features.x[i] = (uint32_t)ldexp(share, POISE_FEATURE_BITS);
    }
    compare(model, weights, &precision, x, &features, warps, sweep);
}
