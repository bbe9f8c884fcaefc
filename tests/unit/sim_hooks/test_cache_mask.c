/* Do page walks go around the L2 where MASK says so? ([RA] 6.4.3) */
#include "tests/unit/sim_hooks/scripted_cache.h"

enum { SETS = 4, WAYS = 4 };

static void open_mask(scripted_cache *c, const char *string)
{
    cache_open_l2(c, string, SETS, WAYS);
    assert_int_equal((int)c->policy->life.gather(&c->state, 1, 0), 100000);
}

/* A read of a walk at `level`. Returns whether it went around. */
static bool walk(scripted_cache *c, uint8_t level, int64_t line)
{
    const mem_request request = {
        .address = line_address((uint64_t)line), .kind = MEM_TRANSLATION, .depth = level};
    const uint32_t around = c->around;
    (void)cache_ask(c, &request);
    return c->around != around;
}

/* Loads of which so many of a hundred hit. */
static void hundred_loads(scripted_cache *c, int hits)
{
    static int64_t fresh = 1 << 20;
    const int64_t hot = fresh += SETS; /* not one of the lines of walks */
    for (int i = 0; i < 101; i++)
        (void)cache_load(c, 0, 0, i <= hits ? hot : (fresh += SETS));
}

/* Reads of a level, all of lines that are new, as many as the warm-up. */
static void cold_walks(scripted_cache *c, uint8_t level)
{
    static int64_t fresh = 1 << 24;
    for (int i = 0; i < 100; i++)
        assert_false(walk(c, level, fresh += SETS));
}

/* Levels that hit less than data go around, those that hit more do not, each level by itself. */
static void levels_that_hit_less_go_around(void **state)
{
    (void)state;
    scripted_cache c;
    open_mask(&c, "mask");
    hundred_loads(&c, 50);
    (void)walk(&c, 1, 1);
    for (int i = 0; i < 99; i++)
        assert_false(walk(&c, 1, 1));
    cold_walks(&c, 4);
    assert_true(walk(&c, 4, 3));
    assert_true(walk(&c, 7, 3)); /* deeper levels are as the last */
    assert_false(walk(&c, 1, 1));
    assert_false(walk(&c, 2, 2));          /* has not been seen yet */
    assert_false(cache_load(&c, 0, 0, 3)); /* left no line */
    cache_close(&c);
}

/* Stores and atomics are data as loads are. */
static void stores_and_atomics_count(void **state)
{
    (void)state;
    static const mem_kind kinds[] = {MEM_STORE, MEM_ATOMIC};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        scripted_cache c;
        open_mask(&c, "mask");
        (void)cache_load(&c, 0, 0, 5);
        const mem_request request = {.address = line_address(5), .kind = (uint8_t)kinds[k]};
        for (int i = 0; i < 99; i++)
            (void)cache_ask(&c, &request);
        cold_walks(&c, 4);
        assert_true(walk(&c, 4, 3));
        cache_close(&c);
    }
}

/* Not before a hundred accesses of the level, and a hundred of data. */
static void warm_up(void **state)
{
    (void)state;
    scripted_cache c;
    open_mask(&c, "mask");
    cold_walks(&c, 4);
    assert_false(walk(&c, 4, 3));
    hundred_loads(&c, 50);
    assert_true(walk(&c, 4, 7));
    cache_close(&c);
}

/* Data that never hit let every walk look up: none is below. */
static void not_when_data_never_hit(void **state)
{
    (void)state;
    scripted_cache c;
    open_mask(&c, "mask");
    hundred_loads(&c, 0);
    cold_walks(&c, 4);
    assert_false(walk(&c, 4, 3));
    cache_close(&c);
}

/* One of 32 is looked up, takes no line, and changes nothing. */
static void samples_probe_only(void **state)
{
    (void)state;
    scripted_cache c;
    open_mask(&c, "mask");
    hundred_loads(&c, 50);
    cold_walks(&c, 4);
    uint32_t look_ups = c.look_ups, fills = c.fills;
    for (int i = 0; i < 320; i++)
        (void)walk(&c, 4, 1000 + i);
    assert_int_equal(c.look_ups - look_ups, 10);
    assert_int_equal(c.fills, fills);
    cache_close(&c);
    open_mask(&c, "mask:sample=0");
    hundred_loads(&c, 50);
    cold_walks(&c, 4);
    look_ups = c.look_ups;
    for (int i = 0; i < 320; i++)
        assert_true(walk(&c, 4, 1000 + i));
    assert_int_equal(c.look_ups, look_ups);
    cache_close(&c);
}

/* M-21: a level whose reads hit from now on is looked up within an epoch. */
static void a_level_that_hits_comes_back(void **state)
{
    (void)state;
    scripted_cache c;
    open_mask(&c, "mask");
    hundred_loads(&c, 50);
    cold_walks(&c, 3);
    assert_true(walk(&c, 3, 2));
    assert_int_equal((int)c.policy->life.gather(&c.state, 1, 100000), 100000); /* the epoch ends */
    hundred_loads(&c, 50);
    for (int i = 0; i < 200; i++)
        assert_false(walk(&c, 3, 2));
    cache_close(&c);
}

/* M-22: ten counters of 8 bytes for the GPU, beside those of lru. */
static void storage(void **state)
{
    (void)state;
    uint64_t mask = 0, lru = 0;
    for (uint32_t bank = 0; bank < 3; bank++) {
        const cache_host host = {.instance = {bank, 3}, .shape = {SETS, WAYS}, .level = 2, .sms = 2};
        scripted_cache c;
        cache_open_at(&c, "mask", &host);
        mask += c.policy->life.storage_bits(c.state);
        cache_close(&c);
        cache_open_at(&c, "lru", &host);
        lru += c.policy->life.storage_bits(c.state);
        cache_close(&c);
    }
    assert_int_equal((int)(mask - lru), 80 * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_and_atomics_count),
        cmocka_unit_test(levels_that_hit_less_go_around),
        cmocka_unit_test(warm_up),
        cmocka_unit_test(not_when_data_never_hit),
        cmocka_unit_test(samples_probe_only),
        cmocka_unit_test(a_level_that_hits_comes_back),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
