#include "cli/sim/bottleneck.h"

#include <stdbool.h>
#include <stdio.h>

/* Thresholds of the rules (our choice). */
static const double few_stalls = 0.3; /* share of scheduler cycles: below it the schedulers are the limit */
static const double congested = 1.5; /* AML over the latency of an empty machine: above it something queues */
static const double often_full = 0.2; /* share of cycles: a queue that is full less often does not hold up */

static const char *const l1_causes[L1_CAUSES] = {
    [L1_CAUSE_LINE] = "misses that an L1 can have under way (lines of a set)",
    [L1_CAUSE_QUEUE] = "bandwidth of the request network between L1 and L2",
    [L1_CAUSE_MSHR] = "misses that an L1 can have under way (MSHRs)",
};
static const char *const l2_causes[L2_CAUSES] = {
    [L2_CAUSE_ICNT] = "bandwidth of the reply network between L2 and L1",
    [L2_CAUSE_LINE] = "misses that an L2 bank can have under way (lines of a set)",
    [L2_CAUSE_MSHR] = "misses that an L2 bank can have under way (MSHRs)",
    [L2_CAUSE_DRAM] = "bandwidth of DRAM",
    [L2_CAUSE_PORT] = "bandwidth of the L2 data port",
};

static double share(uint64_t part, uint64_t total)
{
    return total ? (double)part / (double)total : 0.0;
}

static uint32_t largest(const uint64_t *values, uint32_t n)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < n; i++)
        best = values[i] > values[best] ? i : best;
    return best;
}

/* Latency that the misses of this launch have in an empty machine: the delay pipes and the way through the
 * crossbar. */
static double unloaded_latency(const cli_bottleneck *b)
{
    const sim_config *c = b->machine;
    double crossbar = 2 * c->icnt_latency * c->core_mhz / c->icnt_mhz;
    double dram = c->dram_latency * (1 - share(b->statistics->l2_hits, b->statistics->misses));
    return c->l2_latency + crossbar + dram;
}

/* A full queue backs up into the queue before it, so the one nearest to memory that is often full is where it
 * begins. Shares of all cycles. */
static const char *queue_bound(const cli_bottleneck *b)
{
    const sim_bottleneck *f = b->statistics;
    const sim_config *c = b->machine;
    double cycles = (double)b->counters->cycles, banks = c->l2_banks * cycles;
    double dram = c->channels * cycles * c->dram_mhz / c->core_mhz;
    if ((double)f->dram_queue[OCCUPANCY_FULL] > often_full * dram)
        return "bandwidth of DRAM";
    if ((double)f->replies[OCCUPANCY_FULL] > often_full * banks)
        return "bandwidth of the reply network between L2 and L1";
    if ((double)f->l2_queue[OCCUPANCY_FULL] > often_full * banks * c->l2_mhz / c->core_mhz)
        return l2_causes[largest(f->l2, L2_CAUSES)];
    return l1_causes[largest(f->l1, L1_CAUSES)];
}

static const char *memory_bound(const cli_bottleneck *b)
{
    const sim_bottleneck *f = b->statistics;
    bool quiet = sim_aml(f) < congested * unloaded_latency(b);
    if (quiet && share(f->l1_stalled, b->counters->sm_active_cycles) < often_full)
        return "latency of memory: few loads are under way";
    return quiet ? l1_causes[largest(f->l1, L1_CAUSES)] : queue_bound(b);
}

static const char *bound_by(const cli_bottleneck *b)
{
    const uint64_t *core = b->statistics->core;
    if (sim_stall_share(b->statistics) < few_stalls)
        return "rate of issue of the schedulers";
    const struct {
        uint64_t cycles;
        const char *text; /* NULL = look further down */
    } kinds[] = {
        {core[CORE_STR_MEM] + core[CORE_DATA_MEM], NULL},
        {core[CORE_STR_ALU], "throughput of the function units"},
        {core[CORE_DATA_ALU], "latency of the function units: few warps are ready"},
        {core[CORE_FETCH], "instruction fetch"},
        {core[CORE_SYNC], "barriers"},
    };
    size_t best = 0;
    for (size_t i = 1; i < sizeof kinds / sizeof *kinds; i++)
        best = kinds[i].cycles > kinds[best].cycles ? i : best;
    return kinds[best].text ? kinds[best].text : memory_bound(b);
}

void cli_bottleneck_verdict(const cli_bottleneck *b, char *text, size_t size)
{
    snprintf(text, size, "%s", b->statistics->resident ? bound_by(b) : "nothing: no warp has run");
}
