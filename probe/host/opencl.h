/* The host half of the kernels in probe/kernels: an ordinary OpenCL 1.2 program, which finds its platform
 * through the ICD loader. The loader is opened at run time, so that the command starts where there is none.
 */
#ifndef POISE_PROBE_HOST_OPENCL_H
#define POISE_PROBE_HOST_OPENCL_H

#include "common/error.h"
#include "probe/chain.h"

#include <stddef.h>
#include <stdint.h>

typedef struct probe_opencl probe_opencl;

/* Opens device `index` of all devices of all platforms whose name holds `platform`, or does not when it
 * begins with '!'; builds the kernels, and takes a buffer of `most_bytes`, or the largest that it grants.
 * POISE_FAILED: no loader, no such device, kernels that it refuses. */
int probe_opencl_open(probe_opencl **host, const char *platform, uint32_t index, uint64_t most_bytes,
                      poise_error *err);
void probe_opencl_close(probe_opencl *host); /* NULL is fine */

/* A line "INDEX: NAME" for each device that probe_opencl_open finds, cut at `size` bytes. POISE_FAILED: no
 * loader. */
int probe_opencl_list(const char *platform, char *text, size_t size, poise_error *err);

/* "Device (Platform, driver)"; lives as long as `host`. */
const char *probe_opencl_name(const probe_opencl *host);
/* Bytes of its buffer. */
uint64_t probe_opencl_most_bytes(const probe_opencl *host);

/* Ties the words of `chain` to a ring in device memory. */
int probe_opencl_lay(probe_opencl *host, const probe_chain *chain, poise_error *err);
/* Goes `loads` steps round the ring that was laid last, and waits for the end. *ns: time of the launch as the
 * device's own timer says; may be NULL. *launch: its number among the launches of the process. */
int probe_opencl_chase(probe_opencl *host, uint32_t first, uint32_t loads, double *ns, uint32_t *launch,
                       poise_error *err);

#endif
