#include "poise_kernel.h"

/* x <= 2^28 and scale < 2^32: below 2^60 + 2^27. */
static uint32_t place_of(uint32_t x, uint32_t scale)
{
    const uint64_t limit = (UINT64_C(1) << POISE_PLACE_BITS) - 1;
    uint64_t place = ((uint64_t)x * scale + (UINT64_C(1) << (POISE_FEATURE_BITS - 1))) >> POISE_FEATURE_BITS;
    return (uint32_t)(place < limit ? place : limit);
}

/* Eight squares of at most 2^58 each. */
static uint64_t distance(const uint32_t a[POISE_FEATURES], const uint32_t b[POISE_FEATURES])
{
    uint64_t sum = 0;
    for (int i = 0; i < POISE_FEATURES; i++) {
        int64_t difference = (int64_t)a[i] - b[i];
        sum += (uint64_t)(difference * difference);
    }
    return sum;
}

uint32_t poise_falling_power(uint64_t fall)
{
    enum { REST_BITS = 17 }; /* of an exponent between two entries of poise_power()'s table */
    const uint64_t bend =
        1007583; /* (ln 2 / 128)^2 / 2 * 2^36: by that much times t (1 - t) the chord is high */
    const uint64_t whole = (fall + (UINT64_C(1) << POISE_EXPONENT_BITS) - 1) >> POISE_EXPONENT_BITS;
    const uint32_t rise = (uint32_t)((whole << POISE_EXPONENT_BITS) - fall);
    const uint64_t rest = rise & ((UINT32_C(1) << REST_BITS) - 1);
    const uint64_t chord = poise_power(rise); /* below 2^31, and what follows below 2^32 and 2^49 */
    const uint64_t high = (rest * ((UINT32_C(1) << REST_BITS) - rest) >> REST_BITS) * bend >> REST_BITS;
    const uint64_t mantissa = chord - (chord * high >> 36);
    return whole < 32 ? (uint32_t)(mantissa >> whole) : 0;
}

/* coefficient <= 2^31 and value <= 2^30; the sum of all coefficients and the constant is at most 2^31: no sum
 * exceeds 2^61. */
void poise_kernel_links(const poise_weights *weights, const poise_features *features,
                        uint32_t exponent[POISE_OUTPUTS])
{
    const poise_kernel *kernel = weights->kernel;
    uint32_t place[POISE_FEATURES];
    int64_t sum[POISE_OUTPUTS];
    for (int i = 0; i < POISE_FEATURES; i++)
        place[i] = place_of(features->x[i], kernel->scale[i]);
    for (int output = 0; output < POISE_OUTPUTS; output++)
        sum[output] =
            (int64_t)weights->weight[output][POISE_FEATURES - 1] * (INT64_C(1) << POISE_KERNEL_VALUE_BITS);
    for (uint32_t v = 0; v < kernel->count; v++) {
        const poise_support *support = &kernel->support[v];
        uint64_t squared = distance(place, support->place) >> kernel->drop;
        uint64_t apart = squared < UINT32_MAX ? squared : UINT32_MAX;
        for (int output = 0; output < POISE_OUTPUTS; output++) {
            uint64_t fall = apart * kernel->gamma[output] >> 32;
            sum[output] += (int64_t)support->coefficient[output] * poise_falling_power(fall);
        }
    }
    for (int output = 0; output < POISE_OUTPUTS; output++)
        exponent[output] = poise_exponent(sum[output], POISE_KERNEL_VALUE_BITS + weights->shift[output]);
}
