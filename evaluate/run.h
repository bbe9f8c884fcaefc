/* One program under one schedule: all launches in order on one simulator, so that the L2 keeps its contents
 * between launches for every policy alike. */
#ifndef POISE_EVALUATE_RUN_H
#define POISE_EVALUATE_RUN_H

#include "common/log.h"
#include "evaluate/schedule.h"
#include "sim/sim.h"

#include <stdbool.h>

typedef struct evaluate_result {
    sim_counters total;     /* over all launches */
    sim_counters *launches; /* of each launch */
    bool cut_short;         /* a launch was stopped by max_cycles */
} evaluate_result;

/* Adds the launches done to `progress` (NULL is fine). Holds one trace in memory at a time. */
int evaluate_run(const evaluate_program *program, const evaluate_schedule *schedule, const sim_config *config,
                 poise_progress *progress, evaluate_result *result, poise_error *err);
/* A zeroed one is fine. */
void evaluate_result_free(evaluate_result *result);

typedef struct evaluate_task {
    const evaluate_program *program;
    const evaluate_schedule *schedule;
    evaluate_result result;
} evaluate_task;

/* Runs tasks side by side on `jobs` threads (0 = one for each processor). The results do not depend on
 * `jobs`; when tasks fail, the error is that of the first of them in order. The caller frees all results in
 * either case. */
int evaluate_run_tasks(evaluate_task *tasks, size_t n, const sim_config *config, int jobs,
                       poise_progress *progress, poise_error *err);

#endif
