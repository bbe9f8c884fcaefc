/* Link functions made of support vectors, for models of kind rbf: exponent = constant + sum over vectors of
 * coefficient * 2^-(gamma distance^2). poise_kernel.c beside poise_infer.c is all that they need. As there:
 * integers only, no allocation, no division. */
#ifndef POISE_KERNEL_H
#define POISE_KERNEL_H

#include "poise_infer.h"

enum {
    POISE_PLACE_BITS = 29,        /* places of features and vectors are below 2^29 */
    POISE_KERNEL_VALUE_BITS = 30, /* values of kernels: value * 2^30, at most 1 */
    POISE_KERNEL_MAX_SHIFT = 28,  /* largest shift of poise_weights beside a kernel */
    POISE_KERNEL_MAX_DROP = 63,   /* largest `drop` */
};

/* One support vector. */
typedef struct poise_support {
    uint32_t place[POISE_FEATURES];     /* below 2^POISE_PLACE_BITS */
    int32_t coefficient[POISE_OUTPUTS]; /* value / ln 2 * 2^shift[output] of poise_weights */
} poise_support;

/* Place of feature i: x[i] * scale[i] / 2^28, to nearest, saturated. The distance^2 is the sum of squared
 * differences of places, below 2^61; without its last `drop` bits it is saturated to 32 bits, and gamma turns
 * that into an exponent: distance * gamma / 2^32 counts 2^-POISE_EXPONENT_BITS.
 *
 * Any values are safe if shift <= POISE_KERNEL_MAX_SHIFT, places are in range and the magnitudes of all
 * coefficients of an output and its constant weight[output][7] add up to at most 2^31. */
struct poise_kernel {
    uint32_t scale[POISE_FEATURES];
    uint32_t gamma[POISE_OUTPUTS];
    uint32_t drop;
    uint32_t count; /* of vectors */
    const poise_support *support;
};

/* The link functions of poise_weights with a kernel. */
poise_link_functions poise_kernel_links;

/* 2^-(fall / 2^24) * 2^30, for fall < 2^56. Wrong by at most 7 (7e-9): a chord of poise_power() made round by
 * a parabola leaves (ln 2 / 128)^3 / 62 = 2.6e-9, and there are four roundings. */
uint32_t poise_falling_power(uint64_t fall);

#endif
