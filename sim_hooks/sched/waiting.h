/* Which warps of an SM could go on, for policies that follow begin, end and wait events. */
#ifndef POISE_SIM_HOOKS_WAITING_H
#define POISE_SIM_HOOKS_WAITING_H

#include "sim_hooks/sched/order.h"

/* Masks over the hardware warps of an SM. */
typedef struct sched_waiting {
    uint64_t live, waits[SCHED_WAIT_ATOMIC + 1];
} sched_waiting;

static inline void waiting_begin(sched_waiting *s, uint32_t warp)
{
    s->live |= sched_bit(warp);
    for (int i = 0; i <= SCHED_WAIT_ATOMIC; i++)
        s->waits[i] &= ~sched_bit(warp);
}

static inline void waiting_end(sched_waiting *s, uint32_t warp)
{
    s->live &= ~sched_bit(warp);
}

static inline void waiting_set(sched_waiting *s, uint32_t warp, sched_wait what, bool waits)
{
    s->waits[what] = sched_with(s->waits[what], warp, waits);
}

/* Live warps that wait for none of: memory, a barrier, an atomic. */
static inline uint64_t waiting_runnable(const sched_waiting *s)
{
    uint64_t runnable = s->live;
    for (int i = 0; i <= SCHED_WAIT_ATOMIC; i++)
        runnable &= ~s->waits[i];
    return runnable;
}

#endif
