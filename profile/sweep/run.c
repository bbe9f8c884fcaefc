#include "profile/sweep/run.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decoded traces held at a time (our choice): all of a normal sweep; of longer ones as many as fit, at least
 * one. */
static const uint64_t max_trace_bytes = 2ull << 30;

/* One simulation. */
typedef struct sweep_task {
    const sweep_launch *launch;
    const warp_trace *trace;
    sweep_point point;
} sweep_task;

/* Some launches of the plan with their traces in memory and their tasks in order of work. */
typedef struct sweep_batch {
    const sweep_launch *launches;
    size_t n_launches; /* >= 1 */
    warp_trace *traces;
    size_t n_tasks;
    sweep_task *tasks;
} sweep_batch;

/* The first error that any thread meets stops all. */
typedef struct sweep_failure {
    atomic_bool happened;
    poise_error error;
} sweep_failure;

static int simulate(const sim_config *config, const warp_trace *trace, sweep_point point,
                    sim_counters *counters, poise_error *err)
{
    char sched[32];
    snprintf(sched, sizeof sched, "tuple:%u:%u", point.n, point.p);
    simulator *sim;
    int code = sim_create(&sim, config, &(sim_policies){.sched = sched}, err);
    if (code != POISE_OK)
        return code;
    code = sim_launch(sim, trace, counters, NULL, err);
    sim_destroy(sim);
    return code;
}

static int run_task(sweep_plan *plan, const sweep_task *task, poise_error *err)
{
    profile_kernel *kernel = &plan->result.kernels[task->launch->kernel];
    sim_counters counters;
    memset(&counters, 0, sizeof counters);
    int code = simulate(&plan->config, task->trace, task->point, &counters, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s at {%u, %u}", task->launch->path, task->point.n, task->point.p);
    if (counters.cycles == 0)
        return poise_fail(err, POISE_FAILED, "%s at {%u, %u}: the simulation took no time",
                          task->launch->path, task->point.n, task->point.p);
    kernel->points[profile_point(task->point.n, task->point.p)] = counters;
    return POISE_OK;
}

static void record(sweep_failure *failure, const poise_error *error)
{
#pragma omp critical(sweep_failure)
    {
        if (!atomic_load(&failure->happened))
            failure->error = *error;
        atomic_store(&failure->happened, true);
    }
}

static int run_tasks(sweep_plan *plan, const sweep_batch *batch, int threads, poise_progress *progress,
                     poise_error *err)
{
    sweep_failure failure = {0};
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (size_t i = 0; i < batch->n_tasks; i++) {
        poise_error error = {0};
        if (atomic_load(&failure.happened))
            continue;
        if (run_task(plan, &batch->tasks[i], &error) != POISE_OK)
            record(&failure, &error);
        poise_progress_add(progress, 1);
    }
    if (!failure.happened)
        return POISE_OK;
    return poise_fail(err, failure.error.code, "%s", failure.error.text);
}

/* Launches of the batch that starts with launch `first`. */
static size_t batch_size(const sweep_plan *plan, size_t first)
{
    const sweep_launch *launches = plan->launches + first;
    uint64_t bytes = launches[0].trace_bytes;
    size_t n = 1;
    while (first + n < plan->n_launches && bytes + launches[n].trace_bytes <= max_trace_bytes)
        bytes += launches[n++].trace_bytes;
    return n;
}

static int read_trace(const sweep_plan *plan, const sweep_launch *launch, warp_trace *trace, poise_error *err)
{
    int code = warp_trace_read(launch->path, trace, err);
    if (code != POISE_OK)
        return code;
    if (strcmp(trace->hash, plan->result.kernels[launch->kernel].trace_hash) == 0)
        return POISE_OK;
    warp_trace_free(trace);
    *trace = (warp_trace){0};
    return poise_fail(err, POISE_FAILED, "%s: the trace was changed during the sweep", launch->path);
}

/* Zeroed; NULL without memory, and for n = 0, which no batch has. */
static void *new_array(size_t n, size_t bytes)
{
    return n == 0 ? NULL : calloc(n, bytes);
}

static size_t count_tasks(const sweep_batch *batch)
{
    size_t n = 0;
    for (size_t i = 0; i < batch->n_launches; i++)
        n += batch->launches[i].n_points;
    return n;
}

/* Reads the traces of a batch and lists its tasks; batch_free afterwards in any case. */
static int batch_load(const sweep_plan *plan, sweep_batch *batch, poise_error *err)
{
    batch->traces = new_array(batch->n_launches, sizeof *batch->traces);
    batch->tasks = new_array(count_tasks(batch), sizeof *batch->tasks);
    if (batch->traces == NULL || batch->tasks == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a sweep of %zu simulations", count_tasks(batch));
    int code = POISE_OK;
    for (size_t i = 0; i < batch->n_launches && code == POISE_OK; i++) {
        const sweep_launch *launch = &batch->launches[i];
        code = read_trace(plan, launch, &batch->traces[i], err);
        for (size_t k = 0; k < launch->n_points && code == POISE_OK; k++)
            batch->tasks[batch->n_tasks++] = (sweep_task){launch, &batch->traces[i], launch->points[k]};
    }
    return code;
}

static void batch_free(sweep_batch *batch)
{
    for (size_t i = 0; batch->traces != NULL && i < batch->n_launches; i++)
        warp_trace_free(&batch->traces[i]);
    free(batch->traces);
    free(batch->tasks);
}

int sweep_run(sweep_plan *plan, int threads, poise_progress *progress, poise_error *err)
{
    if (threads <= 0)
        threads = omp_get_num_procs();
    int code = POISE_OK;
    for (size_t first = 0; first < plan->n_launches && code == POISE_OK;) {
        sweep_batch batch = {.launches = plan->launches + first, .n_launches = batch_size(plan, first)};
        code = batch_load(plan, &batch, err);
        if (code == POISE_OK)
            code = run_tasks(plan, &batch, threads, progress, err);
        batch_free(&batch);
        first += batch.n_launches;
    }
    return code;
}
