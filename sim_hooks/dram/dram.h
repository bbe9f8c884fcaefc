/* DRAM scheduling.
 *
 * Contract. One state per memory channel. The policy owns the request storage and admission: the simulator
 * offers requests in order with can_accept(); one that is refused is offered again, and those behind it wait.
 * Whenever a bank that is named by banks_waiting() has no request in service, the simulator asks next() for
 * one; the policy removes it from its storage, or answers DRAM_NO_REQUEST. The simulator then issues
 * precharge, activate and column commands under the timing rules, and tells done() when the last column has
 * gone. A request is named by a handle that the policy must give back unchanged.
 *
 * Requests may ripen inside the policy: SMS forms batches by source and age, MASK has quotas. tick() is
 * called in every command cycle in which the scheduler runs, before requests are given to banks, and in the
 * cycle that it returns at the latest. done and tick are optional (NULL), all others mandatory. */
#ifndef POISE_SIM_HOOKS_DRAM_H
#define POISE_SIM_HOOKS_DRAM_H

#include "sim_hooks/mem_request.h"
#include "sim_hooks/policy.h"

#include <stdbool.h>

typedef struct dram_geometry {
    uint32_t banks;
    uint32_t queue_entries; /* configured size of the scheduler queue */
    uint32_t sources;       /* SMs, then CPU cores */
} dram_geometry;

typedef struct dram_request {
    uint32_t handle;
    uint32_t bank, row;
    bool is_write;    /* else it reads, whatever it is below for: of a store, the rest of the line */
    uint64_t arrival; /* DRAM command cycle */
    const mem_request *request; /* who asks, for what; stays where it is until done() */
} dram_request;

#define DRAM_NO_ROW     UINT32_MAX
#define DRAM_NO_REQUEST UINT32_MAX

typedef struct dram_policy {
    policy_info info;
    int (*create)(const dram_geometry *geometry, const void *options, void **state, poise_error *err);
    void (*destroy)(void *state);
    uint64_t (*storage_bits)(const void *state);
    /* Whether this request would be accepted now; `handle` and `arrival` are not set. */
    bool (*can_accept)(const void *state, const dram_request *request);
    void (*accept)(void *state, const dram_request *request); /* only after can_accept */
    /* Banks that have at least one stored request which may go, as a mask. */
    uint64_t (*banks_waiting)(const void *state);
    /* Handle of the request that `bank` should serve next, removed from storage; open_row may be DRAM_NO_ROW.
     */
    uint32_t (*next)(void *state, uint32_t bank, uint32_t open_row, uint64_t cycle);
    void (*done)(void *state, uint32_t handle, uint64_t cycle);
    /* Returns the next cycle in which it wants to be called, UINT64_MAX = when something else happens. */
    uint64_t (*tick)(void *state, uint64_t cycle);
} dram_policy;

#endif
