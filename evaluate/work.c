#include "evaluate/work.h"

#include "evaluate/beside.h"

#include <stdlib.h>
#include <string.h>

/* ---- what can be evaluated ---- */

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
        char *vm;
        int code = evaluate_beside(&policies, &vm, NULL, 0, err);
        if (code == POISE_OK)
            code = sim_create(&sim, request->config, &policies, err);
        sim_destroy(sim);
        free(vm);
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
    return code == POISE_OK || request->machine == NULL
               ? code
               : poise_error_prefix(err, "machine %s", request->machine);
}

static bool is_same(const sim_config *one, const sim_config *other)
{
    char hash[POISE_HASH_TEXT], other_hash[POISE_HASH_TEXT];
    return sim_config_hash(one, hash, NULL) == POISE_OK &&
           sim_config_hash(other, other_hash, NULL) == POISE_OK && strcmp(hash, other_hash) == 0;
}

/* The runs of two equal machines would be the same ones twice. */
static int check_machines(const evaluate_side_by_side *what, poise_error *err)
{
    if (what->n > 1 && what->requests[0].surface != NULL)
        return poise_fail(err, POISE_USAGE,
                          "a profile is of one machine, here are %zu: without --profile swl and pcal_swl "
                          "find their N on each",
                          what->n);
    for (size_t i = 0; i < what->n; i++) {
        for (size_t k = 0; k < i; k++) {
            const evaluate_request *one = &what->requests[k], *other = &what->requests[i];
            if (strcmp(one->machine, other->machine) == 0)
                return poise_fail(err, POISE_USAGE, "two machines are called '%s'", one->machine);
            if (is_same(one->config, other->config))
                return poise_fail(err, POISE_USAGE, "%s and %s are the same machine", one->machine,
                                  other->machine);
        }
    }
    return POISE_OK;
}

int evaluate_work_check(const evaluate_side_by_side *what, poise_error *err)
{
    int code = check_machines(what, err);
    for (size_t i = 0; i < what->n && code == POISE_OK; i++)
        code = check_request(&what->requests[i], err);
    return code;
}

/* ---- runs ---- */

/* One list of the tasks of all machines. */
static int gather(evaluate_work *work, poise_error *err)
{
    const size_t n_machines = work->of == NULL ? 0 : work->what->n;
    size_t n = 0;
    for (size_t m = 0; m < n_machines; m++)
        n += work->of[m].n;
    work->tasks = calloc(n + 1, sizeof(evaluate_task *));
    if (work->tasks == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu runs", n);
    for (size_t m = 0; m < n_machines; m++) {
        for (size_t i = 0; i < work->of[m].n; i++)
            work->tasks[work->n++] = &work->of[m].tasks[i];
    }
    return POISE_OK;
}

int evaluate_work_make(evaluate_work *work, const evaluate_side_by_side *what, poise_error *err)
{
    int code = POISE_OK;
    *work = (evaluate_work){.what = what, .of = calloc(what->n, sizeof *work->of)};
    if (work->of == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu machines", what->n);
    for (size_t m = 0; m < what->n && code == POISE_OK; m++)
        code = evaluate_tasks_make(&work->of[m], &what->requests[m], err);
    return code == POISE_OK ? gather(work, err) : code;
}

void evaluate_work_free(evaluate_work *work)
{
    for (size_t m = 0; work->of != NULL && m < work->what->n; m++)
        evaluate_tasks_free(&work->of[m]);
    free(work->of);
    free(work->tasks);
    *work = (evaluate_work){0};
}

size_t evaluate_work_done(const evaluate_work *work)
{
    size_t done = 0;
    for (size_t m = 0; work->of != NULL && m < work->what->n; m++)
        done += evaluate_tasks_done(&work->of[m]);
    return done;
}

static void add(evaluate_outline *sum, const evaluate_outline *one)
{
    sum->runs += one->runs;
    sum->runs_done += one->runs_done;
    sum->runs_left += one->runs_left;
    sum->diagonal_runs += one->diagonal_runs;
    sum->diagonal[0] = one->diagonal[0] < sum->diagonal[0] ? one->diagonal[0] : sum->diagonal[0];
    sum->diagonal[1] = one->diagonal[1] > sum->diagonal[1] ? one->diagonal[1] : sum->diagonal[1];
    sum->launches_left += one->launches_left;
    sum->warp_insts_left += one->warp_insts_left;
}

evaluate_outline evaluate_work_outline(const evaluate_work *work)
{
    evaluate_outline sum = evaluate_tasks_outline(&work->of[0], &work->what->requests[0]);
    for (size_t m = 1; m < work->what->n; m++) {
        const evaluate_outline one = evaluate_tasks_outline(&work->of[m], &work->what->requests[m]);
        add(&sum, &one);
    }
    sum.machines = work->what->n;
    return sum;
}
