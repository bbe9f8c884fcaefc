/* Scores and targets: U1 scores equal the hand computation, U2 scaling there and back is the identity. */
#include "features/target.h"
#include "tests/folder.h"

#include <math.h>

static surface make_surface(uint32_t warps, double value)
{
    surface s;
    assert_int_equal(surface_create(&s, warps, NULL), POISE_OK);
    for (size_t i = 0; i < profile_points(warps); i++)
        s.value[i] = value;
    return s;
}

static void set(surface *s, uint32_t n, uint32_t p, double value)
{
    s->value[profile_point(n, p)] = value;
}

static void assert_score(const surface *score, uint32_t n, uint32_t p, double expected)
{
    double value = surface_at(score, n, p);
    if (!(fabs(value - expected) < 1e-12))
        fail_msg("score(%u,%u) is %.17g, not %.17g", n, p, value, expected);
}

/* All six points of three warps, each with other neighbours missing. */
static void scores_of_a_triangle_equal_hand_computation(void **state)
{
    (void)state;
    surface s = make_surface(3, NAN), score;
    set(&s, 1, 1, 1.0);
    set(&s, 2, 1, 1.1);
    set(&s, 2, 2, 1.3);
    set(&s, 3, 1, 0.8);
    set(&s, 3, 2, 1.6);
    set(&s, 3, 3, 1.0);
    assert_int_equal(target_score(&s, &score, NULL), POISE_OK);
    assert_score(&score, 1, 1, (1.0 + 0.5 * 1.1 + 0.25 * 1.3) / 1.75);
    assert_score(&score, 2, 1, (1.1 + 0.5 * (1.0 + 1.3 + 0.8) + 0.25 * 1.6) / 2.75);
    assert_score(&score, 2, 2, (1.3 + 0.5 * (1.1 + 1.6) + 0.25 * (1.0 + 0.8 + 1.0)) / 2.75);
    assert_score(&score, 3, 1, (0.8 + 0.5 * (1.1 + 1.6) + 0.25 * 1.3) / 2.25);
    assert_score(&score, 3, 2, (1.6 + 0.5 * (1.3 + 0.8 + 1.0) + 0.25 * 1.1) / 2.75);
    assert_score(&score, 3, 3, (1.0 + 0.5 * 1.6 + 0.25 * 1.3) / 1.75);
    surface_free(&score);
    surface_free(&s);
}

/* (4, 2) of five warps has all eight neighbours. */
static void score_of_a_full_3x3_neighbourhood(void **state)
{
    (void)state;
    surface s = make_surface(5, 100), score;
    double value = 1;
    for (uint32_t n = 3; n <= 5; n++) {
        for (uint32_t p = 1; p <= 3; p++)
            set(&s, n, p, value++);
    }
    assert_int_equal(target_score(&s, &score, NULL), POISE_OK);
    assert_score(&score, 4, 2, (5 + 0.5 * (2 + 4 + 6 + 8) + 0.25 * (1 + 3 + 7 + 9)) / 4);
    surface_free(&score);
    surface_free(&s);
}

/* Measured at N, p in {1, 3, 4}: the neighbour of 1 is 3. */
static void coarse_grids_use_the_next_measured_values(void **state)
{
    (void)state;
    surface s = make_surface(4, NAN), score;
    set(&s, 1, 1, 2.0);
    set(&s, 3, 1, 3.0);
    set(&s, 3, 3, 5.0);
    set(&s, 4, 1, 7.0);
    set(&s, 4, 3, 11.0);
    set(&s, 4, 4, 13.0);
    assert_int_equal(target_score(&s, &score, NULL), POISE_OK);
    assert_score(&score, 1, 1, (2.0 + 0.5 * 3.0 + 0.25 * 5.0) / 1.75);
    assert_score(&score, 3, 3, (5.0 + 0.5 * (3.0 + 11.0) + 0.25 * (2.0 + 7.0 + 13.0)) / 2.75);
    assert_true(isnan(surface_at(&score, 2, 1)));
    assert_true(isnan(surface_at(&score, 4, 2)));
    surface_free(&score);
    surface_free(&s);
}

/* As --grid adaptive leaves it: scores only where the neighbourhood is whole, also beside points on an axis.
 */
