/* The whole GPU as one learner: SMs share samples and divide the search among them.
 *
 * The thesis gives every SM an engine of its own, and each measures (max, max), (1, 1) and the neighbours of
 * the prediction one after the other (section 5.6). But a kernel behaves alike on all SMs, so here they
 * measure side by side: some SMs run (1, 1) while the others keep all their warps, and in a round of the
 * search each group of SMs runs another neighbour. The tuple is known after one window instead of two, the
 * search costs two or three windows instead of six, and hardly an SM runs at (1, 1). What has been learned is
 * kept for the next launch of the kernel, where the search goes on; windows may extend over several launches,
 * so that short kernels learn too. PCAL lets SMs vote in the same way (Li et al., HPCA 2015). Everything here
 * is our choice. */
#ifndef POISE_SIM_HOOKS_POISE_SHARED_H
#define POISE_SIM_HOOKS_POISE_SHARED_H

#include "infer/poise_infer.h"
#include "sim_hooks/sched/sched.h"

typedef struct poise_shared_parameters {
    uint32_t stay;    /* cycles at a tuple before it is searched anew, doubled every time */
    uint32_t period;  /* but at most these */
    uint32_t warmup;  /* cycles after a change of tuples */
    uint32_t window;  /* cycles of a measurement */
    uint32_t probes;  /* one SM in so many samples at (1, 1) */
    uint32_t gain;    /* per mille by which a neighbour must be faster */
    uint32_t kernels; /* how many kernels are remembered */
    uint32_t max_instructions_per_load;
    uint8_t stride_n, stride_p;
} poise_shared_parameters;

typedef struct poise_shared poise_shared;

/* `host` must outlive it. NULL = no memory. */
poise_shared *poise_shared_create(const sched_host *host, const poise_shared_parameters *parameters,
                                  const poise_weights *weights);
void poise_shared_free(poise_shared *shared); /* NULL is fine */

uint64_t poise_shared_storage_bits(const poise_shared *shared);

/* As the functions of sched_policy. */
void poise_shared_begin(poise_shared *shared, uint64_t cycle, uint32_t warps);
void poise_shared_end(poise_shared *shared, uint64_t cycle);
uint64_t poise_shared_gather(poise_shared *shared, uint64_t cycle);

#endif
