/* Do lines of different warps leave in the order that MeDiC says? ([RA] 4.3.3) */
#include "tests/unit/sim_hooks/medic_script.h"

enum { HIT_WARP = 1, BALANCED_WARP, MISS_WARP };

static void open_insertion(const char *string)
{
    open_policy(string, 1, 16);
    profile(HIT_WARP, 30, 30);
    profile(BALANCED_WARP, 30, 15);
    profile(MISS_WARP, 30, 3);
    for (int i = 0; i < 16; i++)
        ask(HIT_WARP, MEM_LOAD, fresh++);
}

/* Insertions of lines of HIT_WARP until a line of `warp` has gone. */
static uint32_t stays_for(const char *string, uint16_t warp)
{
    open_insertion(string);
    int64_t line = fresh++;
    ask(warp, MEM_LOAD, line);
    uint32_t insertions = 0;
    while (cache_has(&c, line)) {
        ask(HIT_WARP, MEM_LOAD, fresh++);
        insertions++;
    }
    cache_close(&c);
    return insertions;
}

static void types_decide_where_a_line_comes_in(void **state)
{
    (void)state;
    assert_int_equal(stays_for("wip", MISS_WARP), 1);
    assert_int_equal(stays_for("wip", BALANCED_WARP), 8);
    assert_int_equal(stays_for("wip", HIT_WARP), 16);
    assert_int_equal(stays_for("medic", BALANCED_WARP), 8);
    assert_int_equal(stays_for("medic", MISS_WARP), 0);                   /* it goes around */
    assert_int_equal(stays_for("wbyp:mostly_miss=0", BALANCED_WARP), 16); /* types insert nothing here */
}

/* A line that hits moves to the front. */
static void a_hit_makes_the_line_the_last_to_leave(void **state)
{
    (void)state;
    open_insertion("wip");
    int64_t line = fresh++;
    ask(MISS_WARP, MEM_LOAD, line);
    assert_true(ask(BALANCED_WARP, MEM_LOAD, line));
    for (int i = 0; i < 15; i++)
        ask(HIT_WARP, MEM_LOAD, fresh++);
    assert_true(cache_has(&c, line));
    cache_close(&c);
}

/* Of residents of all types, in any order, those of mostly-miss warps leave first, then balanced ones. */
static void classes_leave_one_after_the_other(void **state)
{
    (void)state;
    static const uint16_t order[16] = {1, 3, 2, 2, 3, 1, 1, 2, 3, 3, 2, 1, 2, 1, 3, 2};
    open_policy("wip:mode=class", 1, 16);
    profile(HIT_WARP, 30, 30);
    profile(BALANCED_WARP, 30, 15);
    profile(MISS_WARP, 30, 0);
    uint32_t left[4] = {0}, of_warp[4] = {0};
    for (int64_t i = 0; i < 16; i++) {
        ask(order[i], MEM_LOAD, i);
        of_warp[order[i]]++;
    }
    for (int i = 0; i < 15; i++) {
        ask(HIT_WARP, MEM_LOAD, fresh++);
        memset(left, 0, sizeof left);
        for (int64_t line = 0; line < 16; line++)
            left[order[line]] += !cache_has(&c, line);
        if (left[BALANCED_WARP])
            assert_int_equal(left[MISS_WARP], of_warp[MISS_WARP]);
        if (left[HIT_WARP])
            assert_int_equal(left[BALANCED_WARP], of_warp[BALANCED_WARP]);
    }
    assert_true(left[HIT_WARP] > 0);
    cache_close(&c);
}

/* Lines of a mostly-hit warp that is gone make way for a stream of others in the end. */
static void classes_do_not_keep_lines_for_ever(void **state)
{
    (void)state;
    open_insertion("wip:mode=class");
    for (int i = 0; i < 16 * 4 * 2 + 16; i++)
        ask(MISS_WARP, MEM_LOAD, fresh++);
    uint32_t old = 0;
    for (uint32_t way = 0; way < 16; way++)
        old += c.line[way] < (1 << 20) + 16;
    assert_int_equal(old, 0);
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_decide_where_a_line_comes_in),
        cmocka_unit_test(a_hit_makes_the_line_the_last_to_leave),
        cmocka_unit_test(classes_leave_one_after_the_other),
        cmocka_unit_test(classes_do_not_keep_lines_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
