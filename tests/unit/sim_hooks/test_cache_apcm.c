/* APCM: what type a load gets, from whom, and what becomes of its lines. */
#include "tests/unit/sim_hooks/scripted_cache.h"

static scripted_cache c;

enum { WATCHED = 7, OTHER = 9, FIRST = 1, SECOND = 2 };

/* The watched warp streams through `n` lines by load `pc`. */
static void stream(uint32_t pc, int64_t from, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        cache_load(&c, WATCHED, pc, from + i);
}

/* The watched warp asks for each of `n` lines twice. */
static void repeat(uint32_t pc, int64_t from, int64_t n)
{
    for (int64_t i = 0; i < 2 * n; i++)
        cache_load(&c, WATCHED, pc, from + i / 2);
}

static bool kept(uint16_t warp, uint32_t pc, int64_t line)
{
    cache_load(&c, warp, pc, line);
    return cache_has(&c, line);
}

static void a_streaming_load_bypasses_for_all_warps(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=16", 1, 4);
    stream(FIRST, 100, 15);
    assert_true(kept(OTHER, FIRST, 1)); /* not yet */
    assert_true(kept(WATCHED, FIRST, 2));
    assert_true(cache_figure(&c, "streaming_loads") == 1);
    assert_false(kept(WATCHED, FIRST, 3));
    assert_false(kept(OTHER, FIRST, 4));
    assert_true(kept(OTHER, SECOND, 5)); /* of a load that nobody has watched */
    cache_close(&c);
}

static void what_other_warps_repeat_is_not_watched(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=16", 1, 4);
    cache_load(&c, WATCHED, SECOND, 1);
    for (int i = 0; i < 100; i++)
        cache_load(&c, OTHER, FIRST, 50);
    stream(FIRST, 100, 16);
    assert_true(cache_figure(&c, "streaming_loads") == 1);
    cache_close(&c);
}

/* Tags of its own see reuse that the L1 does not: between two look-ups all lines have been replaced. */
static void pinned_lines_stay(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=16:patience=0", 1, 4);
    for (int64_t i = 0; i < 16; i++) {
        cache_load(&c, WATCHED, FIRST, 100 + i / 2);
        for (int64_t k = 0; k < 4; k++)
            cache_load(&c, OTHER, SECOND, 1000 + 4 * i + k);
    }
    assert_true(cache_figure(&c, "intra_loads") == 1);
    assert_true(kept(OTHER, FIRST, 1)); /* of whatever warp */
    for (int64_t line = 2000; line < 2100; line++)
        assert_true(kept(OTHER, SECOND, line));
    assert_true(cache_has(&c, 1));
    for (int64_t line = 2; line <= 4; line++)
        assert_true(kept(OTHER, FIRST, line));
    assert_false(kept(OTHER, SECOND, 3000)); /* no room beside four pins */
    assert_false(kept(OTHER, FIRST, 5));
    cache_close(&c);
}

static void each_patience_misses_end_a_pin(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=16:patience=3", 1, 2);
    repeat(FIRST, 100, 8);
    assert_true(kept(OTHER, FIRST, 1) && kept(OTHER, FIRST, 2));
    for (int64_t line = 10; line < 13; line++)
        assert_false(kept(OTHER, SECOND, line));
    assert_true(kept(OTHER, SECOND, 13)); /* in the place of the least recently used */
    assert_false(cache_has(&c, 1));
    assert_true(cache_has(&c, 2));
    assert_true(cache_figure(&c, "pins_ended") == 1);
    cache_close(&c);
}

/* Another warp uses what the watched one brought: neither bypass nor pin. */
static void lines_that_warps_share_are_left_alone(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=16", 1, 2);
    for (int64_t i = 0; i < 16; i++) {
        cache_load(&c, WATCHED, FIRST, 100 + i);
        cache_load(&c, OTHER, FIRST, 100 + i);
        cache_load(&c, OTHER, FIRST, 100 + i); /* a line counts once */
    }
    assert_true(cache_figure(&c, "inter_loads") == 1);
    for (int64_t line = 1; line < 20; line++)
        assert_true(kept(WATCHED, FIRST, line));
    assert_true(cache_figure(&c, "crowded_share") == 0);
    cache_close(&c);
}

static void both_kinds_of_reuse_are_mixed(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=16", 1, 4);
    for (int64_t i = 0; i < 16; i++) {
        cache_load(&c, WATCHED, FIRST, 100 + i / 2);
        cache_load(&c, OTHER, FIRST, 100 + i / 2);
    }
    assert_true(cache_figure(&c, "mixed_loads") == 1);
    cache_close(&c);
}

static void without_bypass_and_pin_it_is_lru(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=4:bypass=0:pin=0", 1, 2);
    stream(FIRST, 100, 8);
    repeat(SECOND, 200, 8);
    for (int64_t line = 1; line < 20; line++) {
        assert_true(kept(OTHER, FIRST, line));
        assert_true(line == 1 || cache_has(&c, line - 1));
    }
    cache_close(&c);
}

static void every_launch_begins_anew(void **state)
{
    (void)state;
    cache_open(&c, "apcm:sample=4", 1, 4);
    stream(FIRST, 100, 4);
    assert_false(kept(OTHER, FIRST, 1));
    c.policy->flush(c.state);
    assert_true(kept(OTHER, FIRST, 1));
    cache_close(&c);
}

static void an_l2_has_no_warp_to_watch(void **state)
{
    (void)state;
    policy_choice choice;
    poise_error err;
    void *made;
    const cache_host host = {.shape = {32, 4}, .level = 2};
    assert_int_equal(policy_choose(POLICY_CACHE, "apcm", &choice, &err), 0);
    assert_int_equal(cache_apcm.create(&host, choice.options, &made, &err), POISE_USAGE);
    policy_choice_free(&choice);
}

/* LRU order and pin of each line, 3 bits a set, the warp, 16 loads of 16 + 3 + 3 x 6, 64 tags of 24 + 6 + 4
 * + 2. */
static void storage(void **state)
{
    (void)state;
    cache_open(&c, "apcm", 32, 4);
    assert_int_equal((int)c.policy->life.storage_bits(c.state), 128 * 3 + 32 * 3 + 6 + 16 * 37 + 64 * 36);
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_streaming_load_bypasses_for_all_warps),
        cmocka_unit_test(what_other_warps_repeat_is_not_watched),
        cmocka_unit_test(pinned_lines_stay),
        cmocka_unit_test(each_patience_misses_end_a_pin),
        cmocka_unit_test(lines_that_warps_share_are_left_alone),
        cmocka_unit_test(both_kinds_of_reuse_are_mixed),
        cmocka_unit_test(without_bypass_and_pin_it_is_lru),
        cmocka_unit_test(every_launch_begins_anew),
        cmocka_unit_test(an_l2_has_no_warp_to_watch),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
