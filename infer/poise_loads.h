/* Which load instructions may allocate L1 lines: a linear model of what single loads did in two windows, at
 * (max, max) and at (1, 1), where the engine samples for its warp-tuple anyway. poise_loads.c beside
 * poise_infer.c and poise_views.c is all that it needs. As there: integers only, no allocation, no library
 * calls. Everything here is our choice; docs/BEYOND.md. */
#ifndef POISE_LOADS_H
#define POISE_LOADS_H

#include "poise_infer.h"

enum {
    POISE_LOAD_FEATURES = 8,      /* models/load_features.def */
    POISE_LOAD_LEAST_LOOKUPS = 32 /* of a load at (1, 1); fewer say nothing, and it allocates */
};

/* Place of the weight for lines that leave unused. */
enum { POISE_LOAD_WASTED = 6 };
/* Places of the weights for the window at (max, max). */
enum { POISE_LOAD_HITS_AT_MAX = 2, POISE_LOAD_MERGES_AT_MAX = 3 };

/* What one load did in a window: saturating registers of 16 bits in hardware. Inconsistent counters are
 * legal: rates are limited to 1. */
typedef struct poise_load_sample {
    uint32_t executions; /* by warps */
    uint32_t lookups;    /* in the L1, one for each line */
    uint32_t hits;
    uint32_t merges; /* look-ups that join a miss in flight */
    uint32_t unused; /* lines that it brought and that left the L1 before anybody asked for them again */
    uint32_t used;   /* lines that it brought and that somebody has asked for again */
} poise_load_sample;

/* Features as fractions of their ranges: log2 of lines has the range 2^3, all others 1; x[i] <= 2^28. All
 * quotients are rounded down. */
typedef struct poise_load_features {
    uint32_t x[POISE_LOAD_FEATURES];
} poise_load_features;

/* Weight = value * range of x_i * 2^shift, shift <= POISE_MAX_SHIFT. Any weights are safe. */
typedef struct poise_load_weights {
    int32_t weight[POISE_LOAD_FEATURES];
    uint8_t shift;
} poise_load_weights;

void poise_load_see(const poise_load_sample *at_max, const poise_load_sample *at_one,
                    poise_load_features *features);

/* The sum of weight * feature, times 2^(28 + shift): at least 0 says that the load had better allocate. At
 * most 2^62 in magnitude. */
int64_t poise_load_score(const poise_load_weights *weights, const poise_load_features *features);

/* Whether the model asks what becomes of lines; otherwise `unused` and `used` need not be counted. */
bool poise_load_asks_for_lines(const poise_load_weights *weights);

/* Whether it asks for the window at (max, max); otherwise loads need not be counted there. */
bool poise_load_asks_for_max(const poise_load_weights *weights);

/* Whether a load may allocate lines. */
bool poise_load_allocates(const poise_load_weights *weights, const poise_load_sample *at_max,
                          const poise_load_sample *at_one);

#endif
