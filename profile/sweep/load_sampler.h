/* What a hardware table could count for each load instruction of a launch (docs/BEYOND.md). */
#ifndef POISE_PROFILE_SWEEP_LOAD_SAMPLER_H
#define POISE_PROFILE_SWEEP_LOAD_SAMPLER_H

#include "profile/profile.h"
#include "trace/trace.h"

#include <stdatomic.h>

/* Simulates `trace` at {n, n} and adds what the kernel's loads do there, on all SMs, to counts[i] of load i,
 * which are zero before. Ends early when *stop becomes true (NULL = never). */
int sweep_sample_loads(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                       uint32_t n, const profile_kernel *kernel, const atomic_bool *stop,
                       profile_load_counts *counts, poise_error *err);

#endif
