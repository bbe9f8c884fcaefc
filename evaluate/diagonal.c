#include "evaluate/diagonal.h"

#include <stdlib.h>

/* The runs of a program stand together, for N = 1, 2, ... up to its W; programs follow each other. */
typedef struct diagonal_runs {
    size_t n;
    evaluate_task *tasks;
    evaluate_schedule *schedules;
} diagonal_runs;

static int prepare(diagonal_runs *runs, const evaluate_request *request, poise_error *err)
{
    for (size_t i = 0; i < request->n_programs; i++)
        runs->n += evaluate_program_warps(&request->programs[i]);
    if (runs->n == 0)
        return poise_fail(err, POISE_USAGE, "no program to find the best diagonal point of");
    runs->tasks = calloc(runs->n, sizeof *runs->tasks);
    runs->schedules = calloc(runs->n, sizeof *runs->schedules);
    if (runs->tasks == NULL || runs->schedules == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu runs", runs->n);
    size_t next = 0;
    for (size_t i = 0; i < request->n_programs; i++) {
        const evaluate_program *program = &request->programs[i];
        for (uint32_t n = 1; n <= evaluate_program_warps(program); n++, next++) {
            int code = evaluate_schedule_diagonal(&runs->schedules[next], program, n, err);
            if (code != POISE_OK)
                return code;
            runs->tasks[next] = (evaluate_task){.program = program, .schedule = &runs->schedules[next]};
        }
    }
    return POISE_OK;
}

static void release(diagonal_runs *runs)
{
    for (size_t i = 0; i < runs->n; i++) {
        if (runs->tasks != NULL)
            evaluate_result_free(&runs->tasks[i].result);
        if (runs->schedules != NULL)
            evaluate_schedule_free(&runs->schedules[i]);
    }
    free(runs->tasks);
    free(runs->schedules);
}

static uint64_t all_launches(const evaluate_request *request)
{
    uint64_t launches = 0;
    for (size_t i = 0; i < request->n_programs; i++)
        launches += evaluate_program_warps(&request->programs[i]) * request->programs[i].n_launches;
    return launches;
}

static uint32_t fastest(const evaluate_task *tasks, uint32_t warps)
{
    uint32_t best = warps;
    for (uint32_t n = warps; n >= 1; n--) {
        if (tasks[n - 1].result.total.cycles < tasks[best - 1].result.total.cycles)
            best = n;
    }
    return best;
}

int evaluate_best_diagonal(const evaluate_request *request, uint32_t *best, poise_error *err)
{
    diagonal_runs runs = {0};
    int code = prepare(&runs, request, err);
    if (code == POISE_OK) {
        poise_progress *progress =
            poise_progress_begin("swl diagonal", "launches", all_launches(request), request->progress);
        code = evaluate_run_tasks(runs.tasks, runs.n, request->config, request->jobs, progress, err);
        poise_progress_end(progress);
    }
    size_t next = 0;
    for (size_t i = 0; code == POISE_OK && i < request->n_programs; i++) {
        uint32_t warps = evaluate_program_warps(&request->programs[i]);
        best[i] = fastest(&runs.tasks[next], warps);
        next += warps;
    }
    release(&runs);
    return code;
}
