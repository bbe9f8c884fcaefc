#include "sim/l1.h"

#include <stdlib.h>
#include <string.h>

bool l1_init(l1_cache *l1, const sim_config *config, const address_map *map, const cache_policy *policy,
             const void *policy_options, poise_error *err)
{
    size_t lines = (size_t)(config->l1_sets * config->l1_ways);
    size_t mshrs = (size_t)config->l1_mshrs;
    *l1 = (l1_cache){
        .policy = policy,
        .map = map,
        .sets = (uint32_t)config->l1_sets,
        .ways = (uint32_t)config->l1_ways,
        .set = calloc((size_t)config->l1_sets, sizeof *l1->set),
        .line = calloc(lines, sizeof *l1->line),
        .line_mshr = calloc(lines, sizeof *l1->line_mshr),
        .last_warp = calloc(lines, sizeof *l1->last_warp),
        .owner = calloc(lines, sizeof *l1->owner),
        .merge_limit = (uint32_t)config->l1_merge,
        .mshr = calloc(mshrs, sizeof *l1->mshr),
        .no_allocate_line = calloc(mshrs, sizeof *l1->no_allocate_line),
        .merged = calloc(mshrs * (size_t)config->l1_merge, sizeof *l1->merged),
    };
    if (!l1->set || !l1->line || !l1->line_mshr || !l1->last_warp || !l1->owner || !l1->mshr ||
        !l1->no_allocate_line || !l1->merged || !pool_init(&l1->mshrs, (uint32_t)mshrs)) {
        poise_fail(err, POISE_FAILED, "no memory for an L1 cache");
        return false;
    }
    l1_flush(l1);
    cache_geometry geometry = {l1->sets, l1->ways};
    return policy->create(&geometry, policy_options, &l1->policy_state, err) == 0;
}

void l1_free(l1_cache *l1)
{
    if (l1->policy && l1->policy_state)
        l1->policy->destroy(l1->policy_state);
    free(l1->set);
    free(l1->line);
    free(l1->line_mshr);
    free(l1->last_warp);
    free(l1->owner);
    free(l1->mshr);
    free(l1->no_allocate_line);
    free(l1->merged);
    pool_free(&l1->mshrs);
    *l1 = (l1_cache){0};
}

void l1_flush(l1_cache *l1)
{
    memset(l1->set, 0, l1->sets * sizeof *l1->set);
    for (uint32_t i = 0; i < l1->sets * l1->ways; i++)
        l1->line[i] = L1_NO_LINE;
    for (uint32_t i = 0; i < l1->mshrs.total; i++) {
        l1->no_allocate_line[i] = L1_NO_LINE;
    }
    pool_clear(&l1->mshrs);
    l1->no_allocate_used = 0;
    l1->evictions = 0;
    l1->policy_failed = false;
}

static l1_outcome merge(l1_cache *l1, uint32_t mshr, uint16_t load)
{
    l1_mshr *m = &l1->mshr[mshr];
    if (m->n_merged >= l1->merge_limit)
        return L1_STALL_MERGE;
    l1->merged[(size_t)mshr * l1->merge_limit + m->n_merged++] = load;
    return L1_MERGED;
}

/* MSHR of a no-allocate miss on `line` in flight, or the number of MSHRs. */
static uint32_t find_no_allocate(const l1_cache *l1, uint32_t line)
{
    if (l1->no_allocate_used == 0)
        return l1->mshrs.total;
    uint32_t i = 0;
    while (i < l1->mshrs.total && l1->no_allocate_line[i] != line)
        i++;
    return i;
}

static uint16_t take_mshr(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t way)
{
    uint16_t mshr = pool_take(&l1->mshrs);
    bool is_prefetch = access->load == L1_NOBODY;
    l1->mshr[mshr] = (l1_mshr){.set = set,
                               .way = way,
                               .n_merged = !is_prefetch,
                               .started = access->started,
                               .is_prefetch = is_prefetch};
    l1->merged[(size_t)mshr * l1->merge_limit] = access->load;
    return mshr;
}

