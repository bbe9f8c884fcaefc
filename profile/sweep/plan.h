/* What a sweep will do, known before the first simulation: every launch with its facts, its points, and the
 * order of work. */
#ifndef POISE_PROFILE_SWEEP_PLAN_H
#define POISE_PROFILE_SWEEP_PLAN_H

#include "common/error.h"
#include "profile/profile.h"
#include "profile/sweep/grid.h"
#include "sim/config.h"
#include "trace/files.h"

#include <stddef.h>
#include <stdint.h>

typedef struct sweep_request {
    sim_config config;
    sweep_grid grid;
    profile_split split; /* of all launches */
    /* Of all launches; NULL = the note "program" of the trace, else the folder it lies in. */
    const char *program;
} sweep_request;

typedef struct sweep_launch {
    const char *path;     /* of the trace, owned by the caller's trace_files */
    size_t kernel;        /* index in plan->result.kernels */
    uint64_t warp_insts;  /* work of one simulation, for the order */
    uint64_t trace_bytes; /* decoded trace in memory */
    size_t n_points;
    sweep_point *points;
} sweep_launch;

typedef struct sweep_plan {
    sim_config config;
    profile result; /* kernels in the order of the traces; points not yet measured */
    size_t n_launches;
    sweep_launch *launches; /* longest simulation first */
    uint64_t n_simulations;
} sweep_plan;

/* Reads every trace once (and drops it again). `traces` must outlive the plan. A kernel that does not fit the
 * machine is POISE_FAILED. The caller frees with sweep_plan_free, which a zeroed struct survives. */
int sweep_plan_create(sweep_plan *plan, const sweep_request *request, const trace_files *traces,
                      poise_error *err);
void sweep_plan_free(sweep_plan *plan);

#endif
