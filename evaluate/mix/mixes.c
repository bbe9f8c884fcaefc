#include "evaluate/mix/mixes.h"

#include "evaluate/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The oracle tries this many splits of a mix at most. */
enum { MOST_SPLITS = 2000 };

/* One simulation. */
typedef struct mix_task {
    const evaluate_mix *mix; /* NULL: alone */
    size_t policy;
    const evaluate_mix_program *program; /* alone */
    evaluate_range *ranges;              /* of the mix; alone: NULL */
    uint32_t sms;                        /* alone */
    sim_mix_result *results;
    bool is_done;
} mix_task;

typedef struct mix_tasks {
    size_t n, size;
    mix_task *task;
} mix_tasks;

/* ---- what there is to do ---- */

/* The task owns its ranges from now on, whatever the outcome. */
static int add_task(mix_tasks *tasks, const mix_task *task, size_t n_results, poise_error *err)
{
    if (tasks->n == tasks->size) {
        const size_t size = tasks->size ? 2 * tasks->size : 64;
        mix_task *grown = realloc(tasks->task, size * sizeof *grown);
        if (grown == NULL) {
            free(task->ranges);
            return poise_fail(err, POISE_FAILED, "out of memory for %zu simulations", size);
        }
        tasks->task = grown;
        tasks->size = size;
    }
    mix_task *added = &tasks->task[tasks->n++];
    *added = *task;
    added->results = calloc(n_results, sizeof *added->results);
    return added->results != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "out of memory for results");
}

static const mix_task *find_alone(const mix_tasks *tasks, const evaluate_mix_program *program, uint32_t sms)
{
    for (size_t i = 0; i < tasks->n; i++) {
        const mix_task *t = &tasks->task[i];
        if (t->mix == NULL && t->sms == sms && strcmp(t->program->folder, program->folder) == 0)
            return t;
    }
    return NULL;
}

static int add_split(mix_tasks *tasks, mix_tasks *alone, const evaluate_mixes_request *request,
                     const evaluate_mix *mix, const evaluate_range *ranges, poise_error *err)
{
    int code = POISE_OK;
    for (size_t p = 0; p < request->policies->n && code == POISE_OK; p++) {
        mix_task task = {.mix = mix, .policy = p, .ranges = calloc(mix->n, sizeof *ranges)};
        if (task.ranges == NULL)
            return poise_fail(err, POISE_FAILED, "out of memory for the SMs of a mix");
        memcpy(task.ranges, ranges, mix->n * sizeof *ranges);
        code = add_task(tasks, &task, mix->n, err);
    }
    for (size_t i = 0; i < mix->n && code == POISE_OK; i++) {
        const mix_task task = {.program = &mix->programs[i], .sms = ranges[i].n};
        if (find_alone(alone, task.program, task.sms) == NULL)
            code = add_task(alone, &task, 1, err);
    }
    return code;
}

/* Programs i and up of the mix share `units` pieces of `step` SMs in every way. */
typedef struct splitter {
    const evaluate_mixes_request *request;
    const evaluate_mix *mix;
    mix_tasks *tasks, *alone;
    uint32_t step, rest; /* SMs that are no whole piece: the first program's */
    evaluate_range *ranges;
    size_t n;
} splitter;

static int split_rest(splitter *s, size_t i, uint32_t units, uint32_t first_sm, poise_error *err)
{
    const uint32_t others = (uint32_t)(s->mix->n - 1 - i);
    int code = POISE_OK;
    for (uint32_t own = others ? 1 : units; own + others <= units && code == POISE_OK; own++) {
        s->ranges[i] = (evaluate_range){first_sm, own * s->step + (i == 0 ? s->rest : 0)};
        if (others) {
            code = split_rest(s, i + 1, units - own, first_sm + s->ranges[i].n, err);
        } else {
            if (++s->n > MOST_SPLITS)
                return poise_fail(err, POISE_USAGE, "mix %s: more than %d splits: a larger --step has fewer",
                                  s->mix->name, MOST_SPLITS);
            code = add_split(s->tasks, s->alone, s->request, s->mix, s->ranges, err);
        }
    }
    return code;
}

static int add_splits(mix_tasks *tasks, mix_tasks *alone, const evaluate_mixes_request *request,
                      const evaluate_mix *mix, evaluate_range *ranges, poise_error *err)
{
    const uint32_t sms = (uint32_t)request->config->sms;
    const uint32_t step = request->step ? request->step : sms >= 6 ? sms / 6 : 1;
    for (size_t i = 0; i < mix->n; i++)
        if (mix->programs[i].sms.n > 0)
            return poise_fail(err, POISE_USAGE, "mix %s: %s names its SMs, and --partition best chooses them",
                              mix->name, mix->programs[i].name);
    if (mix->n > sms / step)
        return poise_fail(err, POISE_USAGE, "mix %s: %zu programs and %u pieces of %u SMs", mix->name, mix->n,
                          sms / step, step);
    splitter s = {request, mix, tasks, alone, step, sms % step, ranges, 0};
    return split_rest(&s, 0, sms / step, 0, err);
}

