/* A device of this machine as a bench: the pointer chase on it, timed by its own timers. They tell the time
 * of a launch, so there are totals only, and a total is the difference of two lengths, in which what a launch
 * costs cancels. A reference chase is asked until clocks have settled, and again between points, so that
 * drift is noticed. */
#ifndef POISE_PROBE_HOST_DEVICE_H
#define POISE_PROBE_HOST_DEVICE_H

#include "probe/bench.h"
#include "probe/runner.h"

#include <stdatomic.h>
#include <stddef.h>

/* How steady the device was so far. */
typedef struct probe_steadiness {
    uint32_t warm_ups;   /* reference chases until a few after each other agreed, or it was given up */
    bool has_settled;    /* they did */
    uint32_t asked;      /* reference chases since then, between points */
    double reference_ns; /* a load of the reference chase, once settled */
    double noise;        /* of the last reference chases: half of the distance of quartiles, a fraction */
    double drift;        /* the farthest that they have come from reference_ns, a fraction, for a while */
} probe_steadiness;

/* Opens device `index` of all OpenCL devices of other platforms than ours; a buffer of `most_bytes`, or the
 * largest that it grants. A clock that does not settle is no error: see probe_device_steadiness.
 * POISE_FAILED: no device, POISE_USAGE: no such device. */
int probe_device_open(probe_bench **bench, uint32_t index, uint64_t most_bytes, poise_error *err);

/* "Device (Platform, driver)"; lives as long as the bench, which probe_device_open has made. */
const char *probe_device_name(const probe_bench *bench);
void probe_device_steadiness(const probe_bench *bench, probe_steadiness *steadiness);

/* The other kernels of the probe on the same device, in its own buffer; the bench must outlive the runner.
 * Until `stop`, which may be NULL, is set: then launches fail. */
int probe_device_runner(const probe_bench *bench, const atomic_bool *stop, probe_runner **runner,
                        poise_error *err);

/* Writes a line "INDEX: NAME" for each device that can be opened, cut at `size` bytes. POISE_FAILED: there is
 * no OpenCL ICD loader. No device is an empty text. */
int probe_device_list(char *text, size_t size, poise_error *err);

#endif
