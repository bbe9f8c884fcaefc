/* What a launch is counted in. */
#ifndef POISE_SIM_MEASURE_COUNTERS_H
#define POISE_SIM_MEASURE_COUNTERS_H

#include "common/member.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sim_counters {
#define COUNTER(member, unit, meaning) uint64_t member;
#include "sim_hooks/counters.def"
} sim_counters;

typedef struct sim_counter_info {
    const char *name, *unit, *help;
    size_t offset;    /* of the uint64_t in sim_counters */
    bool is_optional; /* files of older programs lack it; it is SIM_UNKNOWN there */
} sim_counter_info;
#define SIM_UNKNOWN UINT64_MAX

/* All counters in table order; *n is their number. */
const sim_counter_info *sim_counter_table(size_t *n);
static inline uint64_t sim_counter_value(const sim_counters *counters, const sim_counter_info *info)
{
    return *(const uint64_t *)poise_const_member(counters, info->offset);
}
/* total += one; what is SIM_UNKNOWN in one of them is so in the sum. */
void sim_counters_add(sim_counters *total, const sim_counters *one);
/* total -= one */
void sim_counters_subtract(sim_counters *total, const sim_counters *one);

/* Derived statistics, 0 when the denominator is 0. */
double sim_ipc(const sim_counters *c);          /* thread instructions per core cycle, whole GPU */
double sim_l1_hit_rate(const sim_counters *c);  /* hits / load accesses */
double sim_miss_latency(const sim_counters *c); /* mean, core cycles (AML) */

#endif
