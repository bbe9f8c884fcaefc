#include "profile/buffers/measure.h"

#include "profile/sweep/run.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* One simulation: of a program, or of chunk `chunk` of `buffer` in its program. */
typedef struct buffers_task {
    size_t program, buffer, chunk;
} buffers_task;

/* A program while it is simulated. */
typedef struct program_run {
    buffers_plan *plan;
    const buffers_task *task;
    simulator *sim;
    warp_trace trace; /* of the present launch */
    poise_error *err;
} program_run;

/* ---- direct ---- */

static size_t first_from(const sim_page *pages, size_t n, uint64_t at)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (pages[middle].page < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Gives the buffer what its pages were asked for. */
static void give(buffers_profile *data, const buffers_buffer *buffer, const sim_page *pages, size_t n)
{
    const uint64_t first = buffer->address >> BUFFERS_PAGE_BITS, count = buffers_pages(buffer);
    const uint64_t whole = buffers_chunk_pages(data, buffer, 0);
    for (size_t i = first_from(pages, n, first); i < n && pages[i].page - first < count; i++) {
        const size_t chunk = buffer->first_chunk + (size_t)((pages[i].page - first) / whole);
        data->reads[chunk] += pages[i].reads;
        data->writes[chunk] += pages[i].writes;
    }
}

static bool is_used(const buffers_buffer *buffer, size_t program, size_t launch)
{
    return buffer->program == program && buffer->first_launch <= launch && launch < buffer->end;
}

static void count_pages(program_run *r, size_t launch, const sim_page *pages, size_t n)
{
    buffers_profile *data = &r->plan->result;
    buffers_program *program = &data->programs[r->task->program];
    for (size_t i = 0; i < n; i++) {
        program->reads += pages[i].reads;
        program->writes += pages[i].writes;
    }
    for (size_t i = 0; i < data->n_buffers; i++)
        if (is_used(&data->buffers[i], r->task->program, launch))
            give(data, &data->buffers[i], pages, n);
}

static int launch_direct(program_run *r, size_t launch, sim_counters *counters, int *cut_short)
{
    sim_page *pages = NULL;
    size_t n;
    int code = sim_watch_pages(r->sim, true, r->err);
    if (code == POISE_OK)
        code = sim_launch(r->sim, &r->trace, counters, cut_short, r->err);
    if (code == POISE_OK)
        code = sim_page_accesses(r->sim, &pages, &n, r->err);
    if (code == POISE_OK)
        count_pages(r, launch, pages, n);
    free(pages);
    return code;
}

/* ---- one chunk at the host ---- */

static int launch_faithful(program_run *r, size_t launch, sim_counters *counters, int *cut_short)
{
    buffers_profile *data = &r->plan->result;
    const buffers_buffer *buffer = &data->buffers[r->task->buffer];
    const int code = sim_launch(r->sim, &r->trace, counters, cut_short, r->err);
    if (code == POISE_OK && is_used(buffer, r->task->program, launch)) {
        data->reads[buffer->first_chunk + r->task->chunk] += counters->link_read_sectors;
        data->writes[buffer->first_chunk + r->task->chunk] += counters->link_write_sectors;
    }
    return code;
}

/* ---- both ---- */

static int open_machine(program_run *r, const atomic_bool *stop)
{
    const buffers_profile *data = &r->plan->result;
    const policy_scheme none = {0};
    sim_policies policies = sim_policies_of(r->plan->scheme == NULL ? &none : r->plan->scheme);
    char vm[96];
    if (data->method == BUFFERS_FAITHFUL) {
        const buffers_buffer *buffer = &data->buffers[r->task->buffer];
        const uint64_t whole = buffers_chunk_pages(data, buffer, 0);
        snprintf(vm, sizeof vm, "out:page=%" PRIu64 ":pages=%" PRIu64,
                 (buffer->address >> BUFFERS_PAGE_BITS) + r->task->chunk * whole,
                 buffers_chunk_pages(data, buffer, r->task->chunk));
        policies.vm = vm;
    }
    const int code = sim_create(&r->sim, &r->plan->config, &policies, r->err);
    if (code == POISE_OK)
        sim_set_stop(r->sim, stop);
    return code;
}

static int run_launch(program_run *r, size_t launch)
{
    const buffers_plan *plan = r->plan;
    const char *path = plan->path[plan->first_path[r->task->program] + launch];
    sim_counters counters;
    int cut_short = 0, code = warp_trace_read(path, &r->trace, r->err);
    if (code != POISE_OK)
        return code;
    code = (plan->result.method == BUFFERS_DIRECT ? launch_direct : launch_faithful)(r, launch, &counters,
                                                                                     &cut_short);
    if (code == POISE_OK && cut_short)
        code = poise_fail(r->err, POISE_FAILED, "it takes more than max_cycles");
    warp_trace_free(&r->trace);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(r->err, "%s", path);
}

static int run_task(buffers_plan *plan, const buffers_task *task, const atomic_bool *stop, poise_error *err)
{
    program_run r = {.plan = plan, .task = task, .err = err};
    const buffers_profile *data = &plan->result;
    const bool is_direct = data->method == BUFFERS_DIRECT;
    const size_t end = is_direct ? data->programs[task->program].launches : data->buffers[task->buffer].end;
    int code = open_machine(&r, stop);
    if (code != POISE_OK)
        return code;
    for (size_t launch = 0; launch < end && code == POISE_OK; launch++)
        code = run_launch(&r, launch);
    sim_destroy(r.sim);
    return code;
}

/* ---- all ---- */

size_t buffers_simulations(const buffers_plan *plan)
{
    return plan->result.method == BUFFERS_DIRECT ? plan->result.n_programs : plan->result.n_chunks;
}

double buffers_work(const buffers_plan *plan)
{
    const buffers_profile *data = &plan->result;
    double sum = 0;
    for (size_t i = 0; data->method == BUFFERS_DIRECT && i < data->n_programs; i++)
        sum += (double)plan->warp_insts[i];
    for (size_t i = 0; data->method == BUFFERS_FAITHFUL && i < data->n_buffers; i++)
        sum += (double)data->buffers[i].chunks * (double)plan->warp_insts[data->buffers[i].program];
    return sum;
}

/* NULL: no memory. */
static buffers_task *make_tasks(const buffers_plan *plan)
{
    const buffers_profile *data = &plan->result;
    buffers_task *tasks = calloc(buffers_simulations(plan) + 1, sizeof *tasks);
    size_t n = 0;
    for (size_t i = 0; tasks != NULL && data->method == BUFFERS_DIRECT && i < data->n_programs; i++)
        tasks[n++] = (buffers_task){.program = i};
    for (size_t i = 0; tasks != NULL && data->method == BUFFERS_FAITHFUL && i < data->n_buffers; i++)
        for (size_t chunk = 0; chunk < data->buffers[i].chunks; chunk++)
            tasks[n++] = (buffers_task){data->buffers[i].program, i, chunk};
    return tasks;
}

static void begin_totals(buffers_profile *data)
{
    for (size_t i = 0; data->method == BUFFERS_DIRECT && i < data->n_programs; i++)
        data->programs[i].reads = data->programs[i].writes = 0;
}

int buffers_measure(buffers_plan *plan, const buffers_effort *effort, poise_error *err)
{
    const size_t n = buffers_simulations(plan);
    buffers_task *tasks = make_tasks(plan);
    poise_error first = {0};
    atomic_bool is_over = false;
    if (tasks == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu simulations", n);
    begin_totals(&plan->result);
#pragma omp parallel for num_threads(sweep_threads(effort->threads)) schedule(dynamic, 1)
    for (size_t i = 0; i < n; i++) {
        poise_error error = {0};
        if (atomic_load(&is_over))
            continue;
        if (run_task(plan, &tasks[i], effort->stop, &error) == POISE_OK) {
            poise_progress_add_work(effort->progress, 1, (double)plan->warp_insts[tasks[i].program]);
            continue;
        }
#pragma omp critical(buffers_measure)
        if (!atomic_exchange(&is_over, true))
            first = error;
    }
    free(tasks);
    if (first.code != POISE_OK)
        return poise_fail(err, first.code, "%s", first.text);
    return buffers_rank(&plan->result, err);
}
