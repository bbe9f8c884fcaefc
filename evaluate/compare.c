#include "evaluate/compare.h"

#include "evaluate/kept.h"
#include "evaluate/store.h"
#include "evaluate/tasks.h"
#include "evaluate/warnings.h"

#include <stdlib.h>
#include <string.h>

static int check_surface(const evaluate_request *request, poise_error *err)
{
    char difference[SIM_DIFFERENCE_TEXT];
    if (sim_config_is_same(request->surface->config_text, request->config))
        return POISE_OK;
    sim_config_difference(request->surface->config_text, request->config, difference);
    return poise_fail(
        err, POISE_USAGE,
        "the profile was measured on another machine (%s): profile again, or use the same -c and "
        "--set",
        difference);
}

/* A model that cannot be read is better known before hours of simulation than after. */
static int check_policies(const evaluate_request *request, poise_error *err)
{
    for (size_t i = 0; i < request->policies->n; i++) {
        const evaluate_policy *policy = &request->policies->policies[i];
        if ((policy->kind == EVALUATE_STATIC_BEST || policy->kind == EVALUATE_STATIC_BEST_PLUS) &&
            request->surface == NULL)
            return poise_fail(err, POISE_USAGE,
                              "static_best needs the measured points of these programs: 'poise profile' them "
                              "and give --profile");
        sim_policies policies = sim_policies_of(&policy->scheme);
        if (policy->kind != EVALUATE_POLICY) /* its scheduler follows from a profile or a search */
            policies.sched = NULL;
        simulator *sim = NULL;
        int code = sim_create(&sim, request->config, &policies, err);
        sim_destroy(sim);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

static int check_programs(const evaluate_request *request, poise_error *err)
{
    if (request->n_programs == 0)
        return poise_fail(err, POISE_USAGE, "no program to evaluate");
    for (size_t i = 0; i < request->n_programs; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(request->programs[i].name, request->programs[k].name) != 0)
                continue;
            if (evaluate_program_is_same(&request->programs[i], &request->programs[k]))
                return poise_fail(err, POISE_USAGE, "program '%s' is given twice: both are the same folder",
                                  request->programs[i].name);
            return poise_fail(err, POISE_USAGE, "two programs are called '%s': rename one folder",
                              request->programs[i].name);
        }
    }
    return POISE_OK;
}

static int check_request(const evaluate_request *request, poise_error *err)
{
    int code = check_programs(request, err);
    if (code == POISE_OK)
        code = check_policies(request, err);
    if (code == POISE_OK && request->surface != NULL)
        code = check_surface(request, err);
    return code;
}

/* ---- runs ---- */

static int tell(void *user, const evaluate_task *task, runs_event event, const char *detail, poise_error *err)
{
    return evaluate_parts_tell(user, task, event, detail, err);
}

/* What a comparison is run with; the store may be NULL. */
typedef struct running {
    const evaluate_request *request;
    evaluate_tasks *tasks;
    evaluate_parts *store;
} running;

static void load(const running *r, evaluate_task *task)
{
    task->is_done = r->store != NULL && evaluate_parts_load(r->store, task);
}

/* Tasks that waited for what is done now. */
static int follow(const running *r, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < r->tasks->n_cells && code == POISE_OK; i++) {
        evaluate_task *task = &r->tasks->tasks[r->tasks->cells[i].first];
        if (!task->waits)
            continue;
        code = evaluate_tasks_follow(r->tasks, r->request, i, err);
        if (code == POISE_OK && !task->waits)
            load(r, task);
    }
    return code;
}

/* What other processes have done in the meantime. */
static int catch_up(const running *r, poise_error *err)
{
    for (size_t i = 0; i < r->tasks->n; i++) {
        evaluate_task *task = &r->tasks->tasks[i];
        if (!task->is_ours && !task->is_done && !task->waits)
            load(r, task);
    }
    return follow(r, err);
}

