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
#include "sim_hooks/cache/recency.h"

#include <stdlib.h>

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
    cache_shape shape;
    eaf_options options;
    poise_random random;
    uint64_t *filter;
    uint64_t filter_bits, lines, lost; /* lines that fill it, that are in it */
    bool is_reused;                    /* the line that asked for a victim last is in the filter */
    int64_t now;
    int64_t last_use[]; /* [set * ways + way]; the least of a set is its least recently used */
} eaf_state;

static void destroy(void *state)
{
    free(((eaf_state *)state)->filter);
    free(state);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    size_t lines = (size_t)host->shape.sets * host->shape.ways;
    eaf_state *s = calloc(1, sizeof *s + lines * sizeof *s->last_use);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for EAF state");
    s->shape = host->shape;
    s->options = *(const eaf_options *)options;
    s->lines = s->options.lines ? (uint64_t)s->options.lines : lines;
    s->filter_bits = s->lines * (uint64_t)s->options.bits;
    s->filter = calloc((size_t)(s->filter_bits + 63) / 64, sizeof *s->filter);
    if (!s->filter) {
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
    return recency_bits(s->shape) + s->filter_bits + policy_bits_for(s->lines + 1);
}

/* ---- the filter ---- */

/* Finaliser of splitmix64. */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Bit of hash `i` of a line: two hashes make any number of them (Kirsch and Mitzenmacher 2006). */
static uint64_t bit_of(const eaf_state *s, uint64_t line, int64_t i)
{
    uint64_t hash = mixed(line + UINT64_C(0x9e3779b97f4a7c15));
    return ((hash & UINT32_MAX) + (uint64_t)i * (hash >> 32 | 1)) % s->filter_bits;
}

static bool filter_has(const eaf_state *s, uint64_t line)
{
    bool has = true;
    for (int64_t i = 0; has && i < s->options.hashes; i++) {
        uint64_t bit = bit_of(s, line, i);
        has = s->filter[bit / 64] >> bit % 64 & 1;
    }
    return has;
}

static void filter_add(eaf_state *s, uint64_t line)
{
    for (int64_t i = 0; i < s->options.hashes; i++) {
        uint64_t bit = bit_of(s, line, i);
        s->filter[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    if (++s->lost < s->lines)
        return;
    s->lost = 0;
    for (uint64_t i = 0; i < (s->filter_bits + 63) / 64; i++)
        s->filter[i] = 0;
}

/* ---- the order of a set ---- */

static void touch(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    eaf_state *s = state;
    s->last_use[(size_t)set * s->shape.ways + way] = ++s->now;
}

/* The filter is asked here, before the line that leaves is added. */
static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    eaf_state *s = state;
    s->is_reused = filter_has(s, mem_line(request));
    return recency_oldest(&s->last_use[(size_t)set * s->shape.ways], candidates);
}

static void evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store)
{
    (void)set, (void)way;
    if (!by_store)
        filter_add(state, line);
}

/* Before all others of the set. */
static void insert_last(eaf_state *s, uint32_t set, uint32_t way)
{
    int64_t *last_use = &s->last_use[(size_t)set * s->shape.ways], least = s->now;
    for (uint32_t i = 0; i < s->shape.ways; i++)
        if (i != way && last_use[i] < least)
            least = last_use[i];
    last_use[way] = least - 1;
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    eaf_state *s = state;
    if (s->is_reused || poise_random_below(&s->random, (uint64_t)s->options.chance) == 0)
        touch(s, set, way, request);
    else
        insert_last(s, set, way);
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
    .access = touch,
    .victim = victim,
    .fill = fill,
    .evicted = evicted,
};
