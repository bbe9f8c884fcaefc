#include "evaluate/compare.h"

#include "evaluate/kept.h"
#include "evaluate/store.h"
#include "evaluate/warnings.h"
#include "evaluate/work.h"

/* ---- runs ---- */

static int tell(void *user, const evaluate_task *task, runs_event event, const char *detail, poise_error *err)
{
    return evaluate_parts_tell(user, task, event, detail, err);
}

/* What comparisons are run with; the store may be NULL. */
typedef struct running {
    const evaluate_request *request; /* of the first machine */
    evaluate_work *work;
    evaluate_parts *store;
} running;

static void load(const running *r, evaluate_task *task)
{
    task->is_done = r->store != NULL && evaluate_parts_load(r->store, task);
}

/* Tasks of a machine that waited for what is done now. */
static int follow_on(const running *r, size_t machine, poise_error *err)
{
    evaluate_tasks *tasks = &r->work->of[machine];
    int code = POISE_OK;
    for (size_t i = 0; i < tasks->n_cells && code == POISE_OK; i++) {
        evaluate_task *task = &tasks->tasks[tasks->cells[i].first];
        if (!task->waits)
            continue;
        code = evaluate_tasks_follow(tasks, &r->work->what->requests[machine], i, err);
        if (code == POISE_OK && !task->waits)
            load(r, task);
    }
    return code;
}

static int follow(const running *r, poise_error *err)
{
    int code = POISE_OK;
    for (size_t m = 0; m < r->work->what->n && code == POISE_OK; m++)
        code = follow_on(r, m, err);
    return code;
}

/* What other processes have done in the meantime. */
static int catch_up(const running *r, poise_error *err)
{
    for (size_t i = 0; i < r->work->n; i++) {
        evaluate_task *task = r->work->tasks[i];
        if (!task->is_ours && !task->is_done && !task->waits)
            load(r, task);
    }
    return follow(r, err);
}

/* Runs what is ours and not done: first all that waits for nothing, then what waited for that. */
static int simulate(const running *r, poise_error *err)
{
    const evaluate_request *request = r->request;
    const evaluate_work *work = r->work;
    evaluate_effort effort = {.jobs = request->jobs,
                              .stalls = request->stalls,
                              .over_time = request->over_time,
                              .stop = request->stop,
                              .tell = r->store == NULL ? NULL : tell,
                              .user = r->store};
    const evaluate_outline outline = evaluate_work_outline(work);
    if (request->announce != NULL)
        request->announce(request, &outline);
    if (outline.runs_left == 0)
        return POISE_OK;
    effort.progress = poise_progress_begin("evaluate", "launches", outline.launches_left, request->progress);
    poise_progress_expect(effort.progress, outline.warp_insts_left);
    int code = evaluate_run_tasks(work->tasks, work->n, &effort, err);
    if (code == POISE_OK)
        code = catch_up(r, err);
    if (code == POISE_OK)
        code = evaluate_run_tasks(work->tasks, work->n, &effort, err);
    poise_progress_end(effort.progress);
    return code;
}

static int run_with_store(evaluate_work *work, const evaluate_request *request, poise_error *err)
{
    evaluate_parts store;
    const running r = {.request = request, .work = work, .store = &store};
    int code = evaluate_store_open(&store, request, work->tasks, work->n, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < work->n; i++) {
        evaluate_task *task = work->tasks[i];
        task->is_ours = runs_share_has(&request->share, i);
        if (!task->waits)
            load(&r, task);
    }
    code = follow(&r, err);
    if (code == POISE_OK)
        code = request->share.only_collects ? evaluate_check_all_done(evaluate_work_done(work), work->n, err)
                                            : simulate(&r, err);
    if (code != POISE_OK && !request->share.only_collects)
        code = evaluate_explain_kept(code, evaluate_work_done(work), work->n, request->store, err);
    evaluate_parts_close(&store);
    return code;
}

static int run(evaluate_work *work, const evaluate_side_by_side *what, poise_error *err)
{
    const evaluate_request *request = &what->requests[0];
    const running r = {.request = request, .work = work};
    int code = evaluate_work_check(what, err);
    if (code == POISE_OK)
        code = evaluate_work_make(work, what, err);
    if (code != POISE_OK)
        return code;
    return request->store == NULL ? simulate(&r, err) : run_with_store(work, request, err);
}

int evaluate_share(const evaluate_request *request, size_t *done, size_t *all, poise_error *err)
{
    return evaluate_share_all(&(evaluate_side_by_side){request, 1, 0}, done, all, err);
}

int evaluate_share_all(const evaluate_side_by_side *what, size_t *done, size_t *all, poise_error *err)
{
    evaluate_work work = {0};
    int code = run(&work, what, err);
    *done = evaluate_work_done(&work);
    *all = work.n;
    evaluate_work_free(&work);
    return code;
}

int evaluate_prepare(const evaluate_side_by_side *what, int (*inside)(void *user, poise_error *err),
                     void *user, poise_error *err)
{
    evaluate_work work = {0};
    evaluate_parts store = {0};
    int code = evaluate_work_check(what, err);
    if (code == POISE_OK)
        code = evaluate_work_make(&work, what, err);
    if (code == POISE_OK)
        code = evaluate_store_open(&store, &what->requests[0], work.tasks, work.n, err);
    if (code == POISE_OK)
        code = inside(user, err);
    evaluate_parts_close(&store);
    evaluate_work_free(&work);
    return code;
}

/* ---- comparisons ---- */

static int take(evaluate_comparison *comparison, evaluate_tasks *tasks, poise_error *err)
{
    int code = evaluate_comparison_allocate(comparison, err);
    for (size_t i = 0; i < tasks->n_cells && code == POISE_OK; i++)
        evaluate_tasks_take(tasks, i, &comparison->cells[i]);
    return code;
}

int evaluate_compare_all(evaluate_comparison *comparisons, const evaluate_side_by_side *what,
                         poise_error *err)
{
    evaluate_work work = {0};
    for (size_t m = 0; m < what->n; m++)
        comparisons[m] = (evaluate_comparison){.request = what->requests[m],
                                               .base = m == what->base ? NULL : &comparisons[what->base]};
    int code = run(&work, what, err);
    for (size_t m = 0; m < what->n && code == POISE_OK; m++)
        code = take(&comparisons[m], &work.of[m], err);
    for (size_t m = 0; m < what->n && code == POISE_OK; m++) {
        evaluate_comparison_measure(&comparisons[m]);
        code = evaluate_collect_warnings(&comparisons[m], err);
    }
    evaluate_work_free(&work);
    for (size_t m = 0; m < what->n && code != POISE_OK; m++)
        evaluate_comparison_free(&comparisons[m]);
    return code;
}

int evaluate_compare(evaluate_comparison *comparison, const evaluate_request *request, poise_error *err)
{
    return evaluate_compare_all(comparison, &(evaluate_side_by_side){request, 1, 0}, err);
}
