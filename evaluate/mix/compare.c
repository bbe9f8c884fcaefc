#include "evaluate/mix/compare.h"

#include "evaluate/beside.h"
#include "evaluate/kept.h"
#include "evaluate/mix/store.h"
#include "evaluate/mix/tasks.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is asked for ---- */

static int check_policy(const evaluate_policy *policy, const sim_config *config, poise_error *err)
{
    sim_policies policies = sim_policies_of(&policy->scheme);
    simulator *sim = NULL;
    char *vm = NULL;
    if (policy->kind != EVALUATE_POLICY)
        return poise_fail(err, POISE_USAGE,
                          "policy %s follows from runs of one program, not of a mix: name its arguments",
                          policy->label);
    int code = evaluate_beside(&policies, &vm, NULL, 0, err);
    if (code == POISE_OK)
        code = sim_create(&sim, config, &policies, err);
    sim_destroy(sim);
    free(vm);
    return code;
}

static int check_request(const evaluate_mixes_request *request, poise_error *err)
{
    int code = request->alone->n == 1 ? check_policy(&request->alone->policies[0], request->config, err)
                                      : poise_fail(err, POISE_USAGE, "programs run alone under one policy");
    for (size_t i = 0; i < request->policies->n && code == POISE_OK; i++)
        code = check_policy(&request->policies->policies[i], request->config, err);
    return code;
}

static int plan(evaluate_mix_tasks *tasks, const evaluate_mixes_request *request, poise_error *err)
{
    int code = check_request(request, err);
    if (code == POISE_OK)
        code = evaluate_mix_describe(request->mixes, request->n_mixes, err);
    return code == POISE_OK ? evaluate_mix_tasks_make(tasks, request, err) : code;
}

/* ---- simulations ---- */

/* What the tasks are run with; no store: NULL. */
typedef struct running {
    const evaluate_mixes_request *request;
    evaluate_mix_tasks *tasks;
    evaluate_parts *store;
    poise_progress *progress;
    size_t failed; /* the first task in order that has */
    poise_error error;
} running;

static bool is_stopped(const running *r)
{
    return r->request->stop != NULL && atomic_load(r->request->stop);
}

static int tell(const running *r, const evaluate_mix_task *task, runs_event event, const char *detail,
                poise_error *err)
{
    int code = POISE_OK;
    if (r->store == NULL)
        return POISE_OK;
#pragma omp critical(evaluate_mix_tell)
    code = evaluate_parts_tell(r->store, task, event, detail, err);
    return code;
}

/* The outcome has copies of what policies tell; the texts here are theirs. */
static void forget_texts(evaluate_mix_task *task)
{
    for (size_t i = 0; i < task->mix.n; i++)
        task->outcome.programs[i] = (sim_mix_result){.counters = task->outcome.programs[i].counters,
                                                     .cut_short = task->outcome.programs[i].cut_short,
                                                     .restarts = task->outcome.programs[i].restarts};
}

static int simulate(const running *r, evaluate_mix_task *task, poise_error *err)
{
    const evaluate_mix_machine machine = {.config = r->request->config,
                                          .policies = sim_policies_of(&task->policy->scheme),
                                          .threads = 1,
                                          .stop = r->request->stop,
                                          .keeps_statistics = true,
                                          .over_time = task->is_alone ? 0 : r->request->over_time,
                                          .always_mixed = true};
    int code = evaluate_mix_run(&task->mix, task->ranges, &machine, &task->outcome, NULL, err);
    forget_texts(task);
    if (code == POISE_OK)
        return POISE_OK;
    return task->is_alone ? poise_error_prefix(err, "%s alone", task->mix.name)
                          : poise_error_prefix(err, "mix %s, policy %s", task->mix.name, task->policy->label);
}

/* What a stop has ended has not failed. */
static int run_and_tell(const running *r, evaluate_mix_task *task, poise_error *err)
{
    int code = tell(r, task, RUNS_BEGUN, "", err);
    if (code != POISE_OK)
        return code;
    code = simulate(r, task, err);
    task->is_done = code == POISE_OK;
    if (code == POISE_OK)
        return tell(r, task, RUNS_DONE, "", err);
    if (!is_stopped(r))
        (void)tell(r, task, RUNS_FAILED, err->text, NULL);
    return code;
}

static void run_task(running *r, size_t i)
{
    evaluate_mix_task *task = &r->tasks->task[i];
    size_t failed;
    poise_error error = {0};
#pragma omp atomic read
    failed = r->failed;
    if (i > failed || !task->is_ours || task->is_done || is_stopped(r))
        return;
    const int code = run_and_tell(r, task, &error);
    poise_progress_add_work(r->progress, 1, evaluate_mix_task_work(task));
    if (code == POISE_OK)
        return;
#pragma omp critical(evaluate_mix_failure)
    if (i < r->failed) {
        r->error = error;
#pragma omp atomic write
        r->failed = i;
    }
}

