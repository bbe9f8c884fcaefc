/* Tags and MSHRs of an L2 bank: what happens to a request. */
#include "sim/l2/l2.h"

static uint32_t choose_victim(l2_bank *bank, uint32_t set, uint32_t candidates, const mem_request *asked)
{
    uint32_t way = bank->policy->victim(bank->policy_state, set, candidates, asked);
    if (way < bank->ways && candidates >> way & 1)
        return way;
    bank->policy_failed = true;
    contract_broken(&bank->base->contract);
    return (uint32_t)__builtin_ctz(candidates);
}

/* Way that holds `address` in `set`, or bank->ways. */
static uint32_t find(const l2_bank *bank, uint32_t set, uint64_t address)
{
    const l2_line *line = &bank->line[set * bank->ways];
    uint32_t way = 0;
    while (way < bank->ways &&
           (line[way].address != address || !(line[way].valid | line[way].pending | line[way].dirty)))
        way++;
    return way;
}

static uint32_t candidates_of(const l2_bank *bank, uint32_t set)
{
    const l2_set *s = &bank->set[set];
    uint32_t all = (uint32_t)((UINT64_C(1) << bank->ways) - 1), invalid = all & ~(s->valid | s->pending);
    return invalid ? invalid : s->valid & ~s->pending;
}

/* Fetches `sectors` of a line for `request`; the caller has checked for an MSHR and room. */
static void fetch(l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint32_t sectors,
                  uint64_t cycle)
{
    l2_line *line = &bank->line[set * bank->ways + way];
    if (!line->pending) {
        line->mshr = pool_take(&bank->mshrs);
        bank->mshr[line->mshr] = (l2_mshr){.set = set, .way = way};
        bank->set[set].pending |= 1u << way;
    }
    line->pending |= (uint8_t)sectors;
    l2_fetch(bank, line->mshr, request, sectors, cycle);
}

static bool hit(l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint64_t cycle)
{
    uint32_t through = l2_through_units(bank, &request->request);
    bool no_reply = !l2_response_room(bank);
    bool no_miss = through && !l2_miss_room(bank, through);
    if (no_reply || no_miss)
        return l2_refuse(bank, (uint32_t)no_reply << L2_CAUSE_ICNT | (uint32_t)no_miss << L2_CAUSE_DRAM);
    if (through)
        l2_write_through(bank, &request->request, cycle);
    else if (mem_writes(&request->request))
        bank->line[set * bank->ways + way].dirty |= request->request.sectors;
    bank->policy->access(bank->policy_state, set, way, &request->request);
    l2_looked_up(bank, &request->request, true);
    l2_account(bank, &request->request, true, sector_count(request->request.sectors) * SECTOR_BYTES, cycle);
    l2_respond(bank, request, L2_HIT_DELAY, true);
    return true;
}

/* The line is on its way, with all sectors that are needed. */
static bool merge(l2_bank *bank, const packet *request, const l2_line *line, uint64_t cycle)
{
    uint32_t through = l2_through_units(bank, &request->request);
    bool no_merge = l2_merged_full(bank, line->mshr, &request->request);
    bool no_miss = through && !l2_miss_room(bank, through);
    if (no_merge || no_miss)
        return l2_refuse(bank, (uint32_t)no_merge << L2_CAUSE_MSHR | (uint32_t)no_miss << L2_CAUSE_DRAM);
    if (through)
        l2_write_through(bank, &request->request, cycle);
    l2_join(bank, line->mshr, request);
    bank->count[request->request.app].l2_merges++;
    l2_looked_up(bank, &request->request, false);
    l2_account(bank, &request->request, false, 0, cycle);
    return true;
}

/* The line is there but not all sectors. */
static bool sector_miss(l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint32_t missing,
                        uint64_t cycle)
{
    const l2_line *line = &bank->line[set * bank->ways + way];
    uint32_t through = l2_through_units(bank, &request->request);
    uint32_t causes = l2_fetch_stall_causes(bank, missing, through);
    if (line->pending && l2_merged_full(bank, line->mshr, &request->request))
        causes |= 1u << L2_CAUSE_MSHR;
    if (causes)
        return l2_refuse(bank, causes);
    l2_looked_up(bank, &request->request, false);
    bank->policy->access(bank->policy_state, set, way, &request->request);
    l2_account(bank, &request->request, false, 0, cycle);
    fetch(bank, request, set, way, missing, cycle);
    if (through)
        l2_write_through(bank, &request->request, cycle);
    return true;
}

/* Whether a store makes its sectors valid without fetching the rest: of the line, with sectors of the sector.
 */
