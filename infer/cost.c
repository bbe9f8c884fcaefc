#include "infer/cost.h"

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
    unsigned window_counters = sizeof(poise_sample) * 8;
    unsigned held_point = sizeof(poise_point) * 8;
    unsigned state_registers = 3 + 2 + 1; /* state, probe, warming */
    unsigned timers = bits_to_hold(parameters->period) + bits_to_hold(longest);
    unsigned warp_numbers = 5 * bits_to_hold(warps); /* max, N, p, centre, best */
    unsigned search = 32 + bits_to_hold(larger(parameters->stride_n, parameters->stride_p));
    return window_counters + held_point + state_registers + timers + warp_numbers + search;
}

unsigned poise_weights_storage_bits(void)
{
    const unsigned shift_bits = 5; /* 0 .. 30 */
    const unsigned max_warps_bits = 7;
    return 32 * POISE_OUTPUTS * POISE_FEATURES + shift_bits * POISE_OUTPUTS + max_warps_bits;
}
