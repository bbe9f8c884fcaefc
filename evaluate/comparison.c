#include "evaluate/comparison.h"

#include "evaluate/diagonal.h"
#include "evaluate/warnings.h"

#include <stdlib.h>
#include <string.h>

static int check_surface(const evaluate_request *request, poise_error *err)
{
    char hash[POISE_HASH_TEXT];
    int code = sim_config_hash(request->config, hash, err);
    if (code != POISE_OK)
        return code;
    if (strcmp(hash, request->surface->config_hash) != 0)
        return poise_fail(
            err, POISE_USAGE,
            "the profile was measured on another machine (configuration %s, here %s): profile again, or "
            "use the same -c and --set",
            request->surface->config_hash, hash);
    return POISE_OK;
}

/* A model that cannot be read is better known before hours of simulation than after. */
static int check_policies(const evaluate_request *request, poise_error *err)
{
    for (size_t i = 0; i < request->policies->n; i++) {
        const evaluate_policy *policy = &request->policies->policies[i];
        if (policy->kind == EVALUATE_STATIC_BEST && request->surface == NULL)
            return poise_fail(err, POISE_USAGE,
                              "static_best needs the measured points of these programs: 'poise profile' them "
                              "and give --profile");
        if (policy->kind != EVALUATE_POLICY)
            continue;
        const sim_policies policies = {.sched = policy->label};
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
            if (strcmp(request->programs[i].name, request->programs[k].name) == 0)
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

/* ---- schedules ---- */

static int plan_cell(const evaluate_request *request, const evaluate_program *program,
                     const evaluate_policy *policy, uint32_t diagonal, evaluate_schedule *schedule,
                     poise_error *err)
{
    switch (policy->kind) {
    case EVALUATE_SWL:
        if (request->surface == NULL)
            return evaluate_schedule_diagonal(schedule, program, diagonal, err);
        return evaluate_schedule_swl(schedule, program, request->surface, err);
    case EVALUATE_STATIC_BEST: return evaluate_schedule_static_best(schedule, program, request->surface, err);
    case EVALUATE_POLICY: break;
    }
    schedule->policy = policy->label;
    return POISE_OK;
}

/* diagonal[i]: the N of "swl" for program i when there is no profile. */
static int plan(evaluate_comparison *comparison, const uint32_t *diagonal, poise_error *err)
{
    const evaluate_request *request = &comparison->request;
    evaluate_cell *cell = comparison->cells;
    for (size_t i = 0; i < request->n_programs; i++) {
        for (size_t k = 0; k < request->policies->n; k++, cell++) {
            int code = plan_cell(request, &request->programs[i], &request->policies->policies[k], diagonal[i],
                                 &cell->schedule, err);
            if (code != POISE_OK)
                return code;
        }
    }
    return POISE_OK;
}

static bool needs_diagonal(const evaluate_request *request)
{
    for (size_t i = 0; i < request->policies->n; i++) {
        if (request->policies->policies[i].kind == EVALUATE_SWL)
            return request->surface == NULL;
    }
    return false;
}

static int make_schedules(evaluate_comparison *comparison, poise_error *err)
{
    const evaluate_request *request = &comparison->request;
    uint32_t *diagonal = calloc(request->n_programs, sizeof *diagonal);
    if (diagonal == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu programs", request->n_programs);
    int code = POISE_OK;
    if (needs_diagonal(request))
        code = evaluate_best_diagonal(request, diagonal, err);
    if (code == POISE_OK)
        code = plan(comparison, diagonal, err);
    free(diagonal);
    return code;
}

/* ---- runs ---- */

static uint64_t all_launches(const evaluate_request *request)
{
    uint64_t launches = 0;
    for (size_t i = 0; i < request->n_programs; i++)
        launches += request->programs[i].n_launches;
    return launches * request->policies->n;
}

static int simulate(evaluate_comparison *comparison, poise_error *err)
{
    const evaluate_request *request = &comparison->request;
    size_t n = request->n_programs * request->policies->n;
    evaluate_task *tasks = calloc(n, sizeof *tasks);
    if (tasks == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu runs", n);
    for (size_t i = 0; i < n; i++) {
        tasks[i].program = &request->programs[i / request->policies->n];
        tasks[i].schedule = &comparison->cells[i].schedule;
    }
    poise_progress *progress =
        poise_progress_begin("evaluate", "launches", all_launches(request), request->progress);
    int code = evaluate_run_tasks(tasks, n, request->config, request->jobs, progress, err);
    poise_progress_end(progress);
    for (size_t i = 0; i < n; i++)
        comparison->cells[i].result = tasks[i].result;
    free(tasks);
    return code;
}

static void measure(evaluate_comparison *comparison)
{
    const evaluate_request *request = &comparison->request;
    size_t n_policies = request->policies->n;
    for (size_t i = 0; i < request->n_programs; i++) {
        size_t baseline = evaluate_place(comparison, i, request->policies->baseline);
        for (size_t k = 0; k < n_policies; k++) {
            size_t place = evaluate_place(comparison, i, k);
            comparison->metrics[place] =
                evaluate_metrics_of(&comparison->cells[place].result.total,
                                    &comparison->cells[baseline].result.total, request->config);
        }
    }
    for (size_t k = 0; k < n_policies; k++)
        comparison->means[k] =
            evaluate_metrics_mean(&comparison->metrics[k], request->n_programs, n_policies);
}

static int allocate(evaluate_comparison *comparison, poise_error *err)
{
    size_t n_policies = comparison->request.policies->n, n = comparison->request.n_programs * n_policies;
    comparison->cells = calloc(n, sizeof *comparison->cells);
    comparison->metrics = calloc(n, sizeof *comparison->metrics);
    comparison->means = calloc(n_policies, sizeof *comparison->means);
    if (comparison->cells == NULL || comparison->metrics == NULL || comparison->means == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu results", n);
    return POISE_OK;
}

int evaluate_compare(evaluate_comparison *comparison, const evaluate_request *request, poise_error *err)
{
    *comparison = (evaluate_comparison){.request = *request};
    int code = check_request(request, err);
    if (code == POISE_OK)
        code = allocate(comparison, err);
    if (code == POISE_OK)
        code = make_schedules(comparison, err);
    if (code == POISE_OK)
        code = simulate(comparison, err);
    if (code == POISE_OK) {
        measure(comparison);
        code = evaluate_collect_warnings(comparison, err);
    }
    if (code != POISE_OK)
        evaluate_comparison_free(comparison);
    return code;
}

void evaluate_comparison_free(evaluate_comparison *comparison)
{
    size_t n =
        comparison->cells == NULL ? 0 : comparison->request.n_programs * comparison->request.policies->n;
    for (size_t i = 0; i < n; i++) {
        evaluate_schedule_free(&comparison->cells[i].schedule);
        evaluate_result_free(&comparison->cells[i].result);
    }
    free(comparison->cells);
    free(comparison->metrics);
    free(comparison->means);
    for (size_t i = 0; i < comparison->n_warnings; i++)
        free(comparison->warnings[i]);
    free(comparison->warnings);
    *comparison = (evaluate_comparison){0};
}