static void searched_surfaces_score_whole_neighbourhoods(void **state)
{
    (void)state;
    surface s = make_surface(8, NAN), score;
    for (uint32_t n = 2; n <= 4; n++) {
        for (uint32_t p = 1; p <= n; p++)
            set(&s, n, p, 10.0 * n + p);
    }
    set(&s, 1, 1, 5);
    set(&s, 8, 1, 90);
    set(&s, 8, 8, 100);
    assert_int_equal(target_score(&s, &score, NULL), POISE_OK);
    assert_score(&score, 1, 1, (5 + 0.5 * 21 + 0.25 * 22) / 1.75);
    assert_score(&score, 3, 2, (32 + 0.5 * (22 + 31 + 33 + 42) + 0.25 * (21 + 41 + 43)) / 3.75);
    for (uint32_t p = 1; p <= 4; p++)
        assert_true(isnan(surface_at(&score, 4, p))); /* nothing at N = 5 */
    assert_true(isnan(surface_at(&score, 8, 1)) && isnan(surface_at(&score, 8, 8)));
    surface_free(&score);
    surface_free(&s);
}

static void assert_target(const surface *s, const surface *score, uint32_t n, uint32_t p)
{
    uint32_t best_n, best_p;
    target_choose(s, score, &best_n, &best_p);
    assert_int_equal(best_n, n);
    assert_int_equal(best_p, p);
}

/* Figure 5.7 of the thesis in small: a good neighbourhood beats a lonely peak. */
static void neighbourhood_beats_peak(void **state)
{
    (void)state;
    surface s = make_surface(10, 1.0), score;
    set(&s, 9, 2, 1.5);
    for (uint32_t n = 4; n <= 6; n++) {
        for (uint32_t p = 2; p <= 4; p++)
            set(&s, n, p, 1.3);
    }
    assert_int_equal(target_score(&s, &score, NULL), POISE_OK);
    assert_target(&s, &score, 5, 3);
    surface_free(&score);
    surface_free(&s);
}

static void ties_prefer_speedup_then_n_then_p(void **state)
{
    (void)state;
    surface s = make_surface(4, 1.0), score = make_surface(4, 1.0);
    assert_target(&s, &score, 4, 4);
    set(&score, 4, 4, 0.9);
    assert_target(&s, &score, 4, 3); /* N before p */
    set(&s, 2, 1, 1.2);
    assert_target(&s, &score, 2, 1); /* speedup before N */
    set(&score, 1, 1, 1.1);
    assert_target(&s, &score, 1, 1); /* score before all */
    surface_free(&score);
    score = make_surface(4, NAN);
    assert_target(&s, &score, 0, 0);
    surface_free(&score);
    surface_free(&s);
}

static void targets_are_stretched(void **state)
{
    (void)state;
    assert_true(target_scale(5, 16, 24) == 7.5);
    assert_true(target_scale(8, 8, 24) == 24);
}

static void speedup_is_relative_to_all_warps(void **state)
{
    (void)state;
    sim_counters points[5] = {
        {0}, {.cycles = 200, .thread_insts = 1000}, {0}, {0}, {.cycles = 100, .thread_insts = 1000}};
    const profile_kernel kernel = {.warps = 2, .points = points};
    surface s;
    assert_int_equal(surface_speedup(&s, &kernel, NULL), POISE_OK);
    assert_true(surface_at(&s, 1, 1) == 0.5);
    assert_true(isnan(surface_at(&s, 2, 1))); /* not measured */
    assert_true(surface_at(&s, 2, 2) == 1);
    assert_true(isnan(surface_at(&s, 1, 2)) && isnan(surface_at(&s, 3, 1)) && isnan(surface_at(&s, 1, 0)));
    assert_int_equal(surface_least_p(&s), 1);
    surface_free(&s);
    points[profile_point(2, 0)] = (sim_counters){.cycles = 80, .thread_insts = 1000};
    assert_int_equal(surface_speedup(&s, &kernel, NULL), POISE_OK);
    assert_true(surface_at(&s, 2, 0) == 1.25);
    assert_int_equal(surface_least_p(&s), 0);
    surface_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_of_a_triangle_equal_hand_computation),
        cmocka_unit_test(score_of_a_full_3x3_neighbourhood),
        cmocka_unit_test(coarse_grids_use_the_next_measured_values),
        cmocka_unit_test(searched_surfaces_score_whole_neighbourhoods),
        cmocka_unit_test(neighbourhood_beats_peak),
        cmocka_unit_test(ties_prefer_speedup_then_n_then_p),
        cmocka_unit_test(targets_are_stretched),
        cmocka_unit_test(speedup_is_relative_to_all_warps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
