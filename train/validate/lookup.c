#include "train/validate/lookup.h"

#include <math.h>

/* How good a candidate is; larger is better. */
typedef double (*merit)(const train_point *candidate, const train_point *wanted);

static double nearness(const train_point *candidate, const train_point *wanted)
{
    double dn = (double)candidate->n - (double)wanted->n;
    double dp = (double)candidate->p - (double)wanted->p;
    const bool is_other =
        (candidate->p == 0) != (wanted->p == 0); /* no step on the way of p: profile/score.h */
    return -(dn * dn + dp * dp) - (is_other ? 1e6 : 0);
}

static double speed(const train_point *candidate, const train_point *wanted)
{
    (void)wanted;
    return candidate->speedup;
}

static double speed_on_diagonal(const train_point *candidate, const train_point *wanted)
{
    (void)wanted;
    return candidate->n == candidate->p ? candidate->speedup : -INFINITY;
}

/* The measured point of highest merit, the first of equals; false when no merit is finite. */
static bool best_point(const surface *speedup, merit f, const train_point *wanted, train_point *best)
{
    double highest = -INFINITY;
    for (uint32_t n = 1; n <= speedup->warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            train_point candidate = {.n = n, .p = p, .speedup = speedup->value[profile_point(n, p)]};
            if (!isnan(candidate.speedup) && f(&candidate, wanted) > highest) {
                highest = f(&candidate, wanted);
                *best = candidate;
            }
        }
    }
    return isfinite(highest);
}

bool train_lookup(const surface *speedup, uint32_t n, uint32_t p, train_point *point)
{
    train_point wanted = {.n = n, .p = p, .speedup = surface_at(speedup, n, p)};
    if (!isnan(wanted.speedup)) { /* none is nearer */
        *point = wanted;
        return true;
    }
    return best_point(speedup, nearness, &wanted, point);
}

bool train_static_best(const surface *speedup, train_point *point)
{
    return best_point(speedup, speed, NULL, point);
}

bool train_best_diagonal(const surface *speedup, train_point *point)
{
    return best_point(speedup, speed_on_diagonal, NULL, point);
}
