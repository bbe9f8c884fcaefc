/* Does EAF insert lines as its authors say? (Seshadri et al., PACT 2012) */
#include "tests/unit/sim_hooks/scripted_cache.h"

static scripted_cache c;

static bool touch(int64_t line)
{
    return cache_load(&c, 0, 1, line);
}

/* Lines that are missed for the first time leave first, but for one in 64. */
static void new_lines_leave_first(void **state)
{
    (void)state;
    cache_open(&c, "eaf:lines=100000", 1, 16);
    for (int64_t line = 0; line < 16; line++)
        touch(line);
    uint32_t stayed = 0;
    for (int64_t line = 16; line < 16 + 6400; line++) {
        touch(line);
        touch(line + 100000);
        stayed += cache_ways_with(&c, line, line) != 0;
    }
    cache_close(&c);
    assert_in_range(stayed, 60, 145); /* 100 expected */
}

/* A line that was lost and is asked for again becomes the most recently used one of its set. */
static void lost_lines_come_back_to_stay(void **state)
{
    (void)state;
    cache_open(&c, "eaf:chance=1048576:lines=1000", 1, 4);
    for (int64_t line = 0; line < 6; line++)
        touch(line); /* 4 and 5 have passed through one way */
    assert_int_equal(cache_ways_with(&c, 5, 4), 0);
    assert_int_equal(__builtin_popcount(cache_ways_with(&c, 5, 5)), 1);
    touch(4);
    for (int64_t line = 10; line < 40; line++)
        touch(line);
    assert_int_not_equal(cache_ways_with(&c, 4, 4), 0);
    cache_close(&c);
}

/* As many lines as the cache has, then it begins anew: line 10 is the second that is lost, and is asked for
 * when three or four have been. */
static void a_full_filter_is_cleared(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++) {
        cache_open(&c, "eaf:chance=1048576", 1, 4);
        for (int64_t line = 0; line < 4; line++)
            touch(line);
        for (int64_t line = 10; line < 13 + full; line++)
            touch(line);
        assert_false(touch(10));
        touch(30);
        assert_int_equal(cache_ways_with(&c, 10, 10) != 0, !full);
        cache_close(&c);
    }
}

/* A working set of twice the cache, again and again: LRU has no hit, EAF keeps a part of it. */
static void thrashing_is_resisted(void **state)
{
    (void)state;
    uint32_t hits[2] = {0};
    static const char *const policies[] = {"lru", "eaf"};
    for (int i = 0; i < 2; i++) {
        cache_open(&c, policies[i], 16, 16);
        for (int pass = 0; pass < 40; pass++)
            for (int64_t line = 0; line < 2 * 16 * 16; line++)
                hits[i] += touch(line);
        cache_close(&c);
    }
    assert_int_equal(hits[0], 0);
    assert_true(hits[1] > 40 * 2 * 16 * 16 / 10);
}

/* Lines that are used again, beside a stream of those that are not: EAF keeps them, LRU does not. */
static void streams_do_not_displace_what_is_reused(void **state)
{
    (void)state;
    uint32_t hits[2] = {0};
    static const char *const policies[] = {"lru", "eaf"};
    for (int i = 0; i < 2; i++) {
        int64_t stream = 1 << 20;
        cache_open(&c, policies[i], 16, 8);
        for (int pass = 0; pass < 100; pass++) {
            for (int64_t line = 0; line < 64; line++) {
                hits[i] += touch(line);
                touch(stream++);
                touch(stream++);
            }
        }
        cache_close(&c);
    }
    assert_int_equal(hits[0], 0);
    assert_true(hits[1] > 64 * 100 * 3 / 4);
}

/* LRU order of 4096 lines of 16 ways, 8 bits a line, a number up to 4096. */
static void storage(void **state)
{
    (void)state;
    cache_open(&c, "eaf", 256, 16);
    assert_int_equal((int)c.policy->life.storage_bits(c.state), 4096 * 4 + 4096 * 8 + 13);
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_lines_leave_first),
        cmocka_unit_test(lost_lines_come_back_to_stay),
        cmocka_unit_test(a_full_filter_is_cleared),
        cmocka_unit_test(thrashing_is_resisted),
        cmocka_unit_test(streams_do_not_displace_what_is_reused),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
