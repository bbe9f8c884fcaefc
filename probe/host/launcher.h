/* Runs any kernel of probe/kernels on an opened device; programs are built when they are first wanted. */
#ifndef POISE_PROBE_HOST_LAUNCHER_H
#define POISE_PROBE_HOST_LAUNCHER_H

#include "probe/host/opencl.h"
#include "probe/runner.h"

/* What every device with a full profile has: OpenCL 1.2, table 4.3, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE. */
enum { PROBE_CONSTANT_BYTES = 1 << 16 };

typedef struct probe_launcher probe_launcher;

/* `host` must outlive it. */
int probe_launcher_open(probe_launcher **launcher, probe_opencl *host, poise_error *err);
void probe_launcher_close(probe_launcher *launcher); /* NULL is fine */

/* Ties the chain of `launch`, if it has one, to a ring. */
int probe_launcher_lay(probe_launcher *launcher, const probe_launch *launch, poise_error *err);
/* Runs it and waits. *ns and *number as of probe_opencl_chase, both may be NULL; *ns is NAN when the device
 * does not take groups of this shape. */
int probe_launcher_run(probe_launcher *launcher, const probe_launch *launch, double *ns, uint32_t *number,
                       poise_error *err);

/* Work-items that the device grants to a group. */
uint32_t probe_launcher_most_group(const probe_launcher *launcher);

#endif
