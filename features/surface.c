#include "features/surface.h"

#include <math.h>
#include <stdlib.h>

int surface_create(surface *s, uint32_t warps, poise_error *err)
{
    *s = (surface){.warps = warps, .value = malloc(profile_points(warps) * sizeof *s->value)};
    if (s->value == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the surface of a kernel");
    for (size_t i = 0; i < profile_points(warps); i++)
        s->value[i] = NAN;
    return POISE_OK;
}

void surface_free(surface *s)
{
    free(s->value);
    *s = (surface){0};
}

double surface_at(const surface *s, uint32_t n, uint32_t p)
{
    return profile_has(s->warps, n, p) ? s->value[profile_point(n, p)] : NAN;
}

uint32_t surface_least_p(const surface *s)
{
    for (uint32_t n = 1; n <= s->warps; n++) {
        if (!isnan(s->value[profile_point(n, 0)]))
            return 0;
    }
    return 1;
}

int surface_speedup(surface *speedup, const profile_kernel *kernel, poise_error *err)
{
    int code = surface_create(speedup, kernel->warps, err);
    if (code != POISE_OK)
        return code;
    const double baseline = sim_ipc(profile_at(kernel, kernel->warps, kernel->warps));
    for (uint32_t n = 1; n <= kernel->warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            const sim_counters *counters = profile_at(kernel, n, p);
            if (counters != NULL && baseline > 0)
                speedup->value[profile_point(n, p)] = sim_ipc(counters) / baseline;
        }
    }
    return POISE_OK;
}
