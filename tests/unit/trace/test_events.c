/* Do buffer events come back as they were written, and is everything else what it is without them? */
#include "trace_test.h"

#include "trace/format/container.h"
#include "trace/format/events.h"
#include "trace/format/header.h"
#include "trace/info/buffers.h"
#include "trace/synthetic.h"

#include <string.h>

static trace_event test_events[] = {
    {.kind = TRACE_EVENT_CREATE, .buffer = 7, .address = UINT64_C(0x200000000000), .bytes = 4096},
    {.kind = TRACE_EVENT_WRITE, .buffer = 7, .address = UINT64_C(0x200000000080), .bytes = 1},
    {.kind = TRACE_EVENT_CREATE, .buffer = UINT32_MAX, .address = 0, .bytes = UINT64_C(1) << 35},
    {.kind = TRACE_EVENT_COPY, .buffer = 0, .address = 300, .bytes = 20, .source = UINT64_C(0x200000000000)},
    {.kind = TRACE_EVENT_FILL, .buffer = 3, .address = UINT64_MAX - 9, .bytes = 10},
    {.kind = TRACE_EVENT_RELEASE, .buffer = 7, .address = UINT64_C(0x200000000000), .bytes = 4096},
    {.kind = TRACE_EVENT_READ, .buffer = 3, .address = UINT64_MAX, .bytes = 1},
};
enum { N_EVENTS = sizeof test_events / sizeof test_events[0] };

static trace_header header_with_events(uint32_t n)
{
    trace_header header = test_header();
    header.n_events = n;
    header.events = test_events;
    return header;
}

static void write_with_events(const char *path, uint32_t n)
{
    const trace_header header = header_with_events(n);
    trace_writer *writer = NULL;
    poise_error err = {0};
    if (trace_writer_open(&writer, path, &header, &err) != 0)
        fail_msg("%s", err.text);
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++) {
        for (uint32_t step = 0; record_step(writer, warp, step); step++) {
        }
    }
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
}

static void assert_test_events(const trace_header *header)
{
    assert_int_equal(header->n_events, N_EVENTS);
    for (uint32_t i = 0; i < N_EVENTS; i++) {
        assert_int_equal(header->events[i].kind, test_events[i].kind);
        assert_int_equal(header->events[i].buffer, test_events[i].buffer);
        assert_true(header->events[i].address == test_events[i].address);
        assert_true(header->events[i].bytes == test_events[i].bytes);
        assert_true(header->events[i].source == test_events[i].source);
    }
}

static int see_events(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps,
                      poise_error *err)
{
    (void)first_warp;
    (void)n_warps;
    (void)err;
    assert_test_events(&view->header);
    ++*(int *)user;
    return TRACE_SCAN_STOP;
}

static void events_come_back(void **state)
{
    (void)state;
    write_with_events(test_path("a.wtr"), N_EVENTS);
    warp_trace trace, end;
    read_trace(test_path("a.wtr"), &trace);
    assert_test_events(&trace.header);
    int seen = 0;
    assert_int_equal(warp_trace_scan(test_path("a.wtr"), see_events, &seen, &end, NULL), 0);
    assert_int_equal(seen, 1); /* before the first warp */
    warp_trace_free(&end);

    assert_int_equal(warp_trace_write(&trace, test_path("b.wtr"), NULL), 0);
    assert_same_bytes(test_path("a.wtr"), test_path("b.wtr"));
    warp_trace_free(&trace);
}

static void no_events_leave_no_mark(void **state)
{
    (void)state;
    write_test_trace(test_path("a.wtr"));
    write_with_events(test_path("b.wtr"), 0);
    assert_same_bytes(test_path("a.wtr"), test_path("b.wtr"));
    warp_trace trace;
    read_trace(test_path("b.wtr"), &trace);
    assert_int_equal(trace.header.n_events, 0);
    warp_trace_free(&trace);
}

static void the_identity_is_that_without_events(void **state)
{
    (void)state;
    warp_trace plain, with;
    write_test_trace(test_path("a.wtr"));
    write_with_events(test_path("b.wtr"), 2);
    read_trace(test_path("a.wtr"), &plain);
    read_trace(test_path("b.wtr"), &with);
    assert_string_equal(plain.hash, with.hash);
    assert_int_equal(with.header.n_events, 2);
    warp_trace_free(&plain);
    warp_trace_free(&with);
}

