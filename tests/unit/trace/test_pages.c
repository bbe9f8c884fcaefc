/* The kinds of kernels by pages: which pages a warp visits, for how long, and who visits the same. Their
 * classes are measured by tests/cli/trace/make_pages.sh. */
#include "trace_test.h"

#include "common/line.h"
#include "trace/synthetic.h"

#include <string.h>

enum { BLOCKS = 6, BLOCK_WARPS = 4, WARPS = BLOCKS * BLOCK_WARPS, LOADS = 24, PAGE_LINES = 32 };

typedef int maker(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

static trace_synthetic shape_of(uint32_t pages, uint32_t visit)
{
    return (trace_synthetic){.thread_blocks = BLOCKS,
                             .threads_per_block = 32 * BLOCK_WARPS,
                             .iterations = LOADS,
                             .lines_per_load = 2,
                             .pages = pages,
                             .visit = visit,
                             .seed = 3};
}

/* page[warp][load]; that a load's lines are in one page is asserted. */
static void pages_of(maker *make, const trace_synthetic *shape, uint32_t page[WARPS][LOADS])
{
    warp_trace trace;
    assert_int_equal(make(&trace, shape, NULL), POISE_OK);
    assert_int_equal(trace.n_warps, WARPS);
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        trace_cursor cursor = trace_cursor_begin(&trace, warp);
        uint32_t loads = 0;
        while (trace_cursor_next_block(&cursor)) {
            const trace_inst *inst;
            while ((inst = trace_cursor_next_inst(&cursor)) != NULL) {
                if (inst->op != TRACE_OP_LOAD_GLOBAL)
                    continue;
                assert_int_equal(cursor.n_lines, 2);
                assert_int_not_equal(word_line(cursor.lines[0]), word_line(cursor.lines[1]));
                assert_int_equal(word_line(cursor.lines[0]) / PAGE_LINES,
                                 word_line(cursor.lines[1]) / PAGE_LINES);
                page[warp][loads++] = word_line(cursor.lines[0]) / PAGE_LINES;
            }
        }
        assert_int_equal(loads, LOADS);
    }
    warp_trace_free(&trace);
}

static uint32_t distinct(const uint32_t *page, uint32_t count, uint32_t *largest)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool seen = false;
        for (uint32_t j = 0; j < i && !seen; j++)
            seen = page[j] == page[i];
        n += !seen;
        *largest = page[i] > *largest ? page[i] : *largest;
    }
    return n;
}

/* Of all warps. */
static uint32_t visited(uint32_t page[WARPS][LOADS], uint32_t *largest)
{
    uint32_t all[WARPS * LOADS];
    memcpy(all, page, sizeof all);
    return distinct(all, WARPS * LOADS, largest);
}

static void a_visit_lasts(void **state)
{
    (void)state;
    uint32_t page[WARPS][LOADS];
    maker *makers[] = {trace_make_ll, trace_make_lh, trace_make_hl, trace_make_hh};
    for (uint32_t k = 0; k < 4; k++) {
        const trace_synthetic shape = shape_of(1000, 6);
        pages_of(makers[k], &shape, page);
        for (uint32_t warp = 0; warp < WARPS; warp++)
            for (uint32_t i = 0; i < LOADS; i++)
                assert_int_equal(page[warp][i], page[warp][i / 6 * 6]);
        assert_int_not_equal(page[0][0], page[0][6]);
    }
}

static void pages_are_drawn_from_the_set(void **state)
{
    (void)state;
    uint32_t page[WARPS][LOADS], largest = 0;
    const trace_synthetic few = shape_of(5, 1), many = shape_of(1 << 20, 1);
    pages_of(trace_make_hl, &few, page);
    assert_int_equal(visited(page, &largest), 5);
    assert_int_equal(largest, 4);
    pages_of(trace_make_hl, &many, page);
    assert_in_range(visited(page, &largest), WARPS * LOADS - 5, WARPS * LOADS);
    trace_synthetic other = few;
    other.seed = 4;
    uint32_t again[WARPS][LOADS];
    pages_of(trace_make_hl, &few, page);
    pages_of(trace_make_hl, &other, again);
    assert_memory_not_equal(page, again, sizeof page);
}

