/* APCM, access pattern-aware cache management: what one warp's loads do tells what the lines of all warps are
 * worth.
 *
 * An L1 watches one warp. The lines that this warp asks for are kept in tags of their own, which nobody else
 * replaces. When it asks for one of them again, that is reuse within the warp, of the load that brought the
 * tag in; when another warp does, reuse between warps. A load that has been watched for `sample` look-ups
 * gets its type, which then holds for all warps until the launch ends:
 *
 *   streaming   neither reuse reaches `threshold`: bypasses the L1
 *   intra       reuse within the warp: its lines are pinned, others are replaced first
 *   inter       reuse between warps: as without APCM
 *   mixed       both: pinned
 *
 * What misses in a set whose lines are all pinned is not kept. Each `patience` such misses take the pin of
 * the least recently used line of the set, or lines of warps that have ended would stay.
 *
 * Source: G. Koo et al., Access Pattern-Aware Cache Management for Improving Data Utilization in GPU, ISCA
 * 2017, of which we had the abstract: the four types, one exemplary warp, bypassing and pinning. Our choices:
 * the watched warp is the first that looks a load up in the launch, by hardware number, so that who comes
 * after it in its place is watched in turn; all sizes and thresholds; what is pinned; how pins end. Loads
 * that the table has no room for are handled as without APCM. The defaults are the best of a few on training
 * runs of demo-8sm. Tags are counted as 24 bits, pcs as 16. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

#include <stdlib.h>
#include <string.h>

enum { LOADS = 16, TAG_BITS = 24, PC_BITS = 16, NO_WARP = UINT16_MAX, NOWHERE = 0 };

typedef enum apcm_type { UNKNOWN, STREAMING, INTRA, INTER, MIXED, TYPES } apcm_type;

typedef struct apcm_options {
    int64_t sample, threshold, tags, patience, bypass, pin;
} apcm_options;

#define AT(member) offsetof(apcm_options, member)
static const poise_option apcm_table[] = {
    {"sample", 0, POISE_OPT_INT, AT(sample), "32", 1, 65535, NULL, "N",
     "Look-ups of the watched warp after which a load has its type."},
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "25", 0, 100, NULL, "PERCENT",
     "Of its look-ups that are reuse, for a type other than streaming."},
    {"tags", 0, POISE_OPT_INT, AT(tags), "64", 1, 4096, NULL, "N", "Of the lines of the watched warp."},
    {"patience", 0, POISE_OPT_INT, AT(patience), "4", 0, 65535, NULL, "N",
     "Misses that a set of pinned lines turns away for each pin that ends; 0 = pins stay."},
    {"bypass", 0, POISE_OPT_INT, AT(bypass), "1", 0, 1, NULL, "0|1", "Streaming loads bypass the L1."},
    {"pin", 0, POISE_OPT_INT, AT(pin), "1", 0, 1, NULL, "0|1",
     "Lines of loads with reuse within a warp are pinned."},
};
#undef AT

typedef struct apcm_load {
    uint32_t pc;
    apcm_type type;
    int64_t looked, intra, inter;
} apcm_load;

typedef struct apcm_tag {
    uint64_t line; /* + 1; NOWHERE = empty */
    int64_t last_use;
    uint32_t load;  /* that brought it in */
    bool is_shared; /* another warp has asked for it */
} apcm_tag;

typedef struct apcm_state {
    cache_shape shape;
    apcm_options options;
    int64_t now, *last_use; /* [set * ways + way] */
    uint32_t *pinned;       /* [set], a mask over its ways */
    int64_t *turned_away;   /* [set], since a pin has ended */
    uint32_t warp;          /* watched, or NO_WARP */
    uint32_t loads, open;   /* known; known of UNKNOWN type */
    apcm_load load[LOADS];
    apcm_tag *tag;
    uint64_t misses, bypasses, crowded, unpinned; /* statistics */
} apcm_state;

