/* Does CCWS admit exactly the warps that its rules name? (Rogers et
 * al., MICRO 2012, section 3.3, Eq 1) */
#include "tests/unit/sim_hooks/script.h"

enum { ALL_FOUR = 0xf };

/* The warps among `warps` that may load. */
static uint64_t loading(const script *s, uint64_t warps)
{
    return s->rights[0].load & warps;
}

/* Warp `warp` misses a line that it had brought in and lost. */
static void lose_and_miss(script *s, uint32_t warp, uint64_t cycle, uint64_t line)
{
    script_evict(s, warp, cycle, line);
    script_access(s, warp, cycle, 7, line, SCHED_MISS, warp, true);
}

/* Four warps after 100 instructions; warp 3 has hit its victim tags nine times, but has fallen back to BASE;
 * then warp 2 hits for the tenth time in cycle 10000. */
static void ten_hits_in_hundred(script *s)
{
    script_begin_warps(s, 4);
    for (uint32_t i = 0; i < 100; i++)
        script_issue(s, i % 4, 1, i, SCHED_OTHER, ~0u);
    for (uint32_t i = 0; i < 9; i++)
        lose_and_miss(s, 3, 2, 100 + i);
    (void)s->policy->tick(s->state, 0, 9999);
    assert_int_equal(loading(s, ALL_FOUR), ALL_FOUR);
    lose_and_miss(s, 2, 10000, 500);
}

/* S8: BASE 100, cutoff 400, LLDS 10 / 100 * 8 * 400 = 320. */
static void admitted_sets_of_the_worked_example(void **state)
{
    (void)state;
    static const struct {
        uint32_t score;
        uint64_t warps;
    } expected[] = {{320, 0x5}, {300, 0x5}, {299, 0x7}, {200, 0x7}, {199, 0xf}, {100, 0xf}};
    script s;
    script_open(&s, "ccws");
    ten_hits_in_hundred(&s);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        (void)s.policy->tick(s.state, 0, 10000 + 320 - expected[i].score);
        assert_int_equal(loading(&s, ALL_FOUR), expected[i].warps);
        assert_int_equal(s.rights[0].issue, ~0ull); /* everything but loads is free */
    }
    assert_true(script_figure(&s, "vta_hits") == 10);
    script_close(&s);
}

static void sms_are_independent(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws");
    ten_hits_in_hundred(&s);
    assert_int_equal(s.rights[1].load, ~0ull);
    script_close(&s);
}

/* The lower number goes first at equal scores, the highest score before all. */
static void ties_go_to_the_lower_number(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws");
    ten_hits_in_hundred(&s);
    lose_and_miss(&s, 1, 10000, 600); /* LLDS 11 / 100 * 8 * 400 = 352 */
    assert_int_equal(loading(&s, ALL_FOUR), 0x6);
    script_close(&s);
}

/* Only tags of the own warp count, only misses of loads, and a store takes the tag away. */
static void only_own_lost_lines_count(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws");
    script_begin_warps(&s, 4);
    script_issue(&s, 0, 1, 0, SCHED_LOAD_GLOBAL, ~0u);
    script_evict(&s, 0, 2, 40);
    script_access(&s, 1, 3, 0, 40, SCHED_MISS, 1, true); /* another warp */
    script_access(&s, 0, 3, 0, 40, SCHED_HIT, 1, true);
    script_access(&s, 0, 3, 0, 40, SCHED_MERGED, 1, true);
    script_access(&s, 0, 3, 0, 41, SCHED_MISS, 0, true);
    assert_true(script_figure(&s, "vta_hits") == 0);
    script_access(&s, 0, 3, 0, 40, SCHED_MISS, 0, true);
    script_access(&s, 0, 4, 0, 40, SCHED_MISS, 0, true); /* the tag stays */
    assert_true(script_figure(&s, "vta_hits") == 2);
    script_store(&s, 3, 5, 40);
    script_access(&s, 0, 6, 0, 40, SCHED_MISS, 0, true);
    assert_true(script_figure(&s, "vta_hits") == 2);
    script_close(&s);
}

/* A set of 8 tags keeps the last 8 lines that map to it: even and odd line numbers in 2 sets. */
static void tags_leave_first_in_first_out(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws:k=0");
    script_begin_warps(&s, 1);
    for (uint64_t line = 0; line < 18; line += 2)
        script_evict(&s, 0, 1, line);
    script_access(&s, 0, 2, 0, 2, SCHED_MISS, 0, true); /* found, and not renewed by that */
    script_access(&s, 0, 2, 0, 0, SCHED_MISS, 0, true); /* pushed out by line 16 */
    assert_true(script_figure(&s, "vta_hits") == 1);
    script_evict(&s, 0, 3, 18); /* pushes line 2 out */
    script_access(&s, 0, 4, 0, 2, SCHED_MISS, 0, true);
    assert_true(script_figure(&s, "vta_hits") == 1);
    script_evict(&s, 0, 5, 1); /* the other set */
    script_access(&s, 0, 6, 0, 18, SCHED_MISS, 0, true);
    assert_true(script_figure(&s, "vta_hits") == 2);
    script_close(&s);
}

