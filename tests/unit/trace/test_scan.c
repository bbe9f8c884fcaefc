/* Does a scan see what a read holds, one thread block after the other? */
#include "trace_test.h"

#include <string.h>

typedef struct seen {
    const warp_trace *whole;
    uint64_t n_warps;
    uint64_t stop_at; /* warps */
} seen;

/* The same instructions on the same addresses. */
static void assert_same_warp(const warp_trace *a, uint64_t in_a, const warp_trace *b, uint64_t in_b)
{
    trace_cursor one = trace_cursor_begin(a, in_a), other = trace_cursor_begin(b, in_b);
    while (trace_cursor_next_block(&one)) {
        assert_true(trace_cursor_next_block(&other));
        assert_int_equal(one.block, other.block);
        assert_int_equal(one.active_mask, other.active_mask);
        while (trace_cursor_next_inst(&one) != NULL) {
            assert_non_null(trace_cursor_next_inst(&other));
            assert_int_equal(one.n_lines, other.n_lines);
            assert_int_equal(one.passes, other.passes);
            assert_int_equal(one.multiplicity, other.multiplicity);
            for (uint32_t i = 0; i < one.n_lines; i++)
                assert_true(trace_line_address(a, word_line(one.lines[i])) ==
                            trace_line_address(b, word_line(other.lines[i])));
        }
    }
    assert_false(trace_cursor_next_block(&other));
}

static int look(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps, poise_error *err)
{
    seen *s = user;
    assert_int_equal(first_warp, s->n_warps);
    assert_int_equal(n_warps, view->warps_per_block);
    for (uint32_t w = 0; w < n_warps; w++)
        assert_same_warp(s->whole, first_warp + w, view, w);
    s->n_warps += n_warps;
    if (s->stop_at == 0 && first_warp > 0)
        return poise_fail(err, POISE_USAGE, "enough");
    return s->n_warps == s->stop_at ? TRACE_SCAN_STOP : 0;
}

static void scan_sees_every_warp(void **state)
{
    (void)state;
    warp_trace whole, end;
    write_test_trace(test_path("small.wtr"));
    read_trace(test_path("small.wtr"), &whole);
    seen s = {.whole = &whole, .stop_at = UINT64_MAX};
    assert_int_equal(warp_trace_scan(test_path("small.wtr"), look, &s, &end, NULL), 0);
    assert_int_equal(s.n_warps, TEST_WARPS);
    assert_int_equal(end.warp_insts, whole.warp_insts);
    assert_int_equal(end.line_accesses, whole.line_accesses);
    assert_string_equal(end.hash, whole.hash);
    assert_null(end.words);
    warp_trace_free(&end);
    assert_int_equal(warp_trace_scan(test_path("small.wtr"), NULL, NULL, &end, NULL), 0);
    assert_string_equal(end.hash, whole.hash);
    warp_trace_free(&end);
    warp_trace_free(&whole);
}

static void visitors_end_a_scan(void **state)
{
    (void)state;
    warp_trace whole, end;
    poise_error err;
    write_test_trace(test_path("small.wtr"));
    read_trace(test_path("small.wtr"), &whole);
    seen stopped = {.whole = &whole, .stop_at = 4}, failed = {.whole = &whole};
    assert_int_equal(warp_trace_scan(test_path("small.wtr"), look, &stopped, &end, NULL), 0);
    assert_int_equal(stopped.n_warps, 4);
    assert_int_equal(end.n_warps, TEST_WARPS);
    warp_trace_free(&end);
    assert_int_equal(warp_trace_scan(test_path("small.wtr"), look, &failed, &end, &err), POISE_USAGE);
    assert_string_equal(err.text, "enough");
    warp_trace_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scan_sees_every_warp),
        cmocka_unit_test(visitors_end_a_scan),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