static int plan_mix(mix_tasks *tasks, mix_tasks *alone, const evaluate_mixes_request *request,
                    const evaluate_mix *mix, poise_error *err)
{
    evaluate_range *ranges = calloc(mix->n, sizeof *ranges);
    if (ranges == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the SMs of a mix");
    int code;
    if (request->best) {
        code = add_splits(tasks, alone, request, mix, ranges, err);
    } else {
        code = evaluate_mix_partition(mix, (uint32_t)request->config->sms, ranges, err);
        if (code != POISE_OK)
            poise_error_prefix(err, "mix %s", mix->name);
        code = code == POISE_OK ? add_split(tasks, alone, request, mix, ranges, err) : code;
    }
    free(ranges);
    return code;
}

/* ---- simulations ---- */

static int run_task(mix_task *t, const evaluate_mixes_request *request, poise_error *err)
{
    evaluate_mix_machine machine = {.config = request->config, .threads = 1, .stop = request->stop};
    machine.policies.sched = request->alone;
    if (t->mix == NULL)
        return evaluate_mix_run_alone(t->program, t->sms, &machine, t->results, err);
    const evaluate_policy *policy = &request->policies->policies[t->policy];
    machine.policies = sim_policies_of(&policy->scheme);
    int code = evaluate_mix_run(t->mix, t->ranges, &machine, t->results, NULL, NULL, err);
    return code == POISE_OK ? code
                            : poise_error_prefix(err, "mix %s, policy %s", t->mix->name, policy->label);
}

/* The error is that of the first in order that fails. */
static int run_tasks(mix_tasks *tasks, const evaluate_mixes_request *request, poise_error *err)
{
    size_t failed = SIZE_MAX;
    poise_error error = {0};
#pragma omp parallel for schedule(dynamic, 1) num_threads(evaluate_threads(request->jobs))
    for (size_t i = 0; i < tasks->n; i++) {
        size_t before;
        poise_error own = {0};
#pragma omp atomic read
        before = failed;
        if (i > before || run_task(&tasks->task[i], request, &own) == POISE_OK)
            continue;
#pragma omp critical(evaluate_mixes_failure)
        if (i < failed) {
            error = own;
#pragma omp atomic write
            failed = i;
        }
    }
    return failed == SIZE_MAX ? POISE_OK : poise_fail(err, error.code, "%s", error.text);
}

/* ---- results ---- */

static int take_cell(evaluate_mix_cell *cell, const mix_task *t, const sim_mix_result *alone,
                     const evaluate_mix_metrics *metrics, poise_error *err)
{
    const size_t n = t->mix->n;
    if (cell->ranges == NULL) {
        cell->ranges = calloc(n, sizeof *cell->ranges);
        cell->shared = calloc(n, sizeof *cell->shared);
        cell->alone = calloc(n, sizeof *cell->alone);
    }
    if (cell->ranges == NULL || cell->shared == NULL || cell->alone == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the results of a mix");
    memcpy(cell->ranges, t->ranges, n * sizeof *cell->ranges);
    memcpy(cell->shared, t->results, n * sizeof *cell->shared);
    memcpy(cell->alone, alone, n * sizeof *cell->alone);
    cell->metrics = *metrics;
    return POISE_OK;
}

/* Of equally good splits the first is kept. */
static int take_results(evaluate_mixes *mixes, const mix_tasks *tasks, const mix_tasks *alone,
                        poise_error *err)
{
    const evaluate_mixes_request *request = mixes->request;
    int code = POISE_OK;
    for (size_t i = 0; i < tasks->n && code == POISE_OK; i++) {
        const mix_task *t = &tasks->task[i];
        const size_t n = t->mix->n;
        sim_mix_result *of_alone = calloc(n, sizeof *of_alone);
        if (of_alone == NULL)
            return poise_fail(err, POISE_FAILED, "out of memory for the results of a mix");
        for (size_t k = 0; k < n; k++)
            of_alone[k] = *find_alone(alone, &t->mix->programs[k], t->ranges[k].n)->results;
        const evaluate_mix_metrics m = evaluate_mix_metrics_of(t->results, of_alone, n);
        evaluate_mix_cell *cell =
            &mixes->cells[(size_t)(t->mix - request->mixes) * request->policies->n + t->policy];
        if (cell->n_splits++ == 0 || m.weighted_speedup > cell->metrics.weighted_speedup)
            code = take_cell(cell, t, of_alone, &m, err);
        free(of_alone);
    }
    return code;
}

static void free_tasks(mix_tasks *tasks)
{
    for (size_t i = 0; i < tasks->n; i++) {
        free(tasks->task[i].ranges);
        free(tasks->task[i].results);
    }
    free(tasks->task);
}

static int check_policies(const evaluate_policy_list *list, poise_error *err)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->policies[i].kind != EVALUATE_POLICY)
            return poise_fail(err, POISE_USAGE,
                              "policy %s follows from runs of one program, not of a mix: name its arguments",
                              list->policies[i].label);
    return POISE_OK;
}

int evaluate_mixes_run(evaluate_mixes *mixes, const evaluate_mixes_request *request, poise_error *err)
{
    mix_tasks tasks = {0}, alone = {0};
    *mixes = (evaluate_mixes){.request = request, .n_cells = request->n_mixes * request->policies->n};
    mixes->cells = calloc(mixes->n_cells + 1, sizeof *mixes->cells);
    if (mixes->cells == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu results", mixes->n_cells);
    int code = check_policies(request->policies, err);
    for (size_t i = 0; i < request->n_mixes && code == POISE_OK; i++)
        code = plan_mix(&tasks, &alone, request, &request->mixes[i], err);
    mixes->n_alone = alone.n;
    code = code == POISE_OK ? run_tasks(&alone, request, err) : code;
    code = code == POISE_OK ? run_tasks(&tasks, request, err) : code;
    code = code == POISE_OK ? take_results(mixes, &tasks, &alone, err) : code;
    free_tasks(&tasks);
    free_tasks(&alone);
    return code;
}

void evaluate_mixes_free(evaluate_mixes *mixes)
{
    for (size_t i = 0; i < mixes->n_cells && mixes->cells != NULL; i++) {
        free(mixes->cells[i].ranges);
        free(mixes->cells[i].shared);
        free(mixes->cells[i].alone);
    }
    free(mixes->cells);
    *mixes = (evaluate_mixes){0};
}
