/* Surfaces that Lowe-Power published with the post of 2017 (powerjg/hsa-micro-benchmarks,
 * caches/data/A10-7850K), from the folder that POISE_KAVERI names. They are not ours to give away. */
#ifndef POISE_TESTS_UNIT_PROBE_KAVERI_H
#define POISE_TESTS_UNIT_PROBE_KAVERI_H

#include "probe/surface.h"
#include "tests/test.h"

/* A line is iterations, threads, blocks, threads of a block, size, stride, seconds of 100 x 1024 loads. */
static inline void kaveri_read(const char *file, probe_surface *surface)
{
    char path[4096], line[256];
    poise_error err;
    const probe_sweep sweep = {.least_bytes = 1 << 10,
                               .most_bytes = UINT64_C(4) << 30,
                               .per_octave = 1,
                               .least_stride = PROBE_WORD,
                               .most_steps = 102400,
                               .repeats = 1};
    const char *const folder = getenv("POISE_KAVERI");
    if (folder == NULL)
        skip_test("POISE_KAVERI names no folder of the published surfaces");
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *const stream = fopen(path, "r");
    if (stream == NULL)
        skip_test("there is no %s", path);
    assert_int_equal(probe_surface_make(surface, &sweep, &err), POISE_OK);
    while (fgets(line, sizeof line, stream) != NULL) {
        unsigned long size, stride;
        double seconds;
        if (sscanf(line, "%*u, %*u, %*u, %*u, %lu, %lu, %lf", &size, &stride, &seconds) != 3)
            continue;
        const uint32_t i = probe_surface_size(surface, size), j = probe_surface_stride(surface, stride);
        if (i < surface->n_sizes && j < surface->n_strides)
            surface->time[i * surface->n_strides + j] = seconds / 102400 * 1e9;
    }
    fclose(stream);
}

#endif
