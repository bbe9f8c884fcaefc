/* A machine of our simulator as a runner: each launch has a machine of its own, whose caches and TLBs hold
 * nothing. Times are exact. */
#ifndef POISE_PROBE_SIMULATED_RUNNER_H
#define POISE_PROBE_SIMULATED_RUNNER_H

#include "probe/runner.h"
#include "probe/simulated/recorder.h"
#include "sim/sim.h"

/* `config`, `policies` and `recorder` must outlive the runner. `stop` as sim_set_stop takes it, may be
 * NULL. */
int probe_simulated_runner_open(probe_runner **runner, probe_recorder *recorder, const sim_config *config,
                                const sim_policies *policies, const atomic_bool *stop, poise_error *err);

#endif
