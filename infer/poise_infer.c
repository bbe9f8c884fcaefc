#include "poise_infer.h"
#include "poise_power.h"

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

/* numerator / denominator * 2^bits, rounded down, at most `limit`. bits <= 31, so the dividend is below 2^63.
 * Its error has one sign, so that the difference of two is as exact as if both had been rounded to nearest.
 */
INLINE uint32_t ratio(uint32_t numerator, uint32_t denominator, unsigned bits, uint32_t limit)
{
    uint64_t quotient = ((uint64_t)numerator << bits) / (denominator | (denominator == 0));
    quotient = denominator > 0 ? quotient : 0;
    return quotient < limit ? (uint32_t)quotient : limit;
}

static const uint32_t one = UINT32_C(1) << POISE_RATE_BITS;
static const uint32_t below = (UINT32_C(1) << POISE_RATE_BITS) - 1; /* largest latency and I_n */

/* The same for a rate, which is limited to 1: nothing of nothing is 0. */
INLINE uint32_t rate(uint32_t part, uint32_t whole)
{
    uint64_t limited = part < whole ? part : whole;
    return (uint32_t)((limited << POISE_RATE_BITS) / (whole | (whole == 0)));
}

INLINE uint32_t instructions_per_load(const poise_sample *sample)
{
    uint32_t loads = sample->global_loads > 0 ? sample->global_loads : 1;
    return ratio(sample->instructions, loads, POISE_INSTRUCTION_BITS, below);
}

/* All but I_n, which only the window at (max, max) needs. */
INLINE poise_point rates_and_cost(const poise_sample *sample)
{
    uint32_t hits = rate(sample->l1_hits, sample->l1_accesses);
    uint32_t intra_hits = rate(sample->l1_intra_hits, sample->l1_accesses);
    uint32_t latency = ratio(sample->miss_latency, sample->misses_returned, POISE_CYCLE_BITS, below);
    /* latency < 2^31 and the miss rate <= 2^31: the product is below 2^62. */
    uint32_t cost = (uint32_t)((uint64_t)latency * (one - hits) >> POISE_RATE_BITS);
    return (poise_point){.hit_rate = hits, .intra_rate = intra_hits, .miss_cost = cost};
}

void poise_point_from_sample(const poise_sample *sample, poise_point *point)
{
    *point = rates_and_cost(sample);
    point->instructions_per_load = instructions_per_load(sample);
}

INLINE uint64_t squared_difference(uint32_t a, uint32_t b)
{
    int64_t difference = (int64_t)a - b; /* at most 2^31 */
    return (uint64_t)(difference * difference);
}

INLINE poise_features features_of(const poise_point *at_max, const poise_point *at_one)
{
    const unsigned shift = POISE_RATE_BITS - POISE_FEATURE_BITS;
    const uint32_t full = UINT32_C(1) << POISE_FEATURE_BITS;
    uint64_t gain = squared_difference(at_one->intra_rate, at_max->intra_rate) >> POISE_RATE_BITS;
    /* I_n < 2^31 times at most 2^31, that is, below 2^62 and with 23 + 31 fractional bits, to a fraction of
     * 2^8, to nearest: x6 has the largest weights. */
    const unsigned drop = POISE_INSTRUCTION_BITS + POISE_RATE_BITS + 8 - POISE_FEATURE_BITS;
    uint64_t weighted = (at_max->instructions_per_load * gain + (UINT64_C(1) << (drop - 1))) >> drop;
    /* Cycles^2 times 2^32, of which 2^28 is the range. */
    uint64_t cost = squared_difference(at_one->miss_cost, at_max->miss_cost) >> (2 * POISE_CYCLE_BITS);
    return (poise_features){{at_max->hit_rate >> shift, at_one->hit_rate >> shift,
                             at_max->intra_rate >> shift, at_one->intra_rate >> shift,
                             (uint32_t)(gain >> shift), (uint32_t)weighted,
                             cost < full ? (uint32_t)cost : full, full}};
}

void poise_features_from_points(const poise_point *at_max, const poise_point *at_one,
                                poise_features *features)
{
    *features = features_of(at_max, at_one);
}

