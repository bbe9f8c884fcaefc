/* Warp-tuples of a launch, against times computed by hand. */
#include "evaluate/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static history_recorder *recorder;

static int set_up(void **state)
{
    (void)state;
    recorder = history_recorder_new(2);
    if (recorder == NULL)
        return -1;
    history_recorder_begin(recorder, 8);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    history_recorder_free(recorder);
    return 0;
}

/* SM 0: {8,8} for 12,000 cycles, {1,1} for 12,000, {4,2} until the end at 100,000. SM 1 is never steered. */
static void times_equal_the_hand_computation(void **state)
{
    (void)state;
    evaluate_facts facts = {0};
    evaluate_history history;
    history_recorder_note(recorder, 0, 0, 64, 64); /* more than W count as W */
    history_recorder_note(recorder, 0, 12000, 1, 1);
    history_recorder_note(recorder, 0, 15000, 1, 1); /* no change */
    history_recorder_note(recorder, 0, 24000, 4, 2);
    assert_int_equal(history_recorder_end(recorder, 100000, &facts, &history, NULL), 0);
    assert_int_equal(facts.tuple_cycles, 100000);
    assert_int_equal(facts.tuple_n_cycles, 8 * 12000 + 1 * 12000 + 4 * 76000);
    assert_int_equal(facts.tuple_p_cycles, 8 * 12000 + 1 * 12000 + 2 * 76000);
    assert_int_equal(facts.search_cycles, 24000);
    assert_int_equal(facts.tuple_changes, 3);
    assert_int_equal(facts.tuple_changes_kept, 3);
    assert_int_equal(history.n, 3);
    assert_int_equal(history.changes[0].n, 8);
    assert_int_equal(history.changes[2].cycle, 24000);
    assert_int_equal(history.changes[2].p, 2);
    evaluate_history_free(&history);
}

/* A tuple that stays longer than the limit, or until the end, is no search. */
static void only_short_stays_are_search(void **state)
{
    (void)state;
    evaluate_facts facts = {0};
    evaluate_history history;
    history_recorder_note(recorder, 0, 0, 8, 8);
    history_recorder_note(recorder, 0, HISTORY_SEARCH + 1, 2, 1);
    history_recorder_note(recorder, 1, 0, 8, 8);
    history_recorder_note(recorder, 1, HISTORY_SEARCH, 2, 1);
    assert_int_equal(history_recorder_end(recorder, HISTORY_SEARCH + 10, &facts, &history, NULL), 0);
    assert_int_equal(facts.search_cycles, HISTORY_SEARCH);
    assert_int_equal(history.n, 4);
    assert_int_equal(history.changes[2].sm, 1); /* SM by SM */
    evaluate_history_free(&history);
}

static void changes_beyond_the_bound_are_counted(void **state)
{
    (void)state;
    evaluate_facts facts = {0};
    evaluate_history history;
    const uint32_t n = HISTORY_MOST_CHANGES + 5;
    for (uint32_t i = 0; i < n; i++)
        history_recorder_note(recorder, 1, i, 1 + i % 2, 1);
    assert_int_equal(history_recorder_end(recorder, n, &facts, &history, NULL), 0);
    assert_int_equal(facts.tuple_changes, n);
    assert_int_equal(facts.tuple_changes_kept, HISTORY_MOST_CHANGES);
    assert_int_equal(history.n, HISTORY_MOST_CHANGES);
    assert_int_equal(facts.tuple_cycles, n);
    evaluate_history_free(&history);
}

/* Nothing of a launch is left in the next. */
static void launches_are_apart(void **state)
{
    (void)state;
    evaluate_facts first = {0}, second = {0};
    evaluate_history history;
    history_recorder_note(recorder, 0, 5, 3, 2);
    assert_int_equal(history_recorder_end(recorder, 10, &first, &history, NULL), 0);
    evaluate_history_free(&history);
    history_recorder_begin(recorder, 8);
    assert_int_equal(history_recorder_end(recorder, 10, &second, &history, NULL), 0);
    assert_int_equal(history.n, 0);
    assert_int_equal(second.tuple_cycles, 0);
    assert_int_equal(first.tuple_cycles, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(times_equal_the_hand_computation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_short_stays_are_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changes_beyond_the_bound_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(launches_are_apart, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
