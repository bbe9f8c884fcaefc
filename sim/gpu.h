/* The whole machine: components, clocks and what they share. Internal to the simulator. */
#ifndef POISE_SIM_GPU_H
#define POISE_SIM_GPU_H

#include "sim/app.h"
#include "sim/base/address.h"
#include "sim/base/team.h"
#include "sim/base/wheel.h"
#include "sim/cpu/cores.h"
#include "sim/dram/dram.h"
#include "sim/ideal.h"
#include "sim/l2/l2.h"
#include "sim/network/network.h"
#include "sim/policy_group.h"
#include "sim/sim.h"
#include "sim/sm/sm.h"
#include "sim_hooks/dram.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"

#include <stdatomic.h>

typedef struct window_team window_team;
typedef struct page_tables page_tables;
typedef struct translation translation;
typedef struct mix_run mix_run;

typedef struct gpu {
    sim_config config;
    address_map map;
    clock_domain icnt_clock, l2_clock, dram_clock;
    /* What the memory side writes all the time, apart from what the SMs' threads read. */
    alignas(64) event_wheel wheel;
    bool delivered, credited; /* packets, credits to SMs in this window */
    uint64_t admitted;        /* earliest core cycle in which a request of this window leaves its DRAM pipe */
    alignas(64) network requests, replies;
    sim_sm *sms;
    l2_bank *banks;
    dram_channel *channels;
    uint32_t n_sms, n_banks, n_channels;
    sim_cpu *cpus; /* cores beside the SMs */
    uint32_t n_cpus;
    clock_domain cpu_clock;
    /* What l2_units, flits of a reply and cycles of an L2 port are for any number of sectors
     * (l2_make_tables). */
    uint64_t unit_table;
    uint16_t reply_flits[LINE_SECTORS + 1], port_cycles[LINE_SECTORS + 1];
    /* component numbers of the memory side in the order in which they run within a cycle */
    uint32_t first_channel, first_bank, first_reply, first_cpu, n_components;
    /* SMs and memory exchange packets every `window` core cycles (port.h); number of the current one */
    uint64_t window, window_number;
    window_team *windows; /* who simulates them (windows.c) */
    bool dram_apart;      /* DRAM schedulers run a window ahead (dram.h) */

    policy_group policy[POLICY_PLACES];
    const tlb_policy *tlb;
    const vm_policy *vm;
    void *tlb_state, *vm_state;
    uint8_t page_bits;        /* log2 of the smallest page */
    page_tables *pages;       /* NULL: pages lie where their addresses say */
    translation *translation; /* NULL: nothing waits for a translation, no page moves */
    tlb_host tlb_host;
    vm_host vm_host;
    _Atomic uint64_t breach; /* of the contract by a policy in this launch; 0 = none (contract.c) */

    sim_app *apps; /* programs */
    uint32_t n_apps;
    uint32_t
        n_spaces; /* address spaces that requests name, those of the programs; L2 and DRAM count for each */

    /* the run */
    mix_run *mix;              /* of programs side by side, NULL = a launch of one */
    uint32_t blocks_left;      /* not ended, of all programs */
    const atomic_bool *stop;   /* NULL = none, see sim_set_stop */
    bool is_stopped;           /* this run was */
    char *stuck;               /* report of the last run, NULL when it has ended */
    sim_bottleneck bottleneck; /* of the last launch, when it is measured */
} gpu;

/* For tests: nobody sleeps while thread blocks are left; on the memory side while there are CPU cores. */
static inline bool gpu_wakes_all(const gpu *g)
{
    return g->config.wake_always && g->blocks_left;
}
static inline bool gpu_wakes_memory(const gpu *g)
{
    return g->config.wake_always && (g->blocks_left || g->n_cpus);
}

/* Time of the memory side; SMs have their own. */
static inline uint64_t gpu_now(const gpu *g)
{
    return g->wheel.now;
}
/* Cycle in which a policy is called again that has asked for it `after` cycles; 0 and what no launch lives to
 * see are never, UINT64_MAX. */
static inline uint64_t gpu_again_at(uint64_t now, uint64_t after)
{
    return after && after < UINT32_MAX ? now + after : UINT64_MAX;
}
static inline bool l2_has_sectors(const gpu *g)
{
    return g->config.l2_sector_bytes < LINE_BYTES;
}
/* L2 cycles for which `bytes`, whole sectors, keep a port of a bank busy. */
static inline uint32_t l2_port_cycles(const gpu *g, uint32_t bytes)
{
    return g->port_cycles[bytes / SECTOR_BYTES];
}

/* In the first L2 cycle from core cycle `when` on. */
static inline void gpu_wake_bank(gpu *g, uint32_t bank, uint64_t when)
{
    when = clock_to_core(&g->l2_clock, clock_first(&g->l2_clock, when));
    wheel_wake(&g->wheel, g->first_bank + bank, when);
}
static inline void gpu_wake_channel(gpu *g, uint32_t channel, uint64_t when)
{
    wheel_wake(&g->wheel, g->first_channel + channel, when);
}

/* A packet of source `sm`, an SM or a CPU core, has left its input of the crossbar. */
static inline void gpu_return_credit(gpu *g, uint32_t sm)
{
    if (sm >= g->n_sms) {
        cpus_wake(g, sm);
        return;
    }
    port_inbox(&g->sms[sm].port, g->window_number)->credits++;
    g->credited = true;
}

/* ---- mix.c: between windows, when g->mix is set ---- */

/* Ends and begins launches in core cycle `now`; whether any has begun. */
bool mix_exchange(gpu *g, uint64_t now);
bool mix_is_over(const gpu *g);

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
/* Runs until it is over or nothing can move. Returns true when it would have gone on after cycle `limit`.
 * (windows.c) */
bool gpu_run_windows(gpu *g, uint64_t limit);

void gpu_make_hosts(gpu *g);
/* The states of tlb and vm, and what they may ask of the machine; before the SMs. (translation.c) */
int gpu_create_translation(gpu *g, poise_error *err);
void gpu_free_translation(gpu *g);

/* How a policy has broken its contract in this launch, as an error; POISE_OK if none has. (contract.c) */
int gpu_policy_fault(const gpu *g, poise_error *err);

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

#endif
