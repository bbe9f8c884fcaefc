/* What a sweep will do, known before the first simulation: every launch with its facts, and the order of
 * work. */
#ifndef POISE_PROFILE_SWEEP_PLAN_H
#define POISE_PROFILE_SWEEP_PLAN_H

#include "common/error.h"
#include "profile/profile.h"
#include "profile/sweep/grid.h"
#include "profile/sweep/loads.h"
#include "runs/share.h"
#include "sim/config/config.h"
#include "trace/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sweep_request {
    sim_config config;
    sweep_grid grid;
    profile_split split;         /* of all launches */
    const profile_split *splits; /* of each trace, NULL = `split` */
    uint32_t least_p;            /* 0, or 1: the thesis' plane, without tuples that let nobody allocate */
    sweep_loads loads;           /* whether to go beyond the plane, to sets of loads that allocate nothing */
    const policy_scheme *scheme; /* what stands beside the scheduler; NULL = the baselines */
    size_t launches;             /* at most so many of a kernel function of a run (thin.h), 0 = all */
    /* Of all launches; NULL = the note "program" of the trace, else the folder it lies in. */
    const char *program;
} sweep_request;

typedef struct sweep_launch {
    const char *path;     /* of the trace, owned by the caller's trace_files */
    size_t kernel;        /* index in plan->result.kernels */
    size_t twin;          /* the first kernel of the same trace: measured once for all of them */
    bool is_ours;         /* this process measures it */
    bool is_measured;     /* its points are in plan->result */
    uint64_t warp_insts;  /* work of one simulation, for the order */
    uint64_t trace_bytes; /* decoded trace in memory */
    /* What it takes: every point, of an adaptive sweep at most, and one to sample counters as the inference
     * engine does. */
    size_t simulations;
    size_t n_simulated; /* done by this process */
    double simulating;  /* seconds of processor time that these took */
} sweep_launch;

typedef struct sweep_plan {
    sim_config config;
    const policy_scheme *scheme; /* of the request */
    sweep_grid grid;
    uint32_t least_p;
    sweep_loads loads;
    profile result; /* kernels in the order of the traces; points not yet measured */
    size_t n_launches;
    sweep_launch *launches; /* longest simulation first */
} sweep_plan;

/* Reads every trace once (and drops it again). `traces` and the request's scheme must outlive the plan. A
 * kernel that does not fit the machine is POISE_FAILED. The caller frees with sweep_plan_free, which a zeroed
 * struct survives. */
int sweep_plan_create(sweep_plan *plan, const sweep_request *request, const trace_files *traces,
                      poise_error *err);
void sweep_plan_free(sweep_plan *plan);

/* Name of the program of a trace: `group` unless it is NULL, else the note "program" of the trace, else the
 * folder; and of the folder or pack that the file lies in. malloc'ed; NULL without memory. */
char *sweep_program_name(const char *group, const warp_trace *trace, const char *path);
char *sweep_folder_name(const char *path);

/* Whether the launch is measured for itself, not a later twin. */
static inline bool sweep_launch_is_first(const sweep_launch *launch)
{
    return launch->twin == launch->kernel;
}

/* Whether this process still has to measure it. */
static inline bool sweep_launch_is_left(const sweep_launch *launch)
{
    return sweep_launch_is_first(launch) && launch->is_ours && !launch->is_measured;
}

/* Writes the points of the launch that are to be measured next to `points`, which has room for
 * PROFILE_MOST_POINTS, and returns their number: 0 when plan->result has all of them. Point {0, i + 1} is set
 * i of its kernel, to which it was appended without cycles. */
size_t sweep_plan_next(sweep_plan *plan, const sweep_launch *launch, sweep_point *points);
/* That set; NULL for a point of the plane. */
profile_set *sweep_plan_set(sweep_plan *plan, const sweep_launch *launch, sweep_point point);

/* Leaves to this process its share: every n_shares-th launch, so that all shares are about equal. After
 * sweep_plan_create all launches are ours. */
void sweep_plan_share(sweep_plan *plan, const runs_share *share);
/* Simulations of this process that are not done (of an adaptive sweep at most), and those that are. */
uint64_t sweep_plan_left(const sweep_plan *plan);
uint64_t sweep_plan_simulated(const sweep_plan *plan);
/* Warp instructions of those that are not done. */
double sweep_plan_work_left(const sweep_plan *plan);
/* Seconds of processor time in those that are. */
double sweep_plan_simulating(const sweep_plan *plan);
/* Launches, and those of them that are not measured; twins are not counted. */
size_t sweep_plan_distinct(const sweep_plan *plan);
size_t sweep_plan_missing(const sweep_plan *plan);
/* Gives twins the points and samples of the kernel that was measured for them. */
void sweep_plan_copy_twins(sweep_plan *plan);

#endif
