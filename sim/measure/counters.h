/* What a launch is counted in. */
#ifndef POISE_SIM_MEASURE_COUNTERS_H
#define POISE_SIM_MEASURE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

typedef struct sim_counters {
#define COUNTER(member, unit, help) uint64_t member;
#include "sim/measure/counters.def"
#undef COUNTER
} sim_counters;

typedef struct sim_counter_info {
    const char *name, *unit, *help;
    size_t offset; /* of the uint64_t in sim_counters */
} sim_counter_info;

/* All counters in table order; *n is their number. */
const sim_counter_info *sim_counter_table(size_t *n);
static inline uint64_t sim_counter_value(const sim_counters *counters, const sim_counter_info *info)
{
    return *(const uint64_t *)(const void *)((const char *)counters + info->offset);
}
/* total += one */
void sim_counters_add(sim_counters *total, const sim_counters *one);
/* total -= one */
void sim_counters_subtract(sim_counters *total, const sim_counters *one);

/* Derived statistics, 0 when the denominator is 0. */
double sim_ipc(const sim_counters *c);          /* thread instructions per core cycle, whole GPU */
double sim_l1_hit_rate(const sim_counters *c);  /* hits / load accesses */
double sim_miss_latency(const sim_counters *c); /* mean, core cycles (AML) */

#endif
