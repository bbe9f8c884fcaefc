/* The feature vector of the thesis, x1..x8 of Table 5.3 (poise.md section 4), in double precision, from
 * whole- kernel counters at the two reference tuples. Names and definitions: models/feature_names.h. */
#ifndef POISE_FEATURES_FEATURES_H
#define POISE_FEATURES_FEATURES_H

#include "models/feature_names.h"
#include "sim/sim.h"

#include <stdbool.h>

enum { FEATURES_COUNT = MODEL_THESIS_FEATURES };

/* What the links of the regression see of one reference tuple. */
typedef struct features_rates {
    double hit;            /* h: hits / L1 load accesses, 0 without accesses */
    double intra_hit;      /* eta: intra-warp hits / L1 load accesses, 0 without accesses */
    double miss_latency;   /* L: mean core cycles of returned misses, 0 without one */
    double insts_per_load; /* I_n: warp instructions / global load instructions; without loads, all of them */
} features_rates;

/* `merges_hit`: whether an access that merges with a miss in flight counts as a hit in h. The thesis does not
 * say; false is our default (poise.md section 4). */
features_rates features_measure(const sim_counters *counters, bool merges_hit);

/* x[MODEL_X_...] from the counters at (max, max) and at (1, 1). */
void features_vector(const sim_counters *at_max, const sim_counters *at_one, bool merges_hit,
                     double x[FEATURES_COUNT]);

#endif
