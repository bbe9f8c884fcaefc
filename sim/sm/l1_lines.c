/* The L1: storage, stores, fills. */
#include "sim/sm/l1_tags.h"

#include "sim_hooks/guard.h"
#include "sim_hooks/vm.h"

#include <stdlib.h>
#include <string.h>

/* Nothing is in a way any more. */
static void empty_way(l1_cache *l1, uint32_t index)
{
    l1->line[index] = L1_NO_LINE;
    l1->held[index] = (l1_held){.state = L1_INVALID};
    if (l1->used)
        l1->used[index] = 0; /* the first to be replaced */
}

static void clear(l1_cache *l1)
{
    memset(l1->set, 0, l1->sets * sizeof *l1->set);
    for (uint32_t i = 0; i < l1->sets * l1->ways; i++)
        if (l1->line[i] != L1_NO_LINE)
            empty_way(l1, i);
    l1->written_lines = l1->uses = 0;
    for (uint32_t i = 0; i < l1->mshrs.total; i++)
        l1->no_allocate_line[i] = L1_NO_LINE;
    pool_clear(&l1->mshrs);
    l1->no_allocate_used = 0;
    l1->sectors_pending = 0;
    l1->evictions = 0;
    question_settled(&l1->may_allocate);
    l1->policy_failed = false;
}

void l1_flush(l1_cache *l1)
{
    clear(l1);
    if (l1->policy->flush)
        l1->policy->flush(l1->policy_state);
}

void l1_resize(l1_cache *l1, uint32_t ways)
{
    l1->ways = ways;
    l1->all_ways = l1->used ? 0 : (uint32_t)((UINT64_C(1) << ways) - 1);
    l1->most_written = (uint32_t)((uint64_t)l1->sets * ways * l1->written_percent / 100);
}

/* The valid line in `way` is lost, and nothing comes in its place. */
static void invalidate(l1_cache *l1, uint32_t set, uint32_t way, bool by_store)
{
    l1_lose(l1, set, way, by_store);
    l1_set_state(l1, set, way, L1_INVALID);
    empty_way(l1, set * l1->ways + way);
}

void l1_lose_page(l1_cache *l1, uint64_t address)
{
    for (uint32_t i = 0; i < l1->sets * l1->ways; i++) {
        const uint32_t set = i / l1->ways, way = i % l1->ways;
        if (l1_state_of(l1, set, way) != L1_VALID ||
            l1->held[i].address >> VM_BASE_BITS != address >> VM_BASE_BITS)
            continue;
        invalidate(l1, set, way, false);
    }
}

bool l1_init(l1_cache *l1, sim_base *base, const cache_host *host, const policy_choice *choice,
             poise_error *err)
{
    const sim_config *config = &base->config;
    storage *from = &base->storage;
    size_t lines = (size_t)config->l1_sets * config->l1_ways;
    size_t mshrs = config->l1_mshrs;
    const bool is_wide = config->l1_ways > L1_MOST_MASKED;
    const bool is_per_sector = config->coalesce_bytes < LINE_BYTES;
    const uint32_t merge_room = config->l1_merge * (is_per_sector ? LINE_SECTORS : 1);
    *l1 = (l1_cache){
        .host = *host,
        .policy = policy_functions(choice),
        .map = base->map,
        .sets = config->l1_sets,
        .written_percent = config->l1_written_percent,
        .writes_through = config->l1_write == L1_WRITE_THROUGH,
        .widening = config->l1_sector_bytes < LINE_BYTES ? 0 : ALL_SECTORS,
        .has_sectors = config->l1_sector_bytes < LINE_BYTES,
        .at_fill = config->l1_allocate == L1_ALLOCATE_FILL,
        .no_allocate_mshr = config->l1_no_allocate_mshr,
        .fetch = (uint8_t)config->l1_no_allocate_fetch,
        .set = storage_take(from, config->l1_sets, sizeof *l1->set),
        .line = storage_take(from, lines, sizeof *l1->line),
        .held = storage_take(from, lines, sizeof *l1->held),
        .merge_limit = config->l1_merge,
        .is_per_sector = is_per_sector,
        .sector_limit = config->l1_mshrs,
        .merge_room = merge_room,
        .mshr = storage_take(from, mshrs, sizeof *l1->mshr),
        .no_allocate_line = storage_take(from, mshrs, sizeof *l1->no_allocate_line),
        .used = is_wide ? storage_take(from, lines, sizeof *l1->used) : NULL,
        .merged = storage_take(from, earlier(mshrs, L1_FIRST_MSHRS) * merge_room, sizeof *l1->merged),
        .merged_more = storage_take_seldom(from, mshrs * merge_room, sizeof *l1->merged),
    };
    l1_resize(l1, config->l1_ways);
    if ((is_wide && !l1->used) || !l1->set || !l1->line || !l1->held || !l1->mshr || !l1->no_allocate_line ||
        !l1->merged || !l1->merged_more || !pool_init(&l1->mshrs, from, (uint32_t)mshrs)) {
        poise_fail(err, POISE_FAILED, "no memory for an L1 cache");
        return false;
    }
    for (size_t i = 0; i < lines; i++)
        l1->line[i] = L1_NO_LINE;
    clear(l1);
    if (is_wide && strcmp(l1->policy->info.name, "lru") != 0)
        return poise_fail(err, POISE_USAGE, "an L1 of more than %d ways has the policy lru, not %s",
                          L1_MOST_MASKED, l1->policy->info.name) == POISE_OK;
    l1->host.shape = (cache_shape){l1->sets, is_wide ? 1 : l1->ways};
    l1->host.level = 1;
    int code = l1->policy->create(&l1->host, choice->options, &l1->policy_state, err);
    return policy_created(choice, code, err) == POISE_OK;
}

