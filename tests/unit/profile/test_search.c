/* The search for the best score: on surfaces whose optimum is known it finds it, with few points. */
#include "profile/score.h"
#include "profile/sweep/grid.h"
#include "profile/sweep/search.h"
#include "tests/folder.h"

#include <math.h>

typedef double (*shape)(double n, double p, double warps);

/* A surface, what a search has asked for, and how often. */
typedef struct trial {
    uint32_t warps, least_p;
    double truth[PROFILE_MOST_POINTS], known[PROFILE_MOST_POINTS];
    size_t n_points, n_rounds;
} trial;

static trial t;

static void begin(shape f, uint32_t warps, uint32_t least_p)
{
    t = (trial){.warps = warps, .least_p = least_p};
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            t.truth[profile_point(n, p)] = f(n, p, warps);
            t.known[profile_point(n, p)] = NAN;
        }
    }
}

static bool is_known(uint32_t n, uint32_t p)
{
    return !isnan(t.known[profile_point(n, p)]);
}

/* Answers one request; every point in it must be new, and in the plane. */
static size_t answer(void)
{
    static sweep_point points[PROFILE_MOST_POINTS];
    size_t n_points = sweep_search_next((sweep_plane){t.warps, t.least_p}, t.known, points);
    for (size_t i = 0; i < n_points; i++) {
        assert_true(profile_has(t.warps, points[i].n, points[i].p) && points[i].p >= t.least_p);
        size_t at = profile_point(points[i].n, points[i].p);
        assert_true(isnan(t.known[at]));
        t.known[at] = t.truth[at];
    }
    t.n_points += n_points;
    t.n_rounds += n_points > 0;
    return n_points;
}

static void search_from(uint32_t least_p, shape f, uint32_t warps)
{
    begin(f, warps, least_p);
    while (answer() > 0)
        assert_true(t.n_rounds <= SWEEP_SEARCH_MOST_POINTS);
    assert_true(t.n_points <= sweep_grid_most(SWEEP_ADAPTIVE, (sweep_plane){warps, least_p}));
}

static void search(shape f, uint32_t warps)
{
    search_from(1, f, warps);
}

/* The best of the scores that `value` has; ties to the higher N, then p. */
static double best_score(const double *value, sweep_point *where)
{
    double best = -INFINITY;
    *where = (sweep_point){0};
    for (uint32_t n = 1; n <= t.warps; n++) {
        for (uint32_t p = t.least_p; p <= n; p++) {
            double score = score_at(t.warps, value, n, p);
            if (score >= best) {
                best = score;
                *where = (sweep_point){n, p};
            }
        }
    }
    return best;
}

/* The score found is at most `loss` below the best of the whole surface. */
static void assert_found(shape f, uint32_t warps, double loss)
{
    sweep_point best, found;
    search(f, warps);
    double all = best_score(t.truth, &best), known = best_score(t.known, &found);
    if (!(known >= all * (1 - loss)))
        fail_msg("W = %u: found {%u, %u} with %g, but {%u, %u} has %g", warps, found.n, found.p, known,
                 best.n, best.p, all);
}

static void assert_found_at(shape f, uint32_t warps, uint32_t n, uint32_t p)
{
    sweep_point found;
    search(f, warps);
    best_score(t.known, &found);
    if (found.n != n || found.p != p)
        fail_msg("W = %u: found {%u, %u}, not {%u, %u}", warps, found.n, found.p, n, p);
}

static const uint32_t some_warps[] = {1, 2, 3, 5, 8, 16, 24, 32, 48, 64};
enum { N_SOME_WARPS = sizeof some_warps / sizeof some_warps[0] };

/* ---- surfaces; places in parts of W ---- */

static double bell(double distance, double width)
{
    return exp(-distance * distance / (2 * width * width));
}

static double peak_inside(double n, double p, double warps)
{
    return 1 + 0.5 * bell(n / warps - 0.6, 0.15) * bell(p / warps - 0.25, 0.15);
}

/* What L1-bound kernels look like: best where all warps that fit share the L1, worse with any other. */
static double ridge(double n, double p, double warps)
{
    return 0.9 + bell(n / warps - 0.2, 0.12) * bell((n - p) / warps, 0.1);
}

/* The kernel of figure 5.2 of the thesis: best on the diagonal near (2,2), better with p = 1, from where a
 * climb in N must cross a valley to the best of all near (15,1) of 24. */
static double valley(double n, double p, double warps)
{
    double along = 1 + 0.35 * bell(n / warps - 0.08, 0.08) + 0.45 * bell(n / warps - 0.62, 0.15);
    return 1 + (along - 1) * bell((p - 1) / warps, 0.08);
}

static double flat(double n, double p, double warps)
{
    (void)n, (void)p, (void)warps;
    return 1.0 / 3;
}

static double nothing(double n, double p, double warps)
{
    (void)n, (void)p, (void)warps;
    return 0;
}

static double rising(double n, double p, double warps)
{
    return 0.2 + 0.5 * sqrt(n / warps) + 0.3 * sqrt(p / warps);
}

