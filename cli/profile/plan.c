#include "cli/profile/sweep.h"
#include "profile/sweep/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_function(const void *a, const void *b)
{
    const profile_kernel *one = *(const profile_kernel *const *)a, *other = *(const profile_kernel *const *)b;
    int order = strcmp(one->program, other->program);
    return order != 0 ? order : strcmp(one->kernel, other->kernel);
}

/* Kernel functions, each of its program; 0 without memory to count them. */
static size_t count_functions(const profile *result)
{
    size_t n = 0;
    const profile_kernel **kernels = calloc(result->n_kernels + 1, sizeof(const profile_kernel *));
    if (kernels == NULL)
        return 0;
    for (size_t i = 0; i < result->n_kernels; i++)
        kernels[i] = &result->kernels[i];
    qsort(kernels, result->n_kernels, sizeof(const profile_kernel *), by_function);
    for (size_t i = 0; i < result->n_kernels; i++)
        n += i == 0 || by_function(&kernels[i - 1], &kernels[i]) != 0;
    free(kernels);
    return n;
}

/* Simulations of all launches, or of those that are measured; twins are left out. */
static uint64_t count_simulations(const sweep_plan *plan, bool only_measured)
{
    uint64_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        const sweep_launch *launch = &plan->launches[i];
        if (sweep_launch_is_first(launch) && (launch->is_measured || !only_measured))
            n += launch->simulations;
    }
    return n;
}

static void say_what_is_left(const profile_job *job, const sweep_plan *plan, uint64_t before)
{
    const uint64_t left = sweep_plan_left(plan);
    const int threads = sweep_threads((int)job->work->jobs);
    char measured[64] = "", share[64] = "";
    if (before > 0)
        snprintf(measured, sizeof measured, "%" PRIu64 " %s done before, ", before,
                 before == 1 ? "was" : "were");
    if (job->share.n_shares > 0)
        snprintf(share, sizeof share, " in share %u of %u", job->share.share + 1, job->share.n_shares);
    if (left == 0)
        poise_say("%snone is left%s", measured, share);
    else
        poise_say("%s%" PRIu64 " %s left%s (%.3g warp instructions), with %d thread%s%s", measured, left,
                  left == 1 ? "is" : "are", share, sweep_plan_work_left(plan), threads,
                  threads == 1 ? "" : "s",
                  job->work->progress == POISE_PROGRESS_NEVER
                      ? ""
                      : "; how long it takes is told when the first are done");
}

void profile_say_plan(const profile_job *job, const sweep_plan *plan)
{
    const size_t n = plan->n_launches, copies = n - sweep_plan_distinct(plan),
                 functions = count_functions(&plan->result);
    char equal[64] = "";
    if (copies > 0)
        snprintf(equal, sizeof equal, " (%zu measured with an equal one)", copies);
    poise_say("%zu launch%s%s of %zu kernel function%s, grid %s: %s%" PRIu64 " simulations", n,
              n == 1 ? "" : "es", equal, functions, functions == 1 ? "" : "s", sweep_grid_names[plan->grid],
              plan->grid == SWEEP_ADAPTIVE || plan->loads == SWEEP_LOADS_ADAPTIVE ? "at most " : "",
              count_simulations(plan, false));
    say_what_is_left(job, plan, count_simulations(plan, true));
}
