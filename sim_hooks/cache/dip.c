/* Dynamic insertion (DIP): where lines that are reused are displaced by those that are not, new lines come in
 * as the least recently used but for one in 32 (bimodal insertion, BIP), elsewhere as the most recently used
 * (LRU); sets that always do the one or the other tell which misses less.
 *
 * Source: Qureshi et al., "Adaptive Insertion Policies for High Performance Caching", ISCA 2007, one of the
 * policies that know no warps in [RA] 3; a counter of 10 bits. Sets that lead: dueling.h. */
#include "common/random.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/dueling.h"
#include "sim_hooks/cache/recency.h"

typedef struct dip_options {
    int64_t chance, leaders, seed;
} dip_options;

#define AT(member) offsetof(dip_options, member)
static const poise_option dip_table[] = {
    {"chance", 0, POISE_OPT_INT, AT(chance), "32", 1, 1 << 20, NULL, "N",
     "One of N lines that bimodal insertion brings in is the most recently used."},
    {"leaders", 0, POISE_OPT_INT, AT(leaders), "2", 1, 1 << 20, NULL, "N", "Sets that lead, for each rule."},
    {"seed", 0, POISE_OPT_INT, AT(seed), "1", 0, 1000000, NULL, "N", "Of the random numbers."},
};
#undef AT

typedef struct dip_state {
    recency_order order; /* first, see recency.h */
    dip_options options;
    poise_random random;
    set_duel duel;
} dip_state;

static void destroy(void *state)
{
    free(((dip_state *)state)->order.last_use);
    free(state);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    dip_state *s = calloc(1, sizeof *s);
    if (!s || !recency_init(&s->order, host->shape)) {
        free(s);
        return poise_fail(err, POISE_FAILED, "no memory for DIP state");
    }
    s->options = *(const dip_options *)options;
    s->duel = duel_make(host->shape.sets, (uint32_t)s->options.leaders);
    poise_random_seed(&s->random,
                      (uint64_t)s->options.seed + (uint64_t)host->level * UINT32_MAX + host->instance.index);
    *state = s;
    return POISE_OK;
}

static uint64_t storage_bits(const void *state)
{
    return recency_bits(((const dip_state *)state)->order.shape) + DUEL_BITS;
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    dip_state *s = state;
    bool is_bimodal = duel_takes_second(&s->duel, set);
    duel_missed(&s->duel, set);
    if (is_bimodal && poise_random_below(&s->random, (uint64_t)s->options.chance) != 0)
        recency_put_last(&s->order, set, way);
    else
        recency_touch(s, set, way, request);
}

const cache_policy cache_dip = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "dip",
             .summary = "DIP: sets duel whether new lines come in as the most or the least recently used",
             .source = "Qureshi et al., ISCA 2007",
             .options = dip_table,
             .n_options = sizeof dip_table / sizeof *dip_table,
             .options_size = sizeof(dip_options)},
    .life = {.destroy = destroy, .storage_bits = storage_bits},
    .create = create,
    .access = recency_touch,
    .victim = recency_victim,
    .fill = fill,
};