/* The cutoff falls with the warps that end, and the first of the ranking is always admitted. */
static void ended_warps_do_not_count(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws");
    ten_hits_in_hundred(&s);
    script_end_warp(&s, 3, 10000);
    script_end_warp(&s, 0, 10000);
    assert_int_equal(loading(&s, 0x6), 0x4); /* cutoff 200, score 320 */
    script_end_warp(&s, 2, 10000);
    assert_int_equal(loading(&s, 0x2), 0x2);
    script_close(&s);
}

/* Warp 0 ends and another one takes its place; then warp 2 has LLDS 7 / 100 * 8 * 400 = 224 points. */
static void a_place_is_taken(script *s, const char *policy)
{
    script_open(s, policy);
    script_begin_warps(s, 4);
    script_end_warp(s, 0, 1);
    const sched_place again = script_place(0, 2);
    s->policy->warp_begin(s->state, &again);
    for (uint32_t n = 0; n < 100; n++)
        script_issue(s, 0, 3, n, SCHED_OTHER, ~0u);
    for (uint32_t n = 0; n < 7; n++)
        lose_and_miss(s, 2, 4, 100 + n);
}

/* A new warp begins with BASE; in the authors' simulator with nothing, until it uses the L1. */
static void released_code_starts_new_warps_at_nothing(void **state)
{
    (void)state;
    script s;
    a_place_is_taken(&s, "ccws");
    assert_int_equal(loading(&s, ALL_FOUR), 0x7); /* 224 + 100 + 100 */
    script_close(&s);
    a_place_is_taken(&s, "ccws:released=1");
    assert_int_equal(loading(&s, ALL_FOUR), 0xe); /* the place of warp 0, which has 0, is left to warp 3 */
    script_access(&s, 0, 4, 0, 9, SCHED_HIT, 1, true);
    (void)s.policy->tick(s.state, 0, 5);
    assert_int_equal(loading(&s, ALL_FOUR), 0x7);
    script_close(&s);
    a_place_is_taken(&s, "ccws:released=1");
    script_store(&s, 0, 4, 9);
    (void)s.policy->tick(s.state, 0, 5);
    assert_int_equal(loading(&s, ALL_FOUR), 0x7);
    script_close(&s);
}

/* A load that merges with a miss in flight is a miss in the authors' simulator. */
static void released_code_counts_merges(void **state)
{
    (void)state;
    static const char *const policies[] = {"ccws", "ccws:released=1"};
    for (size_t i = 0; i < 2; i++) {
        script s;
        script_open(&s, policies[i]);
        script_begin_warps(&s, 2);
        script_issue(&s, 0, 1, 0, SCHED_LOAD_GLOBAL, ~0u);
        script_evict(&s, 0, 2, 40);
        script_access(&s, 0, 3, 0, 40, SCHED_MERGED, 1, true);
        assert_true(script_figure(&s, "vta_hits") == (double)i);
        script_close(&s);
    }
}

/* Many instructions without lost locality lower the cap, 10 / 10000 * 8 * 400, and with it the score of warp
 * 2 before it has fallen by itself. */
static void released_code_caps_falling_scores(void **state)
{
    (void)state;
    static const struct {
        const char *policy;
        uint64_t expected;
    } cases[] = {{"ccws", 0x5}, {"ccws:released=1", 0xf}};
    for (size_t i = 0; i < 2; i++) {
        script s;
        script_open(&s, cases[i].policy);
        ten_hits_in_hundred(&s);
        for (uint32_t n = 0; n < 9900; n++)
            script_issue(&s, 0, 10001, n, SCHED_OTHER, ~0u);
        (void)s.policy->tick(s.state, 0, 10008);
        assert_int_equal(loading(&s, ALL_FOUR), cases[i].expected);
        script_close(&s);
    }
}

/* 32 SMs of 48 warps: scores, totals, tags with FIFO pointers, owners of 128 lines, rights. */
static void storage_is_counted(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws:score_bits=10");
    const uint64_t per_sm = 48 * 10 + 64 + 48 * (16 * 40 + 2 * 3) + 128 * 6 + 48;
    assert_int_equal(s.policy->life.storage_bits(s.state), SCRIPT_SMS * per_sm);
    script_close(&s);
}

static void odd_tables_are_refused(void **state)
{
    (void)state;
    script s;
    script_open(&s, "ccws");
    policy_choice choice;
    poise_error err;
    void *made = NULL;
    assert_int_equal(policy_choose(POLICY_SCHED, "ccws:vta_entries=12", &choice, &err), POISE_OK);
    assert_int_equal(s.policy->create(&s.host, choice.options, &made, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "vta_entries (12)"));
    policy_choice_free(&choice);
    script_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(admitted_sets_of_the_worked_example),
        cmocka_unit_test(sms_are_independent),
        cmocka_unit_test(ties_go_to_the_lower_number),
        cmocka_unit_test(only_own_lost_lines_count),
        cmocka_unit_test(tags_leave_first_in_first_out),
        cmocka_unit_test(ended_warps_do_not_count),
        cmocka_unit_test(released_code_starts_new_warps_at_nothing),
        cmocka_unit_test(released_code_counts_merges),
        cmocka_unit_test(released_code_caps_falling_scores),
        cmocka_unit_test(storage_is_counted),
        cmocka_unit_test(odd_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
