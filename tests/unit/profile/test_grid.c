/* The points that a sweep measures. */
#include "profile/profile.h"
#include "profile/sweep/grid.h"
#include "tests/folder.h"

static sweep_point points[PROFILE_MAX_WARPS * (PROFILE_MAX_WARPS + 1) / 2];

static bool has(size_t n_points, uint32_t n, uint32_t p)
{
    for (size_t i = 0; i < n_points; i++) {
        if (points[i].n == n && points[i].p == p)
            return true;
    }
    return false;
}

static void full_grid_is_the_triangle(void **state)
{
    (void)state;
    assert_int_equal(sweep_grid_points(SWEEP_FULL, 24, points), 300); /* poise.md section 5 */
    for (uint32_t warps = 1; warps <= PROFILE_MAX_WARPS; warps++) {
        size_t n_points = sweep_grid_points(SWEEP_FULL, warps, points);
        assert_int_equal(n_points, profile_points(warps));
        for (size_t i = 0; i < n_points; i++)
            assert_int_equal(profile_point(points[i].n, points[i].p), i);
    }
}

static void coarse_grid_is_as_documented(void **state)
{
    (void)state;
    static const uint32_t axis[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24};
    size_t n_points = sweep_grid_points(SWEEP_COARSE, 24, points);
    assert_int_equal(n_points, 55);
    for (size_t i = 0; i < 10; i++) {
        for (size_t j = 0; j <= i; j++)
            assert_true(has(n_points, axis[i], axis[j]));
    }
}

static void reference_tuples_are_always_measured(void **state)
{
    (void)state;
    for (uint32_t warps = 1; warps <= PROFILE_MAX_WARPS; warps++) {
        size_t n_points = sweep_grid_points(SWEEP_COARSE, warps, points);
        assert_true(n_points <= profile_points(warps));
        assert_true(has(n_points, 1, 1));
        assert_true(has(n_points, warps, warps));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_grid_is_the_triangle),
        cmocka_unit_test(coarse_grid_is_as_documented),
        cmocka_unit_test(reference_tuples_are_always_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