static void destroy(void *state)
{
    apcm_state *s = state;
    free(s->last_use);
    free(s->pinned);
    free(s->turned_away);
    free(s->tag);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    if (host->level != 1)
        return poise_fail(err, POISE_USAGE, "policy apcm is one of an L1: it watches a warp of its SM");
    size_t sets = host->shape.sets;
    apcm_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for apcm");
    s->shape = host->shape;
    s->options = *(const apcm_options *)options;
    s->last_use = calloc(sets * host->shape.ways, sizeof *s->last_use);
    s->pinned = calloc(sets, sizeof *s->pinned);
    s->turned_away = calloc(sets, sizeof *s->turned_away);
    s->tag = calloc((size_t)s->options.tags, sizeof *s->tag);
    if (!s->last_use || !s->pinned || !s->turned_away || !s->tag) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for apcm");
    }
    s->warp = NO_WARP;
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru; a pin for each line and turned_away for each set; the watched warp;
 * of a load its pc, type and three counters; of a tag itself, its order, load, is_shared and whether it is
 * empty. */
static uint64_t storage_bits(const void *state)
{
    const apcm_state *s = state;
    uint64_t counter = policy_bits_for((uint64_t)s->options.sample + 1);
    uint64_t load = PC_BITS + policy_bits_for(TYPES) + 3 * counter;
    uint64_t tags = (uint64_t)s->options.tags;
    uint64_t tag = TAG_BITS + policy_bits_for(tags) + policy_bits_for(LOADS) + 2;
    return recency_bits(s->shape) + (uint64_t)s->shape.sets * s->shape.ways +
           s->shape.sets * policy_bits_for((uint64_t)s->options.patience + 1) + 6 + LOADS * load + tags * tag;
}

/* ---- types of loads ---- */

/* LOADS when it is not known. */
static uint32_t find_load(const apcm_state *s, uint32_t pc)
{
    uint32_t i = 0;
    while (i < s->loads && s->load[i].pc != pc)
        i++;
    return i < s->loads ? i : LOADS;
}

static apcm_type type_of(const apcm_state *s, uint32_t pc)
{
    uint32_t i = find_load(s, pc);
    return i < LOADS ? s->load[i].type : UNKNOWN;
}

static bool is_pinned_type(const apcm_state *s, apcm_type type)
{
    return s->options.pin && (type == INTRA || type == MIXED);
}

static apcm_tag *find_tag(apcm_state *s, uint64_t line)
{
    for (int64_t i = 0; i < s->options.tags; i++)
        if (s->tag[i].line == line + 1)
            return &s->tag[i];
    return NULL;
}

static void put_tag(apcm_state *s, uint64_t line, uint32_t load)
{
    apcm_tag *oldest = s->tag;
    for (int64_t i = 1; i < s->options.tags; i++)
        if (s->tag[i].last_use < oldest->last_use)
            oldest = &s->tag[i];
    *oldest = (apcm_tag){.line = line + 1, .last_use = ++s->now, .load = load};
}

static void decide(apcm_state *s, apcm_load *load)
{
    int64_t least = s->options.threshold * load->looked;
    bool intra = 100 * load->intra >= least, inter = 100 * load->inter >= least;
    load->type = intra && inter ? MIXED : intra ? INTRA : inter ? INTER : STREAMING;
    s->open--;
}

/* The watched warp asks for a line. */
static void watch(apcm_state *s, const mem_request *request)
{
    uint32_t i = find_load(s, request->pc);
    if (i == LOADS) {
        if (s->loads == LOADS)
            return;
        i = s->loads++;
        s->load[i] = (apcm_load){.pc = request->pc};
        s->open++;
    }
    apcm_tag *tag = find_tag(s, mem_line(request));
    if (tag) {
        s->load[tag->load].intra++;
        tag->last_use = ++s->now;
    } else {
        put_tag(s, mem_line(request), i);
    }
    apcm_load *load = &s->load[i];
    if (load->type == UNKNOWN && ++load->looked == s->options.sample)
        decide(s, load);
}

