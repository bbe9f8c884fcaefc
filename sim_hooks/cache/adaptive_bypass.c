/* Adaptive bypassing: lines of instructions whose lines have left unused of late do not enter the L1.
 *
 * Every line remembers the instruction that has brought it in, by a hash of its pc, and whether it has been
 * hit. A table of saturating counters has an entry for each hash: a line that leaves without a hit counts
 * it up, a hit counts it down. What an instruction misses is not kept while its counter is at or above
 * `threshold`, but for one miss in `chance`.
 *
 * Source: Y. Tian et al., Adaptive GPU Cache Bypassing, GPGPU-8, 2015, of which we had the abstract: blocks
 * that are unlikely to be used again before they leave bypass the cache. That it predicts them by counters
 * which are found by hashed pcs is how it is commonly described; we could not check it. Our choices: widths,
 * sizes; that a hit counts for the instruction that has brought the line in; one miss in `chance`, without
 * which the counter of a bypassing instruction would hardly change; counters start at 0 with the program, not
 * with each launch; a line that a store writes says nothing. The threshold is the best of a few on training
 * runs of demo-8sm. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

#include <stdlib.h>

typedef struct bypass_options {
    int64_t entries, bits, threshold, chance;
} bypass_options;

#define AT(member) offsetof(bypass_options, member)
static const poise_option bypass_table[] = {
    {"entries", 0, POISE_OPT_INT, AT(entries), "128", 1, 1 << 16, NULL, "N", "Counters."},
    {"bits", 0, POISE_OPT_INT, AT(bits), "4", 1, 16, NULL, "N", "Of a counter."},
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "2", 1, 1 << 16, NULL, "N",
     "Counter from which on an instruction bypasses."},
    {"chance", 0, POISE_OPT_INT, AT(chance), "32", 0, 1 << 20, NULL, "N",
     "One in N misses of it is kept all the same; 0 = none."},
};
#undef AT

typedef struct bypass_line {
    uint32_t entry;
    bool is_owned, is_used; /* brought in by a load; and hit */
} bypass_line;

typedef struct bypass_state {
    cache_shape shape;
    bypass_options options;
    int64_t now, *last_use; /* [set * ways + way] */
    bypass_line *line;
    uint32_t *counter;
    uint64_t turned_away;                         /* in turn, modulo `chance` */
    uint64_t misses, bypasses, lost, lost_unused; /* statistics */
} bypass_state;

static void destroy(void *state)
{
    bypass_state *s = state;
    free(s->last_use);
    free(s->line);
    free(s->counter);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    size_t lines = (size_t)host->shape.sets * host->shape.ways;
    const bypass_options *o = options;
    if (o->threshold >= INT64_C(1) << o->bits)
        return poise_fail(err, POISE_USAGE,
                          "policy adaptive_bypass: no counter of %d bits comes to a threshold of %d",
                          (int)o->bits, (int)o->threshold);
    bypass_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for adaptive_bypass");
    s->shape = host->shape;
    s->options = *o;
    s->last_use = calloc(lines, sizeof *s->last_use);
    s->line = calloc(lines, sizeof *s->line);
    s->counter = calloc((size_t)o->entries, sizeof *s->counter);
    if (!s->last_use || !s->line || !s->counter) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for adaptive_bypass");
    }
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru; the counters; of a line the entry, is_owned and is_used; the turn. */
static uint64_t storage_bits(const void *state)
{
    const bypass_state *s = state;
    uint64_t entry = policy_bits_for((uint64_t)s->options.entries);
    return recency_bits(s->shape) + (uint64_t)(s->options.entries * s->options.bits) +
           (uint64_t)s->shape.sets * s->shape.ways * (entry + 2) +
           policy_bits_for((uint64_t)s->options.chance);
}

/* Neighbouring instructions have different counters. */
static uint32_t entry_of(const bypass_state *s, uint32_t pc)
{
    return (uint32_t)((pc ^ pc >> 7 ^ pc >> 14) % (uint64_t)s->options.entries);
}

static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)set;
    bypass_state *s = state;
    s->misses++;
    if (request->pc == MEM_NO_PC || s->counter[entry_of(s, request->pc)] < s->options.threshold)
        return true;
    if (s->options.chance && ++s->turned_away >= (uint64_t)s->options.chance) {
        s->turned_away = 0;
        return true;
    }
    s->bypasses++;
    return false;
}

static void hit(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    bypass_state *s = state;
    size_t index = (size_t)set * s->shape.ways + way;
    bypass_line *line = &s->line[index];
    s->last_use[index] = ++s->now;
    line->is_used = true;
    if (line->is_owned && s->counter[line->entry])
        s->counter[line->entry]--;
}

static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    const bypass_state *s = state;
    return recency_oldest(&s->last_use[(size_t)set * s->shape.ways], candidates);
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    bypass_state *s = state;
    size_t index = (size_t)set * s->shape.ways + way;
    bool is_owned = request->pc != MEM_NO_PC;
    s->last_use[index] = ++s->now;
    s->line[index] = (bypass_line){is_owned ? entry_of(s, request->pc) : 0, is_owned, false};
}

static void evicted(void *state, uint32_t set, uint32_t way, uint64_t number, bool by_store)
{
    (void)number;
    bypass_state *s = state;
    const bypass_line *line = &s->line[(size_t)set * s->shape.ways + way];
    if (by_store)
        return;
    s->lost++;
    s->lost_unused += !line->is_used;
    uint32_t *counter = &s->counter[line->entry];
    if (line->is_owned && !line->is_used && *counter + 1 < UINT32_C(1) << s->options.bits)
        ++*counter;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    bypass_state *s = state;
    s->misses = s->bypasses = s->lost = s->lost_unused = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double misses = 0, bypasses = 0, lost = 0, unused = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bypass_state *s = states[i];
        misses += (double)s->misses;
        bypasses += (double)s->bypasses;
        lost += (double)s->lost;
        unused += (double)s->lost_unused;
    }
    const policy_statistic all[] = {{"bypass_share", "1", bypasses / misses},
                                    {"unused_share", "1", unused / lost}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const cache_policy cache_adaptive_bypass = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "adaptive_bypass",
             .summary = "instructions whose lines leave unused bypass, by counters of hashed pcs",
             .source = "Tian et al., GPGPU-8, 2015 (its abstract); details our choice",
             .options = bypass_table,
             .n_options = sizeof bypass_table / sizeof *bypass_table,
             .options_size = sizeof(bypass_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .statistics = statistics},
    .create = create,
    .access = hit,
    .victim = victim,
    .fill = fill,
    .allocate = allocate,
    .evicted = evicted,
};
