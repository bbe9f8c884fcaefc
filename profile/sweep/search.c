#include "profile/sweep/search.h"

#include "profile/score.h"
#include "profile/sweep/interpolate.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* What a neighbourhood must promise, in parts of the best score measured (our choice): 0.1 % more; where the
 * guess has a summit of its own, whose height is uncertain, at most 5 % less. */
static const double least_promise = 1.001, least_summit = 0.95;

/* Kernels of so few warps are measured whole (our choice): what a step changes is too much to guess, and 15
 * points are fewer than the design of W = 24. */
enum { WHOLE_MOST_WARPS = 5 };

/* Promises are rounded to this part of the largest value: on a flat surface rounding must not decide. */
static const double resolution = 1e-6;

typedef struct asked {
    size_t n;
    sweep_point *points;
} asked;

static void ask(asked *a, const double *value, uint32_t n, uint32_t p)
{
    if (isnan(value[profile_point(n, p)]))
        a->points[a->n++] = (sweep_point){n, p};
}

/* ---- the design ---- */

static void ask_all(asked *a, const double *value, uint32_t warps)
{
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++)
            ask(a, value, n, p);
    }
}

static void ask_design(asked *a, const double *value, uint32_t warps)
{
    for (uint32_t n = warps; n >= 1; n /= 2) {
        for (uint32_t p = n; p >= 1; p /= 2)
            ask(a, value, n, p);
        uint32_t halfway = (n + n / 2) / 2;
        if (halfway > n / 2 && halfway < n)
            ask(a, value, halfway, halfway);
    }
}

/* ---- refinement ---- */

static void ask_neighbourhood(asked *a, const double *value, uint32_t warps, sweep_point center)
{
    for (uint32_t n = center.n - 1; n <= center.n + 1; n++) {
        for (uint32_t p = center.p - 1; p <= center.p + 1; p++) {
            if (p > 0 && profile_has(warps, n, p))
                ask(a, value, n, p);
        }
    }
}

static size_t count_unknown(const double *value, uint32_t warps, sweep_point center)
{
    sweep_point points[9];
    asked a = {.points = points};
    ask_neighbourhood(&a, value, warps, center);
    return a.n;
}

/* Of the points with p > 0. */
static double largest(const double *value, uint32_t warps)
{
    double most = 0;
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++)
            most = fmax(most, value[profile_point(n, p)]); /* leaves NaNs out */
    }
    return most;
}

/* Scores of the guess at all points. */
static void promise_scores(double *promise, const double *value, uint32_t warps)
{
    double guess[PROFILE_MOST_POINTS];
    const double step = largest(value, warps) * resolution;
    memcpy(guess, value, profile_points(warps) * sizeof *guess);
    sweep_interpolate(warps, guess);
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++)
            promise[profile_point(n, p)] = round(score_at(warps, guess, n, p) / step) * step;
    }
}

/* Whether the promise is higher than that of every neighbour. */
static bool is_summit(const double *promise, uint32_t warps, sweep_point center)
{
    const double height = promise[profile_point(center.n, center.p)];
    for (uint32_t n = center.n - 1; n <= center.n + 1; n++) {
        for (uint32_t p = center.p - 1; p <= center.p + 1; p++) {
            bool is_other = p > 0 && profile_has(warps, n, p) && (n != center.n || p != center.p);
            if (is_other && promise[profile_point(n, p)] >= height)
                return false;
        }
    }
    return true;
}

static double best_measured(const double *value, uint32_t warps)
{
    double best = 0;
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++)
            best = fmax(best, score_at(warps, value, n, p)); /* leaves NaNs out */
    }
    return best;
}

/* Asks for the most promising neighbourhood with at most `most` unknown points, if there is one worth it. */
static void ask_refinement(asked *a, const double *value, uint32_t warps, size_t most)
{
    double promise[PROFILE_MOST_POINTS], highest = 0;
    sweep_point best = {0};
    const double measured = best_measured(value, warps);
    promise_scores(promise, value, warps);
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            const sweep_point point = {n, p};
            const double height = promise[profile_point(n, p)];
            const size_t unknown = count_unknown(value, warps, point);
            if (unknown == 0 || unknown > most || !(height >= highest)) /* of equals the higher N, then p */
                continue;
            if (height > measured * least_promise ||
                (height > measured * least_summit && is_summit(promise, warps, point))) {
                highest = height;
                best = point;
            }
        }
    }
    if (best.n > 0)
        ask_neighbourhood(a, value, warps, best);
}

static size_t count_known(const double *value, uint32_t warps)
{
    size_t known = 0;
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++)
            known += isnan(value[profile_point(n, p)]) ? 0 : 1;
    }
    return known;
}

/* ---- p = 0 ---- */

static void ask_without(asked *a, const double *value, uint32_t warps)
{
    for (uint32_t n = warps; n >= 1; n = warps <= WHOLE_MOST_WARPS ? n - 1 : n / 2)
        ask(a, value, n, 0);
}

/* Asks for the points halfway from the best known one with p = 0 to the known ones beside it, if it can
 * compete. */
static void close_in_without(asked *a, const double *value, uint32_t warps)
{
    uint32_t best = 0, known = 0;
    for (uint32_t n = 1; n <= warps; n++) {
        const double here = value[profile_point(n, 0)];
        known += isnan(here) ? 0 : 1;
        if (!isnan(here) && (best == 0 || here >= value[profile_point(best, 0)]))
            best = n;
    }
    if (known + 2 > SWEEP_SEARCH_MOST_WITHOUT ||
        !(value[profile_point(best, 0)] > largest(value, warps) * least_summit))
        return;
    uint32_t below = best > 1 ? best - 1 : best, above = best < warps ? best + 1 : best;
    while (isnan(value[profile_point(below, 0)]))
        below--;
    while (isnan(value[profile_point(above, 0)]))
        above++;
    ask(a, value, (below + best) / 2, 0);
    ask(a, value, (best + above + 1) / 2, 0);
}

size_t sweep_search_next(sweep_plane plane, const double *value, sweep_point *points)
{
    const uint32_t warps = plane.warps;
    asked a = {.points = points};
    if (warps <= WHOLE_MOST_WARPS)
        ask_all(&a, value, warps);
    else
        ask_design(&a, value, warps);
    if (plane.least_p == 0)
        ask_without(&a, value, warps);
    const size_t known = count_known(value, warps);
    if (a.n > 0)
        return a.n;
    if (known < profile_points(warps) - warps && known < SWEEP_SEARCH_MOST_POINTS)
        ask_refinement(&a, value, warps, SWEEP_SEARCH_MOST_POINTS - known);
    if (plane.least_p == 0)
        close_in_without(&a, value, warps);
    return a.n;
}
