/* What the engine that chooses loads would see of them: not whole launches, but windows at {W, W} and at
 * {1, 1} by turns, with the warm-up, the length and the counters of mode shared of policy poise
 * (sim_hooks/sched/poise_shared.h, its defaults). */
#ifndef POISE_PROFILE_SWEEP_LOAD_WINDOWS_H
#define POISE_PROFILE_SWEEP_LOAD_WINDOWS_H

#include "profile/profile.h"
#include "trace/trace.h"

#include <stdatomic.h>

/* Simulates `trace` and gives the kernel's loads their counts in windows, sums over the launch. Ends early
 * when *stop becomes true (NULL = never). */
int sweep_sample_load_windows(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                              profile_kernel *kernel, const atomic_bool *stop, poise_error *err);

#endif
