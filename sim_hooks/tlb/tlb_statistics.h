/* What designs tell about the parts that they share. Each function writes at most `room` statistics, returns
 * how many. */
#ifndef POISE_SIM_HOOKS_TLB_STATISTICS_H
#define POISE_SIM_HOOKS_TLB_STATISTICS_H

#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/tlb/tlb_l1.h"
#include "sim_hooks/tlb/tlb_walker.h"

/* Of nothing: not finite, and left out. */
static inline double tlb_ratio(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole;
}

/* `asked` = pages that L1 TLBs have asked for. */
size_t tlb_l1_statistics(const tlb_l1s *l1, uint64_t asked, policy_statistic *out, size_t room);
size_t tlb_walker_statistics(const tlb_walker *walker, policy_statistic *out, size_t room);

#endif
