#include "features/target.h"

#include "profile/score.h"

#include <math.h>
#include <stdbool.h>

/* The measured values of N and p, ascending. */
typedef struct target_axis {
    int length;
    uint32_t value[PROFILE_MAX_WARPS];
} target_axis;

static target_axis measured_axis(const surface *s)
{
    target_axis axis = {0};
    for (uint32_t v = 1; v <= s->warps; v++) {
        if (!isnan(surface_at(s, v, v)))
            axis.value[axis.length++] = v;
    }
    return axis;
}

/* The j-th value of p: 0, and those of the axis. */
static uint32_t p_value(const target_axis *axis, int j)
{
    return j == 0 ? 0 : axis->value[j - 1];
}

/* S at the i-th value of N and the j-th of p; NaN outside the axes. */
static double axis_at(const surface *s, const target_axis *axis, int i, int j)
{
    if (i < 0 || j < 0 || i >= axis->length || j > axis->length)
        return NAN;
    return surface_at(s, axis->value[i], p_value(axis, j));
}

static double axis_score(const surface *s, const target_axis *axis, int i, int j)
{
    double sum = 0, present = 0;
    for (int di = -1; di <= 1; di++) {
        for (int dj = -1; dj <= 1; dj++) {
            double speedup = axis_at(s, axis, i + di, j + dj);
            if (isnan(speedup) || (j + dj == 0) != (j == 0))
                continue;
            sum += score_weight(di, dj) * speedup;
            present += score_weight(di, dj);
        }
    }
    return sum / present;
}

static void score_grid(const surface *speedup, const target_axis *axis, surface *score)
{
    for (int i = 0; i < axis->length; i++) {
        for (int j = 0; j <= i + 1; j++) {
            if (!isnan(axis_at(speedup, axis, i, j)))
                score->value[profile_point(axis->value[i], p_value(axis, j))] =
                    axis_score(speedup, axis, i, j);
        }
    }
}

static void score_search(const surface *speedup, surface *score)
{
    for (uint32_t n = 1; n <= speedup->warps; n++) {
        for (uint32_t p = 0; p <= n; p++)
            score->value[profile_point(n, p)] = score_at(speedup->warps, speedup->value, n, p);
    }
}

/* Whether the pairs of the axis are what was measured. */
static bool is_grid(const surface *s, const target_axis *axis)
{
    const int first = surface_least_p(s) == 0 ? 0 : 1;
    int measured = 0, on_axis = 0, pairs = 0;
    for (size_t i = 0; i < profile_points(s->warps); i++)
        measured += !isnan(s->value[i]);
    for (int i = 0; i < axis->length; i++) {
        for (int j = first; j <= i + 1; j++, pairs++)
            on_axis += !isnan(axis_at(s, axis, i, j));
    }
    return on_axis == pairs && on_axis == measured;
}

int target_score(const surface *speedup, surface *score, poise_error *err)
{
    int code = surface_create(score, speedup->warps, err);
    if (code != POISE_OK)
        return code;
    const target_axis axis = measured_axis(speedup);
    if (is_grid(speedup, &axis))
        score_grid(speedup, &axis, score);
    else
        score_search(speedup, score);
    return POISE_OK;
}

void target_choose(const surface *speedup, const surface *score, uint32_t *n, uint32_t *p)
{
    double best_score = -INFINITY, best_speedup = -INFINITY;
    *n = *p = 0;
    /* N and p ascend, so that at equal score and speedup the later point wins. */
    for (uint32_t a = 1; a <= score->warps; a++) {
        for (uint32_t b = 0; b <= a; b++) {
            double point_score = surface_at(score, a, b), point_speedup = surface_at(speedup, a, b);
            bool better =
                point_score > best_score || (point_score == best_score && point_speedup >= best_speedup);
            if (!better)
                continue;
            best_score = point_score;
            best_speedup = point_speedup;
            *n = a;
            *p = b;
        }
    }
}

double target_scale(uint32_t value, uint32_t warps, uint32_t scaled_warps)
{
    return (double)value * scaled_warps / warps;
}
