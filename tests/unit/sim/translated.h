/* What launches with translation count, and what their tlb policy tells: the same whoever sleeps and however
 * many threads simulate. */
#ifndef POISE_TESTS_TRANSLATED_H
#define POISE_TESTS_TRANSLATED_H

#include "sim/sim.h"
#include "tests/test.h"

typedef struct outcome {
    sim_counters counters[2]; /* of two launches or programs */
    policy_statistic statistics[POLICY_STATISTICS];
    size_t n_statistics;
} outcome;

static inline void assert_same(const outcome *a, const outcome *b)
{
    assert_memory_equal(a->counters, b->counters, sizeof a->counters);
    assert_int_equal(a->n_statistics, b->n_statistics);
    for (size_t i = 0; i < a->n_statistics; i++)
        assert_memory_equal(&a->statistics[i].value, &b->statistics[i].value, sizeof(double));
}

#endif
