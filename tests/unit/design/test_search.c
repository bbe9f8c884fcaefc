/* The search on invented objectives, whose best points are known. */
#include "design/search.h"
#include "tests/test.h"

#include <math.h>

enum { KNOBS = 4, LEVELS = 3 };

/* What a test invents: the value of a point, and what it has asked for. */
typedef struct invention {
    double (*value)(const uint8_t *level);
    size_t asked, rounds;
    size_t fails_at; /* round that fails, 0 = none */
} invention;

/* Knob i costs i + 1 a level. */
static double area_of(const void *user, const design_point *point)
{
    double area = 0;
    (void)user;
    for (size_t i = 0; i < KNOBS; i++)
        area += (double)((i + 1) * point->level[i]);
    return area;
}

static int measure(void *user, design_visit *visits, size_t n, poise_error *err)
{
    invention *of = user;
    of->rounds++;
    if (of->rounds == of->fails_at)
        return poise_fail(err, POISE_INCOMPLETE, "interrupted");
    for (size_t i = 0; i < n; i++) {
        assert_true(isnan(visits[i].value)); /* nothing is measured twice */
        visits[i].value = of->value(visits[i].point.level);
    }
    of->asked += n;
    return POISE_OK;
}

static design_problem problem_of(invention *of, double budget)
{
    return (design_problem){.n_knobs = KNOBS,
                            .levels = {LEVELS, LEVELS, LEVELS, LEVELS},
                            .budget = budget,
                            .beam = 1,
                            .most = 81,
                            .least_gain = 0.01,
                            .area = area_of,
                            .measure = measure,
                            .user = of};
}

