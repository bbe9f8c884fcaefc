/* What a vm policy is told of buffers when a launch begins (sim_hooks/vm.h). */
#include "tests/unit/sim/page_scene.h"

static void assert_told(uint32_t i, bool is_release, uint64_t address, uint64_t bytes)
{
    assert_true(i < seen.n_told);
    assert_int_equal(seen.told[i].is_release, is_release);
    assert_int_equal(seen.told[i].address, address);
    assert_int_equal(seen.told[i].bytes, bytes);
}

/* Without events: each run without a gap, once. */
static void buffers_that_nothing_tells_of(void **state)
{
    (void)state;
    enum { LARGE = 1 << VM_LARGE_BITS };
    assert_int_equal(seen.n_told, 1);
    assert_told(0, false, address_of(FIRST, 0), CHUNKS * (uint64_t)LARGE);
    static const uint64_t more[] = {40, FIRST + 1, 42, FIRST + 4, 41, FIRST - 1};
    begin(6, more, 0, NULL);
    assert_int_equal(seen.n_told, 3);
    assert_told(0, false, address_of(40, 0), 3 * (uint64_t)LARGE);
    assert_told(1, false, address_of(FIRST + 4, 0), LARGE);
    assert_told(2, false, address_of(FIRST - 1, 0), LARGE);
    begin(6, more, 0, NULL);
    assert_int_equal(seen.n_told, 0);
}

static void events_in_their_order(void **state)
{
    (void)state;
    static const uint64_t chunks[] = {100, 101, 103};
    trace_event events[] = {
        {TRACE_EVENT_CREATE, 0, address_of(100, 3) + 5, 1 << VM_LARGE_BITS, 0},
        {TRACE_EVENT_WRITE, 0, address_of(100, 3) + 5, 10, 0},
        {TRACE_EVENT_CREATE, 1, address_of(200, 0), 4096, 0},
        {TRACE_EVENT_RELEASE, 1, address_of(200, 0), 4096, 0},
    };
    begin(3, chunks, 4, events);
    assert_int_equal(seen.n_told, 4); /* and of 103, in which no buffer lies */
    assert_told(0, false, address_of(100, 3) + 5, 1 << VM_LARGE_BITS);
    assert_told(1, false, address_of(200, 0), 4096);
    assert_told(2, true, address_of(200, 0), 4096);
    assert_told(3, false, address_of(103, 0), 1 << VM_LARGE_BITS);
    assert_int_equal(pages_frame(&tables, 3, address_of(200, 0)), VM_BASE_BITS); /* it has a table */
    trace_event gone = {TRACE_EVENT_RELEASE, 0, address_of(100, 3) + 5, 1 << VM_LARGE_BITS, 0};
    begin(3, chunks, 1, &gone);
    assert_int_equal(seen.n_told, 2); /* touched all the same */
    assert_told(0, true, address_of(100, 3) + 5, 1 << VM_LARGE_BITS);
    assert_told(1, false, address_of(100, 0), 2 << VM_LARGE_BITS);
}

/* One that ends where a large page does has no table behind it: a policy has no business there. */
static void buffers_have_tables_up_to_their_ends(void **state)
{
    (void)state;
    enum { LARGE = 1 << VM_LARGE_BITS };
    static const uint64_t chunks[] = {FIRST};
    trace_event events[] = {
        {TRACE_EVENT_CREATE, 0, address_of(100, 3), LARGE - (3 << VM_BASE_BITS), 0},
        {TRACE_EVENT_CREATE, 1, address_of(200, 0) + LARGE - 1, 2, 0},
    };
    begin(1, chunks, 2, events);
    assert_non_null(pages_chunk(&tables, 3, address_of(100, 0)));
    assert_null(pages_chunk(&tables, 3, address_of(99, 0)));
    assert_null(pages_chunk(&tables, 3, address_of(101, 0)));
    assert_non_null(pages_chunk(&tables, 3, address_of(200, 0)));
    assert_non_null(pages_chunk(&tables, 3, address_of(201, 0)));
    assert_null(pages_chunk(&tables, 3, address_of(202, 0)));
    assert_int_equal(pages_frame(&tables, 3, address_of(101, 0)), VM_BASE_BITS);
    assert_int_equal(tables.fault, PAGES_NO_PAGE);
}

static void too_many_are_refused(void **state)
{
    (void)state;
    trace_event events[5];
    for (uint32_t i = 0; i < 5; i++)
        events[i] = (trace_event){TRACE_EVENT_CREATE, i, (uint64_t)i << 40, UINT64_C(1) << 35, 0};
    trace.header.n_events = 5;
    trace.header.events = events;
    assert_int_equal(pages_announce(&tables, &launch, &trace, UINT64_C(1) << 40, &err), POISE_USAGE);
    assert_contains(err.text, "more than 65536 pages of 2 MB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(buffers_that_nothing_tells_of, open, shut),
        cmocka_unit_test_setup_teardown(events_in_their_order, open, shut),
        cmocka_unit_test_setup_teardown(buffers_have_tables_up_to_their_ends, open, shut),
        cmocka_unit_test_setup_teardown(too_many_are_refused, open, shut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
