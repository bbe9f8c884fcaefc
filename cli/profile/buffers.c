#include "cli/profile/buffers.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "common/log.h"
#include "profile/buffers/measure.h"
#include "swap/swap_priorities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_AUTO, CHUNK_BUFFER, CHUNK_SIZES };

static uint64_t chunk_bytes(const profile_buffers_options *o)
{
    if (o->chunk == CHUNK_AUTO)
        return o->is_faithful ? BUFFERS_WHOLE : BUFFERS_PAGE;
    return o->chunk == CHUNK_BUFFER ? BUFFERS_WHOLE : (uint64_t)BUFFERS_PAGE << (o->chunk - CHUNK_SIZES);
}

static bool is_beside(const profile_buffers_options *o)
{
    return o->priorities != NULL && strcmp(o->priorities, "beside") == 0;
}

static int measure(const profile_buffers_options *o, buffers_plan *plan, poise_error *err)
{
    buffers_effort effort = {.threads = (int)o->work->jobs, .stop = cli_interrupt_flag()};
    effort.progress = poise_progress_begin("profile", "simulations", buffers_simulations(plan),
                                           (poise_progress_mode)o->work->progress);
    poise_progress_expect(effort.progress, buffers_work(plan));
    const int code = buffers_measure(plan, &effort, err);
    poise_progress_end(effort.progress);
    return code;
}

/* What is evicted, bytes; 0 = no priorities of chunks. */
enum { EVICT_AUTO, EVICT_NONE, EVICT_SIZES, EVICT_SOURCE = 4 << 20 /* [KE 6.4] */ };
static uint64_t evicted_bytes(const profile_buffers_options *o)
{
    if (o->evict >= EVICT_SIZES)
        return (uint64_t)BUFFERS_PAGE << (o->evict - EVICT_SIZES);
    const uint64_t counted = chunk_bytes(o);
    const bool are_known = counted != BUFFERS_WHOLE && counted <= EVICT_SOURCE;
    return o->evict == EVICT_AUTO && is_beside(o) && are_known ? EVICT_SOURCE : 0;
}

/* FILE, and FILE.chunks. */
static int write_priorities(const profile_buffers_options *o, const char *path, const buffers_profile *data,
                            poise_error *err)
{
    int code = buffers_write_priorities(path, data, err);
    if (code != POISE_OK || evicted_bytes(o) == 0)
        return code;
    char *chunks;
    if (asprintf(&chunks, "%s.chunks", path) < 0)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a file");
    code = buffers_write_chunk_priorities(chunks, data, evicted_bytes(o), err);
    free(chunks);
    return code;
}

/* Of each program, in its folder. */
static int write_beside(const profile_buffers_options *o, const buffers_plan *plan, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < plan->result.n_programs && code == POISE_OK; i++) {
        const char *trace = plan->path[plan->first_path[i]], *slash = strrchr(trace, '/');
        const buffers_profile one = buffers_only(&plan->result, i);
        char *path;
        if (asprintf(&path, "%.*s%s", slash == NULL ? 0 : (int)(slash - trace) + 1, trace,
                     SWAP_PRIORITIES_NAME) < 0)
            return poise_fail(err, POISE_FAILED, "no memory for the name of a file");
        code = write_priorities(o, path, &one, err);
        free(path);
    }
    return code;
}

static int write(const profile_buffers_options *o, const buffers_plan *plan, double began, poise_error *err)
{
    const buffers_profile *data = &plan->result;
    int code = buffers_write(o->output, data, err);
    if (code == POISE_OK && o->priorities != NULL)
        code = is_beside(o) ? write_beside(o, plan, err) : write_priorities(o, o->priorities, data, err);
    if (code == POISE_OK)
        poise_say("%zu buffers of %zu programs in %zu chunks, %zu simulations in %.1f s, written to %s",
                  data->n_buffers, data->n_programs, data->n_chunks, buffers_simulations(plan),
                  poise_now() - began, o->output);
    return code;
}

static int profile_traces(const profile_buffers_options *o, const buffers_request *request,
                          const trace_files *traces, poise_error *err)
{
    const double began = poise_now();
    buffers_plan plan = {0};
    int code = buffers_plan_create(&plan, request, traces, err);
    if (code == POISE_OK && plan.result.n_buffers == 0)
        code = poise_fail(err, POISE_FAILED, "the launches touch no memory: there are no buffers to profile");
    if (code == POISE_OK)
        code = measure(o, &plan, err);
    if (code == POISE_OK)
        code = write(o, &plan, began, err);
    buffers_plan_free(&plan);
    return code;
}

static int check_outputs(const profile_buffers_options *o, const trace_files *traces, poise_error *err)
{
    int code = cli_output_check(o->output, (int)traces->n, traces->path, err);
    if (code == POISE_OK && o->evict >= EVICT_SIZES &&
        (o->priorities == NULL || chunk_bytes(o) == BUFFERS_WHOLE || chunk_bytes(o) > evicted_bytes(o)))
        code = poise_fail(err, POISE_USAGE,
                          "--evict ranks chunks for --priorities, of at least the size that --chunk counts");
    if (code == POISE_OK && !is_beside(o))
        code = cli_output_check(o->priorities, (int)traces->n, traces->path, err);
    if (code == POISE_OK && o->priorities != NULL && strcmp(o->priorities, o->output) == 0)
        code = poise_fail(err, POISE_USAGE, "--priorities and -o name one file, %s", o->output);
    return code;
}

static int profile_words(const profile_buffers_options *o, buffers_request *request, size_t n_words,
                         char **words, poise_error *err)
{
    trace_files traces;
    int code = trace_files_list(&traces, n_words, words, err);
    if (code != POISE_OK)
        return code;
    code = check_outputs(o, &traces, err);
    if (code == POISE_OK)
        code = profile_traces(o, request, &traces, err);
    trace_files_free(&traces);
    return code;
}

int profile_buffers(const profile_buffers_options *o, size_t n_words, char **words, poise_error *err)
{
    policy_scheme scheme = {0};
    buffers_request request = {.program = o->group,
                               .method = o->is_faithful ? BUFFERS_FAITHFUL : BUFFERS_DIRECT,
                               .chunk_bytes = chunk_bytes(o)};
    int code = POISE_OK;
    if (o->scheme != NULL) {
        code = policy_scheme_parse(&scheme, o->scheme, err);
        request.scheme = &scheme;
    }
    if (code == POISE_OK)
        code = cli_machine_load(&request.config, o->machine, err);
    if (code == POISE_OK)
        code = profile_words(o, &request, n_words, words, err);
    policy_scheme_free(&scheme);
    return code;
}
