/* What a profile of buffers is to be measured of: programs, their launches and their buffers, known before
 * the first simulation. */
#ifndef POISE_PROFILE_BUFFERS_PLAN_H
#define POISE_PROFILE_BUFFERS_PLAN_H

#include "profile/buffers/buffers.h"
#include "sim/sim.h"
#include "trace/files.h"

typedef struct buffers_request {
    sim_config config;
    const policy_scheme *scheme; /* NULL = the baselines; names no vm policy */
    const char *program;         /* name of all programs; NULL = the traces' note, else the folder */
    buffers_method method;
    uint64_t chunk_bytes; /* as in buffers_profile */
} buffers_request;

typedef struct buffers_plan {
    sim_config config; /* the request's, with l2_write = through */
    const policy_scheme *scheme;
    buffers_profile result; /* counts are zeros until buffers_measure() */
    char *const *path;      /* traces, of all programs in order */
    size_t *first_path;     /* [n_programs + 1]: of each program */
    uint64_t *warp_insts;   /* [n_programs]: work of a simulation */
} buffers_plan;

/* Reads every trace once (and drops it again). Buffers are those that events tell of, and runs of large pages
 * that a launch touches and in which no buffer lies by then, as vm policies are told of (sim_hooks/vm.h).
 * `traces` and the request's scheme must outlive the plan. POISE_USAGE: the chunk's size, a vm policy, a
 * memory without L2 banks; POISE_FAILED: too many programs, buffers or chunks. The caller frees with
 * buffers_plan_free, which a zeroed struct survives, also after a failure. */
int buffers_plan_create(buffers_plan *plan, const buffers_request *request, const trace_files *traces,
                        poise_error *err);
void buffers_plan_free(buffers_plan *plan);

#endif
