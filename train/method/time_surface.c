#include "train/method/time_surface.h"

#include "train/validate/lookup.h"

#include <math.h>
#include <stdlib.h>

int train_time_surface_create(train_time_surface *t, const surface *speedup, poise_error *err)
{
    uint32_t warps = speedup->warps;
    *t = (train_time_surface){.warps = warps,
                              .least_p = surface_least_p(speedup),
                              .time = calloc((size_t)warps * (warps + 1), sizeof *t->time)};
    if (t->time == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the surface of a kernel");
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 0; p <= warps; p++) {
            train_point point;
            if (!train_lookup(speedup, n, p < n ? p : n, &point) || !(point.speedup > 0))
                return poise_fail(err, POISE_FAILED, "a kernel has no measured speedup");
            t->time[(n - 1) * (warps + 1) + p] = 1 / point.speedup;
        }
    }
    return POISE_OK;
}

void train_time_surface_free(train_time_surface *t)
{
    free(t->time);
    *t = (train_time_surface){0};
}

/* exp(logarithm) limited to least..highest, where its derivative is 0. */
static double limited(double logarithm, double least, double highest, double *derivative)
{
    double value = exp(fmin(logarithm, 50));
    *derivative = value > least && value < highest ? value : 0;
    return fmin(fmax(value, least), highest);
}

/* Bilinear at n in 1..W and p in 0..W, with the derivatives by both. */
static double interpolate(const train_time_surface *t, double n, double p, double by[2])
{
    uint32_t most = t->warps > 1 ? t->warps - 2 : 0, next = t->warps > 1;
    uint32_t i = (uint32_t)(n - 1), k = (uint32_t)p;
    i = i < most ? i : most;
    k = k < t->warps - 1 ? k : t->warps - 1;
    double a = n - 1 - i, b = p - k;
    const size_t row = (size_t)t->warps + 1;
    const double *low = t->time + i * row + k, *high = low + next * row;
    by[0] = (high[0] - low[0]) * (1 - b) + (high[1] - low[1]) * b;
    by[1] = (low[1] - low[0]) * (1 - a) + (high[1] - high[0]) * a;
    return (low[0] * (1 - b) + low[1] * b) * (1 - a) + (high[0] * (1 - b) + high[1] * b) * a;
}

double train_time_at(const train_time_surface *t, double u, double v, double weight, double slope[2])
{
    double n_by_u, p_by_v, by[2];
    double n = limited(u, 1, t->warps, &n_by_u);
    double p = limited(v, t->least_p, n, &p_by_v);
    double time = interpolate(t, n, p, by);
    double p_by_u = p >= n ? n_by_u : 0; /* p is limited by N */
    slope[0] += weight * (by[0] * n_by_u + by[1] * p_by_u);
    slope[1] += weight * by[1] * p_by_v;
    return time;
}
