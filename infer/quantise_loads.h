/* From a model of loads in double precision to the integer weights of poise_loads.h, and how far the engine's
 * sums are from those of double arithmetic: a proven bound and a measurement. */
#ifndef POISE_INFER_QUANTISE_LOADS_H
#define POISE_INFER_QUANTISE_LOADS_H

#include "common/error.h"
#include "infer/poise_loads.h"
#include "models/load_model.h"

/* Largest proven error of a sum (our choice), as a share of the largest sum that the weights can give. */
#define POISE_ACCURACY_LOADS 1e-3

/* The ranges of poise_load_features. */
extern const double poise_load_range[POISE_LOAD_FEATURES];

/* Rounds every weight to nearest with the largest common binary point that fits. POISE_USAGE for weights that
 * 32 bits do not hold, or whose error bound exceeds the share `accuracy`, with the reason. */
int poise_quantise_loads(const poise_load_model *model, double accuracy, poise_load_weights *weights,
                         poise_error *err);

/* Largest error of the engine's sum for any two windows, in units of the model's. Engine and double
 * arithmetic decide differently only where the magnitude of the double sum is no larger. */
double poise_load_bound(const poise_load_model *model, const poise_load_weights *weights);
/* The same as a share of the largest sum that the weights can give; infinite when all are 0. */
double poise_load_relative_bound(const poise_load_model *model, const poise_load_weights *weights);

/* The engine's sum in units of the model's. */
double poise_load_score_value(const poise_load_weights *weights, const poise_load_features *features);

/* The features in double arithmetic, the reference of poise_load_see(). */
void poise_exact_load_features(const poise_load_sample *at_max, const poise_load_sample *at_one,
                               double x[POISE_LOAD_FEATURES]);

/* Engine against poise_load_model_score() on pairs of windows. */
typedef struct poise_load_sweep {
    uint64_t vectors;
    uint64_t differing;   /* decisions that differ */
    uint64_t unexplained; /* of these, with a sum beyond the proven bound: 0 */
    double deviation;     /* largest error of a sum */
} poise_load_sweep;

/* On `vectors` pairs that fill the feature space evenly: rates 0..1, 1..32 lines per execution. */
void poise_load_sweep_run(const poise_load_model *model, const poise_load_weights *weights, uint64_t vectors,
                          poise_load_sweep *sweep);

/* Adds a pair of windows to a measurement, which begins zeroed. */
void poise_load_sweep_add(const poise_load_model *model, const poise_load_weights *weights,
                          const poise_load_sample *at_max, const poise_load_sample *at_one,
                          poise_load_sweep *sweep);

#endif
