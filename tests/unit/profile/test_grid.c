/* The points that a sweep measures. */
#include "profile/profile.h"
#include "profile/sweep/grid.h"
#include "tests/folder.h"

#include <math.h>

static sweep_point points[PROFILE_MOST_POINTS];
static double speed[PROFILE_MOST_POINTS];

/* The first points of a kernel of which nothing is measured. */
static size_t first_points_from(uint32_t least_p, sweep_grid grid, uint32_t warps)
{
    for (size_t i = 0; i < PROFILE_MOST_POINTS; i++)
        speed[i] = NAN;
    return sweep_grid_next(grid, (sweep_plane){warps, least_p}, speed, points);
}

static size_t first_points(sweep_grid grid, uint32_t warps)
{
    return first_points_from(1, grid, warps);
}

static bool has(size_t n_points, uint32_t n, uint32_t p)
{
    for (size_t i = 0; i < n_points; i++) {
        if (points[i].n == n && points[i].p == p)
            return true;
    }
    return false;
}

static void full_grid_is_the_plane(void **state)
{
    (void)state;
    assert_int_equal(first_points(SWEEP_FULL, 24), 300); /* [S5.5.3] */
    for (uint32_t warps = 1; warps <= PROFILE_MAX_WARPS; warps++) {
        size_t n_points = first_points_from(0, SWEEP_FULL, warps);
        assert_int_equal(n_points, profile_points(warps));
        for (size_t i = 0; i < n_points; i++)
            assert_int_equal(profile_point(points[i].n, points[i].p), i);
        assert_int_equal(first_points(SWEEP_FULL, warps), n_points - warps);
    }
}

static void coarse_grid_is_as_documented(void **state)
{
    (void)state;
    static const uint32_t axis[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24};
    size_t n_points = first_points(SWEEP_COARSE, 24);
    assert_int_equal(n_points, 55);
    for (size_t i = 0; i < 10; i++) {
        for (size_t j = 0; j <= i; j++)
            assert_true(has(n_points, axis[i], axis[j]));
    }
    assert_int_equal(first_points_from(0, SWEEP_COARSE, 24), 55 + 10);
    for (size_t i = 0; i < 10; i++)
        assert_true(has(65, axis[i], 0));
}

static void reference_tuples_are_always_measured(void **state)
{
    (void)state;
    for (sweep_grid grid = SWEEP_FULL; grid <= SWEEP_ADAPTIVE; grid++) {
        for (uint32_t i = 0; i < 2 * PROFILE_MAX_WARPS; i++) {
            const sweep_plane plane = {i / 2 + 1, i % 2};
            size_t n_points = first_points_from(plane.least_p, grid, plane.warps);
            assert_true(n_points <= sweep_grid_most(grid, plane));
            assert_true(has(n_points, 1, 1));
            assert_true(has(n_points, plane.warps, plane.warps));
            assert_true(has(n_points, plane.warps, 0) == (plane.least_p == 0));
        }
    }
}

/* A fixed grid asks for all of its points at once, later for those that are still missing. */
static void what_is_measured_is_not_asked_for_again(void **state)
{
    (void)state;
    const sweep_plane plane = {24, 0};
    size_t n_points = first_points_from(0, SWEEP_COARSE, 24);
    assert_int_equal(n_points, sweep_grid_most(SWEEP_COARSE, plane));
    for (size_t i = 0; i < n_points; i++)
        speed[profile_point(points[i].n, points[i].p)] = 1;
    assert_int_equal(sweep_grid_next(SWEEP_COARSE, plane, speed, points), 0);
    speed[profile_point(8, 3)] = NAN;
    assert_int_equal(sweep_grid_next(SWEEP_COARSE, plane, speed, points), 1);
    assert_true(has(1, 8, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_grid_is_the_plane),
        cmocka_unit_test(coarse_grid_is_as_documented),
        cmocka_unit_test(reference_tuples_are_always_measured),
        cmocka_unit_test(what_is_measured_is_not_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
