#include "poise_loads.h"

#include "poise_views.h"

enum { ONE = 1 << POISE_FEATURE_BITS, LINES_RANGE_BITS = 3 };

/* part / whole as a fraction of 1, rounded down. */
static uint32_t rate(uint64_t part, uint64_t whole)
{
    if (whole == 0)
        return 0;
    return part < whole ? (uint32_t)((part << POISE_FEATURE_BITS) / whole) : ONE;
}

/* log2(lookups / executions) / 8, from 1 to 256 lines. */
static uint32_t log2_lines(const poise_load_sample *sample)
{
    enum { BITS = 16 };
    const uint64_t most = UINT64_C(256) << BITS;
    if (sample->executions == 0 || sample->lookups <= sample->executions)
        return 0;
    uint64_t lines = ((uint64_t)sample->lookups << BITS) / sample->executions;
    uint32_t log = poise_log2((uint32_t)(lines < most ? lines : most)) - ((uint32_t)BITS << POISE_LOG_BITS);
    return log << (POISE_FEATURE_BITS - POISE_LOG_BITS) >> LINES_RANGE_BITS;
}

void poise_load_see(const poise_load_sample *at_max, const poise_load_sample *at_one,
                    poise_load_features *features)
{
    const uint32_t hits = rate(at_one->hits, at_one->lookups), lines = log2_lines(at_one);
    *features = (poise_load_features){{
        hits,
        rate(at_one->merges, at_one->lookups),
        rate(at_max->hits, at_max->lookups),
        rate(at_max->merges, at_max->lookups),
        lines,
        (uint32_t)((uint64_t)(ONE - hits) * lines >> POISE_FEATURE_BITS),
        rate(at_one->unused, (uint64_t)at_one->unused + at_one->used),
        ONE,
    }};
}

int64_t poise_load_score(const poise_load_weights *weights, const poise_load_features *features)
{
    int64_t sum = 0;
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        sum += (int64_t)weights->weight[i] * features->x[i];
    return sum;
}

bool poise_load_asks_for_lines(const poise_load_weights *weights)
{
    return weights->weight[POISE_LOAD_WASTED] != 0;
}

bool poise_load_asks_for_max(const poise_load_weights *weights)
{
    return weights->weight[POISE_LOAD_HITS_AT_MAX] != 0 || weights->weight[POISE_LOAD_MERGES_AT_MAX] != 0;
}

bool poise_load_allocates(const poise_load_weights *weights, const poise_load_sample *at_max,
                          const poise_load_sample *at_one)
{
    if (at_one->lookups < POISE_LOAD_LEAST_LOOKUPS)
        return true;
    poise_load_features features;
    poise_load_see(at_max, at_one, &features);
    return poise_load_score(weights, &features) >= 0;
}
