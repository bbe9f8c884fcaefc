#include "profile/sweep/search.h"

#include "profile/score.h"
#include "profile/sweep/interpolate.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* What a neighbourhood must promise above the best one measured (our choice): 0.1 %. */
static const double least_gain = 1.001;

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
            if (profile_has(warps, n, p))
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

/* The best score measured, and the best guess among neighbourhoods with at most `most` unknown points. */
typedef struct prospect {
    double measured, promised; /* 0 = none */
    sweep_point best;          /* of the guess */
} prospect;

static double largest(const double *value, uint32_t warps)
{
    double most = 0;
    for (size_t i = 0; i < profile_points(warps); i++)
        most = fmax(most, value[i]); /* leaves NaNs out */
    return most;
}

static prospect survey(const double *value, const double *guess, uint32_t warps, size_t most)
{
    const double step = largest(value, warps) * resolution;
    prospect best = {0};
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            const size_t unknown = count_unknown(value, warps, (sweep_point){n, p});
            const double score = score_at(warps, guess, n, p), promise = round(score / step) * step;
            if (unknown == 0) {
                best.measured = fmax(best.measured, score);
            } else if (unknown <= most && promise >= best.promised) { /* of equals the higher N, then p */
                best.promised = promise;
                best.best = (sweep_point){n, p};
            }
        }
    }
    return best;
}

static void ask_refinement(asked *a, const double *value, uint32_t warps, size_t most)
{
    double guess[PROFILE_MOST_POINTS];
    memcpy(guess, value, profile_points(warps) * sizeof *guess);
    sweep_interpolate(warps, guess);
    prospect best = survey(value, guess, warps, most);
    if (best.promised > best.measured * least_gain) /* never where nothing was executed: all is 0 */
        ask_neighbourhood(a, value, warps, best.best);
}

static size_t count_known(const double *value, uint32_t warps)
{
    size_t n = 0;
    for (size_t i = 0; i < profile_points(warps); i++)
        n += isnan(value[i]) ? 0 : 1;
    return n;
}

size_t sweep_search_next(uint32_t warps, const double *value, sweep_point *points)
{
    asked a = {.points = points};
    ask_design(&a, value, warps);
    const size_t known = count_known(value, warps);
    if (a.n == 0 && known < profile_points(warps) && known < SWEEP_SEARCH_MOST_POINTS)
        ask_refinement(&a, value, warps, SWEEP_SEARCH_MOST_POINTS - known);
    return a.n;
}
