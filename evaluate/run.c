#include "evaluate/run.h"

#include "evaluate/beside.h"

#include <omp.h>
#include <stdlib.h>

static int create(simulator **sim, const evaluate_task *task, const sim_config *config, poise_error *err)
{
    char first[EVALUATE_TUPLE_TEXT];
    sim_policies policies = sim_policies_of(&task->policy->scheme);
    policies.sched = evaluate_schedule_string(&task->schedule, 0, first);
    const char *trace = task->program->launches[0].path;
    char *vm;
    int code = evaluate_beside(&policies, &vm, &trace, 1, err);
    if (code == POISE_OK)
        code = sim_create(sim, config, &policies, err);
    free(vm);
    return code;
}

/* Tuples may change from launch to launch; the caches must not notice. */
static int switch_tuple(simulator *sim, const evaluate_schedule *schedule, size_t launch, poise_error *err)
{
    if (schedule->tuples == NULL || launch == 0)
        return POISE_OK;
    char text[EVALUATE_TUPLE_TEXT];
    return sim_set_sched(sim, evaluate_schedule_string(schedule, launch, text), err);
}

/* What one run of a program uses. */
typedef struct running {
    simulator *sim;
    const char *policy; /* for errors */
    sim_config config;  /* of the task's effort, perhaps with stalls */
    history_recorder *recorder;
    course_watch watch;
} running;

static int run_launch(running *r, const evaluate_launch *launch, evaluate_result *result, size_t i,
                      poise_error *err)
{
    warp_trace trace;
    int code = warp_trace_read(launch->path, &trace, err);
    if (code != POISE_OK)
        return code;
    int cut_short = 0;
    history_recorder_begin(r->recorder, launch->warps);
    r->watch.course = &result->courses[i];
    code = sim_launch(r->sim, &trace, &result->launches[i], &cut_short, err);
    warp_trace_free(&trace);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", launch->path);
    result->facts[i].cut_short = cut_short != 0;
    evaluate_facts_take_stalls(&result->facts[i], sim_bottleneck_of(r->sim));
    code = evaluate_statistics_take(&result->statistics[i], r->sim, err);
    code = code == POISE_OK ? course_watch_error(&r->watch, err) : code;
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", r->policy);
    return history_recorder_end(r->recorder, result->launches[i].cycles, &result->facts[i],
                                &result->histories[i], err);
}

