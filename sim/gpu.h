/* The whole machine: components, clocks and what they share. Internal to the simulator. */
#ifndef POISE_SIM_GPU_H
#define POISE_SIM_GPU_H

#include "sim/address.h"
#include "sim/dram.h"
#include "sim/l2.h"
#include "sim/network.h"
#include "sim/program.h"
#include "sim/sim.h"
#include "sim/sm.h"
#include "sim/wheel.h"
#include "sim_hooks/registry.h"

typedef struct gpu {
    sim_config config;
    address_map map;
    clock_domain icnt_clock, l2_clock, dram_clock;
    event_wheel wheel;
    network requests, replies;
    sim_sm *sms;
    l2_bank *banks;
    dram_channel *channels;
    uint32_t n_sms, n_banks, n_channels;
    /* component numbers in the order in which they run within a cycle: memory first, so that SMs see this
     * cycle's room */
    uint32_t first_channel, first_bank, first_reply, first_sm;

    policy_choice sched_choice, l1_choice, l2_choice, dram_choice;
    const sched_policy *sched;
    void *sched_state;
    sched_host host;

    /* the launch that runs */
    const warp_trace *trace;
    sim_program program;
    uint32_t next_block, blocks_left; /* to start; not ended */
    uint64_t last_warp_end;
    uint32_t resident_blocks; /* per SM, by occupancy */
    bool policy_failed;       /* the scheduler policy broke its contract */
} gpu;

static inline uint64_t gpu_now(const gpu *g)
{
    return g->wheel.now;
}
static inline void gpu_wake_sm(gpu *g, uint32_t sm, uint64_t when)
{
    wheel_wake(&g->wheel, g->first_sm + sm, when);
}
static inline void gpu_wake_bank(gpu *g, uint32_t bank, uint64_t when)
{
    wheel_wake(&g->wheel, g->first_bank + bank, when);
}
static inline void gpu_wake_channel(gpu *g, uint32_t channel, uint64_t when)
{
    wheel_wake(&g->wheel, g->first_channel + channel, when);
}

/* Adds up the counters of a launch that has ended or was cut short, and stores its length. (collect.c) */
void gpu_collect(gpu *g, bool cut_short, sim_counters *out);

#endif
