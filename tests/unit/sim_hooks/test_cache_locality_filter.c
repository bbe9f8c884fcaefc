/* locality_filter: a line enters when it is asked for again while the filter remembers it. */
#include "tests/unit/sim_hooks/scripted_cache.h"

static scripted_cache c;

static bool kept(int64_t line)
{
    cache_load(&c, 0, 1, line);
    return cache_has(&c, line);
}

/* A set of two ways, full of lines that nobody asks for again. */
static void open_full(const char *policy)
{
    cache_open(&c, policy, 1, 2);
    assert_true(kept(1000)); /* empty lines are taken at once */
    assert_true(kept(1001));
}

static void the_second_time_is_kept(void **state)
{
    (void)state;
    open_full("locality_filter:reuses=1");
    assert_false(kept(1));
    assert_true(kept(1));
    cache_close(&c);
}

static void short_distances_only(void **state)
{
    (void)state;
    for (int64_t others = 3; others <= 4; others++) {
        open_full("locality_filter:tags=4:reuses=1");
        assert_false(kept(1));
        for (int64_t i = 0; i < others; i++)
            assert_false(kept(10 + i));
        assert_int_equal(kept(1), others == 3);
        cache_close(&c);
    }
}

static void as_many_repetitions_as_asked_for(void **state)
{
    (void)state;
    open_full("locality_filter");
    for (int i = 0; i < 3; i++)
        assert_false(kept(1));
    assert_true(kept(1));
    cache_close(&c);
}

static void a_lost_line_is_remembered(void **state)
{
    (void)state;
    open_full("locality_filter:reuses=1");
    assert_false(kept(1));
    assert_true(kept(1)); /* in place of 1000 */
    assert_false(cache_has(&c, 1000));
    assert_true(kept(1000));
    assert_true(cache_figure(&c, "bypass_share") == 1.0 / 5);
    cache_close(&c);
}

static void a_flush_empties_the_lines(void **state)
{
    (void)state;
    open_full("locality_filter:reuses=1");
    c.policy->flush(c.state);
    c.line[0] = c.line[1] = CACHE_EMPTY;
    assert_true(kept(1));
    assert_true(kept(2));
    assert_false(kept(3));
    cache_close(&c);
}

/* LRU order and a bit for each line; of 12 tags a set 24 bits, 1, 4 for their order, a count of 2. */
static void storage(void **state)
{
    (void)state;
    cache_open(&c, "locality_filter", 32, 4);
    assert_int_equal((int)c.policy->life.storage_bits(c.state), 128 * 3 + 32 * 12 * (24 + 1 + 4 + 2));
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_time_is_kept),          cmocka_unit_test(short_distances_only),
        cmocka_unit_test(as_many_repetitions_as_asked_for), cmocka_unit_test(a_lost_line_is_remembered),
        cmocka_unit_test(a_flush_empties_the_lines),        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
