/* Clock domains. Simulated time is counted in core cycles since launch; the crossbar, L2 and DRAM count their
 * own cycles. Cycle k of a domain happens at the first core cycle that is not earlier than k * core_period /
 * domain_period. */
#ifndef POISE_SIM_BASE_CLOCK_H
#define POISE_SIM_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Division by a constant: one multiplication while the divisor times the dividend is below 2^64 (Granlund and
 * Montgomery 1994): divisors below 2^14 and dividends below 2^48, which any but odd clocks satisfy. */
__extension__ typedef unsigned __int128 clock_product;

typedef struct clock_ratio {
    uint64_t num, den; /* domain cycles * num / den = core cycles, in lowest terms */
    uint64_t num_magic, den_magic;
} clock_ratio;

typedef struct clock_domain {
    clock_ratio ratio;
    int shift; /* log2(num / den) when that is a whole number, otherwise -1: most clocks need no division */
    bool multiplies; /* the magic numbers are exact */
} clock_domain;

static inline uint64_t clock_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static inline clock_domain clock_domain_make(double mhz, double core_mhz)
{
    uint64_t khz = (uint64_t)(mhz * 1000.0 + 0.5), core_khz = (uint64_t)(core_mhz * 1000.0 + 0.5);
    uint64_t common = clock_gcd(khz, core_khz), num = core_khz / common, den = khz / common;
    clock_domain domain = {.ratio = {.num = num,
                                     .den = den,
                                     .num_magic = num > 1 ? UINT64_MAX / num + 1 : 0,
                                     .den_magic = den > 1 ? UINT64_MAX / den + 1 : 0},
                           .shift = -1,
                           .multiplies = num > 1 && den > 1 && num < 16000 && den < 16000};
    for (int shift = 0; shift < 8; shift++)
        if (den << shift == num)
            domain.shift = shift;
    return domain;
}

/* value / divisor */
static inline uint64_t clock_divide(const clock_domain *domain, uint64_t value, uint64_t divisor,
                                    uint64_t magic)
{
    if (domain->multiplies && value < UINT64_C(1) << 48)
        return (uint64_t)((clock_product)value * magic >> 64);
    return value / divisor;
}

/* Core cycle in which domain cycle `cycle` happens. */
static inline uint64_t clock_to_core(const clock_domain *domain, uint64_t cycle)
{
    if (domain->shift >= 0)
        return cycle << domain->shift;
    const clock_ratio *r = &domain->ratio;
    return clock_divide(domain, cycle * r->num + r->den - 1, r->den, r->den_magic);
}

/* The first domain cycle that happens at or after core cycle `core`. */
static inline uint64_t clock_next(const clock_domain *domain, uint64_t core)
{
    if (domain->shift >= 0)
        return (core + (1ull << domain->shift) - 1) >> domain->shift;
    const clock_ratio *r = &domain->ratio;
    return clock_divide(domain, core * r->den + r->num - 1, r->num, r->num_magic);
}

/* The last domain cycle that happens at or before core cycle `core`. */
static inline uint64_t clock_last(const clock_domain *domain, uint64_t core)
{
    if (domain->shift >= 0)
        return core >> domain->shift;
    const clock_ratio *r = &domain->ratio;
    return clock_divide(domain, core * r->den, r->num, r->num_magic);
}

/* The first domain cycle that clock_to_core places at or after core cycle `core`: with clocks of odd ratio it
 * may begin within the core cycle before, which clock_next leaves out. */
static inline uint64_t clock_first(const clock_domain *domain, uint64_t core)
{
    return core ? clock_last(domain, core - 1) + 1 : 0;
}

#endif
