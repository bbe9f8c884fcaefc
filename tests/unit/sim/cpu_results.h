/* Results of CPU cores are compared by members: what lies between these in memory is whatever the compiler
 * left there. */
#ifndef POISE_TESTS_CPU_RESULTS_H
#define POISE_TESTS_CPU_RESULTS_H

#include "sim/sim.h"
#include "tests/test.h"

#include <string.h>

static inline bool is_same_cpu_result(const sim_cpu_result *a, const sim_cpu_result *b)
{
    return a->has_ended == b->has_ended && a->cut_short == b->cut_short && a->restarts == b->restarts &&
           a->requests == b->requests && memcmp(&a->counts, &b->counts, sizeof a->counts) == 0 &&
           memcmp(&a->below, &b->below, sizeof a->below) == 0;
}

static inline bool are_same_cpu_results(const sim_cpu_result *a, const sim_cpu_result *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_same_cpu_result(&a[i], &b[i]))
            return false;
    return true;
}

#endif
