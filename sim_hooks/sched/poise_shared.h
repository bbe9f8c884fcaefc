/* The whole GPU as one learner: SMs share samples and divide the search among them.
 *
 * The thesis gives every SM an engine of its own, and each measures (max, max), (1, 1) and the neighbours of
 * the prediction one after the other (section 5.6). But a kernel behaves alike on all SMs, so here they
 * measure side by side. A kernel begins with all its warps everywhere: while its loads hit, that is kept
 * (watch). Otherwise SMs run the points of a diagonal from (max, max) to (1, 1); the better half of them
 * and the prediction go into the next round, until one is left (spread). All SMs run it; from time to time
 * some SMs try a neighbour (duel), or all SMs a tuple far away (trial). What has been learned is kept for the
 * next launch of the kernel; windows may extend over several launches, so that short kernels learn too. PCAL
 * lets SMs vote in a similar way (Li et al., HPCA 2015). Everything here is our choice; docs/ONLINE.md says
 * what each part gains. */
#ifndef POISE_SIM_HOOKS_POISE_SHARED_H
#define POISE_SIM_HOOKS_POISE_SHARED_H

#include "sim_hooks/sched.h"
#include "sim_hooks/sched/poise_learner.h"

typedef struct poise_shared poise_shared;

/* `host` must outlive it. NULL = no memory. */
poise_shared *poise_shared_create(const sched_host *host, const poise_shared_parameters *parameters,
                                  const poise_weights *weights);
void poise_shared_free(poise_shared *shared); /* NULL is fine */

/* As the functions of sched_policy. */
uint64_t poise_shared_storage_bits(const poise_shared *shared);
void poise_shared_begin(poise_shared *shared, uint64_t cycle, uint32_t warps);
void poise_shared_end(poise_shared *shared, uint64_t cycle);
void poise_shared_access(poise_shared *shared, const sched_access *access);
void poise_shared_evict(poise_shared *shared, const sched_eviction *eviction);
uint64_t poise_shared_gather(poise_shared *shared, uint64_t cycle);
size_t poise_shared_statistics(const poise_shared *shared, policy_statistic *out, size_t room);

#endif