/* ---- from features to a warp-tuple ---- */

uint32_t poise_exponent(int64_t sum, unsigned fraction_bits)
{
    return saturate(sum, fraction_bits - POISE_EXPONENT_BITS);
}

/* Each of the eight products is at most 2^31 * 2^28 = 2^59 in magnitude and their sum 2^62. Written out, for
 * a loop costs a quarter of the time of a prediction. */
INLINE uint32_t weighted_sum(const poise_weights *weights, unsigned output, const poise_features *features)
{
    const int32_t *weight = weights->weight[output];
    const uint32_t *x = features->x;
    int64_t rates = ((int64_t)weight[0] * x[0] + (int64_t)weight[1] * x[1]) +
                    ((int64_t)weight[2] * x[2] + (int64_t)weight[3] * x[3]);
    int64_t others = ((int64_t)weight[4] * x[4] + (int64_t)weight[6] * x[6]) +
                     ((int64_t)weight[7] * x[7] + (int64_t)weight[5] * x[5]);
    return saturate(rates + others, POISE_FEATURE_BITS + weights->shift[output] - POISE_EXPONENT_BITS);
}

INLINE void links(const poise_weights *weights, const poise_features *features,
                  uint32_t exponent[POISE_OUTPUTS])
{
    if (weights->link_functions == 0) {
        exponent[0] = weighted_sum(weights, 0, features);
        exponent[1] = weighted_sum(weights, 1, features);
    } else {
        poise_features apart = *features; /* so that the others need no address */
        weights->link_functions(weights, &apart, exponent);
    }
}

void poise_links(const poise_weights *weights, const poise_features *features,
                 uint32_t exponent[POISE_OUTPUTS])
{
    links(weights, features, exponent);
}

uint64_t poise_power(uint32_t exponent)
{
    return power_of(exponent);
}

/* The least p that is predicted or tried. */
INLINE unsigned least_p(const poise_weights *weights)
{
    return weights->zero_p ? 0 : 1;
}

INLINE void predict(const poise_weights *weights, const poise_features *features, unsigned warps, unsigned *n,
                    unsigned *p)
{
    uint32_t exponent[POISE_OUTPUTS];
    if (weights->choose != 0) {
        poise_features apart = *features;
        weights->choose(weights, &apart, warps, n, p);
        return;
    }
    links(weights, features, exponent);
    unsigned most = scale_and_round(power_of(exponent[0]), warps, weights->max_warps, 1, warps);
    *p = scale_and_round(power_of(exponent[1]), warps, weights->max_warps, least_p(weights), most);
    *n = most; /* stored when nothing is left to be read, which it might be thought to change */
}

void poise_predict(const poise_weights *weights, const poise_features *features, unsigned warps, unsigned *n,
                   unsigned *p)
{
    predict(weights, features, warps, n, p);
}

void poise_second_tuple(const poise_weights *weights, unsigned warps, unsigned *n, unsigned *p)
{
    *n = weights->view != 0 && weights->view->all_warps ? warps : 1;
    *p = 1;
}

INLINE poise_features see(const poise_weights *weights, const poise_sample *at_max,
                          const poise_sample *second)
{
    poise_point max_point, second_point;
    poise_features features;
    if (weights->view != 0 && weights->view->alone != 0) {
        weights->view->alone(at_max, &features);
        return features;
    }
    if (weights->view != 0) {
        weights->view->point(at_max, &max_point);
        weights->view->point(second, &second_point);
        weights->view->features(&max_point, &second_point, &features);
        return features;
    }
    max_point = rates_and_cost(at_max);
    second_point = rates_and_cost(second);
    max_point.instructions_per_load = instructions_per_load(at_max);
    return features_of(&max_point, &second_point);
}

void poise_see(const poise_weights *weights, const poise_sample *at_max, const poise_sample *second,
               poise_features *features)
{
    *features = see(weights, at_max, second);
}

void poise_predict_windows(const poise_weights *weights, const poise_sample *at_max,
                           const poise_sample *second, unsigned warps, unsigned *n, unsigned *p)
{
    poise_features features = see(weights, at_max, second);
    predict(weights, &features, warps, n, p);
}