static int begin(running *r, const evaluate_task *task, const evaluate_effort *effort, poise_error *err)
{
    *r = (running){.config = *task->config, .recorder = history_recorder_new(task->config->sms)};
    if (r->recorder == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the warp-tuples of '%s'",
                          task->program->name);
    r->policy = task->schedule.tuples == NULL ? task->schedule.policy : "tuple";
    r->config.stalls = r->config.stalls || effort->stalls;
    int code = create(&r->sim, task, &r->config, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(r->sim, effort->stop);
    sim_observe_tuples(r->sim, history_recorder_note, r->recorder);
    if (effort->over_time > 0)
        sim_observe_course(r->sim, effort->over_time, course_watch_note, &r->watch);
    return POISE_OK;
}

int evaluate_run(evaluate_task *task, const evaluate_effort *effort, poise_error *err)
{
    const evaluate_program *program = task->program;
    running r = {0};
    int code = evaluate_result_allocate(&task->result, program->n_launches, err);
    if (code == POISE_OK)
        code = begin(&r, task, effort, err);
    for (size_t i = 0; code == POISE_OK && i < program->n_launches; i++) {
        code = switch_tuple(r.sim, &task->schedule, i, err);
        if (code == POISE_OK)
            code = run_launch(&r, &program->launches[i], &task->result, i, err);
        poise_progress_add_work(effort->progress, 1, (double)program->launches[i].warp_insts);
    }
    sim_destroy(r.sim);
    history_recorder_free(r.recorder);
    evaluate_result_sum(&task->result);
    task->is_done = code == POISE_OK;
    return code;
}

/* The error of the first failed task in order: tasks after it are skipped, tasks before it still run. */
typedef struct first_failure {
    size_t task;
    poise_error error;
} first_failure;

static bool is_stopped(const evaluate_effort *effort)
{
    return effort->stop != NULL && atomic_load(effort->stop);
}

static int tell(const evaluate_effort *effort, const evaluate_task *task, runs_event event,
                const char *detail, poise_error *err)
{
    int code = POISE_OK;
    if (effort->tell == NULL)
        return POISE_OK;
#pragma omp critical(evaluate_tell)
    code = effort->tell(effort->user, task, event, detail, err);
    return code;
}

/* What a stop has ended has not failed. */
static int run_and_tell(evaluate_task *task, const evaluate_effort *effort, poise_error *err)
{
    int code = tell(effort, task, RUNS_BEGUN, "", err);
    if (code != POISE_OK)
        return code;
    code = evaluate_run(task, effort, err);
    if (code == POISE_OK)
        return tell(effort, task, RUNS_DONE, "", err);
    if (task->machine != NULL)
        (void)poise_error_prefix(err, "machine %s", task->machine);
    if (!is_stopped(effort))
        (void)tell(effort, task, RUNS_FAILED, err->text, NULL);
    return code;
}

static void run_task(evaluate_task *task, size_t i, const evaluate_effort *effort, first_failure *failure)
{
    size_t failed;
#pragma omp atomic read
    failed = failure->task;
    if (i > failed || !task->is_ours || task->is_done || task->waits || is_stopped(effort))
        return;
    poise_error error = {0};
    if (run_and_tell(task, effort, &error) == POISE_OK)
        return;
#pragma omp critical(evaluate_failure)
    if (i < failure->task) {
        failure->error = error;
#pragma omp atomic write
        failure->task = i;
    }
}

int evaluate_threads(int jobs)
{
    return jobs > 0 ? jobs : omp_get_num_procs();
}

int evaluate_run_tasks(evaluate_task *const *tasks, size_t n, const evaluate_effort *effort, poise_error *err)
{
    first_failure failure = {.task = SIZE_MAX};
#pragma omp parallel for schedule(dynamic, 1) num_threads(evaluate_threads(effort->jobs))
    for (size_t i = 0; i < n; i++)
        run_task(tasks[i], i, effort, &failure);
    if (is_stopped(effort))
        return poise_fail(err, POISE_INCOMPLETE, "interrupted");
    if (failure.task == SIZE_MAX)
        return POISE_OK;
    return poise_fail(err, failure.error.code, "%s", failure.error.text);
}

/* ---- results ---- */

int evaluate_result_allocate(evaluate_result *result, size_t n, poise_error *err)
{
    *result = (evaluate_result){.n = n,
                                .launches = calloc(n, sizeof *result->launches),
                                .facts = calloc(n, sizeof *result->facts),
                                .histories = calloc(n, sizeof *result->histories),
                                .statistics = calloc(n, sizeof *result->statistics),
                                .courses = calloc(n, sizeof *result->courses)};
    if (result->launches != NULL && result->facts != NULL && result->histories != NULL &&
        result->statistics != NULL && result->courses != NULL)
        return POISE_OK;
    evaluate_result_free(result);
    poise_fail(err, POISE_FAILED, "out of memory for the counters of %zu launches", n);
    return POISE_FAILED;
}

void evaluate_result_sum(evaluate_result *result)
{
    result->total = (sim_counters){0};
    result->total_facts = (evaluate_facts){0};
    for (size_t i = 0; i < result->n; i++) {
        sim_counters_add(&result->total, &result->launches[i]);
        evaluate_facts_add(&result->total_facts, &result->facts[i]);
    }
    result->cut_short = result->total_facts.cut_short > 0;
}

void evaluate_result_free(evaluate_result *result)
{
    for (size_t i = 0; result->histories != NULL && i < result->n; i++)
        evaluate_history_free(&result->histories[i]);
    for (size_t i = 0; result->statistics != NULL && i < result->n; i++)
        evaluate_statistics_free(&result->statistics[i]);
    for (size_t i = 0; result->courses != NULL && i < result->n; i++)
        evaluate_course_free(&result->courses[i]);
    free(result->launches);
    free(result->facts);
    free(result->histories);
    free(result->statistics);
    free(result->courses);
    *result = (evaluate_result){0};
}
