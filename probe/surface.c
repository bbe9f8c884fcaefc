#include "probe/surface.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WARM = 2,  /* times round a ring before it is timed (our choice) */
    ORDER = 1, /* seed of shuffled rings */
    MOST_POINTS = 4096,
};

/* Sizes of a sweep: `k` per octave, linear in it, so that all are multiples of least_bytes / k. */
static uint32_t sizes(const probe_sweep *s, uint64_t *size)
{
    uint32_t n = 0;
    for (uint64_t octave = s->least_bytes; octave <= s->most_bytes; octave *= 2) {
        for (uint32_t i = 0; i < s->per_octave; i++) {
            const uint64_t bytes = octave + octave / s->per_octave * i;
            if (bytes > s->most_bytes)
                break;
            if (size != NULL)
                size[n] = bytes;
            n++;
        }
    }
    return n;
}

static uint32_t strides(const probe_sweep *s, uint64_t *stride)
{
    uint32_t n = 0;
    for (uint64_t bytes = s->least_stride; bytes <= s->most_bytes; bytes *= 2) {
        if (stride != NULL)
            stride[n] = bytes;
        n++;
    }
    return n;
}

int probe_surface_make(probe_surface *surface, const probe_sweep *s, poise_error *err)
{
    *surface = (probe_surface){0};
    const bool is_power = s->least_bytes > 0 && (s->least_bytes & (s->least_bytes - 1)) == 0;
    if (!is_power || s->most_bytes < s->least_bytes || s->most_bytes > PROBE_MOST_BYTES)
        return poise_fail(err, POISE_USAGE,
                          "sizes of a sweep go from a power of two to at most 16 GB: %" PRIu64 " to %" PRIu64,
                          s->least_bytes, s->most_bytes);
    if (s->least_stride < PROBE_WORD || s->least_stride % PROBE_WORD != 0 || s->least_stride > s->least_bytes)
        return poise_fail(err, POISE_USAGE, "strides of a sweep begin with 4 bytes to the smallest size");
    if (s->per_octave == 0 || s->least_bytes % ((uint64_t)s->per_octave * PROBE_WORD) != 0 ||
        s->most_steps == 0 || s->most_steps > PROBE_MOST_STEPS || s->repeats == 0)
        return poise_fail(err, POISE_USAGE, "a sweep of no sizes, steps or repeats");
    surface->most_steps = s->most_steps;
    surface->is_shuffled = s->is_shuffled;
    surface->n_sizes = sizes(s, NULL);
    surface->n_strides = strides(s, NULL);
    const size_t points = (size_t)surface->n_sizes * surface->n_strides;
    if (points == 0 || points > MOST_POINTS)
        return poise_fail(err, POISE_USAGE, "a sweep of no points, or of more than %d", MOST_POINTS);
    surface->size = calloc(surface->n_sizes, sizeof *surface->size);
    surface->stride = calloc(surface->n_strides, sizeof *surface->stride);
    surface->time = calloc(points, sizeof *surface->time);
    surface->spread = calloc(points, sizeof *surface->spread);
    if (surface->size == NULL || surface->stride == NULL || surface->time == NULL ||
        surface->spread == NULL) {
        probe_surface_free(surface);
        return poise_fail(err, POISE_FAILED, "no memory for a surface");
    }
    sizes(s, surface->size);
    strides(s, surface->stride);
    for (size_t i = 0; i < points; i++)
        surface->time[i] = NAN;
    return POISE_OK;
}

void probe_surface_free(probe_surface *surface)
{
    free(surface->size);
    free(surface->stride);
    free(surface->time);
    free(surface->spread);
    *surface = (probe_surface){0};
}

bool probe_surface_has(const probe_surface *surface, uint32_t size, uint32_t stride)
{
    return surface->stride[stride] <= surface->size[size];
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of `n` times and half of the distance of their quartiles. */
static double median(double *times, uint32_t n, double *spread)
{
    qsort(times, n, sizeof *times, compare);
    *spread = (times[n - 1 - (n - 1) / 4] - times[(n - 1) / 4]) / 2;
    return (times[(n - 1) / 2] + times[n / 2]) / 2;
}

static int ask_ring(const probe_sweep *s, const probe_chain *chain, probe_bench *bench, double *time,
                    double *spread, poise_error *err)
{
    double *const times = calloc((size_t)s->repeats + 1, sizeof *times);
    const probe_question q = probe_round(chain, WARM);
    int code = POISE_OK;
    if (times == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a point");
    for (uint32_t i = 0; i < s->repeats && code == POISE_OK; i++)
        code = bench->total(bench, &q, &times[i], err);
    if (code == POISE_OK)
        *time = median(times, s->repeats, spread);
    free(times);
    return code;
}

int probe_surface_ask(probe_surface *surface, const probe_sweep *s, uint32_t size, uint32_t stride,
                      probe_bench *bench, poise_error *err)
{
    const uint64_t steps = surface->size[size] / surface->stride[stride];
    const probe_walk walk = {.stride = surface->stride[stride],
                             .n = steps < s->most_steps ? (uint32_t)steps : s->most_steps};
    probe_chain chain = {0};
    double time = NAN, spread = NAN;
    int code = probe_chain_walk(&chain, walk, err);
    if (code == POISE_OK && s->is_shuffled)
        probe_chain_shuffle(&chain, ORDER);
    if (code == POISE_OK)
        code = ask_ring(s, &chain, bench, &time, &spread, err);
    if (code == POISE_OK) {
        const size_t at = (size_t)size * surface->n_strides + stride;
        surface->time[at] = time / walk.n;
        surface->spread[at] = spread / walk.n;
    }
    probe_chain_free(&chain);
    return code;
}

static uint32_t index_of(const uint64_t *list, uint32_t n, uint64_t bytes)
{
    uint32_t i = 0;
    while (i < n && list[i] != bytes)
        i++;
    return i;
}

uint32_t probe_surface_size(const probe_surface *surface, uint64_t bytes)
{
    return index_of(surface->size, surface->n_sizes, bytes);
}

uint32_t probe_surface_stride(const probe_surface *surface, uint64_t bytes)
{
    return index_of(surface->stride, surface->n_strides, bytes);
}
