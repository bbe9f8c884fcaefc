/* Does an order to run a kernel arrive as it was sent, and is a part of one refused? */
#include "capture/order.h"
#include "tests/folder.h"

static trace_note note = {"program", "./k"};
static capture_order_argument arguments[] = {{.address = UINT64_C(0x200000000000), .bytes = 4096},
                                             {.bytes = 4, .value = "abc"}};
static const trace_event events[] = {
    {.kind = TRACE_EVENT_CREATE, .buffer = 3, .address = UINT64_C(0x200000000000), .bytes = 4096},
    {.kind = TRACE_EVENT_COPY, .buffer = 3, .address = UINT64_C(0x200000000010), .bytes = 16, .source = 64},
};

static capture_order made(uint32_t n_events)
{
    return (capture_order){
        .program = 7,
        .kernel = "k",
        .segment = 5,
        .geometry = {1, {64, 1, 1}, {64, 1, 1}, {1, 1, 1}, {0, 0, 0}},
        .n_arguments = 2,
        .arguments = arguments,
        .path = "0004-k.wtr",
        .index = 4,
        .n_notes = 1,
        .notes = &note,
        .n_events = n_events,
        .events = n_events > 0 ? events : NULL,
    };
}

static void orders_arrive(void **state)
{
    (void)state;
    for (uint32_t n = 0; n <= 2; n += 2) {
        const capture_order sent = made(n);
        capture_order order;
        trace_bytes message = {0};
        assert_int_equal(capture_order_encode(&sent, &message, NULL), 0);
        assert_int_equal(capture_order_decode(&message, &order, NULL), 0);
        assert_int_equal(order.program, 7);
        assert_string_equal(order.kernel, "k");
        assert_string_equal(order.path, "0004-k.wtr");
        assert_int_equal(order.geometry.local[0], 64);
        assert_int_equal(order.arguments[0].bytes, 4096);
        assert_memory_equal(order.arguments[1].value, "abc", 4);
        assert_string_equal(order.notes[0].value, "./k");
        assert_int_equal(order.n_events, n);
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal(order.events[i].kind, events[i].kind);
            assert_int_equal(order.events[i].buffer, events[i].buffer);
            assert_true(order.events[i].address == events[i].address);
            assert_true(order.events[i].bytes == events[i].bytes);
            assert_true(order.events[i].source == events[i].source);
        }
        capture_order_free(&order);
        trace_bytes_free(&message);
    }
}

static void parts_are_refused(void **state)
{
    (void)state;
    const capture_order sent = made(2);
    capture_order order;
    trace_bytes message = {0};
    assert_int_equal(capture_order_encode(&sent, &message, NULL), 0);
    for (size_t n = 0; n < message.n; n++) {
        trace_bytes part = {0}; /* of its own, so that a sanitizer sees what reads behind it */
        assert_int_equal(trace_bytes_append(&part, message.data, n, NULL), 0);
        assert_int_equal(capture_order_decode(&part, &order, NULL), POISE_DAMAGED);
        assert_null(order.events);
        trace_bytes_free(&part);
    }
    message.data[message.n - 2]++; /* the source of the copy ends later: the events do not fit their block */
    message.data[message.n - 2] |= 0x80;
    assert_int_equal(capture_order_decode(&message, &order, NULL), POISE_DAMAGED);
    trace_bytes_free(&message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_arrive),
        cmocka_unit_test(parts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