/* An encoder that records one warp among several processes knows nothing of events. */
static void encoders_need_no_events(void **state)
{
    (void)state;
    write_with_events(test_path("a.wtr"), N_EVENTS);
    const trace_header bare = test_header(), header = header_with_events(N_EVENTS);
    trace_encoder *encoder;
    trace_writer *writer;
    trace_bytes packed = {0};
    assert_int_equal(trace_encoder_open(&encoder, &bare, NULL), 0);
    assert_int_equal(trace_writer_open(&writer, test_path("b.wtr"), &header, NULL), 0);
    trace_writer *source = open_test_writer(test_path("c.wtr"));
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++) {
        const uint32_t lanes = test_lanes(warp);
        trace_encoder_begin(encoder, warp);
        assert_int_equal(trace_encoder_record(encoder, warp, 2, lanes, NULL, 0, NULL), 0);
        assert_int_equal(trace_encoder_finish_warp(encoder, &packed, NULL), 0);
        record(source, warp, 2, lanes, NULL, 0);
    }
    assert_int_equal(trace_writer_append(writer, packed.data, packed.n, NULL), 0);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    assert_int_equal(trace_writer_commit(source, NULL), 0);
    warp_trace appended, recorded;
    read_trace(test_path("b.wtr"), &appended);
    read_trace(test_path("c.wtr"), &recorded);
    assert_string_equal(appended.hash, recorded.hash);
    assert_test_events(&appended.header);
    warp_trace_free(&appended);
    warp_trace_free(&recorded);
    trace_bytes_free(&packed);
    trace_encoder_close(encoder);
}

static void sums_follow_the_events(void **state)
{
    (void)state;
    const trace_header header = header_with_events(N_EVENTS);
    const trace_buffer_sums sums = trace_sum_buffers(&header);
    assert_int_equal(sums.events[TRACE_EVENT_CREATE], 2);
    assert_true(sums.bytes[TRACE_EVENT_CREATE] == (UINT64_C(1) << 35) + 4096);
    assert_int_equal(sums.bytes[TRACE_EVENT_RELEASE], 4096);
    assert_int_equal(sums.bytes[TRACE_EVENT_FILL], 10);
    assert_true(sums.peak_growth == (UINT64_C(1) << 35) + 4096);
    assert_string_equal(trace_event_kind_name(TRACE_EVENT_RELEASE), "release");

    trace_event release_first[] = {test_events[5], test_events[0]}; /* of a buffer of a launch before */
    const trace_header other = {.n_events = 2, .events = release_first};
    assert_int_equal(trace_sum_buffers(&other).peak_growth, 0);
}

/* Pages in order of first touch; those that follow each other are one buffer. */
static void made_buffers_cover_the_pages(void **state)
{
    (void)state;
    enum { PAGE = 1 << TRACE_PAGE_SHIFT };
    uint64_t pages[] = {UINT64_C(9) * PAGE, UINT64_C(4) * PAGE, UINT64_C(5) * PAGE, 0, UINT64_C(3) * PAGE};
    warp_trace trace = {.header = test_header(), .n_pages = 5, .page_address = pages};
    assert_int_equal(trace_add_buffers(&trace, NULL), 0);
    assert_int_equal(trace_add_buffers(&trace, NULL), 0); /* replaces them */
    const trace_event *events = trace.header.events;
    assert_int_equal(trace.header.n_events, 3);
    assert_true(events[0].address == 0 && events[0].bytes == PAGE && events[0].buffer == 0);
    assert_true(events[1].address == UINT64_C(3) * PAGE && events[1].bytes == UINT64_C(3) * PAGE);
    assert_true(events[2].address == UINT64_C(9) * PAGE && events[2].buffer == 2);
    assert_int_equal(trace_events_check(events, 3, NULL), 0);
    free(trace.header.events);
}

/* ---- what is refused ---- */

