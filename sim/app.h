/* A program on the machine: its launches, address space, SMs, block dispatcher and scheduler policy. The
 * machine runs one on all SMs, or several side by side on ranges of SMs of their own, which share what lies
 * below the L1s. Internal to the simulator. */
#ifndef POISE_SIM_APP_H
#define POISE_SIM_APP_H

#include "sim/program.h"
#include "sim/sim.h"
#include "sim/watchdog.h"
#include "sim_hooks/sched/sched.h"

struct gpu;

typedef struct sim_app {
    struct gpu *gpu;
    uint32_t index;           /* of the program, also of its address space */
    uint32_t first_sm, n_sms; /* its SMs; to its policy they are 0 .. n_sms - 1 */

    /* the launch that runs */
    const warp_trace *trace;
    sim_program program;
    uint64_t *frame_address;          /* of each page of the trace, as the vm policy has placed it */
    uint32_t next_block, blocks_left; /* to start; not ended */
    uint32_t resident_blocks;         /* per SM, by occupancy */
    uint64_t began;                   /* core cycle, at an exchange */
    uint64_t ran_out;                 /* cycle in which it had issued max_insts, 0 = not yet */
    watchdog watchdog;

    /* the scheduler policy */
    const sched_policy *sched;
    void *sched_state;
    bool sched_began; /* it has been told of a kernel */
    sched_host host;
    policy_figure figures[POLICY_FIGURES]; /* of the last launch */
    size_t n_figures;
    uint64_t gather_at;       /* core cycle from which the policy looks at all SMs, UINT64_MAX = never */
    bool gathers;             /* it does now */
    sched_memory memory_then; /* use of what all share when the launch began */

    sim_tuple_observer *observer; /* NULL = none, see sim_observe_tuples */
    void *observer_user;
} sim_app;

/* SMs of a program. */
typedef struct sm_range {
    uint32_t first, n;
} sm_range;

/* ---- app.c ---- */

/* Deals the SMs to `n` programs, each with a new instance of the scheduler policy; those before are gone. On
 * failure the machine may only be destroyed. */
int apps_make(struct gpu *gpu, const sm_range *ranges, uint32_t n, poise_error *err);
void apps_free(struct gpu *gpu);

/* ---- launch.c ---- */

/* Prepares program and SMs for a launch that begins in core cycle `now`, at an exchange; nothing of the one
 * before may be in flight. */
int app_begin(sim_app *app, const warp_trace *trace, uint64_t now, poise_error *err);
/* Starts the first thread blocks, after app_begin and app_begin_sched. */
void app_start_blocks(sim_app *app);
/* The launch is over. */
void app_end(sim_app *app);
/* Whether the launch has issued its share, max_insts; looked at between windows, so that it does not depend
 * on threads. Sets ran_out. */
bool app_runs_out(sim_app *app, uint64_t now);
/* Why the launch does not go on, as an error, when nothing can move or the watchdog has seen nothing retire;
 * makes the report for sim_stuck_report. */
int app_stuck(sim_app *app, poise_error *err);

/* ---- translation.c ---- */

/* Places the pages of the launch. */
int app_place_pages(sim_app *app, poise_error *err);

/* Where line `line` of the trace lies in memory. */
static inline uint64_t app_line_address(const sim_app *app, uint32_t line)
{
    return app->frame_address[line >> TRACE_PAGE_LINES_SHIFT] +
           ((uint64_t)(line & ((1u << TRACE_PAGE_LINES_SHIFT) - 1)) << TRACE_LINE_SHIFT);
}

/* ---- policies.c ---- */

/* Creates the scheduler's state, frees it. */
int app_create_sched(sim_app *app, poise_error *err);
void app_destroy_sched(sim_app *app);
/* Tells the scheduler policy that a launch begins. */
void app_begin_sched(sim_app *app);
/* Between windows, in core cycle `now`, when gather_at has come. */
void app_gather(sim_app *app, uint64_t now);
/* Tells it that the launch has ended, with `code`, and takes its figures if that is POISE_OK. Returns `code`,
 * or how the policy has broken its contract here. */
int app_end_sched(sim_app *app, uint64_t end, int code, poise_error *err);

/* What scheduler policies may ask of the machine. (host.c) */
void app_make_host(sim_app *app);
/* Notes memory_then. */
void app_note_memory(sim_app *app);

/* ---- collect.c ---- */

/* Adds up the counters of the program's SMs for a launch that ends in core cycle `end`. */
void app_collect(sim_app *app, uint64_t end, sim_counters *out);

#endif
