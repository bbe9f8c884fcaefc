#include "probe/infer/asking.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const asking_span nothing = {NAN, NAN, NAN};

uint32_t asking_lanes(const asking *a)
{
    return a->lanes > 0 ? a->lanes : ASKING_USUAL_LANES;
}

double asking_confidence(const asking *a)
{
    return a->runner->is_exact ? 1 : ASKING_CONFIDENCE;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int asking_time(asking *a, const probe_launch *launch, asking_span *time, poise_error *err)
{
    double times[ASKING_REPEATS];
    const uint32_t n = a->runner->is_exact ? 1 : ASKING_REPEATS;
    *time = nothing;
    for (uint32_t i = 0; i < n; i++) {
        int code = a->runner->time(a->runner, launch, &times[i], err);
        if (code != POISE_OK || isnan(times[i]))
            return code;
    }
    qsort(times, n, sizeof *times, compare);
    *time = (asking_span){times[n > 1], times[n / 2], times[n > 1 ? n - 2 : 0]};
    return POISE_OK;
}

int asking_median(asking *a, const probe_launch *launch, double *time, poise_error *err)
{
    asking_span span;
    int code = asking_time(a, launch, &span, err);
    *time = span.middle;
    return code;
}

/* *size such that the launch takes long enough. Nothing grows beyond 2^24 (our choice). */
static int grow(asking *a, const probe_launch *launch, uint32_t *size, asking_span *time, poise_error *err)
{
    int code = asking_time(a, launch, time, err);
    while (code == POISE_OK && time->middle < a->runner->least_time && *size < 1u << 24) {
        *size *= 2;
        code = asking_time(a, launch, time, err);
    }
    return code;
}

enum { STEPS = 3 };
#define UNLIKE 0.01 /* of a time: beginnings and ends of long launches are not quite alike (our choice) */

/* Times of a launch of x, 2x and 3x, and x. */
static int time_steps(asking *a, probe_launch *launch, uint32_t *size, asking_span time[STEPS],
                      poise_error *err)
{
    int code = grow(a, launch, size, &time[0], err);
    const uint32_t x = *size;
    for (uint32_t i = 1; i < STEPS && code == POISE_OK; i++) {
        *size = (i + 1) * x;
        code = asking_time(a, launch, &time[i], err);
    }
    *size = x;
    return code;
}

static asking_span each_of(const asking_span time[STEPS], uint32_t x)
{
    const asking_span first = asking_over(asking_minus(time[1], time[0]), x);
    const asking_span second = asking_over(asking_minus(time[2], time[1]), x);
    return (asking_span){(1 - UNLIKE) * fmin(first.least, second.least),
                         (time[2].middle - time[0].middle) / (2.0 * x),
                         (1 + UNLIKE) * fmax(first.most, second.most)};
}

int asking_each(asking *a, probe_launch *launch, uint32_t *size, asking_span *each, poise_error *err)
{
    asking_span time[STEPS];
    int code = time_steps(a, launch, size, time, err);
    if (code == POISE_OK)
        *each = each_of(time, *size);
    return code;
}

int asking_each_more(asking *a, const char *less, probe_launch *launch, uint32_t *size, asking_span *each,
                     poise_error *err)
{
    asking_span time[STEPS], base[STEPS];
    const char *const more = launch->kernel;
    int code = time_steps(a, launch, size, time, err);
    const uint32_t x = *size;
    launch->kernel = less;
    for (uint32_t i = 0; i < STEPS && code == POISE_OK; i++) {
        *size = (i + 1) * x;
        code = asking_time(a, launch, &base[i], err);
        time[i] = asking_minus(time[i], base[i]);
    }
    launch->kernel = more;
    *size = x;
    if (code == POISE_OK)
        *each = each_of(time, x);
    return code;
}

asking_span asking_minus(asking_span a, asking_span b)
{
    return (asking_span){a.least - b.most, a.middle - b.middle, a.most - b.least};
}

asking_span asking_over(asking_span time, double work)
{
    return (asking_span){time.least / work, time.middle / work, time.most / work};
}

bool asking_is_positive(asking_span span)
{
    return span.least > 0; /* false for NAN */
}

asking_span asking_rate(asking_span time, double work)
{
    if (!asking_is_positive(time))
        return nothing;
    return (asking_span){work / time.most, work / time.middle, work / time.least};
}

static void unit_of(const asking *a, const char *unit, char out[PROBE_UNIT])
{
    if (unit == NULL)
        unit = a->runner->unit;
    const bool is_rate = unit[0] != '\0' && unit[strlen(unit) - 1] == '/';
    snprintf(out, PROBE_UNIT, "%s%s", unit, is_rate ? a->runner->unit : "");
}

int asking_found(asking *a, const char *name, const char *unit, asking_span span, poise_error *err,
                 const char *why, ...)
{
    char full[PROBE_UNIT], text[PROBE_WHY];
    va_list args;
    unit_of(a, unit, full);
    va_start(args, why);
    vsnprintf(text, sizeof text, why, args);
    va_end(args);
    return probe_found(a->findings, name, full, span.least, span.most, asking_confidence(a), err, "%s", text);
}

int asking_unknown(asking *a, const char *name, const char *unit, poise_error *err, const char *why, ...)
{
    char full[PROBE_UNIT], text[PROBE_WHY];
    va_list args;
    unit_of(a, unit, full);
    va_start(args, why);
    vsnprintf(text, sizeof text, why, args);
    va_end(args);
    return probe_unknown(a->findings, name, full, err, "%s", text);
}
