/* Whether policies keep their contracts. The first window in which one does not is the last of the launch,
 * which fails with a sentence that names the policy, what it did and what is allowed (sim/faults.c). Until
 * then the simulator goes on with something legal. What is reported does not depend on the number of threads.
 */
#ifndef POISE_SIM_BASE_CONTRACT_H
#define POISE_SIM_BASE_CONTRACT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum host_function {
#define HOST(interface, function) HOST_##interface##_##function,
#include "sim/base/host.def"
#undef HOST
} host_function;

/* Calls of host functions that cannot be answered. */
typedef enum host_misuse {
    MISUSE_TOO_EARLY = 1, /* before the first kernel of the policy */
    MISUSE_OUTSIDE_GATHER,
    MISUSE_OUTSIDE_SHARED, /* from the side of an SM, or in create() */
    MISUSE_WHILE_RUNNING,  /* while SMs run, what no SM may see half done */
    MISUSE_IN_PLACE,       /* of a page, what changes pages */
    MISUSE_NULL,           /* argument */
    MISUSE_SM,             /* that does not exist */
} host_misuse;

typedef struct policy_contract {
    _Atomic uint64_t breach; /* 0 = none */
} policy_contract;

/* A call of a host function that could not be answered. */
typedef struct contract_misuse {
    host_function function;
    host_misuse how;
    uint32_t app; /* number of the program of a scheduler policy */
    uint32_t sm;  /* that of MISUSE_SM */
} contract_misuse;

/* A component knows how: an L1, an L2 bank, a DRAM channel, an SM, the shared side of translation. From any
 * thread, as the next one. */
void contract_broken(policy_contract *contract);
void contract_misused(policy_contract *contract, const contract_misuse *misuse);

static inline void contract_begin(policy_contract *contract)
{
    atomic_store_explicit(&contract->breach, 0, memory_order_relaxed);
}
static inline bool contract_is_broken(const policy_contract *contract)
{
    return atomic_load_explicit(&contract->breach, memory_order_relaxed) != 0;
}
/* The misuse that has been noted, the largest of all; false if there is none. */
bool contract_is_misused(const policy_contract *contract, contract_misuse *misuse);

#endif