static design_search search_for(const design_problem *problem)
{
    design_search search;
    poise_error err = {0};
    if (design_search_run(&search, problem, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return search;
}

static void assert_levels(const design_visit *visit, unsigned a, unsigned b, unsigned c, unsigned d)
{
    const uint8_t expected[KNOBS] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
    assert_memory_equal(visit->point.level, expected, KNOBS);
}

/* ---- each knob by itself ---- */

static double separate(const uint8_t *level)
{
    return 1 + 0.1 * level[0] + 0.3 * level[1] + 0.02 * level[2];
}

static void best_of_separate_knobs_fills_the_budget(void **state)
{
    (void)state;
    invention of = {.value = separate};
    design_problem problem = problem_of(&of, 5);
    design_search search = search_for(&problem);
    assert_levels(&search.visits[0], 0, 0, 0, 0);
    assert_int_equal(search.visits[0].stage, DESIGN_BASE);
    assert_levels(&search.visits[search.chosen], 1, 2, 0, 0); /* 4 + 1 of 5 */
    assert_true(search.visits[search.chosen].value == separate(search.visits[search.chosen].point.level));
    assert_int_equal(search.n, of.asked);
    assert_false(search.is_cut);
    design_search_free(&search);
}

static void budget_of_nothing_leaves_the_base(void **state)
{
    (void)state;
    invention of = {.value = separate};
    design_problem problem = problem_of(&of, 0);
    design_search search = search_for(&problem);
    assert_int_equal(search.chosen, 0);
    assert_int_equal(search.best, 0);
    design_search_free(&search);
}

/* The base stands in the middle: what is given back may be spent. */
static double prefers_the_last(const uint8_t *level)
{
    return 1 + 0.5 * level[3] + 0.01 * level[0];
}

static void area_given_back_is_spent(void **state)
{
    (void)state;
    invention of = {.value = prefers_the_last};
    design_problem problem =
        problem_of(&of, 8); /* the area of (2, 1, 0, 1) and a step of the last knob less two */
    problem.start = (design_point){{2, 1, 0, 1}};
    design_search search = search_for(&problem);
    assert_levels(&search.visits[search.chosen], 0, 0, 0, 2);
    design_search_free(&search);
}

/* One machine is better than where ascent and descent both end, (1, 1, 0, 1), and two steps away: one down,
 * one up. */
static double two_steps_away(const uint8_t *level)
{
    const bool is_it = level[0] == 1 && level[1] == 0 && level[2] == 1 && level[3] == 1;
    return 1 + 0.05 * (level[0] > 0) + 0.3 * (level[1] > 0) + 0.02 * (level[3] > 0) + 0.5 * is_it;
}

static void one_knob_is_exchanged_for_another(void **state)
{
    (void)state;
    invention of = {.value = two_steps_away};
    design_problem problem = problem_of(&of, 8);
    design_search search = search_for(&problem);
    assert_levels(&search.visits[search.best], 1, 0, 1, 1);
    assert_int_equal(search.visits[search.best].stage, DESIGN_EXCHANGE);
    design_search_free(&search);
}

/* No point of the search but the way down from the top lies beyond the budget. */
static void only_the_descent_leaves_the_budget(void **state)
{
    (void)state;
    invention of = {.value = two_steps_away};
    design_problem problem = problem_of(&of, 8);
    design_search search = search_for(&problem);
    for (size_t i = 0; i < search.n; i++)
        assert_true(search.visits[i].area <= 8 || search.visits[i].stage == DESIGN_DESCENT);
    design_search_free(&search);
}

/* ---- together ---- */

/* Two knobs that help only together, as levels of a memory do whose queues push back. */
static double pairwise(const uint8_t *level)
{
    return 1 + (level[1] >= 1 && level[2] >= 1 ? 0.5 : 0);
}

static void a_pair_that_helps_only_together_is_found(void **state)
{
    (void)state;
    invention of = {.value = pairwise};
    design_problem problem = problem_of(&of, 6);
    design_search search = search_for(&problem);
    assert_levels(&search.visits[search.chosen], 0, 1, 1, 0);
    bool by_pairs = false;
    for (size_t i = 0; i < search.n; i++)
        by_pairs |= search.visits[i].stage == DESIGN_PAIRS && search.visits[i].value > 1.4;
    assert_true(by_pairs);
    design_search_free(&search);
}

/* A level that is worth nothing before one that is. */
static double late(const uint8_t *level)
{
    return 1 + 0.4 * (level[2] == 2);
}

static void a_level_without_worth_is_stepped_over(void **state)
{
    (void)state;
    invention of = {.value = late};
    design_problem problem = problem_of(&of, 6);
    design_search search = search_for(&problem);
    assert_levels(&search.visits[search.chosen], 0, 0, 2, 0);
    assert_int_equal(search.visits[search.chosen].stage, DESIGN_PAIRS);
    design_search_free(&search);
}

/* Three of them: neither a step nor a pair gains anything. */
static double triple(const uint8_t *level)
{
    return 1 + (level[0] >= 1 && level[1] >= 1 && level[3] >= 1 ? 0.5 : 0);
}

static void descent_finds_what_three_do_together(void **state)
{
    (void)state;
    invention of = {.value = triple};
    design_problem problem = problem_of(&of, 7);
    design_search search = search_for(&problem);
    assert_levels(&search.visits[search.chosen], 1, 1, 0, 1);
    assert_int_equal(search.visits[search.chosen].stage, DESIGN_DESCENT);
    design_search_free(&search);
}

/* A machine that does not exist is walked around. */
static double area_with_a_gap(const void *user, const design_point *point)
{
    return point->level[1] == 1 ? NAN : area_of(user, point);
}

static void machines_that_do_not_exist_are_left_out(void **state)
{
    (void)state;
    invention of = {.value = separate};
    design_problem problem = problem_of(&of, 5);
    problem.area = area_with_a_gap;
    design_search search = search_for(&problem);
    for (size_t i = 0; i < search.n; i++)
        assert_int_not_equal(search.visits[i].point.level[1], 1);
    assert_true(search.visits[search.chosen].value > 1);
    design_search_free(&search);
}

/* ---- what does not cost is taken away ---- */

static double saturates(const uint8_t *level)
{
    return 1 + 0.2 * (level[0] > 0) + 0.004 * level[2];
}

static void what_is_worth_nothing_is_trimmed(void **state)
{
    (void)state;
    invention of = {.value = saturates};
    design_problem problem = problem_of(&of, 20);
    problem.start = (design_point){{0, 1, 2, 1}};
    design_search search = search_for(&problem);
    assert_levels(&search.visits[search.chosen], 1, 0, 0, 0);
    assert_true(search.visits[search.best].value >= search.visits[search.chosen].value);
    assert_true(search.visits[search.best].value - search.visits[search.chosen].value <= problem.least_gain);
    design_search_free(&search);
}

/* ---- what is kept ---- */

/* The step of the first knob is the steepest, that of the last one has the highest value, and goes on. */
static double steep_and_long(const uint8_t *level)
{
    return 1 + 0.11 * level[0] + 0.3 * (level[3] > 0) + 0.5 * (level[3] > 0 && level[1] > 0);
}

static uint32_t round_of(const design_search *search, const design_point *point)
{
    for (size_t i = 0; i < search->n; i++) {
        if (memcmp(&search->visits[i].point, point, sizeof *point) == 0)
            return search->visits[i].round;
    }
    return 0;
}

static void a_beam_keeps_the_steepest_and_the_best(void **state)
{
    (void)state;
    const design_point beside_the_long = {{0, 1, 0, 1}}, beside_the_steep = {{2, 0, 0, 0}};
    for (size_t beam = 1; beam <= 2; beam++) {
        invention of = {.value = steep_and_long};
        design_problem problem = problem_of(&of, 6);
        problem.beam = beam;
        design_search search = search_for(&problem);
        assert_int_equal(round_of(&search, &beside_the_steep), 3); /* after the base and its steps */
        assert_true(round_of(&search, &beside_the_long) >= 3);
        assert_int_equal(round_of(&search, &beside_the_long) == 3, beam == 2);
        assert_levels(&search.visits[search.chosen], 0, 1, 0, 1);
        design_search_free(&search);
    }
}

static void no_more_machines_than_allowed(void **state)
{
    (void)state;
    for (size_t most = 1; most < 30; most++) {
        invention of = {.value = steep_and_long};
        design_problem problem = problem_of(&of, 6);
        problem.most = most;
        design_search search = search_for(&problem);
        assert_true(search.n <= most);
        assert_true(search.is_cut || search.n < most);
        assert_true(search.visits[search.chosen].area <= 6);
        design_search_free(&search);
    }
}

/* ---- failures, order ---- */

static void a_failure_ends_the_search(void **state)
{
    (void)state;
    for (size_t fails_at = 1; fails_at < 5; fails_at++) {
        invention of = {.value = separate, .fails_at = fails_at};
        design_problem problem = problem_of(&of, 5);
        design_search search;
        poise_error err = {0};
        assert_int_equal(design_search_run(&search, &problem, &err), POISE_INCOMPLETE);
        assert_string_equal(err.text, "interrupted");
        assert_int_equal(search.n, of.asked); /* whole rounds */
        design_search_free(&search);
    }
}

static void the_same_search_asks_for_the_same(void **state)
{
    (void)state;
    invention one = {.value = steep_and_long}, other = one;
    design_problem first = problem_of(&one, 6), second = problem_of(&other, 6);
    design_search a = search_for(&first), b = search_for(&second);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.visits, b.visits, a.n * sizeof *a.visits);
    design_search_free(&a);
    design_search_free(&b);
}

/* ---- Pareto front ---- */

static void front_has_what_nothing_beats(void **state)
{
    (void)state;
    const design_visit visits[] = {{.area = 0, .value = 1.0},  {.area = 2, .value = 1.2},
                                   {.area = 1, .value = 1.2},  {.area = 1, .value = 1.2},
                                   {.area = 3, .value = 1.1},  {.area = 5, .value = 1.5},
                                   {.area = -1, .value = 0.9}, {.area = 0, .value = 0.95}};
    size_t front[8];
    assert_int_equal(design_front(visits, 8, front), 4);
    assert_int_equal(front[0], 6);
    assert_int_equal(front[1], 0);
    assert_int_equal(front[2], 2); /* of equal points the first; 1 has more area */
    assert_int_equal(front[3], 5);
    assert_int_equal(design_front(visits, 0, front), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_of_separate_knobs_fills_the_budget),
        cmocka_unit_test(budget_of_nothing_leaves_the_base),
        cmocka_unit_test(area_given_back_is_spent),
        cmocka_unit_test(one_knob_is_exchanged_for_another),
        cmocka_unit_test(only_the_descent_leaves_the_budget),
        cmocka_unit_test(a_pair_that_helps_only_together_is_found),
        cmocka_unit_test(a_level_without_worth_is_stepped_over),
        cmocka_unit_test(descent_finds_what_three_do_together),
        cmocka_unit_test(machines_that_do_not_exist_are_left_out),
        cmocka_unit_test(what_is_worth_nothing_is_trimmed),
        cmocka_unit_test(a_beam_keeps_the_steepest_and_the_best),
        cmocka_unit_test(no_more_machines_than_allowed),
        cmocka_unit_test(a_failure_ends_the_search),
        cmocka_unit_test(the_same_search_asks_for_the_same),
        cmocka_unit_test(front_has_what_nothing_beats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
