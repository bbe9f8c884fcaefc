/* What several schedulers share: orders, masks of warps. */
#ifndef POISE_SIM_HOOKS_ORDER_H
#define POISE_SIM_HOOKS_ORDER_H

#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/sched.h"

/* Greedy-then-oldest: the warp that issued last if it can, otherwise the oldest one. Source: Rogers et al.,
 * "Cache-Conscious Wavefront Scheduling", MICRO 2012; the baseline of the thesis [T5.1]. */
static inline unsigned sched_gto_pick(const sched_view *view)
{
    if (view->last >= 0 && (view->ready >> view->last & 1))
        return (unsigned)view->last;
    return (unsigned)__builtin_ctzll(view->ready);
}

/* pick() of a policy that says by tuple and rights alone who may issue. */
static inline unsigned sched_pick_gto(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

/* Loose round robin: the slot of `ready`, not 0, that follows the one that issued last. */
static inline unsigned sched_lrr_pick(uint64_t ready, int last)
{
    uint64_t after = last >= 0 && last < 63 ? ready & (~0ull << (last + 1)) : 0;
    return (unsigned)__builtin_ctzll(after ? after : ready);
}

static inline uint64_t sched_bit(uint32_t i)
{
    return 1ull << i;
}

static inline uint64_t sched_with(uint64_t mask, uint32_t i, bool value)
{
    return (mask & ~sched_bit(i)) | (uint64_t)value << i;
}

static inline uint32_t sched_count(uint64_t mask)
{
    return (uint32_t)__builtin_popcountll(mask);
}

#endif
