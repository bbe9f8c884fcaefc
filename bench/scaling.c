/* Scaling: the same set of independent simulations, some at a time, or one at a time with some threads. */
#include "bench/simulate.h"
#include "bench/statistics.h"
#include "common/log.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MAX_ROUNDS = 3 }; /* of the whole set for each entry (our choice) */

/* Each subject as often as simulations run at a time at most, so that one long subject cannot leave the other
 * threads without work. */
static size_t copies_of(const bench_request *request)
{
    uint32_t most = 1;
    for (size_t i = 0; i < request->n_jobs; i++)
        most = request->jobs[i] > most ? request->jobs[i] : most;
    return most;
}

/* What an entry of the report asks for: first come the numbers of simulations at a time, then those of
 * threads of one simulation. */
typedef struct set_shape {
    uint32_t jobs, sim_threads;
} set_shape;

static set_shape shape_of(const bench_request *request, size_t entry)
{
    if (entry < request->n_jobs)
        return (set_shape){request->jobs[entry], 1};
    return (set_shape){1, request->threads[entry - request->n_jobs]};
}

/* One repeat of the whole set. */
typedef struct set_times {
    double elapsed_s, cpu_s;
} set_times;

/* The first error that any thread meets stops the set. */
static int run_set(const bench_report *report, size_t copies, set_shape shape, set_times *times,
                   poise_error *err)
{
    const bench_request *request = &report->request;
    const size_t n = request->n_subjects * copies;
    atomic_bool failed = false;
    poise_error failure = {0};
    const double start = poise_now(), cpu_start = bench_cpu_now();
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)shape.jobs)
    for (size_t k = 0; k < n; k++) {
        sim_counters counters;
        bench_times ignored;
        poise_error error = {0};
        if (atomic_load(&failed) || bench_simulate(request, request->config, k / copies, shape.sim_threads,
                                                   &counters, &ignored, NULL, &error) == POISE_OK)
            continue;
#pragma omp critical(bench_failure)
        failure = error;
        atomic_store(&failed, true);
    }
    *times = (set_times){poise_now() - start, bench_cpu_now() - cpu_start};
    return failed ? poise_fail(err, failure.code, "%s", failure.text) : POISE_OK;
}

static bench_scaling summarize(const bench_request *request, size_t entry, const set_times *times,
                               size_t rounds)
{
    double elapsed_s[MAX_ROUNDS], cpu_s[MAX_ROUNDS];
    for (size_t round = 0; round < rounds; round++) {
        elapsed_s[round] = times[round].elapsed_s;
        cpu_s[round] = times[round].cpu_s;
    }
    bench_sort(elapsed_s, rounds);
    bench_sort(cpu_s, rounds);
    const set_shape shape = shape_of(request, entry);
    return (bench_scaling){.jobs = shape.jobs,
                           .sim_threads = shape.sim_threads,
                           .simulations = request->n_subjects * copies_of(request),
                           .elapsed_s = bench_median(elapsed_s, rounds),
                           .cpu_s = bench_median(cpu_s, rounds)};
}

/* All entries in turn, round after round: see measure_rates. */
static int run_rounds(bench_report *report, size_t rounds, set_times (*times)[MAX_ROUNDS], poise_error *err)
{
    const bench_request *request = &report->request;
    const size_t copies = copies_of(request);
    int code = POISE_OK;
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < report->n_scaling && code == POISE_OK; i++)
            code = run_set(report, copies, shape_of(request, i), &times[i][round], err);
    return code;
}

int bench_measure_scaling(bench_report *report, poise_error *err)
{
    const bench_request *request = &report->request;
    const size_t rounds = request->repeats < MAX_ROUNDS ? request->repeats : MAX_ROUNDS;
    set_times(*times)[MAX_ROUNDS] = calloc(report->n_scaling + 1, sizeof *times);
    if (times == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the measurements");
    const int code = run_rounds(report, rounds, times, err);
    for (size_t i = 0; i < report->n_scaling && code == POISE_OK; i++) {
        report->scaling[i] = summarize(request, i, times[i], rounds);
        report->scaling[i].speedup = report->scaling[0].elapsed_s / report->scaling[i].elapsed_s;
    }
    free(times);
    return code;
}
