#include "sim/measure/bottleneck.h"

#include "common/member.h"

typedef struct cause_text {
    const char *name, *help;
} cause_text;

#define CORE_CAUSE(id, name, help) {name, help},
static const cause_text core_causes[] = {
#include "sim/measure/bottleneck.def"
};
#undef CORE_CAUSE
#define L1_CAUSE(id, name, help) {name, help},
static const cause_text l1_causes[] = {
#include "sim/measure/bottleneck.def"
};
#undef L1_CAUSE
#define L2_CAUSE(id, name, help) {name, help},
static const cause_text l2_causes[] = {
#include "sim/measure/bottleneck.def"
};
#undef L2_CAUSE
#define DRAM_CAUSE(id, name, help) {name, help},
static const cause_text dram_causes[] = {
#include "sim/measure/bottleneck.def"
};
#undef DRAM_CAUSE

#define DEFINE_TEXTS(level)                              \
    const char *sim_##level##_cause_name(uint32_t cause) \
    {                                                    \
        return level##_causes[cause].name;               \
    }                                                    \
    const char *sim_##level##_cause_help(uint32_t cause) \
    {                                                    \
        return level##_causes[cause].help;               \
    }
DEFINE_TEXTS(core)
DEFINE_TEXTS(l1)
DEFINE_TEXTS(l2)
DEFINE_TEXTS(dram)

const char *sim_occupancy_name(uint32_t bin)
{
    static const char *const names[OCCUPANCY_BINS] = {"0-25%", "25-50%", "50-75%", "75-100%", "full"};
    return names[bin];
}

static const sim_statistic_info table[] = {
#define STATISTIC(member, unit, help) {#member, unit, help, offsetof(sim_bottleneck, member), 1, NULL},
#define STATISTICS(member, length, labels, unit, help) \
    {#member, unit, help, offsetof(sim_bottleneck, member), length, labels},
#include "sim/measure/bottleneck.def"
#undef STATISTIC
#undef STATISTICS
};

const sim_statistic_info *sim_statistic_table(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

void sim_bottleneck_add(sim_bottleneck *total, const sim_bottleneck *one)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t *to = poise_member(total, table[i].offset);
        const uint64_t *from = sim_statistic_values(one, &table[i]);
        for (size_t k = 0; k < table[i].length; k++)
            to[k] += from[k];
    }
}

uint64_t sim_statistic_sum(const uint64_t *values, uint32_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static double ratio(uint64_t numerator, uint64_t denominator)
{
    return denominator ? (double)numerator / (double)denominator : 0.0;
}

double sim_stall_share(const sim_bottleneck *b)
{
    return ratio(sim_statistic_sum(b->core, CORE_CAUSES), b->resident);
}

double sim_aml(const sim_bottleneck *b)
{
    return ratio(b->miss_cycles, b->misses);
}

double sim_l2_ahl(const sim_bottleneck *b)
{
    return ratio(b->l2_hit_cycles, b->l2_hits);
}

double sim_l2_queueing(const sim_bottleneck *b)
{
    return ratio(b->l2_wait, b->l2_served);
}

double sim_divergence(const sim_bottleneck *b)
{
    return ratio(b->divergence, b->divergent_loads);
}

double sim_divergence_wait(const sim_bottleneck *b)
{
    return ratio(b->divergence_wait, b->divergent_loads);
}

double sim_dram_efficiency(const sim_bottleneck *b)
{
    return ratio(b->dram_data, b->dram_active);
}

double sim_dram_banks(const sim_bottleneck *b)
{
    return ratio(b->dram_banks, b->dram_active);
}
