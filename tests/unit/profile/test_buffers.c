/* Buffers of a program, and both ways of counting their accesses. */
#include "profile/buffers/measure.h"
#include "tests/folder.h"
#include "trace/synthetic.h"

enum { FIRST = 0x10000000, MB = 1 << 20 };

static char *paths[4];
static trace_files traces = {.path = paths};

/* Trace `i`: `lines` lines from FIRST on, each loaded once, with stores behind them, after these events. */
static void put_trace(size_t i, const char *folder, uint32_t blocks, const trace_event *events, uint32_t n)
{
    const trace_synthetic shape = {.thread_blocks = blocks,
                                   .threads_per_block = 256,
                                   .iterations = 8,
                                   .lines_per_load = 1,
                                   .stores_per_load = 1};
    char path[160];
    warp_trace trace;
    snprintf(path, sizeof path, "%s", test_path(folder));
    mkdir(path, 0777);
    snprintf(path + strlen(path), 32, "/%zu.wtr", i);
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), POISE_OK);
    trace.header.events = calloc(n + 1, sizeof *events);
    trace.header.n_events = n;
    if (n > 0)
        memcpy(trace.header.events, events, n * sizeof *events);
    assert_int_equal(warp_trace_write(&trace, path, NULL), POISE_OK);
    warp_trace_free(&trace);
    free(paths[i]);
    paths[i] = strdup(path);
    traces.n = i + 1;
}

static buffers_request request_of(buffers_method method, uint64_t chunk_bytes)
{
    buffers_request request = {.method = method, .chunk_bytes = chunk_bytes};
    sim_config_default(&request.config);
    assert_int_equal(sim_config_set(&request.config, "sms=2", NULL), POISE_OK);
    return request;
}

