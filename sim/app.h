/* A program on the machine: its launches, address space, SMs, block dispatcher and scheduler policy. The
 * machine runs one on all SMs, or several side by side on ranges of SMs of their own, which share what lies
 * below the L1s. Internal to the simulator. */
#ifndef POISE_SIM_APP_H
#define POISE_SIM_APP_H

#include "sim/policy_group.h"
#include "sim/sim.h"
#include "sim/sm/sm.h"

struct gpu;

/* A launch in which nothing retires for `watchdog` core cycles is stopped, and a report says what every warp
 * waits for. The same report is made when nothing can move any more. */
typedef struct app_watchdog {
    uint64_t look_at;  /* core cycle of the next look, UINT64_MAX = off */
    uint64_t retired;  /* as of the last look */
    uint64_t since;    /* look from which on nothing has retired */
    uint64_t fired_at; /* core cycle, 0 = it has not */
} app_watchdog;

typedef struct sim_app {
    sm_kernel kernel; /* what its SMs run, its address space and scheduler policy */
    struct gpu *gpu;
    uint32_t first_sm, n_sms; /* its SMs; to its policy they are 0 .. n_sms - 1 */

    /* the launch that runs */
    uint32_t next_block, blocks_left; /* to start; not ended */
    uint32_t resident_blocks;         /* per SM, by occupancy */
    bool waits;                       /* it is announced and has not begun */
    uint64_t began;                   /* core cycle, at an exchange */
    uint64_t ran_out;                 /* cycle in which it had issued max_insts, 0 = not yet */
    uint64_t insts_before;            /* thread instructions of launches before it */
    app_watchdog watchdog;

    /* the scheduler policy */
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

/* ---- apps.c ---- */

/* Deals the SMs to `n` programs, each with a new instance of the scheduler policy; those before are gone. On
 * failure the machine may only be destroyed. */
int apps_make(struct gpu *gpu, const sm_range *ranges, uint32_t n, poise_error *err);
void apps_free(struct gpu *gpu);

/* ---- launch.c ---- */

/* The program could begin a launch of `trace` in core cycle `now`, at an exchange; nothing of the one before
 * may be in flight. The vm policy is told, and the launch waits until translation_admits() it. */
int app_announce(sim_app *app, const warp_trace *trace, uint64_t now, poise_error *err);
/* Prepares program and SMs for the launch that was announced and begins in core cycle `now`. */
int app_begin(sim_app *app, uint64_t now, poise_error *err);
/* As an error, of a launch that waits when nothing can move. */
int app_waits_for_ever(const sim_app *app, poise_error *err);
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

/* ---- watchdog.c ---- */

void watchdog_begin(sim_app *app, uint64_t now);
/* Whether the launch must stop; `now` is the beginning of a window, at or after look_at. */
bool watchdog_looks(sim_app *app, uint64_t now);

/* ---- stuck.c ---- */

/* What every warp and queue of the program, L2 bank and DRAM channel that is not idle waits for, as lines of
 * text, in about 60 lines; a section with more ends with the number of the rest. malloc'ed, NULL when there
 * is no memory. */
char *stuck_report(const sim_app *app, uint64_t now);

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
