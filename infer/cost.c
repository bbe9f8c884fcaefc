#include "infer/cost.h"

#include "infer/poise_choice.h"
#include "infer/poise_kernel.h"
#include "infer/poise_shares.h"
#include "infer/poise_views.h"
#include "infer/scale.h"

#include <stddef.h>

static unsigned bits_to_hold(uint32_t largest)
{
    unsigned bits = 0;
    for (; largest > 0; largest >>= 1)
        bits++;
    return bits;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

unsigned poise_hie_storage_bits(const poise_hie_parameters *parameters, unsigned warps)
{
    uint32_t longest = larger(larger(parameters->warmup, parameters->feature_window),
                              larger(parameters->predict_cycles, parameters->correct_window));
    longest = larger(longest, parameters->check_window);
    unsigned window_counters = sizeof(poise_sample) * 8;
    unsigned held_point = sizeof(poise_point) * 8;
    unsigned state_registers = 3 + 2 + 1; /* state, probe, warming */
    unsigned timers = bits_to_hold(parameters->period) + bits_to_hold(longest);
    unsigned warp_numbers = 5 * bits_to_hold(warps); /* max, N, p, centre, best */
    unsigned search = 32 + bits_to_hold(larger(parameters->stride_n, parameters->stride_p));
    if (parameters->check_window > 0)
        search += 32; /* instructions at (max, max) */
    return window_counters + held_point + state_registers + timers + warp_numbers + search;
}

unsigned poise_weights_storage_bits(const poise_weights *weights)
{
    const unsigned shift_bits = 5; /* 0 .. 30 */
    const unsigned max_warps_bits = 7, least_p_bits = 1;
    const unsigned rest = shift_bits * POISE_OUTPUTS + max_warps_bits + least_p_bits;
    const poise_kernel *kernel = weights->kernel;
    if (weights->choice != NULL) /* N and p of each tuple as max_warps */
        return weights->choice->count * (32 * POISE_FEATURES + 2 * max_warps_bits) + rest;
    if (kernel == NULL)
        return 32 * POISE_OUTPUTS * POISE_FEATURES + rest;
    const unsigned drop_bits = 6, constants = POISE_OUTPUTS;
    const unsigned vector_bits = POISE_PLACE_BITS * POISE_FEATURES + 32 * POISE_OUTPUTS;
    return kernel->count * vector_bits + 32 * (POISE_FEATURES + POISE_OUTPUTS + constants) + drop_bits + rest;
}

unsigned poise_load_entry_bits(const poise_load_weights *weights)
{
    unsigned bits = POISE_LOAD_ENTRY_BITS + POISE_LOAD_LIST_ENTRY_BITS;
    if (poise_load_asks_for_max(weights))
        bits += POISE_LOAD_MAX_BITS;
    if (poise_load_asks_for_lines(weights))
        bits += POISE_LOAD_LINE_COUNTER_BITS;
    return bits;
}

unsigned poise_load_table_bits(const poise_load_weights *weights, unsigned entries)
{
    const unsigned lengths = poise_load_asks_for_max(weights) ? 3 : 2, counts = 1;
    return entries * poise_load_entry_bits(weights) + lengths * POISE_LOAD_LENGTH_BITS + counts;
}

poise_operations poise_prediction_operations(const poise_weights *weights)
{
    poise_operations count = {
        /* Per window m L (2 windows); I_max * loads; the squares of x5 and x7; the product of x6. */
        .feature_multiplications = 2 + 1 + 2 + 1,
        /* Per window two rates and L; I_n. */
        .feature_divisions = 2 * 3 + 1,
    };
    if (weights->view != NULL) { /* m L twice, I_max * loads, and the squares of three logarithms */
        count.feature_multiplications = 2 + 1 + 3 * POISE_LOG_BITS;
    }
    if (poise_view_sets(weights->view)) { /* shares */
        count.feature_multiplications = 0;
        count.feature_divisions = POISE_SHARES;
    } else if (weights->view != NULL &&
               weights->view->alone != NULL) { /* one window; two products of features */
        count.feature_multiplications = 1 + 1 + 3 * POISE_LOG_BITS + 2;
        count.feature_divisions = 3 + 2; /* I_n and accesses per load */
    }
    /* Per link function the interpolation, the reverse scaling and the division by max_warps, which is a
     * product with its reciprocal. */
    unsigned links = POISE_OUTPUTS * (1 + 1 + 1);
    const poise_kernel *kernel = weights->kernel;
    if (weights->choice != NULL) /* the sums, and the reverse scaling of N and p */
        links = weights->choice->count * POISE_FEATURES + POISE_OUTPUTS * 2;
    else if (kernel == NULL)
        links += POISE_OUTPUTS * POISE_FEATURES;
    else /* places; per vector squares, and per output gamma, chord, parabola (3) and coefficient */
        links += POISE_FEATURES + kernel->count * (POISE_FEATURES + POISE_OUTPUTS * 6);
    count.multiplications = count.feature_multiplications + links;
    count.divisions = count.feature_divisions;
    return count;
}
