/* Storage of mode shared of policy poise: what hardware would need (docs/ONLINE.md). */
#ifndef POISE_SIM_HOOKS_POISE_SHARED_BITS_H
#define POISE_SIM_HOOKS_POISE_SHARED_BITS_H

#include "sim_hooks/sched/poise_learner_state.h"

#include <stddef.h>

/* Kernels whose state is kept. The one that runs has one in any case. */
size_t poise_shared_learners(const poise_shared_parameters *parameters);

/* Bits of all SMs together. */
uint64_t poise_shared_bits(const poise_shared_parameters *parameters, uint32_t sms);

#endif
