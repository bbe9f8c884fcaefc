/* The whole machine: components, clocks and what they share. Internal to the simulator. */
#ifndef POISE_SIM_GPU_H
#define POISE_SIM_GPU_H

#include "sim/app.h"
#include "sim/base/base.h"
#include "sim/course.h"
#include "sim/cpu/cores.h"
#include "sim/dram/page_copier.h"
#include "sim/l2/l2.h"
#include "sim/network/crossbar.h"
#include "sim/policy_group.h"
#include "sim/sim.h"
#include "sim/sm/sm.h"
#include "sim/translation/translation.h"

#include <stdatomic.h>

typedef struct window_team window_team;
typedef struct mix_run mix_run;

typedef struct gpu {
    sim_base base;
    crossbar crossbar;
    event_wheel
        arrivals; /* cycles in which L2 banks look for requests, when that has its own time (alone.c) */
    sim_sm *sms;
    l2_bank *banks;
    dram_channel *channels;
    uint32_t n_banks, n_channels;
    translation translation;
    page_copier copier;              /* with page_copies = traffic */
    struct cooperation *cooperation; /* of the L1s, NULL = none (cooperation.c) */
    sim_cpus cpus;                   /* cores beside the SMs */
    sim_cpu_result *cpu_results;     /* of each */
    window_team *windows;            /* who simulates the windows (windows.c) */
    bool dram_apart;                 /* DRAM schedulers run a window ahead (dram.h) */
    uint64_t admitted; /* earliest core cycle in which a request of this window leaves its DRAM pipe */

    policy_group policy[POLICY_PLACES];

    sim_app *apps; /* programs */
    uint32_t n_apps;
    uint32_t
        n_spaces; /* address spaces that requests name, those of the programs; L2 and DRAM count for each */

    /* the run */
    mix_run *mix;              /* of programs side by side, NULL = a launch of one */
    const atomic_bool *stop;   /* NULL = none, see sim_set_stop */
    bool is_stopped;           /* this run was */
    char *stuck;               /* report of the last run, NULL when it has ended */
    sim_bottleneck bottleneck; /* of the last launch, when it is measured */
    gpu_course course;         /* who watches launches, and what they have been told */
} gpu;

/* ---- mix.c: between windows, when g->mix is set ---- */

/* Ends and begins launches in core cycle `now`; whether any has begun. */
bool mix_exchange(gpu *g, uint64_t now);
bool mix_is_over(const gpu *g);
/* Nothing happens from core cycle `end` of an exchange to that of the next window, `next`: the mix is over
 * when mix_cycles lies before that. */
void mix_limit(gpu *g, uint64_t end, uint64_t next);

/* Threads for the windows of machine `g`; the caller frees. (windows.c) */
int window_team_create(window_team **created, gpu *g, uint32_t threads, poise_error *err);
void window_team_free(window_team *windows);

/* A run is a launch, or the launches of programs side by side. Its times are kept in 32 bits in the
 * scoreboard.
 */
#define GPU_LONGEST_RUN UINT64_C(4000000000)
/* What the SMs share is as after a reset, but for what L2 and row buffers hold, and nothing is in flight.
 * (launch.c) */
int gpu_begin_run(gpu *g, poise_error *err);
/* Runs from core cycle `from`, the begin of a window, until it is over or nothing can move, or a launch that
 * waits alone is admitted. Returns true when it would have gone on after cycle `limit`. (windows.c) */
bool gpu_run_windows(gpu *g, uint64_t from, uint64_t limit);

/* ---- changed_pages.c ---- */

/* Lets SMs and L2 know of pages that change. */
void gpu_watch_pages(gpu *g);
/* Whether DRAM sees copies of pages. */
static inline bool gpu_copies_pages(const gpu *g)
{
    return dram_has_copier(&g->base.config);
}
/* In the window from core cycle `now` on SMs stand still if pages are being copied. */
void gpu_hold_for_copies(gpu *g, uint64_t now);

/* Makes a channel or a bank, and connects it with those that are there. */
int gpu_make_channel(gpu *g, uint32_t index, poise_error *err);
int gpu_make_bank(gpu *g, uint32_t index, poise_error *err);

/* How a policy has broken its contract in this launch, as an error; POISE_OK if none has. (faults.c) */
int gpu_policy_fault(const gpu *g, poise_error *err);
/* The misuse of a host function that has been noted as an error; POISE_OK if there is none. */
int contract_misuse_error(const gpu *g, poise_error *err);

/* ---- cooperation.c: SMs whose L1s cooperate run in step ---- */

/* Makes what machine option `ccn` asks for; nothing when it is off. Errors: no memory. */
int cooperation_make(gpu *g, poise_error *err);
/* Before a run. */
void cooperation_begin(gpu *g);
/* Runs all SMs from core cycle `from` until `end` (exclusive). Returns the next cycle in which one of them,
 * or the ring, goes on by itself; UINT64_MAX = none known. */
uint64_t cooperation_advance(gpu *g, uint64_t from, uint64_t end);
/* Adds what the ring has done since the run began. */
void cooperation_collect(const gpu *g, sim_counters *out);

/* ---- collect.c ---- */

/* Gives L2 banks and DRAM channels counters for `spaces` address spaces. */
int gpu_make_counters(gpu *g, uint32_t spaces, poise_error *err);
void gpu_clear_counters(gpu *g);
/* What L2 and DRAM have counted for address space `space`; for all. */
sim_counters gpu_counted_for(const gpu *g, uint32_t space);
sim_counters gpu_counted_below(const gpu *g);
/* Of these two counters alone, for those who ask often. */
void gpu_count_traffic(const gpu *g, uint64_t *reply_flits, uint64_t *dram_busy);
/* Adds up the counters of a launch that took `cycles`. */
void gpu_collect(gpu *g, uint64_t cycles, sim_counters *out);

/* ---- cpus.c: results of CPU cores ---- */

/* A run begins. */
void gpu_begin_cpus(gpu *g);
/* Between windows: takes the results of those that have ended; at the end of the run, of the others. */
void gpu_take_ended_cpus(gpu *g);
void gpu_end_cpus(gpu *g);
/* Nothing happens from core cycle `end` of an exchange to that of the next window, `next`: when max_cycles
 * lies before that, takes the results of those that have not ended. They go on and load the machine. */
void gpu_limit_cpus(gpu *g, uint64_t end, uint64_t next);
/* Whether each has ended its program once, or was cut short, as of the last exchange. */
bool gpu_cpus_have_ended(const gpu *g);
/* Of the program of the core that has furthest to go, or of max_cycles; 1 when all have ended. */
double gpu_cpus_share_done(const gpu *g);

#endif
