/* The ideal TLB of MASK and Mosaic ([RA] 6.6, 7.5): every look-up in an L1 TLB hits and takes its cycle
 * (tlb_latency). It has no shared side, so that all pages get their places before a launch. */
#include "sim_hooks/builtin.h"

static tlb_answer look_up(void *state, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)request, (void)cycle;
    return TLB_HIT;
}

const tlb_policy tlb_ideal = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(tlb_policy),
             .name = "ideal",
             .summary = "every look-up in an L1 TLB hits, at its cycle: the upper bound",
             .source = "Ausavarungnirun et al., ASPLOS 2018: Ideal"},
    .look_up = look_up,
};