/* Ways of `set` that may be replaced: the invalid ones if there are any, otherwise the valid ones. */
static uint32_t candidates_of(const l1_cache *l1, uint32_t set)
{
    const l1_set *s = &l1->set[set];
    uint32_t all = (uint32_t)((UINT64_C(1) << l1->ways) - 1), invalid = all & ~(s->valid | s->reserved);
    return invalid ? invalid : s->valid;
}

/* Remembers what is lost with the valid line in `way`, and tells the policy. */
static void lose(l1_cache *l1, uint32_t set, uint32_t way, bool by_store)
{
    uint32_t index = set * l1->ways + way;
    l1->evicted = (l1_evicted){.line = l1->line[index], .owner = l1->owner[index]};
    if (l1->policy->evicted)
        l1->policy->evicted(l1->policy_state, set, way, l1->line[index], by_store);
}

/* Reserves one of `candidates` for a miss, with an MSHR. */
static uint16_t reserve(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t candidates)
{
    uint32_t way = l1->policy->victim(l1->policy_state, set, candidates, &access->request);
    if (way >= l1->ways || !(candidates >> way & 1)) {
        l1->policy_failed = true;
        way = (uint32_t)__builtin_ctz(candidates);
    }
    uint32_t index = set * l1->ways + way;
    if (l1->set[set].valid >> way & 1) {
        lose(l1, set, way, false);
        l1->evictions++;
    }
    uint16_t mshr = take_mshr(l1, access, set, way);
    l1->line[index] = access->line;
    l1->set[set].valid &= ~(1u << way);
    l1->set[set].reserved |= 1u << way;
    l1->line_mshr[index] = mshr;
    l1->last_warp[index] = access->warp;
    l1->owner[index] = (l1_owner)(access->request.warp | (access->load == L1_NOBODY ? L1_PREFETCHED : 0));
    l1->policy->fill(l1->policy_state, set, way, &access->request);
    return mshr;
}

/* A miss that reserves a line. Refusals in GPGPU-Sim's order: line, miss queue, MSHR (bandwidth_ccn.md 2.3).
 */
static l1_outcome miss_allocate(l1_cache *l1, const l1_load_access *access, uint32_t set, uint16_t *mshr)
{
    uint32_t candidates = candidates_of(l1, set);
    if (!candidates)
        return L1_STALL_LINE;
    if (!access->queue_room)
        return L1_STALL_QUEUE;
    if (pool_full(&l1->mshrs))
        return L1_STALL_MSHR;
    *mshr = reserve(l1, access, set, candidates);
    return L1_MISS;
}

/* A miss of a warp without the pollute bit: an MSHR, no line. [S5.6.3] */
static l1_outcome miss_no_allocate(l1_cache *l1, const l1_load_access *access, uint16_t *mshr)
{
    if (!access->queue_room)
        return L1_STALL_QUEUE;
    if (pool_full(&l1->mshrs))
        return L1_STALL_MSHR;
    *mshr = take_mshr(l1, access, 0, L1_NO_WAY);
    l1->no_allocate_line[*mshr] = access->line;
    l1->no_allocate_used++;
    return L1_MISS;
}

static void use(l1_cache *l1, uint32_t index)
{
    l1->found = l1->owner[index];
    l1->owner[index] = l1_owner_warp(l1->found);
}

