/* An L2 insertion policy: lines come in at the least recently used place, and at the most recently used one
 * only once in `throttle` times. What is used once leaves at once, so that a part of a working set larger
 * than the cache stays. Source: Qureshi et al., "Adaptive Insertion Policies for High Performance Caching",
 * ISCA 2007, BIP. */
#include "sim_hooks/cache.h"

#include <stdlib.h>

typedef struct arguments {
    int64_t throttle;
} arguments;

typedef struct state {
    cache_shape shape;
    uint64_t now, throttle, filled, kept;
    uint64_t last_use[]; /* [set * ways + way]; 0 = least recently used */
} state;

static int create(const cache_host *host, const void *options, void **made, poise_error *err)
{
    size_t lines = (size_t)host->shape.sets * host->shape.ways;
    state *s = calloc(1, sizeof *s + lines * sizeof s->last_use[0]);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for bimodal");
    s->shape = host->shape;
    s->throttle = (uint64_t)((const arguments *)options)->throttle;
    *made = s;
    return POISE_OK;
}

/* A rank for each line and a counter for the bank. */
static uint64_t storage_bits(const void *opaque)
{
    const state *s = opaque;
    uint64_t bits = 0;
    while ((1u << bits) < s->shape.ways)
        bits++;
    return bits * s->shape.sets * s->shape.ways + 16;
}

/* A hit. */
static void use(void *opaque, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    state *s = opaque;
    s->last_use[set * s->shape.ways + way] = ++s->now;
}

/* A way has been taken for the request of a miss. */
static void fill(void *opaque, uint32_t set, uint32_t way, const mem_request *request)
{
    state *s = opaque;
    if (s->filled++ % s->throttle) {
        s->last_use[set * s->shape.ways + way] = 0;
    } else {
        s->kept++;
        use(s, set, way, request);
    }
}

static uint32_t victim(void *opaque, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    const state *s = opaque;
    const uint64_t *last_use = &s->last_use[set * s->shape.ways];
    uint32_t oldest = (uint32_t)__builtin_ctz(candidates);
    for (uint32_t way = oldest + 1; way < s->shape.ways; way++)
        if (candidates >> way & 1 && last_use[way] < last_use[oldest])
            oldest = way;
    return oldest;
}

/* What it has done in all banks, for `poise sim`. */
static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double filled = 0, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        filled += (double)((const state *)states[i])->filled;
        kept += (double)((const state *)states[i])->kept;
    }
    if (!room)
        return 0;
    out[0] = (policy_statistic){.name = "kept_share", .unit = "fraction", .value = kept / filled};
    return 1;
}

static const poise_option options[] = {
    {.name = "throttle",
     .type = POISE_OPT_INT,
     .offset = offsetof(arguments, throttle),
     .default_text = "32",
     .min = 1,
     .max = 1000000,
     .help = "one of so many lines comes in as most recently used [BIP: 32]"},
};

static const cache_policy bimodal = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "bimodal",
             .summary = "bimodal insertion: most lines come in least recently used",
             .source = "Qureshi et al., ISCA 2007",
             .options = options,
             .n_options = sizeof options / sizeof options[0],
             .options_size = sizeof(arguments)},
    .life = {.destroy = free, .storage_bits = storage_bits, .statistics = statistics},
    .create = create,
    .access = use,
    .victim = victim,
    .fill = fill,
};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_CACHE, &bimodal.info}};
    static const policy_library library = POLICY_LIBRARY(entries);
    return &library;
}
