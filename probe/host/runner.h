/* An OpenCL device as a runner: times are those of its own timer, and nothing else is known of it. */
#ifndef POISE_PROBE_HOST_RUNNER_H
#define POISE_PROBE_HOST_RUNNER_H

#include "probe/host/opencl.h"
#include "probe/runner.h"

#include <stdatomic.h>

/* `host` must outlive the runner and may be asked for chases as well. Launches fail once `stop` is set, which
 * may be NULL. */
int probe_device_runner_open(probe_runner **runner, probe_opencl *host, const atomic_bool *stop,
                             poise_error *err);

#endif
