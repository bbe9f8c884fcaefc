/* Evicted-Address Filter (EAF). The cache remembers the lines that it has lost of late, as many as it has
 * lines, in a Bloom filter. A line that is missed and found there is one that is used again: it is inserted
 * as the most recently used. All others are inserted as the least recently used but for one in 64, so that a
 * stream does not displace what is reused (bimodal insertion). When as many lines have been lost as the cache
 * holds, the filter is cleared.
 *
 * Source: Seshadri et al., "The Evicted-Address Filter", PACT 2012, as [RA] chapter 4 compares with it: 8
 * bits for each line, ln 2 * 8 = 6 hashes, found addresses stay in the filter. A bank has a filter of its
 * own, which is the same as a part of a common one, as its lines are its own. Lines that a store evicts from
 * an L1 are not lost, they are written: our choice. */
#include "common/random.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/bloom.h"
#include "sim_hooks/cache/recency.h"

typedef struct eaf_options {
    int64_t bits, hashes, chance, lines, seed;
} eaf_options;

#define AT(member) offsetof(eaf_options, member)
static const poise_option eaf_table[] = {
    {"bits", 0, POISE_OPT_INT, AT(bits), "8", 1, 64, NULL, "N", "Bits of the filter for each line in it."},
    {"hashes", 0, POISE_OPT_INT, AT(hashes), "6", 1, 32, NULL, "N", "Bits that a line sets."},
    {"chance", 0, POISE_OPT_INT, AT(chance), "64", 1, 1 << 20, NULL, "N",
     "One of N lines that are not in the filter is inserted as the most recently used."},
    {"lines", 0, POISE_OPT_INT, AT(lines), "0", 0, 1 << 24, NULL, "N",
     "Lines after which the filter is cleared; 0 = as many as the cache has."},
    {"seed", 0, POISE_OPT_INT, AT(seed), "1", 0, 1000000, NULL, "N", "Of the random numbers."},
};
#undef AT

typedef struct eaf_state {
    recency_order order; /* first, see recency.h */
    eaf_options options;
    poise_random random;
    bloom_filter filter;
    uint64_t lines, lost; /* that fill the filter, that are in it */
    bool is_reused;       /* the line that asked for a victim last is in the filter */
} eaf_state;

static void destroy(void *state)
{
    eaf_state *s = state;
    free(s->order.last_use);
    free(s->filter.word);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    size_t lines = (size_t)host->shape.sets * host->shape.ways;
    eaf_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for EAF state");
    s->options = *(const eaf_options *)options;
    s->lines = s->options.lines ? (uint64_t)s->options.lines : lines;
    if (!recency_init(&s->order, host->shape) ||
        !bloom_init(&s->filter, s->lines * (uint64_t)s->options.bits, (uint32_t)s->options.hashes)) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the filter of an EAF");
    }
    poise_random_seed(&s->random,
                      (uint64_t)s->options.seed + (uint64_t)host->level * UINT32_MAX + host->instance.index);
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru, the filter, and the number of lines in it. */
static uint64_t storage_bits(const void *state)
{
    const eaf_state *s = state;
    return recency_bits(s->order.shape) + s->filter.bits + policy_bits_for(s->lines + 1);
}

static void lose(eaf_state *s, uint64_t line)
{
    bloom_add(&s->filter, line);
    if (++s->lost < s->lines)
        return;
    s->lost = 0;
    bloom_clear(&s->filter);
}

/* ---- the order of a set ---- */

/* The filter is asked here, before the line that leaves is added. */
static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    eaf_state *s = state;
    s->is_reused = bloom_has(&s->filter, mem_line(request));
    return recency_victim(s, set, candidates, request);
}

static void evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store)
{
    (void)set, (void)way;
    if (!by_store)
        lose(state, line);
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    eaf_state *s = state;
    if (s->is_reused || poise_random_below(&s->random, (uint64_t)s->options.chance) == 0)
        recency_touch(s, set, way, request);
    else
        recency_put_last(&s->order, set, way);
}

const cache_policy cache_eaf = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "eaf",
             .summary = "Evicted-Address Filter: lines that were lost of late stay, others leave first",
             .source = "Seshadri et al., PACT 2012",
             .options = eaf_table,
             .n_options = sizeof eaf_table / sizeof *eaf_table,
             .options_size = sizeof(eaf_options)},
    .life = {.destroy = destroy, .storage_bits = storage_bits},
    .create = create,
    .access = recency_touch,
    .victim = victim,
    .fill = fill,
    .evicted = evicted,
};
