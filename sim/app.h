/* A program on the machine: its launches, address space, SMs, block dispatcher and scheduler policy. The
 * machine runs one on all SMs, or several side by side on ranges of SMs of their own, which share what lies
 * below the L1s. Internal to the simulator. */
#ifndef POISE_SIM_APP_H
#define POISE_SIM_APP_H

#include "sim/policy_group.h"
#include "sim/program.h"
#include "sim/sim.h"
#include "sim/watchdog.h"
#include "sim_hooks/sched.h"

struct gpu;

typedef struct sim_app {
    struct gpu *gpu;
    uint32_t index;           /* of the program, also of its address space */
    uint32_t first_sm, n_sms; /* its SMs; to its policy they are 0 .. n_sms - 1 */

    /* the launch that runs */
    const warp_trace *trace;
    sim_program program;
    uint64_t *frame_address;          /* of each page of the trace, if it lies where its address says */
    struct vm_chunk **chunk_of_page;  /* of each page of the trace, if the vm policy places pages (pages.h) */
    uint32_t next_block, blocks_left; /* to start; not ended */
    uint32_t resident_blocks;         /* per SM, by occupancy */
    uint64_t began;                   /* core cycle, at an exchange */
    uint64_t ran_out;                 /* cycle in which it had issued max_insts, 0 = not yet */
    watchdog watchdog;

    /* the scheduler policy */
    const sched_policy *sched;
    void *sched_state;
    bool has_begun; /* policies have been told of a launch of it */
    bool gathers;   /* the scheduler policy looks at all SMs now, in cycle sched_states.gather_at */
    sched_host host;
    policy_states sched_states;
    uint64_t launch_end;      /* core cycle in which its last launch has ended */
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
/* Starts the first thread blocks, after app_begin and app_begin_policies. */
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

/* Makes the page tables of the launch, and places all pages if no walk does. */
int app_place_pages(sim_app *app, poise_error *err);

/* The program has ended: its address space is empty, and no TLB knows of it. */
void app_forget_pages(sim_app *app);

/* Where line `line` of the trace lies in memory. */
uint64_t pages_line_address(const sim_app *app, uint32_t line);
static inline uint64_t app_line_address(const sim_app *app, uint32_t line)
{
    if (app->chunk_of_page)
        return pages_line_address(app, line);
    return app->frame_address[line >> TRACE_PAGE_LINES_SHIFT] +
           ((uint64_t)(line & ((1u << TRACE_PAGE_LINES_SHIFT) - 1)) << TRACE_LINE_SHIFT);
}

/* ---- policies.c ---- */

/* Creates the scheduler's state, frees it. */
int app_create_sched(sim_app *app, poise_error *err);
void app_destroy_sched(sim_app *app);
/* Tells all policies that a launch begins. */
void app_begin_policies(sim_app *app);
/* Between windows, in core cycle `now`: lets the scheduler policy look at all SMs of the program. */
void app_gather(sim_app *app, uint64_t now);
/* Tells all policies that the launch has ended, with `code`, and takes their statistics if that is POISE_OK.
 * Returns `code`, or how a policy has broken its contract here. */
int app_end_policies(sim_app *app, uint64_t end, int code, poise_error *err);
/* Tells all policies that the program has ended, if they know of it. */
void app_leave(sim_app *app);

/* What scheduler policies may ask of the machine. (host.c) */
void app_make_host(sim_app *app);
/* Notes memory_then. */
void app_note_memory(sim_app *app);

/* ---- collect.c ---- */

/* Adds up the counters of the program's SMs for a launch that ends in core cycle `end`. */
void app_collect(sim_app *app, uint64_t end, sim_counters *out);

#endif
