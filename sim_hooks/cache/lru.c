/* Least recently used. */
#include "sim_hooks/builtin.h"

#include <stdlib.h>

typedef struct lru_state {
    cache_shape shape;
    uint64_t now;
    uint64_t last_use[]; /* [set * ways + way] */
} lru_state;

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    (void)options;
    lru_state *s = calloc(1, sizeof *s + (size_t)host->shape.sets * host->shape.ways * sizeof *s->last_use);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for LRU state");
    s->shape = host->shape;
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    free(state);
}

/* ceil(log2(ways!)) bits a set would do; counted as log2(ways) bits per line, the usual implementation. */
static uint64_t storage_bits(const void *state)
{
    const lru_state *s = state;
    uint64_t bits = 0;
    while ((1u << bits) < s->shape.ways)
        bits++;
    return bits * s->shape.sets * s->shape.ways;
}

static void touch(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    lru_state *s = state;
    s->last_use[set * s->shape.ways + way] = ++s->now;
}

static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    const lru_state *s = state;
    const uint64_t *last_use = &s->last_use[set * s->shape.ways];
    uint32_t best = (uint32_t)__builtin_ctz(candidates);
    for (uint32_t rest = candidates & (candidates - 1); rest; rest &= rest - 1) {
        uint32_t way = (uint32_t)__builtin_ctz(rest);
        if (last_use[way] < last_use[best])
            best = way;
    }
    return best;
}

const cache_policy cache_lru = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "lru",
             .summary = "least recently used, the baseline",
             .source = "[T3.1], [T5.1]"},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .access = touch,
    .victim = victim,
    .fill = touch,
};