static l1_outcome look_up(l1_cache *l1, const l1_load_access *access, bool *intra, uint16_t *mshr)
{
    l1->evicted.line = L1_NO_LINE;
    uint32_t set = address_l1_set(l1->map, access->line);
    for (uint32_t way = 0; way < l1->ways; way++) {
        uint32_t index = set * l1->ways + way;
        if (l1->line[index] != access->line)
            continue;
        if (l1->set[set].reserved >> way & 1) {
            l1_outcome outcome = merge(l1, l1->line_mshr[index], access->load);
            if (outcome == L1_MERGED) {
                l1->last_warp[index] = access->warp;
                use(l1, index);
            }
            return outcome;
        }
        use(l1, index);
        *intra = l1->last_warp[index] == access->warp;
        l1->last_warp[index] = access->warp;
        l1->policy->access(l1->policy_state, set, way, &access->request);
        return L1_HIT;
    }
    /* A load that joins a no-allocate miss does not allocate either: the line would never be filled. */
    uint32_t in_flight = find_no_allocate(l1, access->line);
    if (in_flight < l1->mshrs.total) {
        l1->found = (l1_owner)access->request.warp; /* nobody's line */
        return merge(l1, in_flight, access->load);
    }
    bool allocates = access->pollute &&
                     (!l1->policy->allocate || l1->policy->allocate(l1->policy_state, set, &access->request));
    return allocates ? miss_allocate(l1, access, set, mshr) : miss_no_allocate(l1, access, mshr);
}

l1_outcome l1_load(l1_cache *l1, const l1_load_access *access, bool *intra, uint16_t *mshr)
{
    l1_outcome outcome = look_up(l1, access, intra, mshr);
    if (l1->policy->result && outcome <= L1_MISS)
        l1->policy->result(l1->policy_state, &access->request, outcome == L1_HIT);
    return outcome;
}

l1_outcome l1_prefetch(l1_cache *l1, const l1_load_access *access, uint16_t *mshr)
{
    l1->evicted.line = L1_NO_LINE;
    uint32_t set = address_l1_set(l1->map, access->line);
    for (uint32_t way = 0; way < l1->ways; way++)
        if (l1->line[set * l1->ways + way] == access->line)
            return l1->set[set].reserved >> way & 1 ? L1_MERGED : L1_HIT;
    if (find_no_allocate(l1, access->line) < l1->mshrs.total)
        return L1_MERGED;
    return miss_allocate(l1, access, set, mshr);
}

static bool is_reserved(const l1_cache *l1, uint32_t set, uint32_t line)
{
    for (uint32_t way = 0; way < l1->ways; way++)
        if (l1->line[set * l1->ways + way] == line && l1->set[set].reserved >> way & 1)
            return true;
    return false;
}

uint32_t l1_obstacles(const l1_cache *l1, uint32_t line, bool pollute, bool queue_room)
{
    uint32_t set = address_l1_set(l1->map, line), causes = 0;
    if (is_reserved(l1, set, line) || find_no_allocate(l1, line) < l1->mshrs.total)
        return 1u << L1_CAUSE_MSHR; /* its merge list is full */
    if (pollute && !candidates_of(l1, set))
        causes |= 1u << L1_CAUSE_LINE;
    if (!queue_room)
        causes |= 1u << L1_CAUSE_QUEUE;
    if (pool_full(&l1->mshrs))
        causes |= 1u << L1_CAUSE_MSHR;
    return causes;
}

void l1_store(l1_cache *l1, uint32_t line)
{
    l1->evicted.line = L1_NO_LINE;
    uint32_t set = address_l1_set(l1->map, line);
    for (uint32_t way = 0; way < l1->ways; way++) {
        uint32_t index = set * l1->ways + way;
        if (l1->line[index] == line && l1->set[set].valid >> way & 1) {
            lose(l1, set, way, true);
            l1->line[index] = L1_NO_LINE;
            l1->set[set].valid &= ~(1u << way);
        }
    }
}

const l1_mshr *l1_fill(l1_cache *l1, uint16_t mshr)
{
    const l1_mshr *m = &l1->mshr[mshr];
    if (m->way != L1_NO_WAY) {
        l1->set[m->set].reserved &= ~(1u << m->way);
        l1->set[m->set].valid |= 1u << m->way;
    } else {
        l1->no_allocate_line[mshr] = L1_NO_LINE;
        l1->no_allocate_used--;
    }
    return m;
}

void l1_release(l1_cache *l1, uint16_t mshr)
{
    pool_give(&l1->mshrs, mshr);
}
