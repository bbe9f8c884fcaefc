/* Clock domains. Simulated time is counted in core cycles since launch; the crossbar, L2 and DRAM count their
 * own cycles. Cycle k of a domain happens at the first core cycle that is not earlier than k * core_period /
 * domain_period. */
#ifndef POISE_SIM_CLOCK_H
#define POISE_SIM_CLOCK_H

#include <stdint.h>

typedef struct clock_domain {
    uint64_t khz, core_khz;
} clock_domain;

static inline clock_domain clock_domain_make(double mhz, double core_mhz)
{
    return (clock_domain){.khz = (uint64_t)(mhz * 1000.0 + 0.5),
                          .core_khz = (uint64_t)(core_mhz * 1000.0 + 0.5)};
}

/* Core cycle in which domain cycle `cycle` happens. */
static inline uint64_t clock_to_core(const clock_domain *domain, uint64_t cycle)
{
    if (domain->khz == domain->core_khz)
        return cycle;
    return (cycle * domain->core_khz + domain->khz - 1) / domain->khz;
}

/* The first domain cycle that happens at or after core cycle `core`. */
static inline uint64_t clock_next(const clock_domain *domain, uint64_t core)
{
    if (domain->khz == domain->core_khz)
        return core;
    return (core * domain->khz + domain->core_khz - 1) / domain->core_khz;
}

/* The last domain cycle that happens at or before core cycle `core`. */
static inline uint64_t clock_last(const clock_domain *domain, uint64_t core)
{
    if (domain->khz == domain->core_khz)
        return core;
    return core * domain->khz / domain->core_khz;
}

#endif
