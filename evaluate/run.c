#include "evaluate/run.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { TUPLE_TEXT = 40 };

static void tuple_text(char text[TUPLE_TEXT], evaluate_tuple tuple)
{
    snprintf(text, TUPLE_TEXT, "tuple:%u:%u", tuple.n, tuple.p);
}

static int create(simulator **sim, const evaluate_schedule *schedule, const sim_config *config,
                  poise_error *err)
{
    char first[TUPLE_TEXT];
    sim_policies policies = {.sched = schedule->policy};
    if (schedule->tuples != NULL) {
        tuple_text(first, schedule->tuples[0]);
        policies.sched = first;
    }
    return sim_create(sim, config, &policies, err);
}

/* Tuples may change from launch to launch; the caches must not notice. */
static int switch_tuple(simulator *sim, const evaluate_schedule *schedule, size_t launch, poise_error *err)
{
    if (schedule->tuples == NULL || launch == 0)
        return POISE_OK;
    char text[TUPLE_TEXT];
    tuple_text(text, schedule->tuples[launch]);
    return sim_set_sched(sim, text, err);
}

static int run_launch(simulator *sim, const char *path, evaluate_result *result, sim_counters *counters,
                      poise_error *err)
{
    warp_trace trace;
    int code = warp_trace_read(path, &trace, err);
    if (code != POISE_OK)
        return code;
    int cut_short = 0;
    code = sim_launch(sim, &trace, counters, &cut_short, err);
    warp_trace_free(&trace);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", path);
    result->cut_short = result->cut_short || cut_short != 0;
    sim_counters_add(&result->total, counters);
    return POISE_OK;
}

int evaluate_run(const evaluate_program *program, const evaluate_schedule *schedule, const sim_config *config,
                 poise_progress *progress, evaluate_result *result, poise_error *err)
{
    *result = (evaluate_result){.launches = calloc(program->n_launches, sizeof(sim_counters))};
    if (result->launches == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the counters of '%s'", program->name);
    simulator *sim = NULL;
    int code = create(&sim, schedule, config, err);
    for (size_t i = 0; code == POISE_OK && i < program->n_launches; i++) {
        code = switch_tuple(sim, schedule, i, err);
        if (code == POISE_OK)
            code = run_launch(sim, program->launches[i].path, result, &result->launches[i], err);
        poise_progress_add(progress, 1);
    }
    sim_destroy(sim);
    return code;
}

void evaluate_result_free(evaluate_result *result)
{
    free(result->launches);
    *result = (evaluate_result){0};
}

/* The error of the first failed task in order: tasks after it are skipped, tasks before it still run. */
typedef struct first_failure {
    size_t task;
    poise_error error;
} first_failure;

static void run_task(evaluate_task *tasks, size_t i, const sim_config *config, poise_progress *progress,
                     first_failure *failure)
{
    size_t failed;
#pragma omp atomic read
    failed = failure->task;
    if (i > failed)
        return;
    poise_error error = {0};
    if (evaluate_run(tasks[i].program, tasks[i].schedule, config, progress, &tasks[i].result, &error) ==
        POISE_OK)
        return;
#pragma omp critical(evaluate_failure)
    if (i < failure->task) {
        failure->error = error;
#pragma omp atomic write
        failure->task = i;
    }
}

static int thread_count(int jobs)
{
    return jobs > 0 ? jobs : omp_get_num_procs();
}

int evaluate_run_tasks(evaluate_task *tasks, size_t n, const sim_config *config, int jobs,
                       poise_progress *progress, poise_error *err)
{
    first_failure failure = {.task = SIZE_MAX};
#pragma omp parallel for schedule(dynamic, 1) num_threads(thread_count(jobs))
    for (size_t i = 0; i < n; i++)
        run_task(tasks, i, config, progress, &failure);
    if (failure.task == SIZE_MAX)
        return POISE_OK;
    return poise_fail(err, failure.error.code, "%s", failure.error.text);
}
