/* Least recently used. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

#include <stdlib.h>

typedef struct lru_state {
    cache_shape shape;
    int64_t now;
    int64_t last_use[]; /* [set * ways + way] */
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

static uint64_t storage_bits(const void *state)
{
    return recency_bits(((const lru_state *)state)->shape);
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
    return recency_oldest(&s->last_use[set * s->shape.ways], candidates);
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
