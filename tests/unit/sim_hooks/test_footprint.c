/* Lines that warps ask for at a time (poise_footprint.h). */
#include "sim_hooks/sched/poise_footprint.h"
#include "tests/test.h"

static void look_up(poise_footprint *footprint, uint32_t times, sched_outcome outcome, bool intra)
{
    for (uint32_t i = 0; i < times; i++)
        poise_footprint_count(footprint,
                              &(sched_access){.outcome = outcome, .intra = intra, .first = i == 0});
}

static void what_others_brought_takes_no_line(void **unused)
{
    (void)unused;
    poise_footprint footprint = {0}, sum = {0};
    look_up(&footprint, 5, SCHED_MISS, false);
    look_up(&footprint, 3, SCHED_HIT, true);
    look_up(&footprint, 7, SCHED_HIT, false);
    look_up(&footprint, 9, SCHED_MERGED, false);
    assert_int_equal(footprint.executions, 4);
    assert_int_equal(footprint.lines, 8);
    poise_footprint_add(&sum, &footprint);
    poise_footprint_add(&sum, &footprint);
    assert_int_equal(sum.executions, 8);
    assert_int_equal(sum.lines, 16);
}

/* Two lines a load. */
static void lines_of_all_warps_are_compared_with_those_of_the_l1(void **unused)
{
    (void)unused;
    const poise_footprint footprint = {.executions = 50, .lines = 100};
    assert_true(poise_footprint_reaches(&footprint, 64, 128, 1000));
    assert_false(poise_footprint_reaches(&footprint, 64, 128, 1001));
    assert_false(poise_footprint_reaches(&footprint, 63, 128, 1000));
    assert_false(poise_footprint_reaches(&footprint, 64, 129, 1000));
}

static void without_loads_nothing_is_asked_for(void **unused)
{
    (void)unused;
    assert_false(poise_footprint_reaches(&(poise_footprint){0}, 64, 128, 0));
}

/* Counts of a long look on a large machine, and the largest L1. */
static void products_fit(void **unused)
{
    (void)unused;
    const poise_footprint footprint = {.executions = 1000000, .lines = 32000000};
    assert_true(poise_footprint_reaches(&footprint, 64, 2048, 1000));
    assert_false(poise_footprint_reaches(&footprint, 63, 2048, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_others_brought_takes_no_line),
        cmocka_unit_test(lines_of_all_warps_are_compared_with_those_of_the_l1),
        cmocka_unit_test(without_loads_nothing_is_asked_for),
        cmocka_unit_test(products_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
