/* One program under one schedule: all launches in order on one simulator, so that the L2 keeps its contents
 * between launches for every policy alike. */
#ifndef POISE_EVALUATE_RUN_H
#define POISE_EVALUATE_RUN_H

#include "common/log.h"
#include "evaluate/course.h"
#include "evaluate/history.h"
#include "evaluate/policy_list.h"
#include "evaluate/schedule.h"
#include "evaluate/statistics.h"
#include "runs/journal.h"
#include "sim/sim.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct evaluate_result {
    size_t n;                        /* launches */
    sim_counters total;              /* over all launches */
    evaluate_facts total_facts;      /* the same */
    sim_counters *launches;          /* of each launch */
    evaluate_facts *facts;           /* of each launch */
    evaluate_history *histories;     /* of each launch: the tuples that were set */
    evaluate_statistics *statistics; /* of each launch: what the policy tells about itself */
    evaluate_course *courses;        /* of each launch: what was said while it ran, if anybody watched */
    bool cut_short;                  /* a launch was stopped by max_cycles */
} evaluate_result;

/* Zeroes `result` and makes room for n launches; the caller frees it also after a failure. */
int evaluate_result_allocate(evaluate_result *result, size_t n, poise_error *err);
/* Sets the totals and cut_short to what the launches say. */
void evaluate_result_sum(evaluate_result *result);
/* A zeroed one is fine. */
void evaluate_result_free(evaluate_result *result);

typedef struct evaluate_task {
    const char *machine; /* its name where there are several, otherwise NULL */
    const sim_config *config;
    const evaluate_program *program;
    const evaluate_policy *policy; /* what stands beside the scheduler, which is that of `schedule` */
    evaluate_schedule schedule;
    uint32_t diagonal;         /* N = p = diagonal, found for "swl" and "pcal_swl"; 0: the run of a cell */
    char key[POISE_HASH_TEXT]; /* of its part in a store, see store.h; empty without one */
    bool is_ours;              /* to be run by this process */
    bool is_done;              /* the result is there */
    bool waits;                /* its schedule follows from the results of other tasks and is not known yet */
    evaluate_result result;
} evaluate_task;

typedef struct evaluate_effort {
    int jobs;                /* threads, 0 = one for each processor */
    bool stalls;             /* also measure why schedulers wait; other results do not change */
    uint64_t over_time;      /* the course of launches is kept, the machine's every so many cycles; 0 = not */
    const atomic_bool *stop; /* becomes true when the work must end; NULL = never */
    poise_progress *progress; /* counts launches, their warp instructions as work; NULL is fine */
    /* Called for each task when it is begun, done or has failed with the sentence `detail`, by one thread at
     * a time; a failure ends the work. NULL is fine. */
    int (*tell)(void *user, const evaluate_task *task, runs_event event, const char *detail,
                poise_error *err);
    void *user;
} evaluate_effort;

/* How many threads do work of which `jobs` were asked for. */
int evaluate_threads(int jobs);

/* Runs a task. Holds one trace in memory at a time. */
int evaluate_run(evaluate_task *task, const evaluate_effort *effort, poise_error *err);

/* Runs those of the tasks that are ours, not done and wait for none, side by side. The results do not depend
 * on `jobs`; when tasks fail, the error is that of the first of them in order. */
int evaluate_run_tasks(evaluate_task *const *tasks, size_t n, const evaluate_effort *effort,
                       poise_error *err);

#endif
