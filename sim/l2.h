/* One L2 bank: access queue behind a fixed delay pipe, tags, MSHRs, one data port shared by reads and fills,
 * miss queue towards DRAM, response queue towards the crossbar. Write-back, write-allocate; a store of a
 * whole line allocates without fetching, any other store miss fetches the line first (our choice: traces know
 * sectors, not bytes). Source: bandwidth_ccn.md sections 1.1, 1.2, 1.4 (7). */
#ifndef POISE_SIM_L2_H
#define POISE_SIM_L2_H

#include "common/error.h"
#include "sim/number_pool.h"
#include "sim/packet.h"
#include "sim/sim.h"
#include "sim_hooks/cache/cache.h"

struct gpu;

/* A request from a bank to its DRAM channel. */
typedef struct l2_miss {
    uint64_t address;
    uint16_t mshr; /* reads: to be filled */
    uint16_t sm;
    bool is_write;
} l2_miss;
DEFINE_FIFO(l2_miss_fifo, l2_miss)

typedef struct l2_fill {
    uint16_t mshr;
} l2_fill;
DEFINE_FIFO(l2_fill_fifo, l2_fill)

typedef struct l2_mshr {
    uint32_t line; /* index of the reserved line */
    uint32_t n_merged;
} l2_mshr;

typedef struct l2_bank {
    const cache_policy *policy;
    void *policy_state;
    uint32_t sets, ways;
    uint64_t *tag;  /* byte address of the line */
    uint8_t *state; /* L2_INVALID ... */
    uint16_t *line_mshr;
    l2_mshr *mshr;
    packet *merged;    /* [mshr * merge_limit + i] */
    number_pool mshrs; /* numbers of mshr[] */
    uint32_t merge_limit;
    packet_fifo pipe, access;
    l2_miss_fifo misses;
    l2_fill_fifo fills;
    uint64_t port_free; /* L2 cycle from which the data port can be used */
    sim_counters count;
} l2_bank;

bool l2_init(struct gpu *gpu, l2_bank *bank, poise_error *err);
void l2_free(l2_bank *bank);
/* Clears times, counters and what a launch that was cut short has left in flight; contents stay. */
void l2_reset(l2_bank *bank);
/* The response queue of bank `index` has room again. */
void l2_response_left(struct gpu *gpu, uint32_t index);
/* Runs bank `index` in the current core cycle. */
void l2_run(struct gpu *gpu, uint32_t index);

#endif
