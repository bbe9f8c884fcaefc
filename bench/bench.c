#include "bench/bench.h"

#include "bench/simulate.h"
#include "bench/statistics.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int measure_once(bench_report *report, size_t i, uint32_t round, poise_error *err)
{
    bench_kernel *kernel = &report->kernels[i];
    sim_counters counters;
    bench_times times;
    const int code =
        bench_simulate(&report->request, report->request.config, i, 1, &counters, &times, NULL, err);
    if (code != POISE_OK)
        return code;
    if (round > 0 && memcmp(&counters, &kernel->counters, sizeof counters) != 0)
        return poise_fail(err, POISE_FAILED, "%s: repeated simulations have different counters",
                          report->request.subjects[i].name);
    kernel->counters = counters;
    kernel->create_s[round] = times.create_s;
    kernel->elapsed_s[round] = times.elapsed_s;
    kernel->cpu_s[round] = times.cpu_s;
    return POISE_OK;
}

/* Round after round over all subjects: a disturbance of some seconds then spoils one repeat of each instead
 * of all repeats of one. */
static int measure_rates(bench_report *report, poise_error *err)
{
    const bench_request *request = &report->request;
    int code = POISE_OK;
    for (uint32_t round = 0; round < request->repeats; round++)
        for (size_t i = 0; i < request->n_subjects && code == POISE_OK; i++)
            code = measure_once(report, i, round, err);
    for (size_t i = 0; i < request->n_subjects; i++) {
        bench_sort(report->kernels[i].create_s, request->repeats);
        bench_sort(report->kernels[i].elapsed_s, request->repeats);
        bench_sort(report->kernels[i].cpu_s, request->repeats);
    }
    return code;
}

static bool allocate_repeats(bench_kernel *kernel, uint32_t repeats)
{
    kernel->create_s = calloc(repeats, sizeof *kernel->create_s);
    kernel->elapsed_s = calloc(repeats, sizeof *kernel->elapsed_s);
    kernel->cpu_s = calloc(repeats, sizeof *kernel->cpu_s);
    return kernel->create_s != NULL && kernel->elapsed_s != NULL && kernel->cpu_s != NULL;
}

static int allocate(bench_report *report, const bench_request *request, poise_error *err)
{
    *report = (bench_report){.request = *request, .host = bench_host_describe()};
    report->kernels = calloc(request->n_subjects, sizeof *report->kernels);
    report->n_scaling = request->n_jobs + request->n_threads;
    report->scaling = calloc(report->n_scaling + 1, sizeof *report->scaling);
    bool failed = report->kernels == NULL || report->scaling == NULL;
    for (size_t i = 0; !failed && i < request->n_subjects; i++)
        failed = !allocate_repeats(&report->kernels[i], request->repeats);
    return failed ? poise_fail(err, POISE_FAILED, "no memory for the measurements") : POISE_OK;
}

int bench_run(bench_report *report, const bench_request *request, poise_error *err)
{
    int code = allocate(report, request, err);
    if (code == POISE_OK)
        code = measure_rates(report, err);
    if (code == POISE_OK)
        code = bench_measure_scaling(report, err);
    report->memory.peak_bytes = bench_memory_peak();
    return code == POISE_OK ? bench_measure_memory(report, err) : code;
}
