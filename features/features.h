/* The feature vector of the thesis, x1..x8 of Table 5.3 [T5.3], in double precision, from
 * counters at the two reference tuples: of a whole kernel, or as the inference engine samples them. Names and
 * definitions: models/feature_names.h. */
#ifndef POISE_FEATURES_FEATURES_H
#define POISE_FEATURES_FEATURES_H

#include "models/feature_names.h"
#include "profile/profile.h"

#include <stdbool.h>

enum { FEATURES_COUNT = MODEL_THESIS_FEATURES };

/* What the links of the regression see of one reference tuple. */
typedef struct features_rates {
    double hit;               /* h: hits / L1 load accesses, 0 without accesses */
    double intra_hit;         /* eta: intra-warp hits / L1 load accesses, 0 without accesses */
    double miss_latency;      /* L: mean core cycles of returned misses, 0 without one */
    double accesses_per_load; /* L1 load accesses / global load instructions; without loads, all of them */
    double insts_per_load; /* I_n: warp instructions / global load instructions; without loads, all of them */
} features_rates;

/* `merges_hit`: whether an access that merges with a miss in flight counts as a hit in h. The thesis does not
 * say; false is our default [T5.3]. */
features_rates features_measure(const sim_counters *counters, bool merges_hit);

/* Of sampling windows; a merge is no hit there, as in the hardware engine. */
features_rates features_sampled(const sched_counters *counters);

/* x[MODEL_X_...] from the rates at (max, max) and at (1, 1). */
void features_from_rates(const features_rates *at_max, const features_rates *at_one,
                         double x[FEATURES_COUNT]);

/* x[MODEL_BYPASS_...] from the rates at (max, max) and at (max, 1); for the view `logs` the second are those
 * at (1, 1). */
void features_logs(const features_rates *at_max, const features_rates *second, double x[FEATURES_COUNT]);

/* x[MODEL_ALONE_...] from the rates at (max, max). */
void features_alone(const features_rates *at_max, double x[FEATURES_COUNT]);

/* Those of a view, from the rates at (max, max) and at the second tuple that it looks at, if it does. */
void features_of_view(model_view view, const features_rates *at_max, const features_rates *second,
                      double x[FEATURES_COUNT]);

/* The same as features_from_rates() from counters of a whole kernel. */
void features_vector(const sim_counters *at_max, const sim_counters *at_one, bool merges_hit,
                     double x[FEATURES_COUNT]);

/* The mean of the vectors that the engines of the SMs would compute, for a view other than `bypass`; returns
 * the number of SMs that have one (0 = none has, x is not set: the kernel ends before the first windows do).
 * An SM's windows of several epochs are one window. */
uint32_t features_vector_sampled(model_view view, const profile_sample *samples, uint32_t n_sms,
                                 double x[FEATURES_COUNT]);

#endif
