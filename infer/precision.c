#include "infer/precision.h"

#include "infer/quantise.h"

#include <math.h>

/* Largest error of each feature as a fraction of its range. A value rounded to b fractional bits is wrong by
 * at most 2^-(b+1). */
static void feature_bounds(double bound[POISE_FEATURES])
{
    const double register_error = ldexp(1.0, -POISE_RATE_BITS - 1);
    const double feature_error = ldexp(1.0, -POISE_FEATURE_BITS - 1);
    const double gain_error = 2 * register_error; /* of eta' - eta_o, which is at most 1 */
    const double gain_squared_error = 2 * gain_error + gain_error * gain_error + register_error;
    /* I_n: 2^-24 of a range of 2^8. */
    const double instructions_error = ldexp(1.0, -POISE_INSTRUCTION_BITS - 1 - 8);
    /* m L: of L, of m times the largest L = 2^15 (their product is far below the last term's slack), and of
     * the product itself. */
    const double cycle_error = ldexp(1.0, -POISE_CYCLE_BITS - 1);
    const double cost_error = 2 * (cycle_error + ldexp(register_error, 15) * (1 + cycle_error) + cycle_error);
    const double largest_cost = sqrt(ldexp(1e5, poise_feature_range_bits[6])); /* where x7 saturates */
    const double cost_squared_error = 2 * largest_cost * cost_error + cost_error * cost_error;
    for (int i = 0; i < 4; i++)
        bound[i] = register_error + feature_error;
    bound[4] = gain_squared_error + feature_error;
    bound[5] = instructions_error * (1 + gain_squared_error) + gain_squared_error + feature_error;
    bound[6] = cost_squared_error / ldexp(1e5, poise_feature_range_bits[6]) + feature_error;
    bound[7] = 0.0;
}

/* Largest relative error of poise_power: the chord above the curve, and the roundings of table and product.
 */
static double power_bound(void)
{
    const double chord = (log(2.0) / 128) * (log(2.0) / 128) / 8;
    return chord + ldexp(1.0, -30);
}

void poise_precision_bound(const poise_model *model, const poise_weights *weights, poise_precision *precision)
{
    double feature_bound[POISE_FEATURES];
    feature_bounds(feature_bound);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        double weight_error = ldexp(1.0, -weights->shift[output] - 1);
        double bound = ldexp(1.0, -POISE_EXPONENT_BITS - 1);
        for (int i = 0; i < POISE_FEATURES; i++) {
            bound += fabs(poise_scaled_weight(model, output, i)) * feature_bound[i];
            bound +=
                weight_error * (1 + feature_bound[i]); /* the engine's feature is at most 1 + its error */
        }
        precision->link_bound[output] = bound;
        precision->warps_bound[output] = (weights->max_warps + 0.5) * (exp2(bound) * (1 + power_bound()) - 1);
    }
}

static double quotient(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : 0.0;
}

void poise_exact_features(const poise_sample *at_max, const poise_sample *at_one, double x[POISE_FEATURES])
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

/* ---- measurement ---- */

enum { SWEEP_DIMENSIONS = 8 };

/* Point `index` of an additive recurrence: it fills the unit cube evenly, the same way everywhere. Source: M.
 * Roberts, "The unreasonable effectiveness of quasirandom sequences" (2018); phi solves phi^9 = phi + 1. */
static void cube_point(uint64_t index, double u[SWEEP_DIMENSIONS])
{
    const double phi = 1.0850702454914508;
    double step = 1.0;
    for (int i = 0; i < SWEEP_DIMENSIONS; i++) {
        step /= phi;
        double whole;
        u[i] = modf(0.5 + (double)index * step, &whole);
    }
}

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
    double power = ldexp((double)poise_power(poise_link(weights, output, features)), -POISE_POWER_BITS);
    return power * warps / weights->max_warps;
}

/* Whether a value within `bound` of the exact one may round differently. */
static bool is_at_edge(double exact, double bound)
{
    return fabs(exact - floor(exact) - 0.5) <= bound;
}

/* Adds one pair of samples to the measurement. */
static void compare(const poise_model *model, const poise_weights *weights, const poise_precision *precision,
                    const double u[SWEEP_DIMENSIONS], poise_sweep *sweep)
{
    poise_sample sample[2];
    poise_point point[2];
    make_sample(u[0], u[1], 1 + 49 * u[4], 4000 * u[5], &sample[0]);
    make_sample(u[2], u[3], 1 + 49 * u[4], 4000 * u[6], &sample[1]);
    double x[POISE_FEATURES];
    poise_exact_features(&sample[0], &sample[1], x);
    poise_features features;
    poise_point_from_sample(&sample[0], &point[0]);
    poise_point_from_sample(&sample[1], &point[1]);
    poise_features_from_points(&point[0], &point[1], &features);

    unsigned warps = 1 + (unsigned)(u[7] * weights->max_warps);
    unsigned n, p;
    int exact_n, exact_p;
    poise_predict(weights, &features, warps, &n, &p);
    poise_model_predict(model, x, (int)warps, &exact_n, &exact_p);
    /* A p that is limited by an N that differs says nothing about p. */
    const bool differs[POISE_OUTPUTS] = {n != (unsigned)exact_n,
                                         n == (unsigned)exact_n && p != (unsigned)exact_p};
    for (unsigned output = 0; output < POISE_OUTPUTS; output++) {
        double exact = exp(poise_model_link(model, (int)output, x)) * warps / weights->max_warps;
        sweep->differing += differs[output];
        sweep->unexplained += differs[output] && !is_at_edge(exact, precision->warps_bound[output]);
        if (exact > 0.5 && exact < warps + 0.5) { /* beyond, the tuple is clamped */
            double error = fabs(engine_value(weights, output, &features, warps) - exact);
            sweep->deviation[output] = fmax(sweep->deviation[output], error);
        }
    }
}

void poise_precision_sweep(const poise_model *model, const poise_weights *weights, uint64_t vectors,
                           poise_sweep *sweep)
{
    poise_precision precision;
    poise_precision_bound(model, weights, &precision);
    *sweep = (poise_sweep){.vectors = vectors};
    for (uint64_t i = 0; i < vectors; i++) {
        double u[SWEEP_DIMENSIONS];
        cube_point(i, u);
        compare(model, weights, &precision, u, sweep);
    }
}
