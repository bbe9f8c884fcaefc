#include "sim_hooks/tlb/tlb_statistics.h"

size_t tlb_l1_statistics(const tlb_l1s *l1, uint64_t asked, policy_statistic *out, size_t room)
{
    uint64_t look_ups, misses;
    tlb_l1s_count(l1, &look_ups, &misses);
    const policy_statistic all[] = {
        {"l1_look_ups", "look-up", (double)look_ups},
        {"l1_hit_rate", "fraction", tlb_ratio(look_ups - misses, look_ups)},
        {"l1_look_ups_per_miss", "look-up", tlb_ratio(misses, asked)},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

size_t tlb_walker_statistics(const tlb_walker *walker, policy_statistic *out, size_t room)
{
    const tlb_walker_counts *c = &walker->count;
    const policy_statistic all[] = {
        {"walks", "walk", (double)c->walks},
        {"walk_latency", "core cycle", tlb_ratio(c->walk_cycles, c->walks)},
        {"walks_at_once", "walk", (double)c->most_walks},
        {"cache_hit_rate_1", "fraction", 1 - tlb_ratio(c->from_dram[0], c->reads[0])},
        {"cache_hit_rate_2", "fraction", 1 - tlb_ratio(c->from_dram[1], c->reads[1])},
        {"cache_hit_rate_3", "fraction", 1 - tlb_ratio(c->from_dram[2], c->reads[2])},
        {"cache_hit_rate_4", "fraction", 1 - tlb_ratio(c->from_dram[3], c->reads[3])},
        {"faults", "page", (double)c->faults},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}
