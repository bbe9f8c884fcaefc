/* Mode thesis of policy poise: a hardware inference engine (infer/poise_infer.h) in every SM steers its
 * warp-tuple (section 5.6 of the thesis); with a model of loads it also says which of them allocate (ours).
 */
#ifndef POISE_SIM_HOOKS_POISE_THESIS_H
#define POISE_SIM_HOOKS_POISE_THESIS_H

#include "infer/poise_loads.h"
#include "sim_hooks/sched.h"

typedef struct poise_thesis_parameters {
    poise_hie_parameters engine;
    uint32_t remember;               /* kernels whose tuple an SM keeps for the next launch */
    const poise_load_weights *loads; /* NULL = all loads allocate */
    uint32_t share;                  /* loads that ask for fewer lines, per mille, do not matter */
} poise_thesis_parameters;

typedef struct poise_thesis poise_thesis;

/* `host` and `weights` must outlive it. NULL = no memory. */
poise_thesis *poise_thesis_create(const sched_host *host, const poise_thesis_parameters *parameters,
                                  const poise_weights *weights);
void poise_thesis_free(poise_thesis *thesis); /* NULL is fine */

/* As the functions of sched_policy. */
uint64_t poise_thesis_storage_bits(const poise_thesis *thesis);
void poise_thesis_begin(poise_thesis *thesis, const policy_launch *launch);
void poise_thesis_end(poise_thesis *thesis);
uint64_t poise_thesis_tick(poise_thesis *thesis, uint32_t sm, uint64_t cycle);
void poise_thesis_access(poise_thesis *thesis, const sched_access *access);
void poise_thesis_evict(poise_thesis *thesis, const sched_eviction *eviction);

#endif
