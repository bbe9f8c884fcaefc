#include "poise_views.h"

/* The bits of the logarithm of y in [1, 2), 31 fractional bits, one by one: y^2 has twice the logarithm of y.
 * Each square is too small by less than 2^-31 of it, which counts half as much with every further bit. */
uint32_t poise_log2(uint32_t value)
{
    uint32_t whole = 31;
    uint64_t y = value;
    while (whole > 0 && (y & (UINT64_C(1) << 31)) == 0) {
        y <<= 1;
        whole--;
    }
    uint32_t log = whole;
    for (int bit = 0; bit < POISE_LOG_BITS; bit++) {
        y = y * y >> 31; /* below 2^33 */
        uint32_t is_set = (uint32_t)(y >> 32);
        y >>= is_set;
        log = log << 1 | is_set;
    }
    return log;
}

/* ln of a register with `bits` fractional bits as a fraction of the range 2^range_bits ln 2; at least 0. */
static uint32_t log_feature(uint32_t value, unsigned bits, unsigned range_bits)
{
    const uint32_t least = UINT32_C(1) << bits;
    uint32_t log = poise_log2(value > least ? value : least) - ((uint32_t)bits << POISE_LOG_BITS);
    return log << (POISE_FEATURE_BITS - POISE_LOG_BITS) >> range_bits;
}

/* Accesses in place of instructions: I_n is no feature here. */
static void point_of(const poise_sample *sample, poise_point *point)
{
    poise_sample accesses = *sample;
    accesses.instructions = sample->l1_accesses;
    poise_point_from_sample(&accesses, point);
}

static void features_of(const poise_point *at_max, const poise_point *second, poise_features *features)
{
    const unsigned shift = POISE_RATE_BITS - POISE_FEATURE_BITS;
    *features = (poise_features){{
        at_max->hit_rate >> shift,
        second->hit_rate >> shift,
        at_max->intra_rate >> shift,
        second->intra_rate >> shift,
        log_feature(at_max->instructions_per_load, POISE_INSTRUCTION_BITS, 3),
        log_feature(at_max->miss_cost, POISE_CYCLE_BITS, 4),
        log_feature(second->miss_cost, POISE_CYCLE_BITS, 4),
        UINT32_C(1) << POISE_FEATURE_BITS,
    }};
}

static uint32_t product(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> POISE_FEATURE_BITS);
}

static void features_alone(const poise_sample *sample, poise_features *features)
{
    const unsigned shift = POISE_RATE_BITS - POISE_FEATURE_BITS;
    poise_point point, accesses;
    poise_point_from_sample(sample, &point);
    point_of(sample, &accesses);
    uint32_t hits = point.hit_rate >> shift, intra_hits = point.intra_rate >> shift;
    uint32_t cost = log_feature(point.miss_cost, POISE_CYCLE_BITS, 4);
    *features = (poise_features){{
        hits,
        intra_hits,
        log_feature(accesses.instructions_per_load, POISE_INSTRUCTION_BITS, 3),
        cost,
        log_feature(point.instructions_per_load, POISE_INSTRUCTION_BITS, 3),
        product(hits, cost),
        product(intra_hits, cost),
        UINT32_C(1) << POISE_FEATURE_BITS,
    }};
}

const poise_view poise_logs_view = {.all_warps = false, .point = point_of, .features = features_of};
const poise_view poise_bypass_view = {.all_warps = true, .point = point_of, .features = features_of};
const poise_view poise_alone_view = {.alone = features_alone};
