/* Weak topological order: loops contiguous, their followers behind them, every node once. */
#include "capture/compiler/block_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MAX_NODES = 16 };

static void order(size_t n, const size_t *first, const size_t *successor, size_t *place)
{
    size_t ordered[MAX_NODES];
    capture_graph graph = {n, first, successor};
    assert_int_equal(capture_block_order(&graph, ordered, NULL), 0);
    for (size_t i = 0; i < n; i++)
        place[i] = MAX_NODES;
    for (size_t i = 0; i < n; i++) {
        assert_true(ordered[i] < n);
        assert_int_equal(place[ordered[i]], MAX_NODES); /* no node twice */
        place[ordered[i]] = i;
    }
}

/* if/else: both sides stand before the join. */
static void test_diamond(void **state)
{
    (void)state;
    const size_t first[] = {0, 2, 3, 4, 4}, successor[] = {1, 2, 3, 3};
    size_t place[MAX_NODES];
    order(4, first, successor, place);
    assert_int_equal(place[0], 0);
    assert_int_equal(place[3], 3);
}

/* 0 -> 1 <-> 2, 1 -> 3 and 0 -> 3: whatever the edge order, the exit 3 stands behind the whole loop. */
static void test_loop_before_exit(void **state)
{
    (void)state;
    const size_t first[] = {0, 2, 4, 5, 5}, successor[] = {3, 1, 3, 2, 1};
    size_t place[MAX_NODES];
    order(4, first, successor, place);
    assert_int_equal(place[0], 0);
    assert_int_equal(place[1], 1);
    assert_int_equal(place[2], 2);
    assert_int_equal(place[3], 3);
}

/* Nested loops: 0 -> 1 -> 2 <-> 3, 2 -> 4 -> 1, 4 -> 5. The inner loop {2, 3} is contiguous inside {1, 2, 3,
 * 4}. */
static void test_nested_loops(void **state)
{
    (void)state;
    const size_t first[] = {0, 1, 2, 4, 5, 7, 7}, successor[] = {1, 2, 4, 3, 2, 5, 1};
    size_t place[MAX_NODES];
    order(6, first, successor, place);
    assert_int_equal(place[1], 1);
    assert_int_equal(place[2], 2);
    assert_int_equal(place[3], 3);
    assert_int_equal(place[4], 4);
    assert_int_equal(place[5], 5);
}

/* An irreducible loop (two entries, 1 <-> 2) stays together: the exit 3 is behind both. */
static void test_irreducible_loop(void **state)
{
    (void)state;
    const size_t first[] = {0, 2, 4, 5, 5}, successor[] = {1, 2, 3, 2, 1};
    size_t place[MAX_NODES];
    order(4, first, successor, place);
    assert_int_equal(place[0], 0);
    assert_int_equal(place[3], 3);
}

static void test_unreachable_last(void **state)
{
    (void)state;
    const size_t first[] = {0, 1, 2, 2}, successor[] = {2, 2};
    size_t place[MAX_NODES];
    order(3, first, successor, place);
    assert_int_equal(place[0], 0);
    assert_int_equal(place[2], 1);
    assert_int_equal(place[1], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diamond),          cmocka_unit_test(test_loop_before_exit),
        cmocka_unit_test(test_nested_loops),     cmocka_unit_test(test_irreducible_loop),
        cmocka_unit_test(test_unreachable_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