/* Runs what is ours and not done: first all that waits for nothing, then what waited for that. */
static int simulate(const running *r, poise_error *err)
{
    const evaluate_request *request = r->request;
    evaluate_tasks *tasks = r->tasks;
    evaluate_effort effort = {.config = request->config,
                              .jobs = request->jobs,
                              .stalls = request->stalls,
                              .over_time = request->over_time,
                              .stop = request->stop,
                              .tell = r->store == NULL ? NULL : tell,
                              .user = r->store};
    const evaluate_outline outline = evaluate_tasks_outline(tasks, request);
    if (request->announce != NULL)
        request->announce(request, &outline);
    if (outline.runs_left == 0)
        return POISE_OK;
    effort.progress = poise_progress_begin("evaluate", "launches", outline.launches_left, request->progress);
    poise_progress_expect(effort.progress, outline.warp_insts_left);
    int code = evaluate_run_tasks(tasks->tasks, tasks->n, &effort, err);
    if (code == POISE_OK)
        code = catch_up(r, err);
    if (code == POISE_OK)
        code = evaluate_run_tasks(tasks->tasks, tasks->n, &effort, err);
    poise_progress_end(effort.progress);
    return code;
}

static int run_with_store(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err)
{
    evaluate_parts store;
    const running r = {.request = request, .tasks = tasks, .store = &store};
    int code = evaluate_store_open(&store, request, tasks, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < tasks->n; i++) {
        evaluate_task *task = &tasks->tasks[i];
        task->is_ours = runs_share_has(&request->share, i);
        if (!task->waits)
            load(&r, task);
    }
    code = follow(&r, err);
    if (code == POISE_OK)
        code = request->share.only_collects
                   ? evaluate_check_all_done(evaluate_tasks_done(tasks), tasks->n, err)
                   : simulate(&r, err);
    if (code != POISE_OK && !request->share.only_collects)
        code = evaluate_explain_kept(code, evaluate_tasks_done(tasks), tasks->n, request->store, err);
    evaluate_parts_close(&store);
    return code;
}

static int run(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err)
{
    const running r = {.request = request, .tasks = tasks};
    int code = check_request(request, err);
    if (code == POISE_OK)
        code = evaluate_tasks_make(tasks, request, err);
    if (code != POISE_OK)
        return code;
    return request->store == NULL ? simulate(&r, err) : run_with_store(tasks, request, err);
}

int evaluate_share(const evaluate_request *request, size_t *done, size_t *all, poise_error *err)
{
    evaluate_tasks tasks = {0};
    int code = run(&tasks, request, err);
    *done = evaluate_tasks_done(&tasks);
    *all = tasks.n;
    evaluate_tasks_free(&tasks);
    return code;
}

int evaluate_prepare(const evaluate_request *request, int (*inside)(void *user, poise_error *err), void *user,
                     poise_error *err)
{
    evaluate_tasks tasks = {0};
    evaluate_parts store = {0};
    int code = check_request(request, err);
    if (code == POISE_OK)
        code = evaluate_tasks_make(&tasks, request, err);
    if (code == POISE_OK)
        code = evaluate_store_open(&store, request, &tasks, err);
    if (code == POISE_OK)
        code = inside(user, err);
    evaluate_parts_close(&store);
    evaluate_tasks_free(&tasks);
    return code;
}

int evaluate_compare(evaluate_comparison *comparison, const evaluate_request *request, poise_error *err)
{
    evaluate_tasks tasks = {0};
    *comparison = (evaluate_comparison){.request = *request};
    int code = run(&tasks, request, err);
    if (code == POISE_OK)
        code = evaluate_comparison_allocate(comparison, err);
    if (code == POISE_OK) {
        for (size_t i = 0; i < tasks.n_cells; i++)
            evaluate_tasks_take(&tasks, i, &comparison->cells[i]);
        evaluate_comparison_measure(comparison);
        code = evaluate_collect_warnings(comparison, err);
    }
    evaluate_tasks_free(&tasks);
    if (code != POISE_OK)
        evaluate_comparison_free(comparison);
    return code;
}
