/* Warp traces of the probe's kernels: they run on our own OpenCL platform as any program does under `poise
 * capture`, in this process. There is one recorder in a process, as the ICD loader looks for platforms once;
 * the traces do not depend on the machine that they are for. */
#ifndef POISE_PROBE_SIMULATED_RECORDER_H
#define POISE_PROBE_SIMULATED_RECORDER_H

#include "probe/bench.h"
#include "probe/runner.h"
#include "trace/trace.h"

typedef struct probe_recorder probe_recorder;

/* POISE_FAILED: no ICD loader, or the platform is not beside the command. */
int probe_recorder_open(probe_recorder **recorder, poise_error *err);
void probe_recorder_close(probe_recorder *recorder); /* NULL is fine */

uint64_t probe_recorder_most_bytes(const probe_recorder *recorder);

/* The launch that goes `loads` steps round `chain`. The trace belongs to the recorder and lives until the
 * next call. */
int probe_record(probe_recorder *recorder, const probe_chain *chain, uint32_t loads, const warp_trace **trace,
                 poise_error *err);
/* The same of any launch. */
int probe_record_launch(probe_recorder *recorder, const probe_launch *launch, const warp_trace **trace,
                        poise_error *err);
/* Work-items that a group may have. */
uint32_t probe_recorder_most_group(const probe_recorder *recorder);

#endif
