/* Clock domains. Simulated time is counted in core cycles since launch; the crossbar, L2 and DRAM count their
 * own cycles. Cycle k of a domain happens at the first core cycle that is not earlier than k * core_period /
 * domain_period. */
#ifndef POISE_SIM_CLOCK_H
#define POISE_SIM_CLOCK_H

#include <stdint.h>

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

typedef struct clock_domain {
    uint64_t khz, core_khz;
    int shift; /* log2(core_khz / khz) when that is a whole number, otherwise -1: most clocks need no division
                */
} clock_domain;

static inline clock_domain clock_domain_make(double mhz, double core_mhz)
{
    clock_domain domain = {
        .khz = (uint64_t)(mhz * 1000.0 + 0.5), .core_khz = (uint64_t)(core_mhz * 1000.0 + 0.5), .shift = -1};
    for (int shift = 0; shift < 8; shift++)
        if (domain.khz << shift == domain.core_khz)
            domain.shift = shift;
    return domain;
}

/* Core cycle in which domain cycle `cycle` happens. */
static inline uint64_t clock_to_core(const clock_domain *domain, uint64_t cycle)
{
    if (domain->shift >= 0)
        return cycle << domain->shift;
    return (cycle * domain->core_khz + domain->khz - 1) / domain->khz;
}

/* The first domain cycle that happens at or after core cycle `core`. */
static inline uint64_t clock_next(const clock_domain *domain, uint64_t core)
{
    if (domain->shift >= 0)
        return (core + (1ull << domain->shift) - 1) >> domain->shift;
    return (core * domain->khz + domain->core_khz - 1) / domain->core_khz;
}

/* The last domain cycle that happens at or before core cycle `core`. */
static inline uint64_t clock_last(const clock_domain *domain, uint64_t core)
{
    if (domain->shift >= 0)
        return core >> domain->shift;
    return core * domain->khz / domain->core_khz;
}

#endif
