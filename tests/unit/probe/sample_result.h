/* A probe of made-up times, with findings of every kind. */
#ifndef POISE_TESTS_PROBE_SAMPLE_RESULT_H
#define POISE_TESTS_PROBE_SAMPLE_RESULT_H

#include "probe/result/result.h"
#include "tests/folder.h"

#include <math.h>

static inline void sample_findings(probe_findings *f)
{
    assert_int_equal(probe_found(f, "l1.capacity", "bytes", 16384, 16384, 1, NULL, "of %d bytes", 16384), 0);
    assert_int_equal(probe_found(f, "l1.hit", "ns", 290, 297.5, 0.95, NULL, "a range"), 0);
    assert_int_equal(probe_found(f, "tlb1.reach", "bytes", 67108864, INFINITY, 0.5, NULL, "no end"), 0);
    assert_int_equal(probe_found_text(f, "l1.replacement", "LRU", 1, NULL, "in words"), 0);
    assert_int_equal(probe_unknown(f, "l2.ways", "", NULL, "because of %s", "a hash"), 0);
}

/* The caller frees. Point (3, 0) was not asked. */
static inline probe_result sample_result(void)
{
    probe_result r = {.unit = "ns", .core_mhz = 1400.125};
    r.subject = strdup("a device");
    r.config_text = strdup("");
    r.policies = strdup("");
    r.sweep = (probe_sweep){.least_bytes = 64,
                            .most_bytes = 256,
                            .per_octave = 2,
                            .least_stride = 16,
                            .most_steps = 100,
                            .repeats = 3,
                            .is_shuffled = true};
    assert_non_null(r.subject);
    assert_int_equal(probe_surface_make(&r.surface, &r.sweep, NULL), POISE_OK);
    for (uint32_t i = 0; i < r.surface.n_sizes; i++) {
        for (uint32_t j = 0; j < r.surface.n_strides; j++) {
            const size_t at = (size_t)i * r.surface.n_strides + j;
            if (!probe_surface_has(&r.surface, i, j) || (i == 3 && j == 0))
                continue;
            r.surface.time[at] = 100 + i + j / 8.0;
            r.surface.spread[at] = 0.25;
        }
    }
    sample_findings(&r.findings);
    return r;
}

#endif
