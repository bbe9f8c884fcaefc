/* What several schedulers share: orders, masks of warps, figures. */
#ifndef POISE_SIM_HOOKS_ORDER_H
#define POISE_SIM_HOOKS_ORDER_H

#include "sim_hooks/sched/sched.h"

/* Greedy-then-oldest: the warp that issued last if it can, otherwise the oldest one. Source: Rogers et al.,
 * "Cache-Conscious Wavefront Scheduling", MICRO 2012; the baseline of the thesis [T5.1]. */
static inline unsigned sched_gto_pick(const sched_view *view)
{
    if (view->last >= 0 && (view->ready >> view->last & 1))
        return (unsigned)view->last;
    return (unsigned)__builtin_ctzll(view->ready);
}

static inline uint64_t sched_bit(uint32_t i)
{
    return 1ull << i;
}

static inline uint32_t sched_count(uint64_t mask)
{
    return (uint32_t)__builtin_popcountll(mask);
}

/* Gives the first `room` of `n` figures; returns how many. */
static inline size_t sched_give_figures(const policy_figure *all, size_t n, policy_figure *figures,
                                        size_t room)
{
    const size_t given = n < room ? n : room;
    for (size_t i = 0; i < given; i++)
        figures[i] = all[i];
    return given;
}

#endif
