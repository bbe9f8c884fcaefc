#include "cli/profile/windows.h"

#include "cli/interrupt.h"
#include "profile/profile_file.h"
#include "profile/sweep/load_windows.h"
#include "profile/sweep/run.h"

#include <stdlib.h>
#include <string.h>

typedef struct windows_job {
    profile data;
    const sim_config *config;
    const trace_files *traces;
    bool *is_done; /* of each kernel */
} windows_job;

static int check(const windows_job *job, const char *from, poise_error *err)
{
    bool has_loads = false;
    for (size_t i = 0; i < job->data.n_kernels; i++)
        has_loads = has_loads || job->data.kernels[i].n_loads > 0;
    if (!has_loads)
        return poise_fail(err, POISE_USAGE, "%s: its loads were not looked at (poise profile --loads)", from);
    if (job->data.policies[0] != '\0')
        return poise_fail(
            err, POISE_USAGE,
            "%s: measured with policies beside the scheduler, %s: windows are added to profiles "
            "of the baselines",
            from, job->data.policies);
    if (!sim_config_is_same(job->data.config_text, job->config))
        return poise_fail(err, POISE_USAGE, "%s: measured on another machine: name it with -c and --set",
                          from);
    return POISE_OK;
}

/* Gives the windows of kernel `from` to all kernels of the same trace. */
static void give(windows_job *job, size_t from)
{
    const profile_kernel *seen = &job->data.kernels[from];
    for (size_t i = 0; i < job->data.n_kernels; i++) {
        profile_kernel *kernel = &job->data.kernels[i];
        if (strcmp(kernel->trace_hash, seen->trace_hash) != 0)
            continue;
        job->is_done[i] = true;
        for (uint32_t k = 0; k < kernel->n_loads && k < seen->n_loads; k++) {
            kernel->loads[k].window_at_max = seen->loads[k].window_at_max;
            kernel->loads[k].window_at_one = seen->loads[k].window_at_one;
        }
    }
}

/* The first kernel of the trace that has no windows; n_kernels = none. */
static size_t kernel_of(const windows_job *job, const warp_trace *trace)
{
    size_t i = 0;
    while (i < job->data.n_kernels &&
           (job->is_done[i] || strcmp(job->data.kernels[i].trace_hash, trace->hash) != 0))
        i++;
    return i;
}

/* Traces that lie twice among those that are named are measured once, unless at the same time. */
static int measure(windows_job *job, const char *path, poise_error *err)
{
    warp_trace trace;
    profile_load loads[PROFILE_MOST_LOADS];
    profile_kernel kernel = {.n_loads = 0};
    size_t at;
    int code = warp_trace_read(path, &trace, err);
    if (code != POISE_OK)
        return code;
#pragma omp critical(windows)
    {
        at = kernel_of(job, &trace);
        if (at < job->data.n_kernels) {
            kernel = job->data.kernels[at];
            memcpy(loads, kernel.loads, kernel.n_loads * sizeof *loads);
            kernel.loads = loads;
        }
    }
    if (at < job->data.n_kernels)
        code = sweep_sample_load_windows(job->config, &(sim_policies){0}, &trace, &kernel,
                                         cli_interrupt_flag(), err);
#pragma omp critical(windows)
    if (code == POISE_OK && at < job->data.n_kernels) {
        memcpy(job->data.kernels[at].loads, loads, kernel.n_loads * sizeof *loads);
        give(job, at);
    }
    warp_trace_free(&trace);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s", path);
}

static int measure_all(windows_job *job, const cli_work *work, poise_error *err)
{
    const long n = (long)job->traces->n;
    int code = POISE_OK;
#pragma omp parallel for schedule(dynamic) num_threads(sweep_threads((int)work->jobs))
    for (long i = 0; i < n; i++) {
        poise_error failure = {0};
        int ended;
#pragma omp critical(windows)
        ended = code;
        const int own = ended == POISE_OK ? measure(job, job->traces->path[i], &failure) : POISE_OK;
#pragma omp critical(windows)
        if (own != POISE_OK && code == POISE_OK) {
            code = own;
            *err = failure;
        }
    }
    return code;
}

static int check_done(const windows_job *job, const char *from, poise_error *err)
{
    for (size_t i = 0; i < job->data.n_kernels; i++) {
        const profile_kernel *kernel = &job->data.kernels[i];
        if (!job->is_done[i])
            return poise_fail(err, POISE_USAGE, "%s: the trace of launch %u of %s is not among those named",
                              from, kernel->launch_index, kernel->run);
    }
    return POISE_OK;
}

int profile_add_windows(const char *from, const char *to, const sim_config *config, const trace_files *traces,
                        const cli_work *work, poise_error *err)
{
    windows_job job = {.config = config, .traces = traces};
    int code = profile_read(from, &job.data, err);
    if (code != POISE_OK)
        return code;
    job.is_done = calloc(job.data.n_kernels, sizeof *job.is_done);
    code = job.is_done == NULL
               ? poise_fail(err, POISE_FAILED, "no memory for %zu kernels", job.data.n_kernels)
               : check(&job, from, err);
    if (code == POISE_OK)
        code = measure_all(&job, work, err);
    if (code == POISE_OK)
        code = check_done(&job, from, err);
    if (code == POISE_OK)
        code = profile_write(to, &job.data, err);
    if (code == POISE_OK)
        poise_say("windows of the loads of %zu kernels, written to %s", job.data.n_kernels, to);
    free(job.is_done);
    profile_free(&job.data);
    return code;
}
