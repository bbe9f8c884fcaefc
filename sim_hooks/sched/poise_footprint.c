#include "sim_hooks/sched/poise_footprint.h"

/* What another warp has brought, or has asked for, takes no further line. */
void poise_footprint_count(poise_footprint *footprint, const sched_access *access)
{
    footprint->executions += access->first;
    footprint->lines += access->outcome == SCHED_MISS || (access->outcome == SCHED_HIT && access->intra);
}

void poise_footprint_add(poise_footprint *sum, const poise_footprint *part)
{
    sum->executions += part->executions;
    sum->lines += part->lines;
}

bool poise_footprint_reaches(const poise_footprint *footprint, uint32_t warps, uint32_t lines,
                             uint32_t per_mille)
{
    const uint64_t asked = (uint64_t)footprint->lines * warps * 1000;
    return footprint->executions > 0 && asked >= (uint64_t)footprint->executions * lines * per_mille;
}
