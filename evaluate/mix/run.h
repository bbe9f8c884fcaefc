/* A mix is simulated. */
#ifndef POISE_EVALUATE_MIX_RUN_H
#define POISE_EVALUATE_MIX_RUN_H

#include "evaluate/course.h"
#include "evaluate/mix/mix.h"
#include "evaluate/statistics.h"
#include "sim/mix.h"

#include <stdatomic.h>

typedef struct evaluate_mix_machine {
    const sim_config *config;
    sim_policies policies;
    uint32_t threads;        /* of a simulation */
    const atomic_bool *stop; /* NULL = none */
    bool always_mixed;       /* see sim_mix */
    bool keeps_statistics;   /* in the outcome; otherwise it has none */
    bool without_cpus;       /* the run ends with the programs, whatever CPU cores have done */
    uint64_t over_time;      /* the course of the mix is kept, every so many core cycles; 0 = not */
    void (*passed)(void *user, double share); /* see sim_mix; NULL = nobody is told */
    void *passed_user;
} evaluate_mix_machine;

/* What the policy of a place has told. */
typedef struct evaluate_mix_told {
    size_t n;
    policy_statistic all[POLICY_STATISTICS];
} evaluate_mix_told;

typedef struct evaluate_mix_outcome {
    sim_mix_result *programs; /* of each */
    sim_cpu_result *cpus;     /* of each core */
    /* What policies tell: of each program its scheduler's, after its last launch; then, at place n, those of
     * policies that serve all programs, after the run. */
    size_t n;
    evaluate_statistics *statistics;
    evaluate_course course; /* of every source of requests, if anybody watched (sim_observe_course) */
} evaluate_mix_outcome;

/* What the network among the L1s has told. */
typedef struct evaluate_mix_ccn {
    size_t n;
    policy_statistic all[SIM_CCN_STATISTICS];
} evaluate_mix_ccn;

/* What is known of the machine after a run. */
typedef struct evaluate_mix_whole {
    sim_counters counters;
    evaluate_mix_told told[POLICY_PLACES]; /* of policies that serve all programs: none of the scheduler's */
    evaluate_mix_ccn ccn;
    char *stuck; /* the report of sim_stuck_report, or NULL; the caller frees */
} evaluate_mix_whole;

/* Zeroed results for the mix; the caller frees, also after a failure. */
int evaluate_mix_outcome_make(evaluate_mix_outcome *outcome, const evaluate_mix *mix, poise_error *err);
void evaluate_mix_outcome_free(evaluate_mix_outcome *outcome);

/* Runs the programs side by side, on SMs `ranges`; `outcome` has been made for the mix. *whole may be NULL.
 * Holds one trace of each program in memory at a time. */
int evaluate_mix_run(const evaluate_mix *mix, const evaluate_range *ranges,
                     const evaluate_mix_machine *machine, evaluate_mix_outcome *outcome,
                     evaluate_mix_whole *whole, poise_error *err);

#endif
