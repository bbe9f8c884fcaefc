#include "sim/measure/counters.h"

static const sim_counter_info table[] = {
#define COUNTER(member, unit, meaning)       {#member, unit, meaning, offsetof(sim_counters, member), false},
#define LATER_COUNTER(member, unit, meaning) {#member, unit, meaning, offsetof(sim_counters, member), true},
#include "sim_hooks/counters.def"
};

const sim_counter_info *sim_counter_table(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

static uint64_t known_sum(uint64_t a, uint64_t b)
{
    return a == SIM_UNKNOWN || b == SIM_UNKNOWN ? SIM_UNKNOWN : a + b;
}

void sim_counters_add(sim_counters *total, const sim_counters *one)
{
#define COUNTER(member, unit, meaning)       total->member += one->member;
#define LATER_COUNTER(member, unit, meaning) total->member = known_sum(total->member, one->member);
#include "sim_hooks/counters.def"
}

void sim_counters_subtract(sim_counters *total, const sim_counters *one)
{
#define COUNTER(member, unit, meaning) total->member -= one->member;
#include "sim_hooks/counters.def"
}

static double ratio(uint64_t numerator, uint64_t denominator)
{
    return denominator ? (double)numerator / (double)denominator : 0.0;
}

double sim_ipc(const sim_counters *c)
{
    return ratio(c->thread_insts, c->cycles);
}

double sim_l1_hit_rate(const sim_counters *c)
{
    return ratio(c->l1_read_hits, c->l1_read_accesses);
}

double sim_miss_latency(const sim_counters *c)
{
    return ratio(c->miss_latency, c->misses_returned);
}
