/* What policies tell about themselves after a launch (policy_statistic, sim_hooks/policy.h), kept
 * with the results. They are means as well as counts, so that they are never added up. */
#ifndef POISE_EVALUATE_STATISTICS_H
#define POISE_EVALUATE_STATISTICS_H

#include "sim/sim.h"

typedef struct evaluate_statistic {
    char name[POLICY_STATISTIC_TEXT], unit[POLICY_STATISTIC_TEXT];
    double value; /* finite */
} evaluate_statistic;

enum { EVALUATE_MOST_STATISTICS = POLICY_PLACES * POLICY_STATISTICS };

/* Of one launch, in the order in which the policies give them. */
typedef struct evaluate_statistics {
    size_t n;
    evaluate_statistic *all;
} evaluate_statistics;
/* A zeroed one is fine. */
void evaluate_statistics_free(evaluate_statistics *statistics);

/* Adds a statistic with copies of its texts, which come from policies and from files. NULL, or why it cannot
 * be kept, as an object of "they have": "a name twice". */
const char *evaluate_statistics_add(evaluate_statistics *statistics, const char *name, const char *unit,
                                    double value);

/* Adds n that the policy of a place has given: those of a scheduler under their own names, those of others
 * behind the name of the place: "l2_...". NULL, or why they cannot be kept. */
const char *evaluate_statistics_add_given(evaluate_statistics *statistics, policy_place place,
                                          const policy_statistic *given, size_t n);

/* Those of the network among the L1s, as `ccn_NAME`; returns as evaluate_statistics_add. */
const char *evaluate_statistics_add_ccn(evaluate_statistics *statistics, const simulator *sim);

/* "The statistics that policies tell about themselves have FAULT": POISE_FAILED. */
int evaluate_statistics_refuse(const char *fault, poise_error *err);

/* Those of the launch that `sim` has just run. The caller frees, also after a failure. */
int evaluate_statistics_take(evaluate_statistics *statistics, const simulator *sim, poise_error *err);

#endif
