/* Are stack distances those of a list that is searched from the end, exact while there is room and close
 * beyond? */
#include "tests/micro.h"
#include "trace_test.h"

#include "trace/info/reuse.h"
#include "trace/synthetic.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 100, ACCESSES = 4000, MANY = 4 * TRACE_STACK_LINES };

/* Most recent first; returns how many lines stood before `line`, or `*n` when it is new, and moves it to the
 * front. */
static uint32_t move_to_front(uint32_t *list, uint32_t *n, uint32_t line)
{
    uint32_t at = 0;
    while (at < *n && list[at] != line)
        at++;
    const uint32_t distance = at;
    *n += at == *n;
    memmove(list + 1, list, at * sizeof *list);
    list[0] = line;
    return distance;
}

static void distances_are_those_of_a_list(void **state)
{
    (void)state;
    trace_stack *stack = trace_stack_new(NULL);
    uint32_t list[LINES + 1], last_by[LINES] = {0}, random = 1;
    for (int round = 0; round < 3; round++) {
        uint32_t n = 0;
        for (uint32_t i = 1; i <= ACCESSES; i++) {
            random = random * 1103515245 + 12345;
            const uint32_t line = (random >> 16) % LINES, known = n;
            const uint32_t distance = move_to_front(list, &n, line);
            const trace_stack_access access = trace_stack_touch(stack, line, i);
            assert_true(access.is_sampled && access.weight == 1);
            assert_int_equal(access.is_first, distance == known);
            if (!access.is_first) {
                assert_int_equal(access.distance, distance);
                assert_int_equal(access.last_by, last_by[line]);
            }
            last_by[line] = i;
        }
        trace_stack_clear(stack); /* the next round begins with first uses again */
    }
    trace_stack_free(stack);
}

/* More accesses than there are times, walking over few lines in turn. */
static void times_are_renewed(void **state)
{
    (void)state;
    trace_stack *stack = trace_stack_new(NULL);
    for (uint32_t i = 0; i < 3 * 4 * TRACE_STACK_LINES; i++) {
        const trace_stack_access access = trace_stack_touch(stack, i % LINES, 0);
        assert_int_equal(access.is_first, i < LINES);
        assert_true(access.is_first || access.distance == LINES - 1);
    }
    assert_true(trace_stack_rate(stack) == 1);
    trace_stack_free(stack);
}

/* Four times as many lines as there is room for, again and again: all other lines lie between two uses. The
 * hash is fixed, so this is no matter of luck. */
static void estimates_are_close(void **state)
{
    (void)state;
    trace_stack *stack = trace_stack_new(NULL);
    double all = 0, first = 0;
    for (uint32_t i = 0; i < 4 * MANY; i++) {
        const trace_stack_access access = trace_stack_touch(stack, i % MANY, 0);
        if (!access.is_sampled)
            continue;
        all += access.weight;
        first += access.is_first ? access.weight : 0;
        if (!access.is_first && i >= MANY)
            assert_in_range(access.distance, MANY * 0.98, MANY * 1.02);
    }
    assert_true(trace_stack_rate(stack) <= 0.25);
    assert_true(all > 4.0 * MANY * 0.98 && all < 4.0 * MANY * 1.02);
    assert_true(first > MANY * 0.98 && first < MANY * 1.02);
    trace_stack_free(stack);
}

/* Three warps of a block walk 16 lines each, five times, two lines a load. */
static void orders_differ_in_distance(void **state)
{
    (void)state;
    const trace_synthetic shape = {.thread_blocks = 4,
                                   .threads_per_block = 96,
                                   .iterations = 5,
                                   .alu_per_load = 1,
                                   .lines_per_load = 2,
                                   .footprint_lines = 16};
    warp_trace trace;
    assert_int_equal(trace_make_reuse(&trace, &shape, NULL), 0);
    trace_reuse_counter *counter = trace_reuse_new(NULL);
    for (uint64_t w = 0; w < trace.n_warps; w += 3)
        trace_reuse_add(counter, &trace, w, 3, w);
    const trace_reuse reuse = trace_reuse_result(counter);
    assert_true(reuse.alone.first == 12 * 16 && reuse.round_robin.first == 12 * 16);
    assert_true(reuse.alone.intra[4] == 12 * 16 * 4);       /* 15 other lines of the warp */
    assert_true(reuse.round_robin.intra[6] == 12 * 16 * 4); /* 47 of the block */
    assert_true(reuse.alone.rate == 1 && reuse.round_robin.rate == 1);
    trace_reuse_free(counter);
    warp_trace_free(&trace);
}

/* Between the two loads of a line by the one warp stands a barrier, which the other reaches behind nine
 * loads. */
static void a_barrier_is_waited_for(void **state)
{
    (void)state;
    enum { OTHERS = 9 };
    static micro m;
    micro_begin(&m, 1, 2);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 0, -1),
                   barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1),
                   end = micro_inst(&m, TRACE_OP_EXIT, -1, -1);
    micro_warp(&m);
    micro_access(&m, load, 0, 1, 1);
    micro_run(&m, barrier);
    micro_access(&m, load, 0, 1, 1);
    micro_run(&m, end);
    micro_warp(&m);
    for (uint32_t i = 1; i <= OTHERS; i++)
        micro_access(&m, load, i, 1, 1);
    micro_run(&m, barrier);
    micro_run(&m, end);
    const warp_trace *trace = &m.trace;
    trace_reuse_counter *counter = trace_reuse_new(NULL);
    trace_reuse_add(counter, trace, 0, 2, 0);
    const trace_reuse reuse = trace_reuse_result(counter);
    assert_true(reuse.alone.intra[0] == 1);
    assert_true(reuse.round_robin.intra[4] == 1); /* 8 to 15 lines: all nine of the other warp */
    trace_reuse_free(counter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_a_list), cmocka_unit_test(times_are_renewed),
        cmocka_unit_test(estimates_are_close),           cmocka_unit_test(orders_differ_in_distance),
        cmocka_unit_test(a_barrier_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
