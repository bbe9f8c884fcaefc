/* Something that runs the kernels of probe/kernels and says how long each launch takes: a machine of the
 * simulator, a device. It stands beside bench.h, which knows pointer chases only. */
#ifndef POISE_PROBE_RUNNER_H
#define POISE_PROBE_RUNNER_H

#include "probe/chain.h"

#include <stdbool.h>

enum { PROBE_KERNEL = 32, PROBE_MOST_NUMBERS = 4 };

/* One launch. Every kernel is
 *
 *     kernel void NAME(__global uint *data, __global uint *last, uint a, uint b, uint c, uint d)
 *
 * with a __local uint * behind these where `local_bytes` is not 0, and a __constant uint * instead of `data`
 * where `is_constant`. `data` is the runner's buffer, `last` a word that keeps compilers from dropping what
 * is timed. A kernel FILE_WHAT stands in probe/kernels/FILE.cl. */
typedef struct probe_launch {
    const char *kernel;
    uint32_t groups, group;              /* work-groups, work-items of each */
    uint32_t number[PROBE_MOST_NUMBERS]; /* a, b, c, d */
    uint32_t local_bytes;                /* of a group, taken at the launch */
    bool is_constant;                    /* `data` is the constant buffer */
    const probe_chain *chain;            /* tied to a ring in `data` before; NULL = data are of no concern */
} probe_launch;

typedef struct probe_runner probe_runner;
struct probe_runner {
    const char *unit;        /* of all times: "core cycles", "ns" */
    uint64_t most_bytes;     /* of data */
    uint64_t constant_bytes; /* of constant data */
    uint32_t most_group;     /* work-items that a group may have */
    bool is_exact;           /* the same launch always takes the same time */
    double least_time;       /* of a launch that can be told from the noise of the clock; 0 when exact */
    /* Time of a launch from its begin to its end; caches hold nothing before, or, on a device, whatever.
     * *time is NAN when a group of this shape does not fit into the machine. */
    int (*time)(probe_runner *runner, const probe_launch *launch, double *time, poise_error *err);
    void (*close)(probe_runner *runner); /* frees it */
};

#endif
