/* What the tests of this folder share: the thesis' model and random windows. */
#ifndef INFER_TEST_H
#define INFER_TEST_H

#include "common/random.h"
#include "infer/quantise.h"
#include "models/feature_names.h"
#include "models/model_file.h"
#include "tests/test.h"

/* Table 5.3, typed in from the specification and independent of models/thesis.model. */
static inline poise_model thesis_model(void)
{
    static const double weight[MODEL_OUTPUTS][POISE_FEATURES] = {
        {0.517687, -0.000261, 7.209138, -5.977480, -8.906397, 1.976725, 0.004668, 1.667111},
        {3.786126, 0.483576, -6.386444, 10.320107, -6.533500, -0.900944, 0.079856, -2.189887},
    };
    poise_model model = {.kind = MODEL_NEGBIN, .n_features = POISE_FEATURES, .max_warps = 24, .least_p = 1};
    snprintf(model.name, MODEL_NAME_TEXT, "thesis");
    for (int i = 0; i < POISE_FEATURES; i++) {
        snprintf(model.feature[i], MODEL_NAME_TEXT, "%s", model_thesis_feature_name[i]);
        model.weight[0][i] = weight[0][i];
        model.weight[1][i] = weight[1][i];
    }
    return model;
}

/* The model in integers; free it with poise_weights_free(). */
static inline poise_weights compiled(const poise_model *model)
{
    poise_weights weights;
    poise_error err = {0};
    if (poise_quantise(model, &weights, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return weights;
}

/* A model that predicts {2^log2_n, 2^log2_p} whatever the features are. */
static inline poise_weights constant_weights(int log2_n, int log2_p)
{
    poise_weights weights = {.shift = {20, 20}, .max_warps = 24};
    weights.weight[0][POISE_FEATURES - 1] = log2_n * (1 << 20);
    weights.weight[1][POISE_FEATURES - 1] = log2_p * (1 << 20);
    return weights;
}

/* Seven arbitrary 32-bit counters, small and saturated values included. */
static inline poise_sample random_sample(poise_random *random)
{
    uint32_t word[7];
    for (int i = 0; i < 7; i++) {
        word[i] = (uint32_t)(poise_random_u64(random) >> (32 + poise_random_below(random, 32)));
        word[i] = poise_random_below(random, 16) == 0 ? UINT32_MAX : word[i];
    }
    return (poise_sample){word[0], word[1], word[2], word[3], word[4], word[5], word[6]};
}

/* A possible window: hits within accesses, I_n 1..50, latencies up to 4000 cycles. */
static inline poise_sample plausible_sample(poise_random *random)
{
    poise_sample sample;
    sample.l1_accesses = 1 + (uint32_t)poise_random_below(random, 100000);
    sample.l1_hits = (uint32_t)poise_random_below(random, sample.l1_accesses + UINT64_C(1));
    sample.l1_intra_hits = (uint32_t)poise_random_below(random, sample.l1_hits + UINT64_C(1));
    sample.misses_returned = 1 + (uint32_t)poise_random_below(random, 100000);
    sample.miss_latency = (uint32_t)(poise_random_real(random) * 4000 * sample.misses_returned);
    sample.global_loads = 1 + (uint32_t)poise_random_below(random, 100000);
    sample.instructions = (uint32_t)((1 + 49 * poise_random_real(random)) * sample.global_loads);
    return sample;
}

static inline poise_features features_of(const poise_sample *at_max, const poise_sample *at_one)
{
    poise_point max_point, one_point;
    poise_features features;
    poise_point_from_sample(at_max, &max_point);
    poise_point_from_sample(at_one, &one_point);
    poise_features_from_points(&max_point, &one_point, &features);
    return features;
}

#endif