static void result(void *state, const mem_request *request, bool hit)
{
    (void)hit;
    apcm_state *s = state;
    if (request->kind != MEM_LOAD)
        return;
    if (s->warp == NO_WARP)
        s->warp = request->warp;
    if (request->warp == s->warp) {
        if (s->open || s->loads < LOADS)
            watch(s, request);
        return;
    }
    apcm_tag *tag = s->open ? find_tag(s, mem_line(request)) : NULL;
    if (tag && !tag->is_shared) {
        tag->is_shared = true;
        s->load[tag->load].inter++;
    }
}

/* ---- lines ---- */

static uint32_t all_ways(const apcm_state *s)
{
    return (uint32_t)((UINT64_C(1) << s->shape.ways) - 1);
}

/* A miss has been turned away by a set whose lines are all pinned. */
static void wear(apcm_state *s, uint32_t set)
{
    s->crowded++;
    if (s->options.patience == 0 || ++s->turned_away[set] < s->options.patience)
        return;
    s->turned_away[set] = 0;
    s->unpinned++;
    s->pinned[set] &= ~(1u << recency_oldest(&s->last_use[(size_t)set * s->shape.ways], s->pinned[set]));
}

static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    apcm_state *s = state;
    s->misses++;
    if (s->options.bypass && type_of(s, request->pc) == STREAMING) {
        s->bypasses++;
        return false;
    }
    if (s->pinned[set] != all_ways(s))
        return true;
    wear(s, set);
    return false;
}

static void hit(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    apcm_state *s = state;
    s->last_use[(size_t)set * s->shape.ways + way] = ++s->now;
}

static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    const apcm_state *s = state;
    uint32_t free_ones = candidates & ~s->pinned[set];
    return recency_oldest(&s->last_use[(size_t)set * s->shape.ways], free_ones ? free_ones : candidates);
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    apcm_state *s = state;
    uint32_t bit = 1u << way;
    hit(s, set, way, request);
    s->pinned[set] &= ~bit;
    if (request->kind == MEM_LOAD && is_pinned_type(s, type_of(s, request->pc)))
        s->pinned[set] |= bit;
}

static void evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store)
{
    (void)line, (void)by_store;
    apcm_state *s = state;
    s->pinned[set] &= ~(1u << way);
}

/* All lines have left, before each launch: everything begins anew. */
static void flush(void *state)
{
    apcm_state *s = state;
    memset(s->pinned, 0, s->shape.sets * sizeof *s->pinned);
    memset(s->turned_away, 0, s->shape.sets * sizeof *s->turned_away);
    memset(s->tag, 0, (size_t)s->options.tags * sizeof *s->tag);
    s->warp = NO_WARP;
    s->loads = s->open = 0;
    s->misses = s->bypasses = s->crowded = s->unpinned = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double misses = 0, bypasses = 0, crowded = 0, unpinned = 0, types[TYPES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const apcm_state *s = states[i];
        misses += (double)s->misses;
        bypasses += (double)s->bypasses;
        crowded += (double)s->crowded;
        unpinned += (double)s->unpinned;
        for (uint32_t k = 0; k < s->loads; k++)
            types[s->load[k].type] += 1.0 / count;
    }
    const policy_statistic all[] = {
        {"streaming_loads", "1", types[STREAMING]}, {"intra_loads", "1", types[INTRA]},
        {"inter_loads", "1", types[INTER]},         {"mixed_loads", "1", types[MIXED]},
        {"unknown_loads", "1", types[UNKNOWN]},     {"bypass_share", "1", bypasses / misses},
        {"crowded_share", "1", crowded / misses},   {"pins_ended", "1", unpinned},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const cache_policy cache_apcm = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "apcm",
             .summary = "APCM: the loads of one watched warp tell which bypass the L1 and which are pinned",
             .source = "Koo et al., ISCA 2017 (its abstract); details our choice",
             .options = apcm_table,
             .n_options = sizeof apcm_table / sizeof *apcm_table,
             .options_size = sizeof(apcm_options)},
    .life = {.destroy = destroy, .storage_bits = storage_bits, .statistics = statistics},
    .create = create,
    .access = hit,
    .victim = victim,
    .fill = fill,
    .result = result,
    .allocate = allocate,
    .evicted = evicted,
    .flush = flush,
};
