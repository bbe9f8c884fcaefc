/* Do policies that know no warps insert lines as their authors say? DIP, RRIP, SHiP. */
#include "sim_hooks/cache/dueling.h"
#include "sim_hooks/cache/rrip.h"
#include "tests/unit/sim_hooks/scripted_cache.h"

static scripted_cache c;

static bool touch(int64_t line)
{
    return cache_load(&c, 0, 1, line);
}

/* Hits of `passes` over a working set of `lines`. */
static uint32_t hits_of(const char *policy, uint32_t passes, int64_t lines)
{
    uint32_t hits = 0;
    cache_open(&c, policy, 16, 16);
    for (uint32_t pass = 0; pass < passes; pass++)
        for (int64_t line = 0; line < lines; line++)
            hits += touch(line);
    cache_close(&c);
    return hits;
}

/* ---- dueling ---- */

/* So many sets lead by each rule, and only they move the counter. */
static void leaders_lead_and_followers_follow(void **state)
{
    (void)state;
    set_duel duel = duel_make(32, 2);
    uint32_t firsts = 0, seconds = 0;
    for (uint32_t set = 0; set < 32; set++) {
        duel.counter = 0;
        bool when_low = duel_takes_second(&duel, set);
        duel.counter = DUEL_MOST;
        bool when_high = duel_takes_second(&duel, set);
        firsts += !when_low && !when_high;
        seconds += when_low && when_high;
        duel.counter = DUEL_MIDDLE;
        duel_missed(&duel, set);
        assert_int_equal(duel.counter != DUEL_MIDDLE, when_low == when_high);
        assert_true(duel.counter == DUEL_MIDDLE || (duel.counter > DUEL_MIDDLE) == !when_low);
    }
    assert_int_equal(firsts, 2);
    assert_int_equal(seconds, 2);
}

static void a_duel_needs_two_sets(void **state)
{
    (void)state;
    set_duel duel = duel_make(1, 2);
    for (uint32_t i = 0; i < 3; i++)
        duel_missed(&duel, 0);
    assert_false(duel_takes_second(&duel, 0));
    duel = duel_make(2, 8);
    assert_false(duel_takes_second(&duel, 0));
    assert_true(duel_takes_second(&duel, 1));
}

/* ---- DIP ---- */

/* What does not fit keeps a part of itself; what fits loses nothing but the first pass. */
static void dip_follows_the_better_rule(void **state)
{
    (void)state;
    assert_int_equal(hits_of("lru", 40, 2 * 256), 0);
    assert_true(hits_of("dip", 40, 2 * 256) > 40 * 2 * 256 / 5);
    assert_int_equal(hits_of("dip", 40, 256), 39 * 256);
}

/* ---- RRIP ---- */

static void a_line_that_was_used_again_stays(void **state)
{
    (void)state;
    cache_open(&c, "srrip", 1, 4);
    for (int64_t line = 0; line < 4; line++)
        touch(line);
    assert_true(touch(2));
    for (int64_t line = 10; line < 14; line++)
        touch(line); /* LRU would have lost 2 */
    assert_true(cache_has(&c, 2));
    for (int64_t line = 20; line < 40; line++)
        touch(line);
    assert_false(cache_has(&c, 2)); /* it has grown old */
    cache_close(&c);
}

/* The oldest leaves, all grow older until one is distant, and those that may not leave do not. */
static void intervals_grow_until_one_is_distant(void **state)
{
    (void)state;
    uint8_t interval[4] = {1, 2, 0, 2};
    rrip_lines lines = {.shape = {1, 4}, .interval = interval};
    assert_int_equal(rrip_victim(&lines, 0, 0xf, NULL), 1);
    static const uint8_t older[4] = {2, 3, 1, 3};
    assert_memory_equal(interval, older, 4);
    assert_int_equal(rrip_victim(&lines, 0, 0xf, NULL), 1); /* asked again: the same */
    assert_memory_equal(interval, older, 4);
    assert_int_equal(rrip_victim(&lines, 0, 0x5, NULL), 0);
    static const uint8_t some_older[4] = {3, 3, 2, 3};
    assert_memory_equal(interval, some_older, 4);
}

static void drrip_follows_the_better_rule(void **state)
{
    (void)state;
    uint32_t srrip = hits_of("srrip", 40, 2 * 256), drrip = hits_of("drrip", 40, 2 * 256);
    assert_int_equal(srrip, 0);
    assert_true(drrip > 40 * 2 * 256 / 5);
    assert_int_equal(hits_of("drrip", 40, 256), 39 * 256);
}

/* ---- SHiP ---- */

/* A stream of one instruction beside lines that another uses again, each as far apart as the cache is large:
 * SHiP knows the stream by its instruction. */
static uint32_t hits_beside_a_stream(const char *policy)
{
    uint32_t hits = 0;
    int64_t stream = 1 << 20;
    cache_open(&c, policy, 16, 8);
    for (int pass = 0; pass < 100; pass++) {
        for (int64_t line = 0; line < 64; line++) {
            hits += cache_load(&c, 0, 7, line);
            for (int i = 0; i < 4; i++)
                cache_load(&c, 0, 8, stream++);
        }
    }
    cache_close(&c);
    return hits;
}

static void streams_are_known_by_their_instruction(void **state)
{
    (void)state;
    uint32_t lru = hits_beside_a_stream("lru"), ship = hits_beside_a_stream("ship");
    assert_int_equal(lru, 0);
    assert_true(ship > 64 * 100 * 3 / 4);
    assert_true(hits_beside_a_stream("ship:entries=1") < ship / 2); /* both share a counter */
}

static void ship_tells_how_many_were_distant(void **state)
{
    (void)state;
    cache_open(&c, "ship", 1, 4);
    for (int64_t line = 0; line < 4; line++)
        touch(line);
    assert_true(cache_figure(&c, "distant_share") == 0);
    touch(5); /* in the place of one that nobody used */
    assert_true(cache_figure(&c, "distant_share") == 1 / 5.0);
    cache_close(&c);
}

static void storage(void **state)
{
    (void)state;
    static const struct {
        const char *policy;
        int bits;
    } cases[] = {{"dip", 4096 * 4 + 10},
                 {"srrip", 4096 * 2},
                 {"drrip", 4096 * 2 + 10},
                 {"ship", 4096 * (2 + 14 + 1) + 16384 * 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cache_open(&c, cases[i].policy, 256, 16);
        assert_int_equal((int)c.policy->life.storage_bits(c.state), cases[i].bits);
        cache_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaders_lead_and_followers_follow),
        cmocka_unit_test(a_duel_needs_two_sets),
        cmocka_unit_test(dip_follows_the_better_rule),
        cmocka_unit_test(a_line_that_was_used_again_stays),
        cmocka_unit_test(intervals_grow_until_one_is_distant),
        cmocka_unit_test(drrip_follows_the_better_rule),
        cmocka_unit_test(streams_are_known_by_their_instruction),
        cmocka_unit_test(ship_tells_how_many_were_distant),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
