#include "evaluate/schedule.h"

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
    *schedule = (evaluate_schedule){.tuples = calloc(program->n_launches, sizeof(evaluate_tuple))};
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

static evaluate_tuple best_tuple(const profile_kernel *kernel)
{
    evaluate_tuple best = {kernel->warps, kernel->warps}; /* always measured */
    uint64_t fewest = UINT64_MAX;
    for (uint32_t n = kernel->warps; n >= 1; n--) {
        for (uint32_t less = 0; less <= n; less++) {
            const uint32_t p = n - less;
            const sim_counters *point = profile_at(kernel, n, p);
            if (point != NULL && point->cycles < fewest) {
                fewest = point->cycles;
                best = (evaluate_tuple){n, p};
            }
        }
    }
    return best;
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
            schedule->tuples[i] = best_tuple(kernel);
    }
    if (code != POISE_OK)
        evaluate_schedule_free(schedule);
    return code;
}

void evaluate_schedule_free(evaluate_schedule *schedule)
{
    free(schedule->tuples);
    free(schedule->own_policy);
    *schedule = (evaluate_schedule){0};
}
