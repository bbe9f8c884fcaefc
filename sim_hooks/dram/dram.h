/* DRAM scheduling.
 *
 * Contract. One state per memory channel. The policy owns the request storage and admission: the simulator
 * offers a request with accept(); refused requests wait upstream. Whenever a bank has no request in service,
 * the simulator asks next() for one; the policy removes it from its storage. The simulator then issues
 * precharge, activate and column commands under the timing rules. A request is named by a handle that the
 * policy must give back unchanged. */
#ifndef POISE_SIM_HOOKS_DRAM_H
#define POISE_SIM_HOOKS_DRAM_H

#include "sim_hooks/policy.h"

typedef struct dram_geometry {
    uint32_t banks;
    uint32_t queue_entries; /* configured size of the scheduler queue */
} dram_geometry;

typedef struct dram_request {
    uint32_t handle;
    uint32_t bank, row;
    uint64_t arrival; /* DRAM command cycle */
    uint32_t sm;      /* source */
    uint8_t is_write;
} dram_request;

#define DRAM_NO_ROW     UINT32_MAX
#define DRAM_NO_REQUEST UINT32_MAX

typedef struct dram_policy {
    policy_info info;
    int (*create)(const dram_geometry *geometry, const void *options, void **state, poise_error *err);
    void (*destroy)(void *state);
    uint64_t (*storage_bits)(const void *state);
    /* Whether one more request would be accepted now. */
    int (*can_accept)(const void *state);
    void (*accept)(void *state, const dram_request *request); /* only after can_accept */
    /* Banks that have at least one stored request, as a mask. */
    uint64_t (*banks_waiting)(const void *state);
    /* Handle of the request that `bank` should serve next, removed from storage; open_row may be DRAM_NO_ROW.
     */
    uint32_t (*next)(void *state, uint32_t bank, uint32_t open_row, uint64_t cycle);
} dram_policy;

#endif
