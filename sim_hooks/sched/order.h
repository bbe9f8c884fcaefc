/* Orders that several schedulers share. */
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

#endif
