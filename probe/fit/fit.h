/* A machine of the simulator that behaves as what was probed: what was found replaces options of a machine
 * that is given, and latencies are moved until loads of each level take as long as they were found to. */
#ifndef POISE_PROBE_FIT_FIT_H
#define POISE_PROBE_FIT_FIT_H

#include "probe/result/result.h"
#include "probe/simulated/recorder.h"
#include "sim/config/notes.h"
#include "sim/sim.h"

#include <stdatomic.h>

/* Changes `config`, and notes as the origin of each option that follows from a finding "measured: NAME".
 * notes->warnings tells what was found and has no option, or is out of its range. `recorder` is asked for the
 * chases by which latencies are found, on the machine with `policies`. POISE_USAGE: nothing was found in
 * `measured`, or the result does not fit together. */
int probe_fit(const probe_result *measured, probe_recorder *recorder, const sim_policies *policies,
              const atomic_bool *stop, sim_config *config, sim_config_notes *notes, poise_error *err);

/* Translation is no option of a machine: the scheme whose TLBs are as those that were found, of pages of 4
 * KB, "tlb:shared_tlb:l1=64:l2=512:ways=16"; "" when none were found, or none that a policy has. */
enum { PROBE_FIT_POLICIES = 128 };
void probe_fit_policies(const probe_result *measured, char scheme[PROBE_FIT_POLICIES]);

#endif
