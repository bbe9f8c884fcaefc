#include "poise_infer.h"

const uint8_t poise_feature_range_bits[POISE_FEATURES] = {0, 0, 0, 0, 0, 8, 12, 0};

/* Table 5.5. */
const poise_hie_parameters poise_hie_thesis = {
    .period = 200000,
    .warmup = 2000,
    .feature_window = 10000,
    .predict_cycles = 64,
    .correct_window = 4000,
    .max_instructions_per_load = 49,
    .stride_n = 2,
    .stride_p = 4,
};

/* ---- from counters to features ---- */

/* value / 2^bits, to nearest. Overflows for no value here: all are at most 2^62. */
static uint64_t shift_right(uint64_t value, unsigned bits)
{
    return (value + (UINT64_C(1) << (bits - 1))) >> bits;
}

/* numerator / denominator * 2^bits, to nearest, at most `limit`. bits <= 31, so the dividend is below 2^64.
 */
static uint32_t ratio(uint32_t numerator, uint32_t denominator, unsigned bits, uint32_t limit)
{
    if (denominator == 0)
        return 0;
    uint64_t quotient = (((uint64_t)numerator << bits) + denominator / 2) / denominator;
    return quotient < limit ? (uint32_t)quotient : limit;
}

void poise_point_from_sample(const poise_sample *sample, poise_point *point)
{
    const uint32_t one = UINT32_C(1) << POISE_RATE_BITS;
    const uint32_t below = one - 1; /* largest value of the two registers that are not rates */
    point->hit_rate = ratio(sample->l1_hits, sample->l1_accesses, POISE_RATE_BITS, one);
    point->intra_rate = ratio(sample->l1_intra_hits, sample->l1_accesses, POISE_RATE_BITS, one);
    uint32_t loads = sample->global_loads > 0 ? sample->global_loads : 1;
    point->instructions_per_load = ratio(sample->instructions, loads, POISE_INSTRUCTION_BITS, below);
    uint32_t latency = ratio(sample->miss_latency, sample->misses_returned, POISE_CYCLE_BITS, below);
    /* latency < 2^31 and the miss rate <= 2^31: the product is below 2^62. */
    point->miss_cost = (uint32_t)shift_right((uint64_t)latency * (one - point->hit_rate), POISE_RATE_BITS);
}

