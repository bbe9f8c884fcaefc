/* Locality filter: only lines that have been asked for again, and soon, enter the L1.
 *
 * Each set has more tags than lines: beside those of its lines, a filter of `tags` tags for lines that have
 * been asked for and not kept, or lost, replaced least recently used first, each with a count of how often
 * it was asked for. A miss is kept when its line is in the filter and has been asked for `reuses` times
 * since it came in; all others are fetched and not kept. That it is still there says that its reuse
 * distance is short. While a set has lines that have never been filled all are kept.
 *
 * Source: C. Li et al., Locality-Driven Dynamic GPU Cache Bypassing, ICS 2015, of which we had the abstract:
 * a mechanism in the decoupled tag store of the L1 "to dynamically filter the access stream on cache
 * insertion such that only the data with high reuse and short reuse distances are stored". Our choices: that
 * a line which is lost goes back to the filter with a count of 0; empty lines; `tags` and `reuses`, the best
 * of a few on training runs of demo-8sm. A tag is counted as 24 bits, as those of the L1. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

#include <stdlib.h>

enum { TAG_BITS = 24, NOWHERE = 0 };

typedef struct filter_options {
    int64_t tags, reuses;
} filter_options;

#define AT(member) offsetof(filter_options, member)
static const poise_option filter_table[] = {
    {"tags", 0, POISE_OPT_INT, AT(tags), "12", 1, 1024, NULL, "N", "Of a set, beside those of its lines."},
    {"reuses", 0, POISE_OPT_INT, AT(reuses), "3", 0, 15, NULL, "N",
     "Repetitions after which a line is kept; 0 = at once."},
};
#undef AT

typedef struct filter_tag {
    uint64_t line; /* + 1; NOWHERE = empty */
    int64_t last_use;
    int64_t count;
} filter_tag;

typedef struct filter_state {
    cache_shape shape;
    filter_options options;
    int64_t now, *last_use;    /* of lines: [set * ways + way] */
    uint32_t *filled;          /* [set]: lines that have been filled once */
    filter_tag *tag;           /* [set * tags + i] */
    uint64_t misses, bypasses; /* statistics */
} filter_state;

static void destroy(void *state)
{
    filter_state *s = state;
    free(s->last_use);
    free(s->filled);
    free(s->tag);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    size_t sets = host->shape.sets;
    filter_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for locality_filter");
    s->shape = host->shape;
    s->options = *(const filter_options *)options;
    s->last_use = calloc(sets * host->shape.ways, sizeof *s->last_use);
    s->filled = calloc(sets, sizeof *s->filled);
    s->tag = calloc(sets * (size_t)s->options.tags, sizeof *s->tag);
    if (!s->last_use || !s->filled || !s->tag) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for locality_filter");
    }
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru, a bit for each line; of a tag itself, its place in the order, count
 * and whether it is empty. */
static uint64_t storage_bits(const void *state)
{
    const filter_state *s = state;
    uint64_t lines = (uint64_t)s->shape.sets * s->shape.ways, tags = (uint64_t)s->options.tags;
    uint64_t tag = TAG_BITS + 1 + policy_bits_for(tags) + policy_bits_for((uint64_t)s->options.reuses + 1);
    return recency_bits(s->shape) + lines + s->shape.sets * tags * tag;
}

/* Entry of `line` in the filter of `set`, or the one that it may take: an empty one or the least recently
 * used. */
static filter_tag *find(const filter_state *s, uint32_t set, uint64_t line)
{
    filter_tag *tag = &s->tag[(size_t)set * (size_t)s->options.tags], *oldest = tag;
    for (int64_t i = 0; i < s->options.tags; i++) {
        if (tag[i].line == line + 1)
            return &tag[i];
        if (tag[i].last_use < oldest->last_use)
            oldest = &tag[i];
    }
    return oldest;
}

static void put(filter_state *s, uint32_t set, uint64_t line)
{
    *find(s, set, line) = (filter_tag){.line = line + 1, .last_use = ++s->now};
}

static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    filter_state *s = state;
    s->misses++;
    if (s->options.reuses == 0 || s->filled[set] < s->shape.ways)
        return true;
    filter_tag *tag = find(s, set, mem_line(request));
    if (tag->line != mem_line(request) + 1) {
        put(s, set, mem_line(request));
        s->bypasses++;
        return false;
    }
    tag->last_use = ++s->now;
    if (++tag->count >= s->options.reuses) {
        *tag = (filter_tag){.line = NOWHERE};
        return true;
    }
    s->bypasses++;
    return false;
}

static void touch(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    filter_state *s = state;
    s->last_use[(size_t)set * s->shape.ways + way] = ++s->now;
}

static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    const filter_state *s = state;
    return recency_oldest(&s->last_use[(size_t)set * s->shape.ways], candidates);
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    filter_state *s = state;
    s->filled[set] += s->last_use[(size_t)set * s->shape.ways + way] == 0;
    touch(s, set, way, request);
}

static void evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store)
{
    (void)way;
    if (!by_store)
        put(state, set, line);
}

/* All lines are empty again. */
static void flush(void *state)
{
    filter_state *s = state;
    for (size_t i = 0; i < (size_t)s->shape.sets * s->shape.ways; i++)
        s->last_use[i] = 0;
    for (uint32_t set = 0; set < s->shape.sets; set++)
        s->filled[set] = 0;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    filter_state *s = state;
    s->misses = s->bypasses = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double misses = 0, bypasses = 0;
    for (uint32_t i = 0; i < count; i++) {
        misses += (double)((const filter_state *)states[i])->misses;
        bypasses += (double)((const filter_state *)states[i])->bypasses;
    }
    const policy_statistic share = {"bypass_share", "1", bypasses / misses};
    return policy_give_statistics(&share, 1, out, room);
}

const cache_policy cache_locality_filter = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "locality_filter",
             .summary = "lines enter when they are asked for again while a filter of tags remembers them",
             .source = "Li et al., ICS 2015 (its abstract); details our choice",
             .options = filter_table,
             .n_options = sizeof filter_table / sizeof *filter_table,
             .options_size = sizeof(filter_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .statistics = statistics},
    .create = create,
    .access = touch,
    .victim = victim,
    .fill = fill,
    .allocate = allocate,
    .evicted = evicted,
    .flush = flush,
};