/* ---- hardware inference engine ---- */

static uint32_t at_least_one(uint32_t cycles)
{
    return cycles > 0 ? cycles : 1;
}

static void begin_window(poise_hie *hie, const poise_hie_parameters *parameters)
{
    bool sampling = hie->state == POISE_HIE_SAMPLE_MAX || hie->state == POISE_HIE_SAMPLE_ONE;
    uint32_t search = hie->state == POISE_HIE_CHECK ? parameters->check_window : parameters->correct_window;
    hie->warming = false;
    hie->left = at_least_one(sampling ? parameters->feature_window : search);
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
    hie->recalled = hie->settled = false;
    hie->epoch_left = at_least_one(parameters->period);
    steer(hie, parameters, hie->warps, hie->warps);
}

/* Value of the searched coordinate at a probe, inside the legal plane 1 <= N <= max, least_p <= p <= N (our
 * choice where the thesis is silent: a step that would leave it is shortened). */
static unsigned probe_value(const poise_hie *hie, const poise_weights *weights, unsigned probe)
{
    bool over_n = hie->state == POISE_HIE_CORRECT_N;
    unsigned low = !over_n ? least_p(weights) : hie->p > 0 ? hie->p : 1;
    unsigned high = over_n ? hie->warps : hie->n;
    if (probe == POISE_PROBE_MINUS)
        return hie->centre > low + hie->stride ? (unsigned)hie->centre - hie->stride : low;
    if (probe == POISE_PROBE_PLUS)
        return high > (unsigned)hie->centre + hie->stride ? (unsigned)hie->centre + hie->stride : high;
    return hie->centre;
}

