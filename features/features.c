#include "features/features.h"

#include <math.h>

static double ratio(uint64_t numerator, uint64_t denominator)
{
    return denominator == 0 ? 0.0 : (double)numerator / (double)denominator;
}

features_rates features_sampled(const sched_counters *counters)
{
    const uint64_t loads = counters->global_loads > 0 ? counters->global_loads : 1;
    return (features_rates){
        .hit = ratio(counters->l1_hits, counters->l1_accesses),
        .intra_hit = ratio(counters->l1_intra_hits, counters->l1_accesses),
        .miss_latency = ratio(counters->miss_latency, counters->misses_returned),
        .accesses_per_load = ratio(counters->l1_accesses, loads),
        .insts_per_load = ratio(counters->warp_insts, loads),
    };
}

features_rates features_measure(const sim_counters *counters, bool merges_hit)
{
    return features_sampled(&(sched_counters){
        .warp_insts = counters->warp_insts,
        .global_loads = counters->global_loads,
        .l1_accesses = counters->l1_read_accesses,
        .l1_hits = counters->l1_read_hits + (merges_hit ? counters->l1_merges : 0),
        .l1_intra_hits = counters->l1_intra_hits,
        .miss_latency = counters->miss_latency,
        .misses_returned = counters->misses_returned,
    });
}

static double square(double value)
{
    return value * value;
}

void features_from_rates(const features_rates *max, const features_rates *one, double x[FEATURES_COUNT])
{
    const double gain = square(one->intra_hit - max->intra_hit);
    x[MODEL_X_h_max] = max->hit;
    x[MODEL_X_h_one] = one->hit;
    x[MODEL_X_eta_max] = max->intra_hit;
    x[MODEL_X_eta_one] = one->intra_hit;
    x[MODEL_X_eta_gain_squared] = gain;
    x[MODEL_X_instructions_eta_gain_squared] = max->insts_per_load * gain;
    x[MODEL_X_miss_cost_gain_squared] =
        square(one->miss_latency * (1 - one->hit) - max->miss_latency * (1 - max->hit)) / 1e5;
    x[MODEL_X_constant] = 1;
}

static double ln_miss_cost(const features_rates *at)
{
    return log(fmax((1 - at->hit) * at->miss_latency, 1));
}

void features_logs(const features_rates *at_max, const features_rates *second, double x[FEATURES_COUNT])
{
    x[MODEL_BYPASS_h_max] = at_max->hit;
    x[MODEL_BYPASS_h_bypass] = second->hit;
    x[MODEL_BYPASS_eta_max] = at_max->intra_hit;
    x[MODEL_BYPASS_eta_bypass] = second->intra_hit;
    x[MODEL_BYPASS_ln_accesses_per_load] = log(fmax(at_max->accesses_per_load, 1));
    x[MODEL_BYPASS_ln_miss_cost_max] = ln_miss_cost(at_max);
    x[MODEL_BYPASS_ln_miss_cost_bypass] = ln_miss_cost(second);
    x[MODEL_BYPASS_constant] = 1;
}

void features_alone(const features_rates *at_max, double x[FEATURES_COUNT])
{
    const double cost = ln_miss_cost(at_max);
    x[MODEL_ALONE_h_max] = at_max->hit;
    x[MODEL_ALONE_eta_max] = at_max->intra_hit;
    x[MODEL_ALONE_ln_accesses_per_load] = log(fmax(at_max->accesses_per_load, 1));
    x[MODEL_ALONE_ln_miss_cost_max] = cost;
    x[MODEL_ALONE_ln_instructions_per_load] = log(fmax(at_max->insts_per_load, 1));
    x[MODEL_ALONE_h_ln_miss_cost] = at_max->hit * cost;
    x[MODEL_ALONE_eta_ln_miss_cost] = at_max->intra_hit * cost;
    x[MODEL_ALONE_constant] = 1;
}

void features_of_view(model_view view, const features_rates *at_max, const features_rates *second,
                      double x[FEATURES_COUNT])
{
    if (view == MODEL_VIEW_THESIS)
        features_from_rates(at_max, second, x);
    else if (view == MODEL_VIEW_ALONE)
        features_alone(at_max, x);
    else
        features_logs(at_max, second, x);
}

void features_vector(const sim_counters *at_max, const sim_counters *at_one, bool merges_hit,
                     double x[FEATURES_COUNT])
{
    const features_rates max = features_measure(at_max, merges_hit);
    const features_rates one = features_measure(at_one, merges_hit);
    features_from_rates(&max, &one, x);
}

uint32_t features_vector_sampled(model_view view, const profile_sample *samples, uint32_t n_sms,
                                 double x[FEATURES_COUNT])
{
    double sum[FEATURES_COUNT] = {0};
    uint32_t n = 0;
    for (uint32_t sm = 0; sm < n_sms; sm++) {
        const features_rates max = features_sampled(&samples[sm].at_max);
        const features_rates one = features_sampled(&samples[sm].at_one);
        double own[FEATURES_COUNT];
        if (samples[sm].windows == 0)
            continue;
        features_of_view(view, &max, &one, own);
        for (size_t f = 0; f < FEATURES_COUNT; f++)
            sum[f] += own[f];
        n++;
    }
    for (size_t f = 0; f < FEATURES_COUNT && n > 0; f++)
        x[f] = sum[f] / n;
    return n;
}