static bool writes_without_fetch(const l2_bank *bank, const packet *p)
{
    const mem_request *request = &p->request;
    const bool is_whole = bank->cost.has_sectors ? request->bytes == 0 : request->sectors == ALL_SECTORS;
    return request->kind == MEM_STORE &&
           (is_whole || bank->base->config.l2_write_alloc == L2_WRITE_ALLOC_LAZY);
}

/* A store writes to a line that need not have its sectors: each is valid at once, or when all of its bytes
 * have been written [GS update_m_readable()]; `dirty` are those that stores had written to before. */
static void write_sectors(l2_bank *bank, uint32_t set, uint32_t way, uint32_t dirty, const mem_request *store)
{
    const uint32_t index = set * bank->ways + way;
    const bool counts = bank->base->config.l2_written == L2_WRITTEN_BYTES && store->bytes;
    bank->line[index].dirty |= store->sectors;
    bank->set[set].valid |= 1u << way;
    if (!counts)
        bank->line[index].valid |= store->sectors;
    for (uint32_t left = counts ? store->sectors : 0; left; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        uint8_t *written = &bank->written[index][s];
        *written = (uint8_t)((dirty >> s & 1 ? *written : 0) + store->bytes);
        if (*written >= SECTOR_BYTES)
            bank->line[index].valid |= (uint8_t)(1u << s);
    }
}

/* Takes `way` of `set`: what was there leaves. */
static void take_line(l2_bank *bank, const mem_request *request, uint32_t set, uint32_t way)
{
    l2_line *line = &bank->line[set * bank->ways + way];
    if ((line->valid | line->dirty) && bank->policy->evicted)
        bank->policy->evicted(bank->policy_state, set, way, line_of(line->address), false);
    l2_looked_up(bank, request, false);
    *line = (l2_line){.address = request->address};
    bank->set[set].valid &= ~(1u << way);
    bank->policy->fill(bank->policy_state, set, way, request);
}

/* Not present, and to be kept. Needs a line, room for a write-back and the fetch, and an MSHR for the fetch.
 */
static bool miss_allocate(l2_bank *bank, const packet *request, uint32_t set, uint64_t cycle)
{
    uint32_t candidates = candidates_of(bank, set);
    bool fetches = !writes_without_fetch(bank, request);
    uint32_t sectors = l2_fetched_sectors(bank, l2_needed_sectors(bank, &request->request), 0);
    if (!candidates)
        return l2_refuse(bank, 1u << L2_CAUSE_LINE | (fetches ? l2_fetch_stall_causes(bank, sectors, 0) : 0));
    if (!fetches && !l2_response_room(bank))
        return l2_refuse(bank, 1u << L2_CAUSE_ICNT);
    uint32_t way = choose_victim(bank, set, candidates, &request->request);
    l2_line *line = &bank->line[set * bank->ways + way];
    bool dirty = line->dirty;
    uint32_t through = l2_through_units(bank, &request->request); /* of an atomic */
    uint32_t dirty_units = dirty ? l2_units(bank, bank->cost.has_sectors ? line->dirty : ALL_SECTORS) : 0;
    uint32_t causes = fetches ? l2_fetch_stall_causes(bank, sectors, dirty_units + through)
                              : (uint32_t)!l2_miss_room(bank, dirty_units) << L2_CAUSE_DRAM;
    if (causes)
        return l2_refuse(bank, causes);
    if (dirty)
        l2_write_back(bank, line, &request->request, cycle);
    take_line(bank, &request->request, set, way);
    l2_account(bank, &request->request, false, fetches ? 0 : LINE_BYTES, cycle);
    if (fetches) {
        fetch(bank, request, set, way, sectors, cycle);
        if (through)
            l2_write_through(bank, &request->request, cycle);
        return true;
    }
    write_sectors(bank, set, way, 0, &request->request);
    l2_respond(bank, request, L2_HIT_DELAY, true);
    return true;
}

static bool miss(l2_bank *bank, const packet *request, uint32_t set, uint64_t cycle)
{
    bool served;
    if (request->request.kind == MEM_STORE && l2_through_units(bank, &request->request))
        return l2_store_through(bank, request, false, cycle);
    if (bank->no_allocate_used && l2_join_no_allocate(bank, request, cycle, &served))
        return served;
    return question_allocate(&bank->may_allocate, bank->policy, bank->policy_state, set, &request->request)
               ? miss_allocate(bank, request, set, cycle)
               : l2_miss_no_allocate(bank, request, cycle);
}

