/* adaptive_bypass: whose lines count, up and down, and who bypasses. */
#include "tests/unit/sim_hooks/scripted_cache.h"

static scripted_cache c;

enum { STREAM = 3, REUSER = 5 };

/* `n` lines of load `pc`, each asked for once. */
static void stream(uint32_t pc, int64_t n)
{
    static int64_t next = 1000;
    for (int64_t i = 0; i < n; i++)
        cache_load(&c, 0, pc, next++);
}

static void unused_lines_make_their_load_bypass(void **state)
{
    (void)state;
    cache_open(&c, "adaptive_bypass:threshold=4:chance=0", 1, 4);
    stream(STREAM, 8); /* four of them have left */
    assert_true(cache_figure(&c, "unused_share") == 1);
    assert_false(cache_load(&c, 0, STREAM, 1));
    assert_false(cache_has(&c, 1));
    assert_false(cache_load(&c, 0, REUSER, 2)); /* another load is kept */
    assert_true(cache_has(&c, 2));
    cache_close(&c);
}

static void seven_lost_lines_are_not_eight(void **state)
{
    (void)state;
    cache_open(&c, "adaptive_bypass:threshold=8:chance=0", 1, 4);
    stream(STREAM, 4 + 7);
    cache_load(&c, 0, STREAM, 1); /* is kept, and takes the eighth's place */
    assert_true(cache_has(&c, 1));
    cache_load(&c, 0, STREAM, 2);
    assert_false(cache_has(&c, 2));
    cache_close(&c);
}

static void hits_and_used_lines_speak_for_a_load(void **state)
{
    (void)state;
    cache_open(&c, "adaptive_bypass:threshold=4:chance=0", 1, 4);
    for (int64_t line = 0; line < 100; line++) {
        cache_load(&c, 0, REUSER, line);
        assert_true(cache_load(&c, 0, STREAM, line)); /* whoever hits */
    }
    assert_true(cache_figure(&c, "bypass_share") == 0);
    assert_true(cache_figure(&c, "unused_share") == 0);
    cache_close(&c);
}

/* Without them nothing would be learned about a load that bypasses. */
static void one_miss_in_chance_is_kept(void **state)
{
    (void)state;
    cache_open(&c, "adaptive_bypass:threshold=4:chance=8", 1, 4);
    stream(STREAM, 8);
    uint32_t kept = 0;
    for (int64_t line = 0; line < 80; line++) {
        cache_load(&c, 0, STREAM, line);
        kept += cache_has(&c, line);
    }
    assert_int_equal(kept, 10);
    cache_close(&c);
}

static void a_line_that_a_store_writes_says_nothing(void **state)
{
    (void)state;
    cache_open(&c, "adaptive_bypass:threshold=1:chance=0", 1, 4);
    cache_load(&c, 0, STREAM, 1);
    c.policy->evicted(c.state, 0, 0, 1, true);
    c.line[0] = CACHE_EMPTY;
    cache_load(&c, 0, STREAM, 2);
    assert_true(cache_has(&c, 2));
    cache_close(&c);
}

static void a_threshold_that_no_counter_reaches_is_refused(void **state)
{
    (void)state;
    policy_choice choice;
    poise_error err;
    void *made;
    assert_int_equal(policy_choose(POLICY_CACHE, "adaptive_bypass:threshold=16", &choice, &err), 0);
    assert_int_equal(cache_adaptive_bypass.create(&c.host, choice.options, &made, &err), POISE_USAGE);
    policy_choice_free(&choice);
}

/* LRU order, 128 counters of 4 bits, 7 + 2 bits a line, the turn among 32. */
static void storage(void **state)
{
    (void)state;
    cache_open(&c, "adaptive_bypass", 32, 4);
    assert_int_equal((int)c.policy->life.storage_bits(c.state), 128 * 2 + 128 * 4 + 128 * 9 + 5);
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unused_lines_make_their_load_bypass),
        cmocka_unit_test(seven_lost_lines_are_not_eight),
        cmocka_unit_test(hits_and_used_lines_speak_for_a_load),
        cmocka_unit_test(one_miss_in_chance_is_kept),
        cmocka_unit_test(a_line_that_a_store_writes_says_nothing),
        cmocka_unit_test(a_threshold_that_no_counter_reaches_is_refused),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
