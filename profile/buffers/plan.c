#include "profile/buffers/plan.h"

#include "common/h5.h"
#include "profile/sweep/plan.h"
#include "sim_hooks/vm.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Buffers of the program that is read, while it is read. */
typedef struct live_buffers {
    buffers_profile *data;
    size_t room;  /* of data->buffers */
    size_t *live; /* those that are not released, in order of creation */
    size_t n_live, live_room;
    uint32_t launch; /* the present one */
    const char *path;
    poise_error *err;
} live_buffers;

static int no_memory(const live_buffers *b)
{
    return poise_fail(b->err, POISE_FAILED, "%s: no memory for its buffers", b->path);
}

static bool grow(void **array, size_t *room, size_t n, size_t bytes)
{
    if (n < *room)
        return true;
    const size_t more = *room == 0 ? 64 : 2 * *room;
    void *grown = realloc(*array, more * bytes);
    if (grown == NULL)
        return false;
    *array = grown;
    *room = more;
    return true;
}

static int add_buffer(live_buffers *b, uint64_t address, uint64_t bytes, buffers_source source)
{
    buffers_profile *data = b->data;
    if (data->n_buffers == BUFFERS_MOST)
        return poise_fail(b->err, POISE_FAILED, "%s: more than %d buffers", b->path, BUFFERS_MOST);
    void *buffers = data->buffers, *live = b->live;
    const bool ok = grow(&buffers, &b->room, data->n_buffers, sizeof *data->buffers) &&
                    grow(&live, &b->live_room, b->n_live, sizeof *b->live);
    data->buffers = buffers;
    b->live = live;
    if (!ok)
        return no_memory(b);
    b->live[b->n_live++] = data->n_buffers;
    data->buffers[data->n_buffers++] = (buffers_buffer){.address = address,
                                                        .bytes = bytes,
                                                        .program = (uint32_t)data->n_programs,
                                                        .first_launch = b->launch,
                                                        .end = UINT32_MAX,
                                                        .source = source};
    return POISE_OK;
}

/* The youngest one of that range; a file may tell of a release alone. One that no launch could use is
 * forgotten later, see forget_unused(). */
static void release(live_buffers *b, const trace_event *event)
{
    for (size_t i = b->n_live; i-- > 0;) {
        buffers_buffer *buffer = &b->data->buffers[b->live[i]];
        if (buffer->source != BUFFERS_EVENT || buffer->address != event->address ||
            buffer->bytes != event->bytes)
            continue;
        buffer->end = b->launch;
        memmove(&b->live[i], &b->live[i + 1], (b->n_live - i - 1) * sizeof *b->live);
        b->n_live--;
        return;
    }
}

static int take_events(live_buffers *b, const warp_trace *trace)
{
    int code = POISE_OK;
    for (uint32_t i = 0; i < trace->header.n_events && code == POISE_OK; i++) {
        const trace_event *event = &trace->header.events[i];
        if (event->kind == TRACE_EVENT_CREATE)
            code = add_buffer(b, event->address, event->bytes, BUFFERS_EVENT);
        else if (event->kind == TRACE_EVENT_RELEASE)
            release(b, event);
    }
    return code;
}

