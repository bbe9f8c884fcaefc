/* DRAM scheduling.
 *
 * Contract. One state per memory channel. The policy owns the request storage and admission: the simulator
 * offers requests in order with can_accept(), and nothing else keeps them out; one that is refused is offered
 * again, and those behind it wait. As many as entries() says, and as many replies as the machine can hold,
 * are let into the channel.
 *
 * Whenever a bank that is named by banks_waiting() has no request in service, the simulator asks next() for a
 * request to any such bank, one in a command cycle; the policy removes it from its storage, or answers
 * DRAM_NO_REQUEST. The simulator then issues precharge, activate and column commands under the timing rules,
 * and tells done() when the last column has gone. A request is named by a handle that the policy must give
 * back unchanged.
 *
 * What can_accept() and banks_waiting() have answered stands until another function of the same state is
 * called: the simulator may not ask again before.
 *
 * Requests may ripen inside the policy: SMS forms batches by source and age, MASK has quotas. tick() is
 * called in every command cycle in which the scheduler runs, before requests are given to banks, and in the
 * cycle that it returns at the latest. entries, done and tick are optional (NULL), all others mandatory. */
#ifndef POISE_SIM_HOOKS_DRAM_H
#define POISE_SIM_HOOKS_DRAM_H

#include "sim_hooks/mem_request.h"
#include "sim_hooks/policy.h"

#include <stdbool.h>

/* What the simulator offers to the policy of one memory channel. */
typedef struct dram_host {
    policy_instance instance; /* of the channels */
    uint32_t banks;
    uint32_t queue_entries; /* configured size of the scheduler queue */
    uint32_t sources;       /* SMs, then CPU cores */
    uint32_t cpus;          /* of these, CPU cores */
    double cpu_cycles;      /* of a CPU core in a DRAM command cycle */
    /* [POLICY_PROGRAMS]: how hard each program presses on page walks, as the tlb policy has said in its last
     * gather() (tlb.h); all 0 if it says nothing. It does not change while channels run. */
    const uint64_t *pressure;
} dram_host;

typedef struct dram_request {
    uint32_t handle;
    uint32_t bank, row;
    uint8_t units; /* entries of a queue that it stands for: its sectors where the L2 has them, otherwise 1 */
    bool is_write; /* otherwise it reads: of a store, the rest of its line */
    uint64_t arrival;           /* DRAM command cycle */
    const mem_request *request; /* who asks, for what; stays where it is until done() */
} dram_request;

#define DRAM_NO_ROW     UINT32_MAX
#define DRAM_NO_REQUEST UINT32_MAX

/* What next() may choose from. */
typedef struct dram_view {
    uint64_t cycle;           /* DRAM command cycle */
    uint64_t idle;            /* banks without a request in service, a mask: those that may be given one */
    const uint32_t *open_row; /* of each bank, DRAM_NO_ROW = none */
    uint32_t turn;            /* bank whose turn it is, for policies that go round the banks */
} dram_view;

/* The first of `banks`, not 0, from bank `turn` on. */
static inline uint32_t dram_bank_in_turn(uint64_t banks, uint32_t turn)
{
    uint64_t from = banks & ~0ull << turn;
    return (uint32_t)__builtin_ctzll(from ? from : banks);
}

typedef struct dram_policy {
    policy_info info;
    policy_life life; /* destroy and storage_bits are mandatory */
    int (*create)(const dram_host *host, const void *options, void **state,
                  poise_error *err); /* mandatory; *host lives as long as the state */
    /* Requests that it can store, in units; without it, host->queue_entries. The same at any time. */
    uint32_t (*entries)(const void *state);
    /* Whether this request would be accepted now; `handle` and `arrival` are not set. */
    bool (*can_accept)(const void *state, const dram_request *request);
    void (*accept)(void *state, const dram_request *request); /* only after can_accept */
    /* Banks that have at least one stored request which may go, as a mask. */
    uint64_t (*banks_waiting)(const void *state);
    /* Handle of a request to one of the banks view->idle, removed from storage. */
    uint32_t (*next)(void *state, const dram_view *view);
    void (*done)(void *state, uint32_t handle, uint64_t cycle);
    /* Returns the next cycle in which it wants to be called, UINT64_MAX = when something else happens. */
    uint64_t (*tick)(void *state, uint64_t cycle);
} dram_policy;

#endif
