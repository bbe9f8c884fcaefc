/* What all parts of one machine share: its description, clocks and time. Every part (network, dram, l2,
 * translation, sm, cpu) is given it when it is made, and keeps a pointer to it. */
#ifndef POISE_SIM_BASE_BASE_H
#define POISE_SIM_BASE_BASE_H

#include "sim/base/address.h"
#include "sim/base/clock.h"
#include "sim/base/contract.h"
#include "sim/base/storage.h"
#include "sim/base/wheel.h"
#include "sim_hooks/policy.h"

#include <stdalign.h>

/* Core cycles of the longest window, as many as a word has bits (our choice). */
enum { SIM_LONGEST_WINDOW = 64 };

typedef struct sim_base {
    sim_config config;
    address_map map[SIM_MOST_memory_parts]; /* [part]; the first memory_parts are used */
    uint8_t part_of_channel[SIM_MOST_channels];
    clock_domain icnt_clock, l2_clock, dram_clock, cpu_clock;
    uint32_t n_sms, n_cpus; /* sources of requests: SMs, then CPU cores beside them */
    uint32_t n_ports;       /* of the crossbar for the SMs; each CPU core has one behind them */
    /* component numbers of the memory side in the order in which they run within a cycle */
    uint32_t first_channel, host_link, first_bank, first_reply, first_cpu, n_components;
    /* SMs and memory exchange packets every `window` core cycles (sim/network/port.h); number of the current
     * one */
    uint64_t window, window_number;
    uint64_t window_from;               /* core cycle in which the memory side began the current one */
    uint64_t stalled_until;             /* core cycle from which SMs issue; changed at exchanges */
    uint32_t blocks_left;               /* thread blocks that have not ended, of all programs */
    uint32_t launches_waiting;          /* that the vm policy does not let begin yet */
    policy_contract contract;           /* as policies have kept it in this launch */
    storage storage;                    /* of all parts, as they are made */
    uint64_t pressure[POLICY_PROGRAMS]; /* from the tlb policy to DRAM schedulers (sim_hooks/tlb.h) */
    /* What the memory side writes all the time, apart from what the SMs' threads read. */
    alignas(64) event_wheel wheel;
} sim_base;

/* For a machine that has been checked (sim_config_check), with `n_cpus` CPU cores. The wheel is made by
 * base_make_wheel, when all components have their numbers; errors: no memory. base_free frees the storage of
 * all parts. */
void base_init(sim_base *base, const sim_config *config, uint32_t n_cpus);
int base_make_wheel(sim_base *base, poise_error *err);
void base_free(sim_base *base);

/* For tests: nobody sleeps while thread blocks are left; on the memory side while there are CPU cores. */
static inline bool base_wakes_all(const sim_base *base)
{
    return base->config.wake_always && base->blocks_left;
}
static inline bool base_wakes_memory(const sim_base *base)
{
    return base->config.wake_always && (base->blocks_left || base->n_cpus);
}

/* Time of the memory side; SMs have their own. */
static inline uint64_t base_now(const sim_base *base)
{
    return base->wheel.now;
}

/* Where the addresses of a program lie; of what lies in a channel. */
static inline const address_map *base_map(const sim_base *base, uint32_t app)
{
    return &base->map[app < base->config.memory_parts ? app : app % base->config.memory_parts];
}
static inline const address_map *base_map_of_channel(const sim_base *base, uint32_t channel)
{
    return &base->map[base->part_of_channel[channel]];
}

/* Cycle in which a policy is called again that has asked for it `after` cycles; 0 and what no launch lives to
 * see are never, UINT64_MAX. */
static inline uint64_t base_again_at(uint64_t now, uint64_t after)
{
    return after && after < UINT32_MAX ? now + after : UINT64_MAX;
}

/* In the first L2 cycle from core cycle `when` on. */
static inline void base_wake_bank(sim_base *base, uint32_t bank, uint64_t when)
{
    when = clock_to_core(&base->l2_clock, clock_first(&base->l2_clock, when));
    wheel_wake(&base->wheel, base->first_bank + bank, when);
}
static inline void base_wake_channel(sim_base *base, uint32_t channel, uint64_t when)
{
    wheel_wake(&base->wheel, base->first_channel + channel, when);
}

#endif
