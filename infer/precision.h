/* How far the fixed-point engine is from double arithmetic: a proven bound and a measurement. */
#ifndef POISE_INFER_PRECISION_H
#define POISE_INFER_PRECISION_H

#include "infer/poise_infer.h"
#include "models/feature_names.h"
#include "models/model_file.h"

/* Holds for every pair of samples whose I_n, latency and x7 are inside the registers' ranges; beyond them the
 * features saturate by design. Derivation: docs/ENGINE.md and the comments in precision.c. Index: output. */
typedef struct poise_precision {
    double link_bound[POISE_OUTPUTS]; /* error of the base-2 exponent */
    double time_bound; /* of a choice: error of an expected time, over that with all warps; else 0 */
    double warps_bound[POISE_OUTPUTS]; /* error of N or p before rounding at max_warps + 1/2, in warps */
} poise_precision;

void poise_precision_bound(const poise_model *model, const poise_weights *weights,
                           poise_precision *precision);

/* Largest relative error of poise_power. */
double poise_power_bound(void);

/* The features of a view in double arithmetic, the reference of the engine's. */
void poise_exact_features(model_view view, const poise_sample *at_max, const poise_sample *second,
                          double x[POISE_FEATURES]);

/* Engine against poise_model_predict on `vectors` pairs of samples that fill the feature space evenly: hit
 * rates 0..1, intra-warp share of the hits 0..1, I_n 1..50, latencies 0..4000 cycles, 1..max_warps warps; of
 * the views `sms` and `tokens` on windows with shares 0..1. */
typedef struct poise_sweep {
    uint64_t vectors;
    uint64_t differing;   /* tuples that differ */
    uint64_t unexplained; /* of these, farther than the proven bound from where rounding changes, or of a
                             choice slower than the best tuple by more than two bounds: 0 */
    double excess; /* of a choice: by how much the time of the tuple taken exceeds the least, at most */
    double deviation[POISE_OUTPUTS]; /* largest error of N or p before rounding where it can matter, warps */
} poise_sweep;

void poise_precision_sweep(const poise_model *model, const poise_weights *weights, uint64_t vectors,
                           poise_sweep *sweep);

/* Adds the features of a measured kernel to a measurement, which begins zeroed. */
void poise_precision_add(const poise_model *model, const poise_weights *weights,
                         const double x[POISE_FEATURES], unsigned warps, poise_sweep *sweep);

#endif
