/* A machine of our simulator as a bench: each question is a launch of its own on a machine whose caches and
 * TLBs hold nothing. Time is exact: the same question has the same answer. */
#ifndef POISE_PROBE_SIMULATED_SIMULATED_H
#define POISE_PROBE_SIMULATED_SIMULATED_H

#include "probe/bench.h"
#include "probe/simulated/recorder.h"
#include "sim/sim.h"

/* `config`, `policies` and `recorder` must outlive the bench; policies->sched has no meaning. `stop` as
 * sim_set_stop takes it, may be NULL. */
int probe_simulated_open(probe_bench **bench, probe_recorder *recorder, const sim_config *config,
                         const sim_policies *policies, const atomic_bool *stop, poise_error *err);

#endif
