#include "profile/sweep/run.h"

#include "profile/sweep/sampler.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decoded traces held at a time (our choice): all of a normal sweep; of longer ones as many as fit, at least
 * one. */
static const uint64_t max_trace_bytes = 2ull << 30;

/* A launch of a batch while it is worked on. */
typedef struct batch_launch {
    sweep_launch *launch;
    warp_trace trace;
    size_t left; /* tasks that have not ended */
    bool is_begun, has_failed;
} batch_launch;

/* One simulation: of a point, or, without one, with the sampler. */
typedef struct sweep_task {
    batch_launch *of;
    const sweep_point *point;
} sweep_task;

/* Some launches of the plan with their traces in memory and their tasks in order of work. */
typedef struct sweep_batch {
    size_t n_launches;
    batch_launch *launches;
    size_t n_tasks;
    sweep_task *tasks;
} sweep_batch;

/* What the threads share; changed by one at a time. */
typedef struct sweep_state {
    sweep_plan *plan;
    const sweep_effort *effort;
    poise_error fatal; /* a part cannot be stored */
    atomic_bool is_over;
    poise_error first; /* failure of a launch */
    size_t n_failed;
} sweep_state;

/* ---- one simulation ---- */

static int simulate(const sweep_state *s, const warp_trace *trace, sweep_point point, sim_counters *counters,
                    poise_error *err)
{
    char sched[32];
    snprintf(sched, sizeof sched, "tuple:%u:%u", point.n, point.p);
    simulator *sim;
    int code = sim_create(&sim, &s->plan->config, &(sim_policies){.sched = sched}, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, s->effort->stop);
    code = sim_launch(sim, trace, counters, NULL, err);
    sim_destroy(sim);
    return code;
}

static int measure_point(const sweep_state *s, const sweep_task *task, poise_error *err)
{
    const sweep_launch *launch = task->of->launch;
    profile_kernel *kernel = &s->plan->result.kernels[launch->kernel];
    sim_counters counters;
    memset(&counters, 0, sizeof counters);
    int code = simulate(s, &task->of->trace, *task->point, &counters, err);
    if (code == POISE_OK && counters.cycles == 0)
        code = poise_fail(err, POISE_FAILED, "the simulation took no time");
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s at {%u, %u}", launch->path, task->point->n, task->point->p);
    kernel->points[profile_point(task->point->n, task->point->p)] = counters;
    return POISE_OK;
}

static int sample(const sweep_state *s, const sweep_task *task, poise_error *err)
{
    const sweep_launch *launch = task->of->launch;
    const profile_kernel *kernel = &s->plan->result.kernels[launch->kernel];
    int code = sweep_sample(&s->plan->config, &task->of->trace, s->effort->stop, kernel->samples, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s while sampling", launch->path);
}

static int measure(const sweep_state *s, const sweep_task *task, poise_error *err)
{
    return task->point != NULL ? measure_point(s, task, err) : sample(s, task, err);
}

/* ---- what happens to launches: called by one thread at a time ---- */

static void note(sweep_state *s, const sweep_launch *launch, sweep_event event, const char *detail)
{
    poise_error error;
    if (s->effort->parts == NULL || atomic_load(&s->is_over))
        return;
    if (sweep_parts_note(s->effort->parts, s->plan, launch, event, detail, &error) != POISE_OK) {
        s->fatal = error;
        atomic_store(&s->is_over, true);
    }
}

static void fail(sweep_state *s, batch_launch *b, const poise_error *error)
{
    if (b->has_failed)
        return;
    b->has_failed = true;
    if (s->n_failed++ == 0)
        s->first = *error;
    note(s, b->launch, SWEEP_FAILED, error->text);
}

static void complete(sweep_state *s, batch_launch *b)
{
    poise_error error;
    warp_trace_free(&b->trace);
    if (b->has_failed || atomic_load(&s->is_over))
        return;
    if (s->effort->parts != NULL &&
        sweep_parts_save(s->effort->parts, s->plan, b->launch, &error) != POISE_OK) {
        s->fatal = error;
        atomic_store(&s->is_over, true);
        return;
    }
    b->launch->is_measured = true;
}

static bool is_stopped(const sweep_state *s)
{
    return s->effort->stop != NULL && atomic_load(s->effort->stop);
}

/* Whether the task is still wanted. */
static bool start_task(sweep_state *s, batch_launch *b)
{
    bool wanted;
#pragma omp critical(sweep_state)
    {
        wanted = !b->has_failed && !atomic_load(&s->is_over) && !is_stopped(s);
        if (wanted && !b->is_begun) {
            b->is_begun = true;
            note(s, b->launch, SWEEP_BEGUN, "");
        }
    }
    return wanted;
}

static void end_task(sweep_state *s, batch_launch *b, const poise_error *error)
{
#pragma omp critical(sweep_state)
    {
        if (is_stopped(s))
            atomic_store(&s->is_over, true);
        else if (error->code != POISE_OK)
            fail(s, b, error);
        if (--b->left == 0)
            complete(s, b);
    }
}

static void run_tasks(sweep_state *s, const sweep_batch *batch, int threads)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (size_t i = 0; i < batch->n_tasks; i++) {
        const sweep_task *task = &batch->tasks[i];
        poise_error error = {0};
        if (start_task(s, task->of)) {
            (void)measure(s, task, &error);
            poise_progress_add(s->effort->progress, 1);
        }
        end_task(s, task->of, &error);
    }
}

