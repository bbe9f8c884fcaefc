#include "evaluate/schedule.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t at_most(uint32_t n, uint32_t limit)
{
    return n < limit ? n : limit;
}

static int allocate(evaluate_schedule *schedule, const evaluate_program *program, poise_error *err)
{
    *schedule = (evaluate_schedule){0};
    if (program->n_launches == 0)
        return poise_fail(err, POISE_USAGE, "program '%s' has no launches", program->name);
    *schedule = (evaluate_schedule){.tuples = calloc(program->n_launches, sizeof(evaluate_tuple)),
                                    .n = program->n_launches};
    if (schedule->tuples == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the schedule of '%s'", program->name);
    return POISE_OK;
}

/* The kernel of `surface` that is this launch or stands for it, NULL when it was not profiled. */
static const profile_kernel *find_kernel(const profile *surface, const evaluate_launch *launch)
{
    const char *hash = launch->profiled_as[0] == '\0' ? launch->trace_hash : launch->profiled_as;
    for (size_t i = 0; i < surface->n_kernels; i++) {
        const profile_kernel *kernel = &surface->kernels[i];
        if (strcmp(kernel->trace_hash, hash) == 0 && kernel->warps == launch->warps)
            return kernel;
    }
    return NULL;
}

static int fail_missing(const evaluate_program *program, const evaluate_launch *launch, poise_error *err)
{
    return poise_fail(err, POISE_INCOMPLETE,
                      "%s: the profile has no launch %u (kernel '%s', trace %s): run 'poise profile' on it",
                      program->name, launch->index, launch->kernel, launch->trace_hash);
}

int evaluate_schedule_diagonal(evaluate_schedule *schedule, const evaluate_program *program, uint32_t n,
                               poise_error *err)
{
    int code = allocate(schedule, program, err);
    for (size_t i = 0; code == POISE_OK && i < program->n_launches; i++) {
        uint32_t reached = at_most(n, program->launches[i].warps);
        schedule->tuples[i] = (evaluate_tuple){reached, reached};
    }
    return code;
}

/* Adds the cycles of the launch at each diagonal point to total[1..most]; a point that is not measured makes
 * the whole entry UINT64_MAX for good. */
static void add_diagonal(uint64_t *total, uint32_t most, const profile_kernel *kernel)
{
    for (uint32_t n = 1; n <= most; n++) {
        uint32_t reached = at_most(n, kernel->warps);
        const sim_counters *point = profile_at(kernel, reached, reached);
        if (point == NULL || total[n] == UINT64_MAX)
            total[n] = UINT64_MAX;
        else
            total[n] += point->cycles;
    }
}

int evaluate_schedule_swl(evaluate_schedule *schedule, const evaluate_program *program,
                          const profile *surface, poise_error *err)
{
    *schedule = (evaluate_schedule){0};
    uint64_t total[PROFILE_MAX_WARPS + 1] = {0};
    uint32_t most = at_most(evaluate_program_warps(program), PROFILE_MAX_WARPS);
    for (size_t i = 0; i < program->n_launches; i++) {
        const profile_kernel *kernel = find_kernel(surface, &program->launches[i]);
        if (kernel == NULL)
            return fail_missing(program, &program->launches[i], err);
        add_diagonal(total, most, kernel);
    }
    uint32_t best = most; /* (max, max) is always measured */
    for (uint32_t n = most; n >= 1; n--)
        best = total[n] < total[best] ? n : best;
    return evaluate_schedule_diagonal(schedule, program, best, err);
}

int evaluate_schedule_start_from(evaluate_schedule *schedule, const evaluate_program *program,
                                 const char *label, poise_error *err)
{
    uint32_t limit = 1; /* a launch of fewer warps has a lower one */
    for (size_t i = 0; i < program->n_launches; i++)
        limit = schedule->tuples[i].n > limit ? schedule->tuples[i].n : limit;
    evaluate_schedule_free(schedule);
    int name = (int)strcspn(label, ":");
    if (asprintf(&schedule->own_policy, "%.*s:n=%u%s", name, label, limit, label + name) < 0) {
        *schedule = (evaluate_schedule){0};
        return poise_fail(err, POISE_FAILED, "out of memory for the schedule of '%s'", program->name);
    }
    schedule->policy = schedule->own_policy;
    return POISE_OK;
}

static void take_tuple(evaluate_schedule *schedule, size_t launch, profile_schedule best)
{
    schedule->tuples[launch] = (evaluate_tuple){best.n, best.p};
}

int evaluate_schedule_static_best(evaluate_schedule *schedule, const evaluate_program *program,
                                  const profile *surface, poise_error *err)
{
    int code = allocate(schedule, program, err);
    for (size_t i = 0; code == POISE_OK && i < program->n_launches; i++) {
        const profile_kernel *kernel = find_kernel(surface, &program->launches[i]);
        if (kernel == NULL)
            code = fail_missing(program, &program->launches[i], err);
        else
            take_tuple(schedule, i, profile_best_tuple(kernel));
    }
    if (code != POISE_OK)
        evaluate_schedule_free(schedule);
    return code;
}

static int take_best(evaluate_schedule *schedule, size_t i, const profile_kernel *kernel, poise_error *err)
{
    const profile_schedule best = profile_best_schedule(kernel);
    take_tuple(schedule, i, best);
    schedule->strings[i] = profile_schedule_policy(kernel, best);
    return schedule->strings[i] != NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "no memory for the schedule of a launch");
}

int evaluate_schedule_static_best_plus(evaluate_schedule *schedule, const evaluate_program *program,
                                       const profile *surface, poise_error *err)
{
    bool has_loads = false;
    int code = allocate(schedule, program, err);
    if (code != POISE_OK)
        return code;
    schedule->strings = calloc(program->n_launches, sizeof *schedule->strings);
    if (schedule->strings == NULL) {
        evaluate_schedule_free(schedule);
        return poise_fail(err, POISE_FAILED, "out of memory for the schedule of '%s'", program->name);
    }
    for (size_t i = 0; code == POISE_OK && i < program->n_launches; i++) {
        const profile_kernel *kernel = find_kernel(surface, &program->launches[i]);
        has_loads = has_loads || (kernel != NULL && kernel->n_loads > 0);
        code = kernel == NULL ? fail_missing(program, &program->launches[i], err)
                              : take_best(schedule, i, kernel, err);
    }
    if (code == POISE_OK && !has_loads)
        code = poise_fail(
            err, POISE_INCOMPLETE,
            "%s: the profile has no sets of loads: static_best_plus needs 'poise profile --loads adaptive'",
            program->name);
    if (code != POISE_OK)
        evaluate_schedule_free(schedule);
    return code;
}

const char *evaluate_schedule_string(const evaluate_schedule *schedule, size_t launch,
                                     char text[EVALUATE_TUPLE_TEXT])
{
    if (schedule->strings != NULL)
        return schedule->strings[launch];
    if (schedule->tuples == NULL)
        return schedule->policy;
    snprintf(text, EVALUATE_TUPLE_TEXT, "tuple:%u:%u", schedule->tuples[launch].n,
             schedule->tuples[launch].p);
    return text;
}

void evaluate_schedule_free(evaluate_schedule *schedule)
{
    for (size_t i = 0; schedule->strings != NULL && i < schedule->n; i++)
        free(schedule->strings[i]);
    free(schedule->strings);
    free(schedule->tuples);
    free(schedule->own_policy);
    *schedule = (evaluate_schedule){0};
}