void l1_free(l1_cache *l1)
{
    if (l1->policy && l1->policy_state)
        l1->policy->life.destroy(l1->policy_state);
    *l1 = (l1_cache){0};
}

/* The first of the groups of ways from `way` on in which some have not been used since `least`, or in which
 * there are fewer ways; the number of ways if there is none. */
static uint32_t next_older(const uint32_t *used, uint32_t way, uint32_t ways, uint32_t least)
{
    for (; way + L1_WAYS_AT_ONCE <= ways; way += L1_WAYS_AT_ONCE) {
        const uint32_t *some = &used[way];
        if (l1_any((l1_words)((l1_some_ways(some) < least) | (l1_some_ways(some + 4) < least) |
                              (l1_some_ways(some + 8) < least) | (l1_some_ways(some + 12) < least))))
            return way;
    }
    return way;
}

/* The way that has not been used for longest, of those that may be replaced: one that nothing is in, if there
 * is any. */
static uint32_t oldest(const l1_cache *l1, uint32_t set, bool spares_written)
{
    const uint32_t *used = &l1->used[set * l1->ways];
    const l1_held *held = &l1->held[set * l1->ways];
    uint32_t found = l1->ways, least = UINT32_MAX;
    for (uint32_t way = 0; way < l1->ways; way++) {
        if (way % L1_WAYS_AT_ONCE == 0)
            way = next_older(used, way, l1->ways, least);
        if (way == l1->ways)
            break;
        if (used[way] >= least || held[way].state == L1_RESERVED || (spares_written && held[way].written))
            continue;
        found = way;
        least = used[way];
    }
    return found;
}

static uint32_t victim_of_wide(l1_cache *l1, uint32_t set)
{
    if (l1->written_lines && l1->written_lines < l1->most_written) {
        const uint32_t way = oldest(l1, set, true);
        if (way < l1->ways)
            return way;
    }
    return oldest(l1, set, false);
}

uint32_t l1_victim(l1_cache *l1, uint32_t set, const mem_request *request)
{
    if (!l1->all_ways)
        return victim_of_wide(l1, set);
    const uint32_t candidates = l1_candidates(l1, set);
    if (!candidates)
        return l1->ways;
    const uint32_t way = l1->policy->victim(l1->policy_state, set, candidates, request);
    if (way < l1->ways && candidates >> way & 1)
        return way;
    l1->policy_failed = true;
    return (uint32_t)__builtin_ctz(candidates);
}

bool l1_is_reserved(const l1_cache *l1, uint32_t set)
{
    if (l1->all_ways)
        return l1->set[set].reserved == l1->all_ways;
    const l1_held *held = &l1->held[set * l1->ways];
    uint32_t way = 0;
    while (way < l1->ways && held[way].state == L1_RESERVED)
        way++;
    return way == l1->ways;
}

void l1_replace(l1_cache *l1, uint32_t set, uint32_t way, uint32_t line, const mem_request *request,
                l1_owner owner)
{
    const uint32_t index = set * l1->ways + way;
    if (l1_state_of(l1, set, way) == L1_VALID) {
        l1_lose(l1, set, way, false);
        l1->evictions++;
    }
    l1->line[index] = line;
    l1->held[index] =
        (l1_held){.address = line_begin(request->address), .owner = owner, .state = l1->held[index].state};
    l1_touch(l1, set, way, request, true);
}

/* Write-evict. Returns whether a sector was there. */
static bool evict_stored(l1_cache *l1, uint32_t set, uint32_t line, uint32_t sectors)
{
    bool is_hit = false;
    for (uint32_t way = 0; way < l1->ways; way++) {
        uint32_t index = set * l1->ways + way;
        bool is_valid = l1->held[index].state == L1_VALID;
        if (l1->line[index] != line || !(is_valid || l1->has_sectors))
            continue;
        is_hit |= (l1->held[index].sectors & sectors) != 0;
        l1->held[index].sectors &= (uint8_t) ~(l1->has_sectors ? sectors : ALL_SECTORS);
        if (is_valid && !l1->held[index].sectors)
            invalidate(l1, set, way, true);
    }
    return is_hit;
}

