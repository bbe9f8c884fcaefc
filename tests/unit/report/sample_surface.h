/* A profile of one launch whose speedups a test sets; everything else is that of sample_profile.h. */
#ifndef POISE_TESTS_REPORT_SAMPLE_SURFACE_H
#define POISE_TESTS_REPORT_SAMPLE_SURFACE_H

#include "tests/unit/profile/sample_profile.h"

/* Nothing is measured but {W,W} and {1,1}, with S = 1. */
static inline profile sample_surface(uint32_t warps)
{
    profile data = sample_profile();
    data.n_kernels = 1;
    for (int i = 0; i < 2; i++)
        profile_kernel_free(&data.kernels[i]);
    fill_kernel(&data.kernels[0], "program", "kernel", warps);
    for (size_t i = 0; i < profile_points(warps); i++)
        data.kernels[0].points[i].cycles = 0;
    data.kernels[0].points[profile_point(1, 1)].cycles = 1000000;
    data.kernels[0].points[profile_points(warps) - 1].cycles = 1000000;
    return data;
}

static inline void set_speedup(profile *data, uint32_t n, uint32_t p, double speedup)
{
    data->kernels[0].points[profile_point(n, p)].cycles = (uint64_t)(1000000 / speedup + 0.5);
}

#endif
