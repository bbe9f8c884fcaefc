/* Latencies of a fitted machine: the part of probe_fit() that simulates. */
#ifndef POISE_PROBE_FIT_LATENCIES_H
#define POISE_PROBE_FIT_LATENCIES_H

#include "probe/result/result.h"
#include "probe/simulated/recorder.h"
#include "sim/config/notes.h"
#include "sim/sim.h"

#include <stdatomic.h>

/* Moves l1_latency, l2_latency and dram_latency, in this order, until a point of the surface that the L1, the
 * L2 or memory answers takes as long as was measured. The shape of the caches must be right before. */
int probe_fit_latencies(const probe_result *measured, probe_recorder *recorder, const sim_policies *policies,
                        const atomic_bool *stop, sim_config *config, sim_config_notes *notes,
                        poise_error *err);

/* Core cycles in which what was measured is counted, for one unit of its times: 1, or, of a device, those of
 * a nanosecond. */
double probe_fit_cycles(const probe_result *measured, const sim_config *config);

#endif
