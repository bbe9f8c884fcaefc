/* Warp-type-aware bypass (WByp): loads of warps that mostly or always miss go around the L2 bank to DRAM,
 * before they wait for it; those of others then wait less and keep their lines. A warp that is profiled does
 * not bypass. Stores and atomics of bypassing warps are looked up and take no line.
 *
 * What goes around would sometimes have hit. So the bound of mostly-miss, 20 % of hits, falls by 5 points
 * for every 5 points by which the miss rate of an epoch, what went around counted as missed, lies above that
 * of the profiling phases in it, in which nobody bypasses; it is made anew from the nominal one each epoch.
 *
 * `least_miss`, which is ours and off by default, lets nobody go around while most loads hit: a threshold of
 * one counter of the epoch before, learned from runs (docs/CACHES.md, "A bound that is learned"). It outlives
 * launches, which may be shorter than an epoch.
 *
 * Source: [RA] 4.3.2. That the L2 must write through is the source's condition: what goes around reads DRAM,
 * which must be current. Our choices where it is silent: points, not shares of the rate; what the rate is
 * compared with; one bound for the GPU. */
#include "sim_hooks/cache/medic.h"

static bool bypasses(const medic_state *s, const mem_request *request)
{
    if (s->options.least_miss > 0 && !s->shared->enough_misses)
        return false;
    uint32_t record = medic_record(s, request);
    return record != MEDIC_NO_RECORD && warp_types_bypasses(&s->shared->types, record);
}

cache_route wbyp_route(void *state, const mem_request *request)
{
    medic_state *s = state;
    bool may = request->kind == MEM_LOAD || (request->kind == MEM_STORE && s->options.bypass_stores);
    if (!may || !bypasses(s, request))
        return CACHE_LOOK_UP;
    if (s->parts & MEDIC_REUSE && bloom_has(&s->filter, mem_line(request)))
        return CACHE_LOOK_UP;
    s->shared->bypassed++;
    s->shared->loads += request->kind == MEM_LOAD;
    s->shared->loads_missed += request->kind == MEM_LOAD;
    return CACHE_BYPASS;
}

bool wbyp_allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)set;
    return !mem_writes(request) || !bypasses(state, request);
}

int64_t wbyp_threshold(int64_t nominal, int64_t step, int64_t rise)
{
    int64_t steps = step > 0 && rise > 0 ? rise / step : 0;
    return nominal > steps * step ? nominal - steps * step : 0;
}

static const poise_option table[] = {WARP_TYPES_ROWS(MEDIC_AT_TYPES), WBYP_ROWS};

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return medic_create(host, options, MEDIC_BYPASS, "wbyp", (medic_state **)state, err);
}

const cache_policy cache_wbyp = {
    .info = MEDIC_INFO("wbyp", "MeDiC's bypass: loads of warps that mostly miss go around the L2",
                       "[RA] 4.3.2", table),
    .life = MEDIC_LIFE,
    .create = create,
    .access = wip_access,
    .victim = wip_victim,
    .fill = wip_fill,
    .route = wbyp_route,
    .result = medic_result,
    .allocate = wbyp_allocate,
    .mark = medic_mark,
};