static void a_stream_never_comes_back(void **state)
{
    (void)state;
    uint32_t page[WARPS][LOADS], largest = 0;
    const trace_synthetic shape = shape_of(0, 4);
    pages_of(trace_make_lh, &shape, page);
    assert_int_equal(visited(page, &largest), WARPS / 2 * LOADS / 4);
    assert_int_equal(largest, WARPS / 2 * LOADS / 4 - 1);
    for (uint32_t warp = 0; warp < WARPS; warp += 2)
        assert_memory_equal(page[warp], page[warp + 1], sizeof page[warp]);
    assert_int_not_equal(page[1][0], page[2][0]);
}

/* Two warps and one: two groups, each with pages of its own. */
static void an_odd_warp_has_its_own_pages(void **state)
{
    (void)state;
    enum { ODD = 3 };
    const trace_synthetic shape = {.thread_blocks = ODD,
                                   .threads_per_block = 32,
                                   .iterations = 2,
                                   .lines_per_load = 1,
                                   .visit = 1,
                                   .seed = 3};
    warp_trace trace;
    uint32_t page[ODD][2] = {0};
    assert_int_equal(trace_make_lh(&trace, &shape, NULL), POISE_OK);
    for (uint32_t warp = 0; warp < ODD; warp++) {
        trace_cursor cursor = trace_cursor_begin(&trace, warp);
        const trace_inst *inst;
        for (uint32_t loads = 0; trace_cursor_next_block(&cursor);)
            while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
                if (inst->op == TRACE_OP_LOAD_GLOBAL)
                    page[warp][loads++] = word_line(cursor.lines[0]) / PAGE_LINES;
    }
    static const uint32_t expected[ODD][2] = {{0, 2}, {0, 2}, {1, 3}};
    assert_memory_equal(page, expected, sizeof page);
    warp_trace_free(&trace);
}

/* One line more than a page of 2 MiB has needs two. */
static void there_are_pages_for_all_lines(void **state)
{
    (void)state;
    for (uint32_t more = 0; more < 2; more++) {
        const trace_synthetic shape = {.thread_blocks = 1,
                                       .threads_per_block = 32,
                                       .iterations = 1,
                                       .lines_per_load = 1,
                                       .footprint_lines = (1u << TRACE_PAGE_SHIFT) / LINE_BYTES + more};
        warp_trace trace;
        assert_int_equal(trace_make_random(&trace, &shape, NULL), POISE_OK);
        assert_int_equal(trace.n_pages, 1 + more);
        warp_trace_free(&trace);
    }
}

static void warps_of_a_block_visit_the_same(void **state)
{
    (void)state;
    uint32_t page[WARPS][LOADS];
    const trace_synthetic shape = shape_of(0, 0);
    pages_of(trace_make_hh, &shape, page);
    for (uint32_t warp = 0; warp < WARPS; warp++)
        assert_memory_equal(page[warp], page[warp / BLOCK_WARPS * BLOCK_WARPS], sizeof page[warp]);
    assert_memory_not_equal(page[0], page[BLOCK_WARPS], sizeof page[0]);
}

static void standards_are_those_of_the_kind(void **state)
{
    (void)state;
    uint32_t page[WARPS][LOADS], named[WARPS][LOADS];
    const struct {
        maker *make;
        uint32_t pages, visit;
    } kinds[] = {
        {trace_make_ll, 96, 32}, {trace_make_hl, 320, 1}, {trace_make_hh, 16384, 2}, {trace_make_lh, 0, 32}};
    for (uint32_t k = 0; k < 4; k++) {
        const trace_synthetic standard = shape_of(0, 0), same = shape_of(kinds[k].pages, kinds[k].visit);
        pages_of(kinds[k].make, &standard, page);
        pages_of(kinds[k].make, &same, named);
        assert_memory_equal(page, named, sizeof page);
    }
    const trace_synthetic large = shape_of((1 << 20) + 1, 1);
    warp_trace trace;
    assert_int_equal(trace_make_hh(&trace, &large, NULL), POISE_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_visit_lasts),
        cmocka_unit_test(pages_are_drawn_from_the_set),
        cmocka_unit_test(a_stream_never_comes_back),
        cmocka_unit_test(an_odd_warp_has_its_own_pages),
        cmocka_unit_test(there_are_pages_for_all_lines),
        cmocka_unit_test(warps_of_a_block_visit_the_same),
        cmocka_unit_test(standards_are_those_of_the_kind),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
