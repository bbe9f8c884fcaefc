/* How policies break their contracts. The first window in which one does is the last of the launch, which
 * fails with a sentence that names the policy, what it did and what is allowed. Until then the simulator goes
 * on with something legal. What is reported does not depend on the number of threads. */
#ifndef POISE_SIM_CONTRACT_H
#define POISE_SIM_CONTRACT_H

#include "sim/gpu.h"

typedef enum host_function {
#define HOST(interface, function) HOST_##interface##_##function,
#include "sim/host.def"
#undef HOST
} host_function;

/* Calls of host functions that cannot be answered. */
typedef enum host_misuse {
    MISUSE_TOO_EARLY = 1, /* before the first kernel of the policy */
    MISUSE_OUTSIDE_GATHER,
    MISUSE_OUTSIDE_SHARED, /* from the side of an SM, or in create() */
    MISUSE_NULL,           /* argument */
    MISUSE_SM,             /* that does not exist */
} host_misuse;

/* A policy has called `function`; `sm` is that of MISUSE_SM. From any thread. */
void contract_misused(gpu *g, host_function function, host_misuse how, uint32_t sm);
/* The scheduler policy of a program has. */
void contract_sched_misused(const sim_app *app, host_function function, host_misuse how, uint32_t sm);

/* A scheduler or tlb policy has broken its contract on `sm`; n and p as in sim_sm. */
void contract_fault(sim_sm *sm, policy_fault fault, uint32_t n, uint32_t p);

/* Whatever tells gpu_policy_fault more is stored in the component: an L1, an L2 bank, a DRAM channel, an SM.
 */
void contract_broken(gpu *g);

static inline bool contract_is_broken(const gpu *g)
{
    return atomic_load_explicit(&g->breach, memory_order_relaxed) != 0;
}

/* The misuse that has been noted as an error; POISE_OK if there is none. */
int contract_misuse_error(const gpu *g, poise_error *err);

#endif
