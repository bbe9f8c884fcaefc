/* Noise on the totals of another bench, for trying inferences: the same seed gives the same noise. */
#ifndef POISE_PROBE_NOISY_H
#define POISE_PROBE_NOISY_H

#include "probe/bench.h"

typedef struct probe_noise {
    double sigma;    /* of a Gaussian, a fraction of the time */
    double outliers; /* fraction of totals that are `times` as long, as when somebody else ran meanwhile */
    double times;
    uint64_t seed;
} probe_noise;

/* A bench that asks `of` for totals, which must outlive it and is not closed with it; it has no `each`.
 * POISE_FAILED: no memory. */
int probe_noisy_open(probe_bench **bench, probe_bench *of, const probe_noise *noise, poise_error *err);

#endif
