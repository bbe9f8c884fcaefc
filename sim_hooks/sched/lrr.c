/* Loose round robin: the next ready warp after the one that issued last. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_lrr_pick(view->ready, view->last);
}

const sched_policy sched_lrr = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "lrr",
             .summary = "loose round robin: warps that cannot issue are skipped",
             .source = "Rogers et al., MICRO 2012, section 5.1"},
    .pick = pick,
};
