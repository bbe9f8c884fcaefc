/* Where a launch waits: stall causes at scheduler, L1, L2 and DRAM, occupancy of queues, latencies. Measured
 * when the machine option `stalls` is 1; results of the simulation do not change. A cause holds from one
 * event of its component to the next, so whole intervals are counted; the causes of a level add up to its
 * stalled cycles exactly. The definitions are in sim/measure/bottleneck.def, docs/BOTTLENECK.md explains
 * them. */
#ifndef POISE_SIM_MEASURE_BOTTLENECK_H
#define POISE_SIM_MEASURE_BOTTLENECK_H

#include "common/member.h"

#include <stddef.h>
#include <stdint.h>

typedef enum core_cause {
#define CORE_CAUSE(id, name, help) CORE_##id,
#include "sim/measure/bottleneck.def"
#undef CORE_CAUSE
    CORE_CAUSES
} core_cause;

typedef enum l1_cause {
#define L1_CAUSE(id, name, help) L1_CAUSE_##id,
#include "sim/measure/bottleneck.def"
#undef L1_CAUSE
    L1_CAUSES
} l1_cause;

typedef enum l2_cause {
#define L2_CAUSE(id, name, help) L2_CAUSE_##id,
#include "sim/measure/bottleneck.def"
#undef L2_CAUSE
    L2_CAUSES
} l2_cause;

typedef enum dram_cause {
#define DRAM_CAUSE(id, name, help) DRAM_CAUSE_##id,
#include "sim/measure/bottleneck.def"
#undef DRAM_CAUSE
    DRAM_CAUSES
} dram_cause;

/* Occupancy of a queue that is not empty: four quarters, and full [F3.3, F3.4; the quarters are our choice].
 */
enum { OCCUPANCY_BINS = 5, OCCUPANCY_FULL = OCCUPANCY_BINS - 1 };

typedef struct sim_bottleneck {
#define STATISTIC(member, unit, help)                  uint64_t member;
#define STATISTICS(member, length, labels, unit, help) uint64_t member[length];
#include "sim/measure/bottleneck.def"
#undef STATISTIC
#undef STATISTICS
} sim_bottleneck;

/* A statistic as a table entry; `length` is 1 for single numbers. */
typedef struct sim_statistic_info {
    const char *name, *unit, *help;
    size_t offset, length;
    const char *(*label)(uint32_t i); /* of element i; NULL when elements have none */
} sim_statistic_info;
const sim_statistic_info *sim_statistic_table(size_t *n);
static inline const uint64_t *sim_statistic_values(const sim_bottleneck *b, const sim_statistic_info *info)
{
    return poise_const_member(b, info->offset);
}

/* "str-MEM" and so on; the second what it means. Indexes are below the number of causes of the level. */
const char *sim_core_cause_name(uint32_t cause);
const char *sim_core_cause_help(uint32_t cause);
const char *sim_l1_cause_name(uint32_t cause);
const char *sim_l1_cause_help(uint32_t cause);
const char *sim_l2_cause_name(uint32_t cause);
const char *sim_l2_cause_help(uint32_t cause);
const char *sim_dram_cause_name(uint32_t cause);
const char *sim_dram_cause_help(uint32_t cause);
const char *sim_occupancy_name(uint32_t bin); /* "0-25%" */

/* total += one */
void sim_bottleneck_add(sim_bottleneck *total, const sim_bottleneck *one);

/* Derived, 0 when the denominator is 0. */
uint64_t sim_statistic_sum(const uint64_t *values, uint32_t n);
double sim_stall_share(const sim_bottleneck *b); /* of the scheduler cycles with unfinished warps */
double sim_aml(const sim_bottleneck *b);         /* average latency of L1 misses, core cycles */
double sim_l2_ahl(const sim_bottleneck *b);      /* the same of those that hit in L2 */
double sim_l2_queueing(const sim_bottleneck *b); /* wait of a request for its L2 bank, core cycles */
/* Of loads that hit in several L2 banks: the slowest request less the fastest; the same of waits for banks.
 */
double sim_divergence(const sim_bottleneck *b);
double sim_divergence_wait(const sim_bottleneck *b);
double sim_dram_efficiency(const sim_bottleneck *b); /* cycles with data / cycles with requests */
double sim_dram_banks(const sim_bottleneck *b);      /* mean of banks in service in cycles with requests */

/* ---- for the components that measure ---- */

/* Functions kept out of the paths of those who do not measure. */
#define MEASURING __attribute__((cold, noinline))

/* Bin of `length` > 0 entries in a queue of `limit`. */
static inline uint32_t occupancy_bin(uint32_t length, uint32_t limit)
{
    return length >= limit ? (uint32_t)OCCUPANCY_FULL : 4 * length / limit;
}
/* The cause that counts of a set: the one of highest priority. */
static inline uint32_t first_cause(uint32_t set)
{
    return (uint32_t)__builtin_ctz(set);
}

#endif