/* ---- buffers that no event tells of ---- */

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* First of the pages that is not below `at`. */
static size_t first_from(const uint64_t *pages, size_t n, uint64_t at)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (pages[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Takes those out in which a buffer lies; the number of those that are left. */
static size_t leave_known(const live_buffers *b, uint64_t *pages, bool *is_known, size_t n)
{
    size_t left = 0;
    for (size_t i = 0; i < b->n_live; i++) {
        const buffers_buffer *buffer = &b->data->buffers[b->live[i]];
        const uint64_t last = (buffer->address + buffer->bytes - 1) >> VM_LARGE_BITS;
        for (size_t k = first_from(pages, n, buffer->address >> VM_LARGE_BITS); k < n && pages[k] <= last;
             k++)
            is_known[k] = true;
    }
    for (size_t k = 0; k < n; k++)
        if (!is_known[k])
            pages[left++] = pages[k];
    return left;
}

static int infer(live_buffers *b, const uint64_t *pages, size_t n)
{
    int code = POISE_OK;
    for (size_t first = 0, end; first < n && code == POISE_OK; first = end) {
        for (end = first + 1; end < n && pages[end] == pages[end - 1] + 1; end++)
            ;
        code = add_buffer(b, pages[first] << VM_LARGE_BITS, (uint64_t)(end - first) << VM_LARGE_BITS,
                          BUFFERS_INFERRED);
    }
    return code;
}

static int take_pages(live_buffers *b, const warp_trace *trace, uint64_t *pages, bool *is_known)
{
    for (uint32_t i = 0; i < trace->n_pages; i++)
        pages[i] = trace->page_address[i] >> VM_LARGE_BITS;
    qsort(pages, trace->n_pages, sizeof *pages, by_number);
    return infer(b, pages, leave_known(b, pages, is_known, trace->n_pages));
}

static int take_unknown(live_buffers *b, const warp_trace *trace)
{
    uint64_t *pages = calloc(trace->n_pages + 1u, sizeof *pages);
    bool *is_known = calloc(trace->n_pages + 1u, sizeof *is_known);
    const int code = pages != NULL && is_known != NULL ? take_pages(b, trace, pages, is_known) : no_memory(b);
    free(pages);
    free(is_known);
    return code;
}

/* ---- programs ---- */

/* Buffers that live on end with the program; those that were released before a launch are none. */
static void forget_unused(buffers_profile *data, size_t first, uint32_t launches)
{
    size_t kept = first;
    for (size_t i = first; i < data->n_buffers; i++) {
        buffers_buffer *buffer = &data->buffers[i];
        if (buffer->end > launches)
            buffer->end = launches;
        if (buffer->end > buffer->first_launch)
            data->buffers[kept++] = *buffer;
    }
    data->n_buffers = kept;
}

static int describe(buffers_program *program, const buffers_request *request, const warp_trace *trace,
                    const char *path, poise_error *err)
{
    program->program = sweep_program_name(request->program, trace, path);
    program->run = sweep_folder_name(path);
    program->reads = program->writes = BUFFERS_UNKNOWN;
    if (program->program == NULL || program->run == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory to profile it", path);
    if (!poise_h5_is_text(program->program) || !poise_h5_is_text(program->run))
        return poise_fail(err, POISE_FAILED, "%s: the name of its program or folder has control characters",
                          path);
    return POISE_OK;
}

static int plan_launch(buffers_plan *plan, live_buffers *b, const buffers_request *request)
{
    warp_trace trace;
    buffers_program *program = &plan->result.programs[plan->result.n_programs];
    int code = warp_trace_read(b->path, &trace, b->err);
    if (code != POISE_OK)
        return code;
    if (b->launch == 0)
        code = describe(program, request, &trace, b->path, b->err);
    if (code == POISE_OK)
        code = take_events(b, &trace);
    if (code == POISE_OK)
        code = take_unknown(b, &trace);
    plan->warp_insts[plan->result.n_programs] += trace.warp_insts;
    warp_trace_free(&trace);
    return code;
}

/* Those in the folder of the first. */
static size_t end_of_program(const trace_files *traces, size_t first)
{
    const char *slash = strrchr(traces->path[first], '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - traces->path[first]);
    size_t end = first + 1;
    for (; end < traces->n; end++) {
        const char *other = strrchr(traces->path[end], '/');
        if ((other == NULL ? 0 : (size_t)(other - traces->path[end])) != length ||
            strncmp(traces->path[first], traces->path[end], length) != 0)
            break;
    }
    return end;
}

static int plan_program(buffers_plan *plan, live_buffers *b, const buffers_request *request, size_t first,
                        size_t end)
{
    buffers_profile *data = &plan->result;
    const size_t first_buffer = data->n_buffers;
    int code = POISE_OK;
    b->n_live = 0;
    for (size_t i = first; i < end && code == POISE_OK; i++) {
        b->launch = (uint32_t)(i - first);
        b->path = plan->path[i];
        code = plan_launch(plan, b, request);
    }
    data->programs[data->n_programs].launches = (uint32_t)(end - first);
    plan->first_path[++data->n_programs] = end;
    if (code == POISE_OK)
        forget_unused(data, first_buffer, (uint32_t)(end - first));
    return code;
}

static int plan_programs(buffers_plan *plan, const buffers_request *request, const trace_files *traces,
                         poise_error *err)
{
    live_buffers b = {.data = &plan->result, .err = err};
    int code = POISE_OK;
    for (size_t first = 0, end; first < traces->n && code == POISE_OK; first = end) {
        end = end_of_program(traces, first);
        if (plan->result.n_programs == BUFFERS_MOST_PROGRAMS)
            code = poise_fail(err, POISE_FAILED, "more than %d programs", BUFFERS_MOST_PROGRAMS);
        else
            code = plan_program(plan, &b, request, first, end);
    }
    free(b.live);
    return code;
}

/* ---- all ---- */

static int allocate(buffers_plan *plan, size_t n_traces, poise_error *err)
{
    plan->result.programs = calloc(n_traces + 1, sizeof *plan->result.programs);
    plan->first_path = calloc(n_traces + 1, sizeof *plan->first_path);
    plan->warp_insts = calloc(n_traces + 1, sizeof *plan->warp_insts);
    if (plan->result.programs == NULL || plan->first_path == NULL || plan->warp_insts == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to plan %zu traces", n_traces);
    return POISE_OK;
}

static int check(const buffers_request *request, poise_error *err)
{
    const uint64_t bytes = request->chunk_bytes;
    if (bytes != BUFFERS_WHOLE &&
        (bytes < BUFFERS_PAGE || bytes > BUFFERS_CHUNK_MOST || (bytes & (bytes - 1)) != 0))
        return poise_fail(err, POISE_USAGE, "a chunk is a power of two from %d to %d bytes, or a buffer",
                          BUFFERS_PAGE, BUFFERS_CHUNK_MOST);
    if (request->config.memory != MEMORY_REAL && request->config.memory != MEMORY_IDEAL_DRAM)
        return poise_fail(err, POISE_USAGE,
                          "accesses are counted below L2 banks: with memory = real or ideal-dram");
    if (request->scheme != NULL && request->scheme->policy[POLICY_AT_VM] != NULL)
        return poise_fail(err, POISE_USAGE,
                          "a profile of buffers places pages itself: the scheme may not name a vm policy, as "
                          "'vm:%s'",
                          request->scheme->policy[POLICY_AT_VM]);
    return POISE_OK;
}

/* Machine, policies and room for the counts. */
static int prepare(buffers_plan *plan, poise_error *err)
{
    buffers_profile *data = &plan->result;
    int code = buffers_lay_out(data, err);
    if (code != POISE_OK)
        return code;
    data->reads = calloc(data->n_chunks + 1, sizeof *data->reads);
    data->writes = calloc(data->n_chunks + 1, sizeof *data->writes);
    data->policies =
        plan->scheme == NULL ? strdup("") : policy_scheme_describe(plan->scheme, POLICY_AT_SCHED);
    if (data->reads == NULL || data->writes == NULL || data->policies == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the counts of %zu chunks", data->n_chunks);
    code = sim_config_text(&plan->config, &data->config_text, err);
    return code == POISE_OK ? sim_config_hash(&plan->config, data->config_hash, err) : code;
}

int buffers_plan_create(buffers_plan *plan, const buffers_request *request, const trace_files *traces,
                        poise_error *err)
{
    *plan = (buffers_plan){.config = request->config, .scheme = request->scheme, .path = traces->path};
    plan->result.method = request->method;
    plan->result.chunk_bytes = request->chunk_bytes;
    int code = check(request, err);
    if (code == POISE_OK)
        code = sim_config_set(&plan->config, "l2_write=through", err);
    if (code == POISE_OK)
        code = sim_config_check(&plan->config, err);
    if (code == POISE_OK)
        code = allocate(plan, traces->n, err);
    if (code == POISE_OK)
        code = plan_programs(plan, request, traces, err);
    return code == POISE_OK ? prepare(plan, err) : code;
}

void buffers_plan_free(buffers_plan *plan)
{
    buffers_free(&plan->result);
    free(plan->first_path);
    free(plan->warp_insts);
    *plan = (buffers_plan){0};
}