static buffers_plan plan_of(buffers_method method, uint64_t chunk_bytes)
{
    const buffers_request request = request_of(method, chunk_bytes);
    buffers_plan plan;
    poise_error err;
    if (buffers_plan_create(&plan, &request, &traces, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return plan;
}

static buffers_plan measured(buffers_method method, uint64_t chunk_bytes, int threads)
{
    buffers_plan plan = plan_of(method, chunk_bytes);
    const buffers_effort effort = {.threads = threads};
    poise_error err;
    if (buffers_measure(&plan, &effort, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return plan;
}

/* ---- which buffers there are ---- */

static void assert_buffer(const buffers_plan *plan, size_t i, uint64_t address, uint64_t bytes,
                          uint32_t first, uint32_t end, buffers_source source)
{
    const buffers_buffer *buffer = &plan->result.buffers[i];
    assert_true(i < plan->result.n_buffers);
    assert_int_equal(buffer->address, address);
    assert_int_equal(buffer->bytes, bytes);
    assert_int_equal(buffer->first_launch, first);
    assert_int_equal(buffer->end, end);
    assert_int_equal(buffer->source, source);
}

static void events_tell_of_buffers(void **state)
{
    (void)state;
    const trace_event first[] = {
        {TRACE_EVENT_CREATE, 0, FIRST, 4 * MB, 0},
        {TRACE_EVENT_CREATE, 1, FIRST + 8 * MB, 100, 0},
        {TRACE_EVENT_RELEASE, 1, FIRST + 8 * MB, 100, 0}, /* before any launch */
        {TRACE_EVENT_RELEASE, 7, FIRST + 9 * MB, 100, 0}, /* of which nothing is told */
        {TRACE_EVENT_WRITE, 0, FIRST, 4096, 0}};
    const trace_event second[] = {{TRACE_EVENT_RELEASE, 0, FIRST, 4 * MB, 0},
                                  {TRACE_EVENT_CREATE, 2, FIRST, 4 * MB, 0}};
    put_trace(0, "events", 8, first, 5);
    put_trace(1, "events", 8, second, 2);
    put_trace(2, "other", 8, NULL, 0);
    buffers_plan plan = plan_of(BUFFERS_DIRECT, BUFFERS_PAGE);
    assert_int_equal(plan.result.n_programs, 2);
    assert_int_equal(plan.result.n_buffers, 3);
    assert_int_equal(plan.result.programs[0].launches, 2);
    assert_string_equal(plan.result.programs[1].run, "other");
    assert_buffer(&plan, 0, FIRST, 4 * MB, 0, 1, BUFFERS_EVENT);
    assert_buffer(&plan, 1, FIRST, 4 * MB, 1, 2, BUFFERS_EVENT);
    assert_buffer(&plan, 2, FIRST, 2 * MB, 0, 1, BUFFERS_INFERRED);
    assert_int_equal(plan.result.buffers[2].program, 1);
    assert_int_equal(plan.result.n_chunks, 1024 + 1024 + 512);
    assert_non_null(strstr(plan.result.config_text, "l2_write = through"));
    buffers_plan_free(&plan);
}

static void requests_out_of_range_are_refused(void **state)
{
    (void)state;
    buffers_request request = request_of(BUFFERS_DIRECT, 3 * BUFFERS_PAGE);
    buffers_plan plan;
    poise_error err;
    put_trace(0, "events", 8, NULL, 0);
    assert_int_equal(buffers_plan_create(&plan, &request, &traces, &err), POISE_USAGE);
    assert_contains(err.text, "power of two");
    buffers_plan_free(&plan);
    policy_scheme scheme = {0};
    assert_int_equal(policy_scheme_parse(&scheme, "gto+vm:fcfs", NULL), POISE_OK);
    request.chunk_bytes = BUFFERS_PAGE;
    request.scheme = &scheme;
    assert_int_equal(buffers_plan_create(&plan, &request, &traces, &err), POISE_USAGE);
    assert_contains(err.text, "vm:fcfs");
    buffers_plan_free(&plan);
    policy_scheme_free(&scheme);
}

/* ---- counts ---- */

static void assert_same_counts(const buffers_plan *a, const buffers_plan *b)
{
    assert_int_equal(a->result.n_chunks, b->result.n_chunks);
    for (size_t i = 0; i < a->result.n_chunks; i++) {
        assert_int_equal(a->result.reads[i], b->result.reads[i]);
        assert_int_equal(a->result.writes[i], b->result.writes[i]);
    }
    for (size_t i = 0; i < a->result.n_buffers; i++)
        assert_int_equal(a->result.buffers[i].priority, b->result.buffers[i].priority);
}

/* A program of two launches; the buffer of the first is made anew before the second, and one is never used.
 */
static void put_program(void)
{
    const trace_event first[] = {{TRACE_EVENT_CREATE, 0, FIRST, 256 << 10, 0},
                                 {TRACE_EVENT_CREATE, 1, FIRST + 64 * MB, 64 << 10, 0}};
    const trace_event second[] = {{TRACE_EVENT_RELEASE, 0, FIRST, 256 << 10, 0},
                                  {TRACE_EVENT_CREATE, 2, FIRST, 128 << 10, 0}};
    put_trace(0, "program", 16, first, 2);
    put_trace(1, "program", 8, second, 2);
}

static void both_methods_count_the_same(void **state) /* G9 */
{
    (void)state;
    put_program();
    static const uint64_t sizes[] = {BUFFERS_PAGE * 16, BUFFERS_WHOLE};
    for (size_t i = 0; i < 2; i++) {
        buffers_plan direct = measured(BUFFERS_DIRECT, sizes[i], 1),
                     faithful = measured(BUFFERS_FAITHFUL, sizes[i], 2);
        assert_same_counts(&direct, &faithful);
        assert_true(direct.result.programs[0].reads > 0);
        assert_true(faithful.result.programs[0].reads == BUFFERS_UNKNOWN);
        buffers_plan_free(&direct);
        buffers_plan_free(&faithful);
    }
}

static void chunks_add_up_to_buffers(void **state)
{
    (void)state;
    put_program();
    buffers_plan pages = measured(BUFFERS_DIRECT, BUFFERS_PAGE, 1),
                 whole = measured(BUFFERS_DIRECT, BUFFERS_WHOLE, 1);
    uint64_t all = 0;
    for (size_t i = 0; i < pages.result.n_buffers; i++) {
        const uint64_t accesses = buffers_accesses(&pages.result, &pages.result.buffers[i]);
        assert_int_equal(accesses, buffers_accesses(&whole.result, &whole.result.buffers[i]));
        all += accesses;
    }
    assert_true(buffers_accesses(&pages.result, &pages.result.buffers[0]) > 0);
    assert_true(buffers_accesses(&pages.result, &pages.result.buffers[2]) > 0);
    assert_int_equal(buffers_accesses(&pages.result, &pages.result.buffers[1]), 0);
    assert_int_equal(pages.result.buffers[1].priority, 1);
    assert_true(all <= pages.result.programs[0].reads + pages.result.programs[0].writes);
    buffers_plan_free(&pages);
    buffers_plan_free(&whole);
}

static void a_launch_that_is_cut_short_has_failed(void **state)
{
    (void)state;
    poise_error err;
    put_program();
    buffers_plan plan = plan_of(BUFFERS_DIRECT, BUFFERS_PAGE);
    plan.config.max_cycles = 100;
    assert_int_equal(buffers_measure(&plan, &(buffers_effort){.threads = 1}, &err), POISE_FAILED);
    assert_contains(err.text, "max_cycles");
    buffers_plan_free(&plan);
    const atomic_bool stop = true;
    plan = plan_of(BUFFERS_FAITHFUL, BUFFERS_WHOLE);
    assert_int_equal(buffers_measure(&plan, &(buffers_effort){.threads = 2, .stop = &stop}, &err),
                     POISE_INCOMPLETE);
    buffers_plan_free(&plan);
}

static int clean(void **state)
{
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        free(paths[i]);
    return remove_test_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_tell_of_buffers),
        cmocka_unit_test(requests_out_of_range_are_refused),
        cmocka_unit_test(both_methods_count_the_same),
        cmocka_unit_test(chunks_add_up_to_buffers),
        cmocka_unit_test(a_launch_that_is_cut_short_has_failed),
    };
    return cmocka_run_group_tests(tests, make_test_folder, clean);
}
