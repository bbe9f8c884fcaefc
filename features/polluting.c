#include "features/polluting.h"

#include "features/features.h"

#include <math.h>

/* Hit rate of one group of warps; NaN when it loads nothing. */
static double hit_rate(uint64_t hits, uint64_t accesses)
{
    return accesses == 0 ? NAN : (double)hits / (double)accesses;
}

static double mu_at(const sim_counters *at, const sim_counters *at_max, uint32_t n, uint32_t p)
{
    if (n == p || at->l1_polluting_accesses == PROFILE_UNKNOWN)
        return NAN;
    const features_rates max = features_measure(at_max, false), here = features_measure(at, false);
    double h_p = hit_rate(at->l1_polluting_hits, at->l1_polluting_accesses);
    double h_np =
        hit_rate(at->l1_read_hits - at->l1_polluting_hits, at->l1_read_accesses - at->l1_polluting_accesses);
    double cost = (1 - h_np) * here.miss_latency - (1 - max.hit) * max.miss_latency;
    return cost > 0 ? (double)p / (n - p) * max.insts_per_load * (h_p - max.hit) / cost : NAN;
}

int surface_polluting(surface *mu, const profile_kernel *kernel, poise_error *err)
{
    int code = surface_create(mu, kernel->warps, err);
    if (code != POISE_OK)
        return code;
    const sim_counters *at_max = profile_at(kernel, kernel->warps, kernel->warps);
    for (uint32_t n = 1; n <= kernel->warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            const sim_counters *at = profile_at(kernel, n, p);
            if (at != NULL)
                mu->value[profile_point(n, p)] = mu_at(at, at_max, n, p);
        }
    }
    return POISE_OK;
}
