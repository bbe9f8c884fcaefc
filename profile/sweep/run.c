#include "profile/sweep/run.h"

#include "profile/sweep/measure.h"
#include "profile/sweep/work.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Decoded traces held at a time (our choice): all of a normal sweep; of longer ones as many as fit, at least
 * one. */
static const uint64_t max_trace_bytes = 2ull << 30;

/* A launch of a batch while it is worked on. */
typedef struct batch_launch {
    sweep_launch *launch;
    warp_trace trace;
    size_t left; /* tasks of this round that have not ended */
    bool is_begun, has_failed;
} batch_launch;

/* Some launches of the plan with their traces in memory. */
typedef struct sweep_batch {
    size_t n_launches;
    batch_launch *launches;
    sweep_work work; /* tasks: simulations of them */
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

/* ---- what happens to launches: called by one thread at a time ---- */

static void note(sweep_state *s, const sweep_launch *launch, runs_event event, const char *detail)
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
    note(s, b->launch, RUNS_FAILED, error->text);
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
    size_t spared = b->launch->simulations - b->launch->n_simulated; /* of an adaptive sweep */
    poise_progress_spare(s->effort->progress, spared, (double)spared * (double)b->launch->warp_insts);
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
            note(s, b->launch, RUNS_BEGUN, "");
        }
    }
    return wanted;
}

/* Returns whether it was the last task of its round and another round may follow. */
static bool end_task(sweep_state *s, batch_launch *b, bool is_done, double seconds, const poise_error *error)
{
    bool may_go_on = false;
#pragma omp critical(sweep_state)
    {
        b->launch->n_simulated += is_done;
        b->launch->simulating += seconds;
        if (is_stopped(s))
            atomic_store(&s->is_over, true);
        else if (error->code != POISE_OK)
            fail(s, b, error);
        if (--b->left == 0) {
            may_go_on = !b->has_failed && !atomic_load(&s->is_over);
            if (!may_go_on)
                warp_trace_free(&b->trace);
        }
    }
    return may_go_on;
}

/* ---- tasks ---- */

/* Asks for the points that are to be measured next; without any the launch is complete. From sweep_work_add()
 * on other threads count b->left down, to 0 perhaps before this one goes on. */
static void begin_round(sweep_state *s, sweep_batch *batch, size_t i)
{
    sweep_point points[PROFILE_MOST_POINTS + SWEEP_MOST_SAMPLINGS];
    batch_launch *b = &batch->launches[i];
    size_t n = sweep_plan_next(s->plan, b->launch, points);
    if (!b->is_begun)
        n += sweep_samplings(s->plan, points + n);
    b->left = n;
    sweep_work_add(&batch->work, i, points, n);
    if (n > 0)
        return;
#pragma omp critical(sweep_state)
    complete(s, b);
}

static int measure(const sweep_state *s, const batch_launch *b, sweep_point point, poise_error *err)
{
    return sweep_measure(s->plan, b->launch, &b->trace, point, s->effort->stop, err);
}

static void do_task(sweep_state *s, sweep_batch *batch, const sweep_task *task)
{
    batch_launch *b = &batch->launches[task->launch];
    poise_error error = {0};
    double began = poise_thread_seconds();
    bool is_done = start_task(s, b) && measure(s, b, task->point, &error) == POISE_OK;
    double seconds = poise_thread_seconds() - began;
    if (is_done)
        poise_progress_add_work(s->effort->progress, 1, (double)b->launch->warp_insts);
    if (end_task(s, b, is_done, seconds, &error))
        begin_round(s, batch, task->launch);
    sweep_work_done(&batch->work);
}

static void run_batch(sweep_state *s, sweep_batch *batch, int threads)
{
    for (size_t i = batch->n_launches; i-- > 0;) {
        if (!batch->launches[i].has_failed)
            begin_round(s, batch, i);
    }
#pragma omp parallel num_threads(threads)
    for (sweep_task task; sweep_work_take(&batch->work, &task);)
        do_task(s, batch, &task);
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
    *b = (batch_launch){.launch = launch};
    if (read_trace(s->plan, launch, &b->trace, &error) != POISE_OK)
        fail(s, b, &error);
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
        n_tasks += launch->simulations;
        n++;
    }
    batch->launches = calloc(n + 1, sizeof *batch->launches);
    if (batch->launches == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a sweep of %zu kernels", n);
    int code = sweep_work_create(&batch->work, n_tasks, err);
    if (code != POISE_OK)
        return code;
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
    if (batch->work.tasks != NULL)
        sweep_work_destroy(&batch->work);
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

int sweep_threads(int asked)
{
    return asked > 0 ? asked : omp_get_num_procs();
}

int sweep_run(sweep_plan *plan, const sweep_effort *effort, poise_error *err)
{
    int threads = sweep_threads(effort->threads);
    sweep_state state = {.plan = plan, .effort = effort};
    for (size_t next = 0; next < plan->n_launches && !atomic_load(&state.is_over) && !is_stopped(&state);) {
        sweep_batch batch = {0};
        int code = batch_load(&state, &batch, &next, err);
        if (code == POISE_OK)
            run_batch(&state, &batch, threads);
        batch_free(&batch);
        if (code != POISE_OK)
            return code;
    }
    return outcome(&state, err);
}