/* ---- batches ---- */

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

static void add_launch(sweep_state *s, sweep_batch *batch, sweep_launch *launch)
{
    poise_error error = {0};
    batch_launch *b = &batch->launches[batch->n_launches++];
    *b = (batch_launch){.launch = launch, .left = sweep_launch_simulations(launch)};
    if (read_trace(s->plan, launch, &b->trace, &error) != POISE_OK) {
        fail(s, b, &error);
        return;
    }
    for (size_t k = 0; k < launch->n_points; k++)
        batch->tasks[batch->n_tasks++] = (sweep_task){b, &launch->points[k]};
    batch->tasks[batch->n_tasks++] = (sweep_task){b, NULL};
}

/* Reads traces from launch *next on as far as they fit; batch_free afterwards in any case. */
static int batch_load(sweep_state *s, sweep_batch *batch, size_t *next, poise_error *err)
{
    const sweep_plan *plan = s->plan;
    uint64_t bytes = 0;
    size_t end = *next, n = 0, n_tasks = 0;
    for (; end < plan->n_launches; end++) {
        const sweep_launch *launch = &plan->launches[end];
        if (!sweep_launch_is_left(launch))
            continue;
        if (n > 0 && bytes + launch->trace_bytes > max_trace_bytes)
            break;
        bytes += launch->trace_bytes;
        n_tasks += sweep_launch_simulations(launch);
        n++;
    }
    batch->launches = calloc(n + 1, sizeof *batch->launches);
    batch->tasks = calloc(n_tasks + 1, sizeof *batch->tasks);
    if (batch->launches == NULL || batch->tasks == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a sweep of %zu simulations", n_tasks);
    for (; *next < end; ++*next) {
        if (sweep_launch_is_left(&plan->launches[*next]))
            add_launch(s, batch, &plan->launches[*next]);
    }
    return POISE_OK;
}

static void batch_free(sweep_batch *batch)
{
    for (size_t i = 0; i < batch->n_launches; i++)
        warp_trace_free(&batch->launches[i].trace);
    free(batch->launches);
    free(batch->tasks);
}

static int outcome(const sweep_state *s, poise_error *err)
{
    if (s->fatal.code != POISE_OK)
        return poise_fail(err, s->fatal.code, "%s", s->fatal.text);
    if (is_stopped(s))
        return poise_fail(err, POISE_INCOMPLETE, "interrupted");
    if (s->n_failed > 0)
        return poise_fail(err, POISE_INCOMPLETE, "%zu of %zu kernels cannot be measured, the first: %s",
                          s->n_failed, s->plan->n_launches, s->first.text);
    return POISE_OK;
}

int sweep_run(sweep_plan *plan, const sweep_effort *effort, poise_error *err)
{
    int threads = effort->threads > 0 ? effort->threads : omp_get_num_procs();
    sweep_state state = {.plan = plan, .effort = effort};
    for (size_t next = 0; next < plan->n_launches && !atomic_load(&state.is_over) && !is_stopped(&state);) {
        sweep_batch batch = {0};
        int code = batch_load(&state, &batch, &next, err);
        if (code == POISE_OK)
            run_tasks(&state, &batch, threads);
        batch_free(&batch);
        if (code != POISE_OK)
            return code;
    }
    return outcome(&state, err);
}