/* The error is that of the first in order that fails. */
static int run_tasks(running *r, poise_error *err)
{
    const evaluate_mixes_request *request = r->request;
    const evaluate_mixes_outline outline = evaluate_mix_tasks_outline(r->tasks, request);
    if (request->announce != NULL)
        request->announce(request, &outline);
    if (outline.runs_left == 0)
        return POISE_OK;
    r->failed = SIZE_MAX;
    r->progress = poise_progress_begin("evaluate", "runs", outline.runs_left, request->progress);
    poise_progress_expect(r->progress, outline.warp_insts_left);
#pragma omp parallel for schedule(dynamic, 1) num_threads(outline.threads)
    for (size_t i = 0; i < r->tasks->n; i++)
        run_task(r, i);
    poise_progress_end(r->progress);
    if (is_stopped(r))
        return poise_fail(err, POISE_INCOMPLETE, "interrupted");
    return r->failed == SIZE_MAX ? POISE_OK : poise_fail(err, r->error.code, "%s", r->error.text);
}

/* Whether a task before it is the same: its part will do. */
static bool is_repeated(const evaluate_mix_tasks *tasks, size_t i)
{
    size_t k = 0;
    while (strcmp(tasks->task[k].key, tasks->task[i].key) != 0)
        k++;
    return k < i;
}

static int run_with_store(evaluate_mix_tasks *tasks, const evaluate_mixes_request *request, poise_error *err)
{
    evaluate_parts store;
    running r = {.request = request, .tasks = tasks, .store = &store};
    int code = evaluate_mix_store_open(&store, request, tasks, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < tasks->n; i++) {
        evaluate_mix_task *task = &tasks->task[i];
        task->is_ours = runs_share_has(&request->share, i) && !is_repeated(tasks, i);
        task->is_done = evaluate_parts_load(&store, task);
    }
    if (request->share.only_collects) {
        code = evaluate_check_all_done(evaluate_mix_tasks_done(tasks), tasks->n, err);
    } else {
        code = run_tasks(&r, err);
        if (code != POISE_OK)
            code = evaluate_explain_kept(code, evaluate_mix_tasks_done(tasks), tasks->n, request->store, err);
    }
    for (size_t i = 0; i < tasks->n && code == POISE_OK; i++) /* what others have done in the meantime */
        if (!tasks->task[i].is_done)
            tasks->task[i].is_done = evaluate_parts_load(&store, &tasks->task[i]);
    evaluate_parts_close(&store);
    return code;
}

static int run(evaluate_mix_tasks *tasks, const evaluate_mixes_request *request, poise_error *err)
{
    running r = {.request = request, .tasks = tasks};
    int code = plan(tasks, request, err);
    if (code != POISE_OK)
        return code;
    return request->store == NULL ? run_tasks(&r, err) : run_with_store(tasks, request, err);
}

int evaluate_mixes_compare(evaluate_mixes *mixes, const evaluate_mixes_request *request, poise_error *err)
{
    evaluate_mix_tasks tasks = {0};
    *mixes = (evaluate_mixes){0};
    int code = run(&tasks, request, err);
    if (code == POISE_OK)
        code = evaluate_mixes_allocate(mixes, request, err);
    if (code == POISE_OK)
        evaluate_mix_tasks_take(&tasks, mixes);
    evaluate_mix_tasks_free(&tasks);
    return code;
}

int evaluate_mixes_share(const evaluate_mixes_request *request, size_t *done, size_t *all, poise_error *err)
{
    evaluate_mix_tasks tasks = {0};
    int code = run(&tasks, request, err);
    *done = evaluate_mix_tasks_done(&tasks);
    *all = tasks.n;
    evaluate_mix_tasks_free(&tasks);
    return code;
}

int evaluate_mixes_prepare(const evaluate_mixes_request *request, int (*inside)(void *user, poise_error *err),
                           void *user, poise_error *err)
{
    evaluate_mix_tasks tasks = {0};
    evaluate_parts store = {0};
    int code = plan(&tasks, request, err);
    if (code == POISE_OK)
        code = evaluate_mix_store_open(&store, request, &tasks, err);
    if (code == POISE_OK)
        code = inside(user, err);
    evaluate_parts_close(&store);
    evaluate_mix_tasks_free(&tasks);
    return code;
}