static uint64_t difference(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* x7 as a fraction of its range: d^2 / 1e5 / 2^12 * 2^28 with d in cycles * 2^16, that is, d^2 / (1e5 *
 * 2^16). */
static uint32_t miss_cost_feature(uint64_t cycles)
{
    const uint64_t divisor = UINT64_C(100000) << 16;
    const uint32_t limit = UINT32_C(1) << POISE_FEATURE_BITS;
    uint64_t quotient = (cycles * cycles + divisor / 2) / divisor; /* cycles < 2^31: the square < 2^62 */
    return quotient < limit ? (uint32_t)quotient : limit;
}

void poise_features_from_points(const poise_point *at_max, const poise_point *at_one,
                                poise_features *features)
{
    const unsigned rate_shift = POISE_RATE_BITS - POISE_FEATURE_BITS;
    uint64_t gain = difference(at_one->intra_rate, at_max->intra_rate); /* <= 2^31 */
    uint64_t gain_squared = shift_right(gain * gain, POISE_RATE_BITS);  /* <= 2^31 */
    uint64_t weighted = at_max->instructions_per_load * gain_squared;   /* < 2^62, times 2^(23 + 31) */
    features->x[0] = (uint32_t)shift_right(at_max->hit_rate, rate_shift);
    features->x[1] = (uint32_t)shift_right(at_one->hit_rate, rate_shift);
    features->x[2] = (uint32_t)shift_right(at_max->intra_rate, rate_shift);
    features->x[3] = (uint32_t)shift_right(at_one->intra_rate, rate_shift);
    features->x[4] = (uint32_t)shift_right(gain_squared, rate_shift);
    features->x[5] = (uint32_t)shift_right(weighted, 23 + 31 + 8 - POISE_FEATURE_BITS);
    features->x[6] = miss_cost_feature(difference(at_one->miss_cost, at_max->miss_cost));
    features->x[7] = UINT32_C(1) << POISE_FEATURE_BITS;
}

/* ---- from features to a warp-tuple ---- */

enum { TABLE_BITS = 7, REST_BITS = POISE_EXPONENT_BITS - TABLE_BITS };

/* round(2^(i/128) * 2^30). 128 chords of 2^x lie at most (ln 2 / 128)^2 / 8 = 3.67e-6 above it. */
static const uint32_t power_table[(1 << TABLE_BITS) + 1] = {
    1073741824u, 1079572136u, 1085434106u, 1091327906u, 1097253708u, 1103211687u, 1109202018u, 1115224875u,
    1121280436u, 1127368878u, 1133490379u, 1139645120u, 1145833280u, 1152055042u, 1158310587u, 1164600099u,
    1170923762u, 1177281762u, 1183674286u, 1190101520u, 1196563654u, 1203060876u, 1209593378u, 1216161350u,
    1222764986u, 1229404479u, 1236080024u, 1242791816u, 1249540052u, 1256324931u, 1263146652u, 1270005413u,
    1276901417u, 1283834865u, 1290805962u, 1297814910u, 1304861917u, 1311947188u, 1319070932u, 1326233356u,
    1333434672u, 1340675091u, 1347954824u, 1355274085u, 1362633090u, 1370032052u, 1377471191u, 1384950723u,
    1392470869u, 1400031848u, 1407633882u, 1415277195u, 1422962010u, 1430688553u, 1438457051u, 1446267730u,
    1454120821u, 1462016553u, 1469955159u, 1477936870u, 1485961921u, 1494030547u, 1502142985u, 1510299473u,
    1518500250u, 1526745556u, 1535035634u, 1543370725u, 1551751076u, 1560176931u, 1568648537u, 1577166143u,
    1585730000u, 1594340357u, 1602997467u, 1611701585u, 1620452965u, 1629251865u, 1638098541u, 1646993254u,
    1655936265u, 1664927835u, 1673968228u, 1683057710u, 1692196547u, 1701385007u, 1710623359u, 1719911875u,
    1729250827u, 1738640488u, 1748081133u, 1757573041u, 1767116489u, 1776711757u, 1786359126u, 1796058879u,
    1805811301u, 1815616678u, 1825475297u, 1835387448u, 1845353420u, 1855373507u, 1865448001u, 1875577199u,
    1885761398u, 1896000896u, 1906295993u, 1916646992u, 1927054196u, 1937517909u, 1948038440u, 1958616096u,
    1969251188u, 1979944027u, 1990694927u, 2001504204u, 2012372174u, 2023299156u, 2034285470u, 2045331439u,
    2056437387u, 2067603638u, 2078830522u, 2090118366u, 2101467502u, 2112878262u, 2124350982u, 2135885998u,
    2147483648u,
};

/* Written out, for a loop costs a quarter of the time of a prediction. */
static int64_t weighted_sum(const int32_t weight[POISE_FEATURES], const uint32_t x[POISE_FEATURES])
{
    return (int64_t)weight[0] * x[0] + (int64_t)weight[1] * x[1] + (int64_t)weight[2] * x[2] +
           (int64_t)weight[3] * x[3] + (int64_t)weight[4] * x[4] + (int64_t)weight[5] * x[5] +
           (int64_t)weight[6] * x[6] + (int64_t)weight[7] * x[7];
}

/* Each of the eight products is at most 2^31 * 2^28 = 2^59 in magnitude and their sum 2^62; the offset adds
 * at most 8 * 2^(28 + 30) = 2^61 and the rounding less than that: everything stays below 2^63. */
uint32_t poise_link(const poise_weights *weights, unsigned output, const poise_features *features)
{
    const uint64_t limit = ((uint64_t)POISE_EXPONENT_LIMIT << POISE_EXPONENT_BITS) - 1;
    unsigned point = POISE_FEATURE_BITS + weights->shift[output]; /* binary point of the products */
    int64_t sum = (int64_t)POISE_EXPONENT_OFFSET << point;
    sum += weighted_sum(weights->weight[output], features->x);
    if (sum <= 0)
        return 0;
    uint64_t exponent = shift_right((uint64_t)sum, point - POISE_EXPONENT_BITS);
    return (uint32_t)(exponent < limit ? exponent : limit);
}

uint64_t poise_power(uint32_t exponent)
{
    uint32_t whole = exponent >> POISE_EXPONENT_BITS;
    uint32_t index = (exponent >> REST_BITS) & ((UINT32_C(1) << TABLE_BITS) - 1);
    uint32_t rest = exponent & ((UINT32_C(1) << REST_BITS) - 1);
    uint64_t step = power_table[index + 1] - power_table[index];
    uint64_t mantissa = power_table[index] + shift_right(step * rest, REST_BITS);
    return mantissa
           << whole; /* mantissa * 2^(30 + 8) stands for 1: the offset of the exponent is in the shift */
}

/* power * warps / max_warps to nearest, in 1 .. highest. power < 2^46 and warps <= 2^6: no product reaches
 * 2^54. What is dropped before the division would not change its quotient, and 32 bits are divided faster. */
static unsigned scale_and_round(uint64_t power, unsigned warps, unsigned max_warps, unsigned highest)
{
    uint64_t half = (uint64_t)max_warps << POISE_POWER_BITS;
    uint32_t nearest = (uint32_t)((2 * power * warps + half) >> (POISE_POWER_BITS + 1)) / max_warps;
    if (nearest < 1)
        return 1;
    return nearest < highest ? nearest : highest;
}

void poise_predict(const poise_weights *weights, const poise_features *features, unsigned warps, unsigned *n,
                   unsigned *p)
{
    *n = scale_and_round(poise_power(poise_link(weights, 0, features)), warps, weights->max_warps, warps);
    *p = scale_and_round(poise_power(poise_link(weights, 1, features)), warps, weights->max_warps, *n);
}

/* ---- hardware inference engine ---- */

static uint32_t at_least_one(uint32_t cycles)
{
    return cycles > 0 ? cycles : 1;
}

static void begin_window(poise_hie *hie, const poise_hie_parameters *parameters)
{
    bool sampling = hie->state == POISE_HIE_SAMPLE_MAX || hie->state == POISE_HIE_SAMPLE_ONE;
    hie->warming = false;
    hie->left = at_least_one(sampling ? parameters->feature_window : parameters->correct_window);
}

/* Applies a tuple and warms up, so that the caches forget the previous one (section 5.6.1). */
static void steer(poise_hie *hie, const poise_hie_parameters *parameters, unsigned n, unsigned p)
{
    hie->n = (uint8_t)n;
    hie->p = (uint8_t)p;
    if (parameters->warmup == 0) {
        begin_window(hie, parameters);
        return;
    }
    hie->warming = true;
    hie->left = parameters->warmup;
}

/* Stays at the current tuple for the rest of the epoch. */
static void settle(poise_hie *hie, poise_hie_state state)
{
    hie->state = (uint8_t)state;
    hie->warming = false;
    hie->left = hie->epoch_left;
}

static void begin_epoch(poise_hie *hie, const poise_hie_parameters *parameters)
{
    hie->state = POISE_HIE_SAMPLE_MAX;
    hie->epoch_left = at_least_one(parameters->period);
    steer(hie, parameters, hie->warps, hie->warps);
}

/* Value of the searched coordinate at a probe, inside the legal triangle 1 <= p <= N <= max (our choice where
 * the thesis is silent: a step that would leave it is shortened). */
static unsigned probe_value(const poise_hie *hie, unsigned probe)
{
    bool over_n = hie->state == POISE_HIE_CORRECT_N;
    unsigned low = over_n ? hie->p : 1;
    unsigned high = over_n ? hie->warps : hie->n;
    if (probe == POISE_PROBE_MINUS)
        return hie->centre > low + hie->stride ? (unsigned)hie->centre - hie->stride : low;
    if (probe == POISE_PROBE_PLUS)
        return high > (unsigned)hie->centre + hie->stride ? (unsigned)hie->centre + hie->stride : high;
    return hie->centre;
}

/* The first probe after `probe` that differs from the centre, or POISE_PROBES. */
static unsigned next_probe(const poise_hie *hie, unsigned probe)
{
    do {
        probe++;
    } while (probe < POISE_PROBES && probe_value(hie, probe) == hie->centre);
    return probe;
}

static void steer_to(poise_hie *hie, const poise_hie_parameters *parameters, unsigned value)
{
    bool over_n = hie->state == POISE_HIE_CORRECT_N;
    steer(hie, parameters, over_n ? value : hie->n, over_n ? hie->p : value);
}

/* Enters a search state with the predicted value as centre. */
static void begin_search(poise_hie *hie, const poise_hie_parameters *parameters, poise_hie_state state)
{
    bool over_n = state == POISE_HIE_CORRECT_N;
    hie->state = (uint8_t)state;
    hie->centre = over_n ? hie->n : hie->p;
    hie->stride = over_n ? parameters->stride_n : parameters->stride_p;
}

/* Measures the centre of the search, or goes on when no stride is left that reaches another point. */
static void begin_round(poise_hie *hie, const poise_hie_parameters *parameters)
{
    for (;;) {
        while (hie->stride > 0 && next_probe(hie, POISE_PROBE_CENTRE) == POISE_PROBES)
            hie->stride /= 2;
        steer_to(hie, parameters, hie->centre);
        if (hie->stride > 0) {
            hie->probe = POISE_PROBE_CENTRE;
            return;
        }
        if (hie->state == POISE_HIE_CORRECT_P) {
            settle(hie, POISE_HIE_RUN);
            return;
        }
        begin_search(hie, parameters, POISE_HIE_CORRECT_P);
    }
}

/* Section 5.6.2: a centre at least as fast as both neighbours halves the stride, otherwise the faster
 * neighbour becomes the centre (our choice when both are equally fast: the smaller value). */
static void finish_probe(poise_hie *hie, const poise_hie_parameters *parameters, uint32_t instructions)
{
    if (hie->probe == POISE_PROBE_CENTRE || instructions > hie->best_score) {
        hie->best_score = instructions;
        hie->best = (uint8_t)probe_value(hie, hie->probe);
    }
    hie->probe = (uint8_t)next_probe(hie, hie->probe);
    if (hie->probe < POISE_PROBES) {
        steer_to(hie, parameters, probe_value(hie, hie->probe));
        return;
    }
    if (hie->best == hie->centre)
        hie->stride /= 2;
    hie->centre = hie->best;
    begin_round(hie, parameters);
}

/* Few loads make a kernel insensitive to the cache (section 5.6.1). Without any load I_n is unbounded: our
 * choice, which also leaves an idle SM unthrottled. */
static bool is_compute_bound(const poise_sample *window, uint32_t max_instructions_per_load)
{
    return window->global_loads == 0 ||
           window->instructions > (uint64_t)max_instructions_per_load * window->global_loads;
}

static void finish_sample_at_max(poise_hie *hie, const poise_hie_parameters *parameters,
                                 const poise_sample *window)
{
    poise_point_from_sample(window, &hie->at_max);
    if (is_compute_bound(window, parameters->max_instructions_per_load)) {
        settle(hie, POISE_HIE_COMPUTE);
        return;
    }
    hie->state = POISE_HIE_SAMPLE_ONE;
    steer(hie, parameters, 1, 1);
}

static void finish_sample_at_one(poise_hie *hie, const poise_hie_parameters *parameters,
                                 const poise_sample *window)
{
    poise_point at_one;
    poise_point_from_sample(window, &at_one);
    poise_features_from_points(&hie->at_max, &at_one, &hie->features);
    hie->state = POISE_HIE_PREDICT;
    hie->left = at_least_one(parameters->predict_cycles);
}

static void finish_prediction(poise_hie *hie, const poise_hie_parameters *parameters,
                              const poise_weights *weights)
{
    unsigned n = 1, p = 1;
    poise_predict(weights, &hie->features, hie->warps, &n, &p);
    hie->n = (uint8_t)n;
    hie->p = (uint8_t)p;
    begin_search(hie, parameters, POISE_HIE_CORRECT_N);
    begin_round(hie, parameters);
}

void poise_hie_reset(poise_hie *hie, const poise_hie_parameters *parameters, unsigned warps)
{
    *hie = (poise_hie){0};
    hie->warps = (uint8_t)(warps < 1 ? 1 : warps < POISE_MAX_WARPS ? warps : POISE_MAX_WARPS);
    begin_epoch(hie, parameters);
}

uint32_t poise_hie_next(const poise_hie *hie)
{
    return hie->left < hie->epoch_left ? hie->left : hie->epoch_left;
}

void poise_hie_step(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                    const poise_sample *window)
{
    uint32_t passed = poise_hie_next(hie);
    hie->epoch_left -= passed;
    hie->left -= passed;
    if (hie->epoch_left == 0) {
        begin_epoch(hie, parameters);
    } else if (hie->warming) {
        begin_window(hie, parameters);
    } else if (hie->state == POISE_HIE_SAMPLE_MAX) {
        finish_sample_at_max(hie, parameters, window);
    } else if (hie->state == POISE_HIE_SAMPLE_ONE) {
        finish_sample_at_one(hie, parameters, window);
    } else if (hie->state == POISE_HIE_PREDICT) {
        finish_prediction(hie, parameters, weights);
    } else { /* RUN and COMPUTE end with the epoch only: this is a search state */
        finish_probe(hie, parameters, window->instructions);
    }
}
