/* Counters as the hardware inference engine would sample them: not of a whole kernel, but in windows of every
 * inference epoch on every SM, after a warm-up at each of the two reference tuples (Table 5.5, poise.md
 * section 7). The instrument is a scheduler policy that steers the tuple as the engine does until it knows
 * its features; for the rest of an epoch, where the engine would run at a predicted tuple, all warps run. */
#ifndef POISE_PROFILE_SWEEP_SAMPLER_H
#define POISE_PROFILE_SWEEP_SAMPLER_H

#include "profile/profile.h"

/* The policy, with a `profile_sample **` as its options: where to add up, one element per SM, zeroed by the
 * caller. */
extern const sched_policy sweep_sampler;

/* One simulation of `trace` on a fresh machine with `policies` (NULL = the baselines) but for its scheduler;
 * adds to samples[0 .. config->sms - 1]. */
int sweep_sample(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                 const atomic_bool *stop, profile_sample *samples, poise_error *err);

#endif