static void bad_events_are_not_written(void **state)
{
    (void)state;
    static const struct {
        trace_event event;
        const char *reason;
    } cases[] = {
        {{.kind = TRACE_EVENT_KINDS, .bytes = 1}, "buffer event 0 has the unknown kind 6"},
        {{.kind = TRACE_EVENT_CREATE}, "buffer event 0 has 0 bytes at address 0x0"},
        {{.kind = TRACE_EVENT_WRITE, .bytes = (UINT64_C(1) << 35) + 1}, "has 34359738369 bytes at"},
        {{.kind = TRACE_EVENT_FILL, .address = UINT64_MAX, .bytes = 2}, "has 2 bytes at"},
        {{.kind = TRACE_EVENT_COPY, .source = UINT64_MAX, .bytes = 2}, "has 2 bytes from"},
        {{.kind = TRACE_EVENT_READ, .source = 5, .bytes = 2}, "has 2 bytes from address 0x5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        trace_event event = cases[i].event;
        trace_header header = test_header();
        header.n_events = 1;
        header.events = &event;
        trace_writer *writer;
        poise_error err;
        assert_int_equal(trace_writer_open(&writer, test_path("bad.wtr"), &header, &err), POISE_USAGE);
        assert_contains(err.text, cases[i].reason);
    }
    poise_error err;
    assert_int_equal(trace_events_check(test_events, TRACE_MAX_EVENTS + 1, &err), POISE_DAMAGED);
    assert_contains(err.text, "262145 buffer events are more than 262144");
}

static void every_damage_is_noticed(void **state)
{
    (void)state;
    write_with_events(test_path("a.wtr"), N_EVENTS);
    size_t size;
    char *whole = slurp(test_path("a.wtr"), &size);
    for (size_t cut = 1; cut < size; cut++) {
        poise_error err = {0};
        assert_int_equal(read_bytes(whole, cut, &err), POISE_DAMAGED);
        assert_contains(err.text, "truncated");
    }
    for (size_t i = 0; i < 8 * size; i++) {
        whole[i / 8] = (char)(whole[i / 8] ^ 1 << i % 8);
        assert_int_equal(read_bytes(whole, size, NULL), POISE_DAMAGED);
        whole[i / 8] = (char)(whole[i / 8] ^ 1 << i % 8);
    }
    poise_error err;
    whole[8] = TRACE_FORMAT_VERSION; /* as a reader of that version would see it */
    assert_int_equal(read_bytes(whole, size, &err), POISE_DAMAGED);
    assert_contains(err.text, "is of an unknown kind");
    free(whole);

    write_test_trace(test_path("b.wtr"));
    whole = slurp(test_path("b.wtr"), &size);
    whole[8] = TRACE_FORMAT_VERSION + TRACE_WITH_EVENTS;
    assert_int_equal(read_bytes(whole, size, &err), POISE_DAMAGED);
    assert_string_equal(err.text, "trace has no EVNT section behind its HEAD section");
    free(whole);
}

/* Reads a file of that content of the section EVNT, whose checksum is right, and without warps: POISE_DAMAGED
 * in any case, "truncated" when nothing is wrong with the events. */
static void read_forged(const trace_bytes *content, poise_error *err)
{
    char *file = NULL;
    size_t size = 0, unused;
    FILE *stream = open_memstream(&file, &size);
    assert_non_null(stream);
    trace_output out = {.stream = stream, .path = "forged"};
    const trace_header header = test_header();
    trace_bytes head = {0};
    assert_int_equal(trace_header_encode(&header, &head, &unused, NULL), 0);
    assert_int_equal(trace_output_preamble(&out, TRACE_FORMAT_VERSION + TRACE_WITH_EVENTS, NULL), 0);
    assert_int_equal(trace_output_section(&out, TRACE_SECTION_HEAD, &head, NULL), 0);
    assert_int_equal(trace_output_section(&out, TRACE_SECTION_EVENTS, content, NULL), 0);
    fclose(stream);
    assert_int_equal(read_bytes(file, size, err), POISE_DAMAGED);
    free(file);
    trace_bytes_free(&head);
    trace_output_free(&out);
}

static void forge(const char *bytes, size_t n, const char *reason)
{
    trace_bytes content = {0};
    poise_error err = {0};
    assert_int_equal(trace_bytes_append(&content, bytes, n, NULL), 0);
    read_forged(&content, &err);
    assert_contains(err.text, reason);
    trace_bytes_free(&content);
}

/* A number of events, then kind, buffer, address and bytes of each. */
static void forged_events_say_what_is_wrong(void **state)
{
    (void)state;
    forge("\1\0\0\0\5", 5, "truncated"); /* right */
    forge("", 0, "number of buffer events");
    forge("\0", 1, "number of buffer events");
    forge("\2\0\0\0\5", 5, "number of buffer events"); /* too short for two */
    forge("\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 10, "number of buffer events");
    forge("\1\0\0\0\0", 5, "buffer event 0 has 0 bytes at address 0x0");
    forge("\1\6\0\0\1", 5, "unknown kind 6");
    forge("\1\0\1\0\1", 5, "end too early or too late"); /* buffer number -1 */
    forge("\1\0\0\0\5\0", 6, "end too early or too late");
    forge("\1\4\0\0\5", 5, "end too early or too late"); /* a copy without source */
    forge("\1\0\0\1\2", 5, "has 2 bytes at address 0xffffffffffffffff");
    forge("\1\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 14, "bytes at address 0x0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_come_back),
        cmocka_unit_test(no_events_leave_no_mark),
        cmocka_unit_test(the_identity_is_that_without_events),
        cmocka_unit_test(encoders_need_no_events),
        cmocka_unit_test(sums_follow_the_events),
        cmocka_unit_test(made_buffers_cover_the_pages),
        cmocka_unit_test(bad_events_are_not_written),
        cmocka_unit_test(every_damage_is_noticed),
        cmocka_unit_test(forged_events_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