static double falling(double n, double p, double warps)
{
    return 5 - 2 * n / warps - 2 * p / warps;
}

static double noise(double n, double p, double warps)
{
    double x = sin(12.9898 * n + 78.233 * p + warps) * 43758.5453;
    return 0.5 + x - floor(x);
}

/* ---- tests ---- */

static void optima_of_smooth_surfaces_are_found(void **state)
{
    (void)state;
    static const shape shapes[] = {peak_inside, ridge, valley, rising, falling};
    for (size_t i = 0; i < N_SOME_WARPS; i++) {
        for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
            assert_found(shapes[k], some_warps[i], 0.01);
    }
}

static void the_valley_of_the_thesis_is_crossed(void **state)
{
    (void)state;
    assert_found_at(valley, 24, 15, 1);
}

static void monotone_surfaces_end_in_their_corner(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SOME_WARPS; i++) {
        const uint32_t warps = some_warps[i];
        assert_found_at(falling, warps, 1, 1);
        search(rising, warps);
        assert_true(warps == 1 || (is_known(warps, warps - 1) && is_known(warps - 1, warps - 1)));
    }
}

/* Nothing promises more than what is there: the design and one neighbourhood. */
static void flat_surfaces_cost_little(void **state)
{
    (void)state;
    assert_found_at(flat, 24, 24, 24);
    assert_int_equal(t.n_rounds, 2);
    assert_int_equal(t.n_points, 19 + 2);
    search(nothing, 24);
    assert_int_equal(t.n_points, 19);
}

/* Whatever the surface: the search ends, within its bound, with a score that is exact somewhere. */
static void every_search_ends_within_its_bound(void **state)
{
    (void)state;
    for (uint32_t warps = 1; warps <= PROFILE_MAX_WARPS; warps++) {
        sweep_point found;
        search(noise, warps);
        assert_true(best_score(t.known, &found) > 0.5);
        assert_true(is_known(1, 1));
        assert_true(is_known(warps, warps));
    }
}

static void kernels_of_few_warps_are_measured_whole(void **state)
{
    (void)state;
    for (uint32_t warps = 1; warps <= 5; warps++) {
        search(noise, warps);
        assert_int_equal(t.n_points, profile_points(warps) - warps);
        search_from(0, noise, warps);
        assert_int_equal(t.n_points, profile_points(warps));
    }
}

/* Nobody may allocate: best of all where all but a few warps run, and far below the rest elsewhere. */
static double streaming(double n, double p, double warps)
{
    return p > 0 ? 0.5 + 0.3 * n / warps : 0.4 + bell(n / warps - 0.8, 0.3);
}

/* The same without a reason to. */
static double reusing(double n, double p, double warps)
{
    return p > 0 ? ridge(n, p, warps) : 0.3 * n / warps;
}

static void the_row_without_allocation_is_searched_where_it_pays(void **state)
{
    (void)state;
    sweep_point found;
    search_from(0, streaming, 24);
    best_score(t.known, &found);
    assert_int_equal(found.p, 0);
    assert_int_equal(found.n, 19);
    const uint32_t first[] = {24, 12, 6, 3, 1};
    search_from(0, reusing, 24);
    for (uint32_t n = 1, i = 5; n <= 24; n++) { /* the first look, no more */
        bool is_first = i > 0 && first[i - 1] == n;
        i -= is_first;
        assert_true(is_known(n, 0) == is_first);
    }
}

/* The points with p > 0 are the same with p = 0 and without. */
static void the_row_without_allocation_leaves_the_others_alone(void **state)
{
    (void)state;
    static trial other;
    search(reusing, 24);
    other = t;
    search_from(0, reusing, 24);
    for (uint32_t n = 1; n <= 24; n++) {
        for (uint32_t p = 1; p <= n; p++)
            assert_true(isnan(other.known[profile_point(n, p)]) == isnan(t.known[profile_point(n, p)]));
    }
}

static double as_bytes(double n, double p, double warps)
{
    return 1048576 * ridge(n, p, warps);
}

/* Speed may be in any unit. */
static void the_unit_does_not_matter(void **state)
{
    (void)state;
    search(ridge, 24);
    trial other = t;
    search(as_bytes, 24);
    for (size_t i = 0; i < profile_points(24); i++)
        assert_int_equal(isnan(other.known[i]), isnan(t.known[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optima_of_smooth_surfaces_are_found),
        cmocka_unit_test(the_valley_of_the_thesis_is_crossed),
        cmocka_unit_test(monotone_surfaces_end_in_their_corner),
        cmocka_unit_test(flat_surfaces_cost_little),
        cmocka_unit_test(every_search_ends_within_its_bound),
        cmocka_unit_test(kernels_of_few_warps_are_measured_whole),
        cmocka_unit_test(the_row_without_allocation_is_searched_where_it_pays),
        cmocka_unit_test(the_row_without_allocation_leaves_the_others_alone),
        cmocka_unit_test(the_unit_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