/* Write-through with a line for what is written: that of `way`. Returns whether a sector was there. */
static bool keep_stored(l1_cache *l1, uint32_t set, uint32_t way, uint32_t line, const mem_request *request)
{
    l1_held *held = &l1->held[set * l1->ways + way];
    const bool is_found = l1->line[set * l1->ways + way] == line,
               is_hit = is_found && held->sectors & request->sectors;
    if (is_found) {
        l1_touch(l1, set, way, request, false);
    } else {
        l1_replace(l1, set, way, line, request, (l1_owner)request->warp);
        l1_set_state(l1, set, way, L1_VALID);
    }
    l1->written_lines += held->written == 0;
    held->written |= request->sectors;
    if (!request->bytes)
        held->sectors |= request->sectors;
    return is_hit;
}

bool l1_store(l1_cache *l1, uint32_t line, const mem_request *request)
{
    l1->evicted.line = L1_NO_LINE;
    const uint32_t set = address_l1_set(l1->map, line);
    bool is_hit;
    if (l1->writes_through) {
        uint32_t way = l1_find_way(l1, set, line);
        way = way < l1->ways ? way : l1_victim(l1, set, request);
        if (way == l1->ways)
            return false;
        is_hit = keep_stored(l1, set, way, line, request);
    } else {
        is_hit = evict_stored(l1, set, line, request->sectors);
    }
    if (l1->policy->result)
        l1->policy->result(l1->policy_state, request, is_hit);
    return true;
}

/* Nothing of the MSHR is on its way any more. */
static void complete(l1_cache *l1, uint16_t mshr)
{
    const l1_mshr *m = &l1->mshr[mshr];
    if (m->way != L1_NO_WAY) {
        l1_set_state(l1, m->set, m->way, L1_VALID);
    } else {
        l1->no_allocate_line[mshr] = L1_NO_LINE;
        l1->no_allocate_used--;
    }
}

/* More is to come: the loads that have now got all that they wait for leave the list. */
static uint32_t wake_served(l1_mshr *m, l1_waiter *waiter, uint8_t sectors, uint16_t *woken)
{
    uint32_t n_woken = 0, kept = 0;
    for (uint32_t i = 0; i < m->n_merged; i++) {
        waiter[i].sectors &= (uint8_t)~sectors;
        if (waiter[i].sectors)
            waiter[kept++] = waiter[i];
        else
            woken[n_woken++] = waiter[i].load;
    }
    m->n_merged = (uint16_t)kept;
    return n_woken;
}

/* The sectors of `request` go where its line is, or in the place of another. */
static void take_line(l1_cache *l1, uint16_t mshr, const mem_request *request, uint32_t warp)
{
    const l1_mshr *m = &l1->mshr[mshr];
    const uint32_t line = l1->no_allocate_line[mshr], set = address_l1_set(l1->map, line);
    uint32_t way = l1_find_way(l1, set, line);
    if (way < l1->ways) {
        l1_touch(l1, set, way, request, false);
    } else {
        const l1_owner prefetched = m->is_prefetch && m->n_merged == 0 ? L1_PREFETCHED : 0;
        way = l1_victim(l1, set, request);
        l1_replace(l1, set, way, line, request, (l1_owner)(request->warp | prefetched));
        l1_set_state(l1, set, way, L1_VALID);
        l1->held[set * l1->ways + way].last_warp = warp;
    }
    l1->held[set * l1->ways + way].sectors |= request->sectors;
}

uint32_t l1_fill(l1_cache *l1, uint16_t mshr, const mem_request *request, uint32_t warp, uint16_t *woken,
                 bool *is_done)
{
    l1_mshr *m = &l1->mshr[mshr];
    const uint8_t sectors = request->sectors;
    l1->evicted.line = L1_NO_LINE;
    l1_waiter *waiter = l1_waiters_of(l1, mshr);
    l1->sectors_pending -= sector_count(m->pending & sectors);
    m->pending &= (uint8_t)~sectors;
    if (m->takes_line)
        take_line(l1, mshr, request, warp);
    else if (m->way != L1_NO_WAY)
        l1->held[m->set * l1->ways + m->way].sectors |= sectors;
    *is_done = m->pending == 0;
    if (!*is_done)
        return wake_served(m, waiter, sectors, woken);
    uint32_t n_woken = m->n_merged;
    for (uint32_t i = 0; i < n_woken; i++)
        woken[i] = waiter[i].load;
    m->n_merged = 0;
    complete(l1, mshr);
    return n_woken;
}

void l1_release(l1_cache *l1, uint16_t mshr)
{
    pool_give(&l1->mshrs, mshr);
}