/* A line that is here is used by a store that goes through. */
static bool present_through(l2_bank *bank, const packet *request, uint32_t set, uint32_t way, bool is_hit,
                            uint64_t cycle)
{
    if (!l2_store_through(bank, request, is_hit, cycle))
        return false;
    bank->policy->access(bank->policy_state, set, way, &request->request);
    return true;
}

static bool present(l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint64_t cycle)
{
    l2_line *line = &bank->line[set * bank->ways + way];
    uint32_t missing = l2_needed_sectors(bank, &request->request) & ~(uint32_t)line->valid;
    if (request->request.kind == MEM_STORE && l2_through_units(bank, &request->request))
        return present_through(bank, request, set, way, !missing, cycle);
    const bool writes = missing && writes_without_fetch(bank, request);
    if (!missing || writes) {
        const uint32_t dirty = line->dirty;
        if (!hit(bank, request, set, way, cycle))
            return false;
        if (writes)
            write_sectors(bank, set, way, dirty, &request->request);
        return true;
    }
    const uint32_t to_fetch = missing & ~(uint32_t)line->pending;
    if (!to_fetch)
        return merge(bank, request, line, cycle);
    const uint32_t fetched = l2_fetched_sectors(bank, to_fetch, line->valid | line->pending);
    return sector_miss(bank, request, set, way, fetched, cycle);
}

/* With l2_lookup_gate: queues without room for one more entry. */
static uint32_t full_queues(const l2_bank *bank)
{
    bool no_reply = !l2_response_room(bank), no_miss = bank->miss_units >= bank->misses.limit;
    return (uint32_t)no_reply << L2_CAUSE_ICNT | (uint32_t)no_miss << L2_CAUSE_DRAM;
}

bool l2_serve(l2_bank *bank, uint64_t cycle)
{
    if (bank->base->config.l2_lookup_gate && full_queues(bank))
        return l2_refuse(bank, full_queues(bank));
    const packet *request = packet_fifo_front(&bank->access);
    uint32_t set = request->l2_set, way = find(bank, set, request->request.address);
    bool served =
        way == bank->ways ? miss(bank, request, set, cycle) : present(bank, request, set, way, cycle);
    if (served) {
        if (bank->stalls)
            bank->stalls->statistics.l2_wait += base_now(bank->base) - request->ready;
        question_settled(&bank->may_allocate);
        packet_fifo_pop(&bank->access);
    }
    return served;
}

bool l2_is_dirty(l2_bank *bank, uint32_t set, uint64_t address)
{
    const uint32_t way = find(bank, set, address);
    return way < bank->ways && bank->line[set * bank->ways + way].dirty;
}

bool l2_lose(l2_bank *bank, uint32_t set, uint64_t address)
{
    const uint32_t way = find(bank, set, address);
    l2_line *line = &bank->line[set * bank->ways + (way < bank->ways ? way : 0)];
    if (way == bank->ways || line->pending)
        return false;
    const bool dirty = line->dirty != 0;
    if (bank->policy->evicted)
        bank->policy->evicted(bank->policy_state, set, way, line_of(address), false);
    *line = (l2_line){0};
    bank->set[set].valid &= ~(1u << way);
    return dirty;
}

/* The line of `request` takes a way, and is there at once. */
static uint32_t touch_miss(l2_bank *bank, const mem_request *request, uint32_t set)
{
    uint32_t way = choose_victim(bank, set, candidates_of(bank, set), request);
    l2_line *line = &bank->line[set * bank->ways + way];
    bank->count[request->app].l2_writebacks += line->dirty != 0;
    take_line(bank, request, set, way);
    line->valid = ALL_SECTORS;
    bank->set[set].valid |= 1u << way;
    return way;
}

bool l2_touch(l2_bank *bank, const packet *p)
{
    const mem_request *request = &p->request;
    uint32_t set = p->l2_set, way = find(bank, set, request->address);
    cache_question may_allocate = {0}, goes_around = {0};
    bool is_hit = way != bank->ways;
    if (question_around(&goes_around, bank->policy, bank->policy_state, request))
        return false;
    bool through = l2_through_units(bank, request) != 0;
    if (is_hit) {
        bank->policy->access(bank->policy_state, set, way, request);
        l2_looked_up(bank, request, true);
    } else if (!(through && request->kind == MEM_STORE) &&
               question_allocate(&may_allocate, bank->policy, bank->policy_state, set, request)) {
        way = touch_miss(bank, request, set);
    } else {
        l2_looked_up(bank, request, false);
    }
    if (mem_writes(request) && !through && way != bank->ways)
        bank->line[set * bank->ways + way].dirty |= request->sectors;
    l2_account(bank, request, is_hit, 0, 0);
    bank->port_free = 0;
    return is_hit;
}
