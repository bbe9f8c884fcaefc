/* Greedy-then-oldest over all warps: the baseline. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"

const sched_policy sched_gto = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "gto",
             .summary = "greedy-then-oldest over all warps, the baseline",
             .source = "Rogers et al., MICRO 2012; [T5.1]"},
    .pick = sched_pick_gto,
};