/* The first probe after `probe` that differs from the centre, or POISE_PROBES. */
static unsigned next_probe(const poise_hie *hie, const poise_weights *weights, unsigned probe)
{
    do {
        probe++;
    } while (probe < POISE_PROBES && probe_value(hie, weights, probe) == hie->centre);
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
static void begin_round(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights)
{
    for (;;) {
        while (hie->stride > 0 && next_probe(hie, weights, POISE_PROBE_CENTRE) == POISE_PROBES)
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
static void finish_probe(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                         uint32_t instructions)
{
    if (hie->probe == POISE_PROBE_CENTRE || instructions > hie->best_score) {
        hie->best_score = instructions;
        hie->best = (uint8_t)probe_value(hie, weights, hie->probe);
    }
    hie->probe = (uint8_t)next_probe(hie, weights, hie->probe);
    if (hie->probe < POISE_PROBES) {
        steer_to(hie, parameters, probe_value(hie, weights, hie->probe));
        return;
    }
    if (hie->best == hie->centre)
        hie->stride /= 2;
    hie->centre = hie->best;
    begin_round(hie, parameters, weights);
}

/* Few loads make a kernel insensitive to the cache (section 5.6.1). Without any load I_n is unbounded: our
 * choice, which also leaves an idle SM unthrottled. */
static bool is_compute_bound(const poise_sample *window, uint32_t max_instructions_per_load)
{
    return window->global_loads == 0 ||
           window->instructions > (uint64_t)max_instructions_per_load * window->global_loads;
}

static void await_prediction(poise_hie *hie, const poise_hie_parameters *parameters)
{
    hie->state = POISE_HIE_PREDICT;
    hie->left = at_least_one(parameters->predict_cycles);
}

static void finish_sample_at_max(poise_hie *hie, const poise_hie_parameters *parameters,
                                 const poise_weights *weights, const poise_sample *window)
{
    unsigned n, p;
    if (is_compute_bound(window, parameters->max_instructions_per_load)) {
        settle(hie, POISE_HIE_COMPUTE);
        return;
    }
    hie->max_score = window->instructions;
    if (weights->view != 0 && weights->view->alone != 0) {
        weights->view->alone(window, &hie->features);
        await_prediction(hie, parameters);
        return;
    }
    if (weights->view != 0)
        weights->view->point(window, &hie->at_max);
    else
        poise_point_from_sample(window, &hie->at_max);
    hie->state = POISE_HIE_SAMPLE_ONE;
    poise_second_tuple(weights, hie->warps, &n, &p);
    steer(hie, parameters, n, p);
}

static void finish_sample_at_one(poise_hie *hie, const poise_hie_parameters *parameters,
                                 const poise_weights *weights, const poise_sample *window)
{
    poise_point second = rates_and_cost(window);
    if (weights->view != 0)
        weights->view->features(&hie->at_max, &second, &hie->features);
    else
        hie->features = features_of(&hie->at_max, &second);
    await_prediction(hie, parameters);
}

static void correct(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights)
{
    begin_search(hie, parameters, POISE_HIE_CORRECT_N);
    begin_round(hie, parameters, weights);
}

static void finish_prediction(poise_hie *hie, const poise_hie_parameters *parameters,
                              const poise_weights *weights)
{
    unsigned n = 1, p = 1;
    poise_predict(weights, &hie->features, hie->warps, &n, &p);
    hie->n = (uint8_t)n;
    hie->p = (uint8_t)p;
    if (parameters->check_window == 0) {
        correct(hie, parameters, weights);
    } else if (n == hie->warps && p == hie->warps) {
        settle(hie, POISE_HIE_RUN);
    } else {
        hie->state = POISE_HIE_CHECK;
        steer(hie, parameters, n, p);
    }
}

/* Instructions of two windows are compared as rates. */
static void finish_check(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                         uint32_t instructions)
{
    uint64_t before = (uint64_t)hie->max_score * parameters->check_window;
    if (parameters->check_shift > 0)
        before -= before >> (parameters->check_shift & 31);
    bool is_slower = (uint64_t)instructions * at_least_one(parameters->feature_window) < before;
    if (is_slower && hie->recalled) {
        begin_epoch(hie, parameters);
    } else if (is_slower) {
        hie->n = hie->p = hie->warps;
        settle(hie, POISE_HIE_RUN);
    } else if (hie->settled) {
        settle(hie, POISE_HIE_RUN);
    } else {
        correct(hie, parameters, weights);
    }
}

void poise_hie_reset(poise_hie *hie, const poise_hie_parameters *parameters, unsigned warps)
{
    *hie = (poise_hie){0};
    hie->warps = (uint8_t)(warps < 1 ? 1 : warps < POISE_MAX_WARPS ? warps : POISE_MAX_WARPS);
    begin_epoch(hie, parameters);
}

bool poise_hie_remember(const poise_hie *hie, const poise_hie_parameters *parameters,
                        poise_hie_memory *memory)
{
    const bool searching = hie->state == POISE_HIE_CORRECT_N || hie->state == POISE_HIE_CORRECT_P;
    *memory = (poise_hie_memory){.warps = hie->warps,
                                 .n = hie->state == POISE_HIE_CORRECT_N ? hie->centre : hie->n,
                                 .p = hie->state == POISE_HIE_CORRECT_P ? hie->centre : hie->p,
                                 .settled = !searching,
                                 .max_score = hie->max_score};
    return parameters->check_window > 0 && (searching || hie->state == POISE_HIE_RUN) &&
           memory->p < hie->warps;
}

void poise_hie_recall(poise_hie *hie, const poise_hie_parameters *parameters, const poise_hie_memory *memory)
{
    poise_hie_reset(hie, parameters, memory->warps);
    hie->state = POISE_HIE_CHECK;
    hie->recalled = true;
    hie->settled = memory->settled;
    hie->max_score = memory->max_score;
    steer(hie, parameters, memory->n, memory->p);
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
        finish_sample_at_max(hie, parameters, weights, window);
    } else if (hie->state == POISE_HIE_SAMPLE_ONE) {
        finish_sample_at_one(hie, parameters, weights, window);
    } else if (hie->state == POISE_HIE_PREDICT) {
        finish_prediction(hie, parameters, weights);
    } else if (hie->state == POISE_HIE_CHECK) {
        finish_check(hie, parameters, weights, window->instructions);
    } else { /* RUN and COMPUTE end with the epoch only: this is a search state */
        finish_probe(hie, parameters, weights, window->instructions);
    }
}
