#include "cli/sim/bottleneck.h"

#include <stdio.h>

static double percent(uint64_t part, uint64_t total)
{
    return total ? 100.0 * (double)part / (double)total : 0.0;
}

void cli_bottleneck_levels(const cli_bottleneck *b, bottleneck_level levels[BOTTLENECK_LEVELS])
{
    const sim_bottleneck *f = b->statistics;
    levels[0] = (bottleneck_level){"scheduler",
                                   "scheduler cycles with unfinished warps",
                                   f->core,
                                   CORE_CAUSES,
                                   f->resident,
                                   sim_core_cause_name,
                                   sim_core_cause_help};
    levels[1] = (bottleneck_level){"L1",
                                   "cycles of an SM with warps",
                                   f->l1,
                                   L1_CAUSES,
                                   b->counters->sm_active_cycles,
                                   sim_l1_cause_name,
                                   sim_l1_cause_help};
    levels[2] = (bottleneck_level){"L2",
                                   "L2 cycles of a bank with requests",
                                   f->l2,
                                   L2_CAUSES,
                                   sim_statistic_sum(f->l2_queue, OCCUPANCY_BINS),
                                   sim_l2_cause_name,
                                   sim_l2_cause_help};
    levels[3] = (bottleneck_level){"DRAM",
                                   "DRAM cycles of a channel with requests",
                                   f->dram,
                                   DRAM_CAUSES,
                                   f->dram_active,
                                   sim_dram_cause_name,
                                   sim_dram_cause_help};
}

static void print_level(const bottleneck_level *level)
{
    uint64_t stalled = sim_statistic_sum(level->causes, level->n);
    printf("%-10s %-9s %14llu %7.1f %% of %llu %s\n", level->name, "stalled", (unsigned long long)stalled,
           percent(stalled, level->total), (unsigned long long)level->total, level->of);
    for (uint32_t i = 0; i < level->n; i++)
        printf("%-10s %-9s %14llu %7.1f %% %s\n", "", level->cause(i), (unsigned long long)level->causes[i],
               percent(level->causes[i], stalled), level->help(i));
}

static void print_queue(const char *name, const uint64_t *bins)
{
    uint64_t total = sim_statistic_sum(bins, OCCUPANCY_BINS);
    printf("%-22s", name);
    for (uint32_t i = 0; i < OCCUPANCY_BINS; i++)
        printf(" %7.1f %%", percent(bins[i], total));
    printf("\n");
}

static void print_latencies(const sim_bottleneck *f)
{
    printf("latency of L1 misses   %.1f core cycles (AML)\n", sim_aml(f));
    printf("of those that hit L2   %.1f core cycles (L2-AHL)\n", sim_l2_ahl(f));
    printf("wait for an L2 bank    %.1f core cycles (L2 queueing)\n", sim_l2_queueing(f));
    printf("apart by L2 banks      %.1f core cycles between hits of a load, waits %.1f (%llu loads)\n",
           sim_divergence(f), sim_divergence_wait(f), (unsigned long long)f->divergent_loads);
    printf("DRAM efficiency        %.1f %%\n", 100.0 * sim_dram_efficiency(f));
    printf("DRAM banks             %.1f in service in a channel with requests\n", sim_dram_banks(f));
}

void cli_bottleneck_print(const cli_bottleneck *b)
{
    bottleneck_level levels[BOTTLENECK_LEVELS];
    cli_bottleneck_levels(b, levels);
    printf("%-10s %-9s %14s %9s\n", "level", "cause", "cycles", "share");
    for (int i = 0; i < BOTTLENECK_LEVELS; i++)
        print_level(&levels[i]);
    printf("\n%-22s", "occupied, not empty");
    for (uint32_t i = 0; i < OCCUPANCY_BINS; i++)
        printf(" %9s", sim_occupancy_name(i));
    printf("\n");
    print_queue("L2 access queue", b->statistics->l2_queue);
    print_queue("L2 response queue", b->statistics->replies);
    print_queue("DRAM scheduler queue", b->statistics->dram_queue);
    printf("\n");
    print_latencies(b->statistics);
    char text[160];
    cli_bottleneck_verdict(b, text, sizeof text);
    printf("\nbound by: %s\n", text);
}
