/* Tags and MSHRs of an L2 bank: what happens to a request. */
#include "sim/contract.h"

/* The sectors that must be valid to serve a request. */
static uint32_t needed_sectors(const gpu *g, const packet *request)
{
    return l2_has_sectors(g) ? request->request.sectors : ALL_SECTORS;
}

static uint32_t choose_victim(gpu *g, l2_bank *bank, uint32_t set, uint32_t candidates,
                              const mem_request *asked)
{
    uint32_t way = bank->policy->victim(bank->policy_state, set, candidates, asked);
    if (way < bank->ways && candidates >> way & 1)
        return way;
    bank->policy_failed = true;
    contract_broken(g);
    return (uint32_t)__builtin_ctz(candidates);
}

static void looked_up(l2_bank *bank, const mem_request *asked, bool is_hit)
{
    if (bank->policy->result)
        bank->policy->result(bank->policy_state, asked, is_hit);
}

/* Counts an access, and keeps the bank busy: a cycle per sector, or as long as the port carries data. */
static void account(const gpu *g, l2_bank *bank, const packet *request, bool hit, uint32_t bytes,
                    uint64_t cycle)
{
    uint32_t units = l2_units(g, needed_sectors(g, request));
    sim_counters *count = &bank->count[request->request.app];
    if (request->request.kind == MEM_STORE) {
        count->l2_writes += units;
    } else {
        count->l2_reads += units;
        count->l2_read_hits += hit ? units : 0;
    }
    bank->port_free = later(bank->port_free, cycle + (l2_has_sectors(g) ? units : l2_port_cycles(g, bytes)));
}

/* Way that holds `address` in `set`, or bank->ways. */
static uint32_t find(const l2_bank *bank, uint32_t set, uint64_t address)
{
    const l2_line *line = &bank->line[set * bank->ways];
    uint32_t way = 0;
    while (way < bank->ways && (line[way].address != address || !(line[way].valid | line[way].pending)))
        way++;
    return way;
}

static uint32_t candidates_of(const l2_bank *bank, uint32_t set)
{
    const l2_set *s = &bank->set[set];
    uint32_t all = (uint32_t)((UINT64_C(1) << bank->ways) - 1), invalid = all & ~(s->valid | s->pending);
    return invalid ? invalid : s->valid & ~s->pending;
}

static void queue_miss(gpu *g, l2_bank *bank, const mem_request *request, uint16_t mshr, uint64_t cycle)
{
    l2_miss *queued = l2_miss_fifo_push(&bank->misses);
    /* Through the cache's own miss queue: DRAM sees it two L2 cycles after the look-up. [GS cache_cycle()] */
    *queued = (l2_miss){.request = *request, .ready = clock_to_core(&g->l2_clock, cycle + 2), .mshr = mshr};
    bank->miss_units += l2_units(g, request->sectors);
    gpu_wake_channel(g, bank->channel, queued->ready);
}

/* Fetches `sectors` of a line for `request`; the caller has checked for an MSHR and room. */
static void fetch(gpu *g, l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint32_t sectors,
                  uint64_t cycle)
{
    l2_line *line = &bank->line[set * bank->ways + way];
    if (!line->pending) {
        line->mshr = pool_take(&bank->mshrs);
        bank->mshr[line->mshr] = (l2_mshr){.set = set, .way = way};
        bank->set[set].pending |= 1u << way;
    }
    l2_mshr *m = &bank->mshr[line->mshr];
    m->sectors |= (uint8_t)sectors;
    bank->mshr_units += l2_units(g, sectors);
    bank->merged[line->mshr * bank->merge_limit + m->n_merged++] = *request;
    m->reply_units = (uint16_t)(m->reply_units + l2_units(g, request->request.sectors));
    line->pending |= (uint8_t)sectors;
    mem_request below = request->request;
    below.sectors = (uint8_t)sectors;
    queue_miss(g, bank, &below, line->mshr, cycle);
}

/* Remembers why the head is not served. What waits for a fill that cannot be answered waits for the crossbar.
 */
static bool refuse(l2_bank *bank, uint32_t set)
{
    bank->refused = set | (uint32_t)bank->fill_waits << L2_CAUSE_ICNT;
    if (!bank->stalls) /* causes are counted cycle by cycle */
        bank->asleep = set;
    return false;
}

/* Room in the miss queue for so many sectors or lines, or an empty queue. */
static bool miss_room(const l2_bank *bank, uint32_t units)
{
    return !bank->miss_units || bank->miss_units + units <= bank->misses.limit;
}

/* Bits of l2_cause that keep `sectors` from being fetched, 0 if nothing does. */
static uint32_t fetch_obstacles(const gpu *g, const l2_bank *bank, uint32_t sectors, uint32_t written_back)
{
    uint32_t units = l2_units(g, sectors);
    bool no_mshr = pool_full(&bank->mshrs) || bank->mshr_units + units > (uint32_t)g->config.l2_mshrs;
    bool no_room = !miss_room(bank, units + written_back);
    return (uint32_t)no_mshr << L2_CAUSE_MSHR | (uint32_t)no_room << L2_CAUSE_DRAM;
}

static bool hit(gpu *g, l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint64_t cycle)
{
    if (!l2_response_room(g, bank, l2_units(g, request->request.sectors)))
        return refuse(bank, 1u << L2_CAUSE_ICNT);
    if (mem_writes(&request->request))
        bank->line[set * bank->ways + way].dirty |= request->request.sectors;
    bank->policy->access(bank->policy_state, set, way, &request->request);
    looked_up(bank, &request->request, true);
    account(g, bank, request, true, sector_count(request->request.sectors) * SECTOR_BYTES, cycle);
    l2_respond(g, bank, request, L2_HIT_DELAY);
    return true;
}

/* The line is on its way, with all sectors that are needed. */
static bool merge(const gpu *g, l2_bank *bank, const packet *request, const l2_line *line, uint64_t cycle)
{
    l2_mshr *m = &bank->mshr[line->mshr];
    if (m->n_merged >= bank->merge_limit)
        return refuse(bank, 1u << L2_CAUSE_MSHR);
    bank->merged[line->mshr * bank->merge_limit + m->n_merged++] = *request;
    m->reply_units = (uint16_t)(m->reply_units + l2_units(g, request->request.sectors));
    bank->count[request->request.app].l2_merges++;
    looked_up(bank, &request->request, false);
    account(g, bank, request, false, 0, cycle);
    return true;
}

/* The line is there but not all sectors. */
static bool sector_miss(gpu *g, l2_bank *bank, const packet *request, uint32_t set, uint32_t way,
                        uint32_t missing, uint64_t cycle)
{
    const l2_line *line = &bank->line[set * bank->ways + way];
    uint32_t obstacles = fetch_obstacles(g, bank, missing, 0);
    if (line->pending && bank->mshr[line->mshr].n_merged >= bank->merge_limit)
        obstacles |= 1u << L2_CAUSE_MSHR;
    if (obstacles)
        return refuse(bank, obstacles);
    looked_up(bank, &request->request, false);
    bank->policy->access(bank->policy_state, set, way, &request->request);
    account(g, bank, request, false, 0, cycle);
    fetch(g, bank, request, set, way, missing, cycle);
    return true;
}

/* Whether a store makes its sectors valid without fetching the rest. */
static bool writes_without_fetch(const gpu *g, const packet *request)
{
    return request->request.kind == MEM_STORE &&
           (g->config.l2_write_alloc == L2_WRITE_ALLOC_LAZY || request->request.sectors == ALL_SECTORS);
}

static void write_back(gpu *g, l2_bank *bank, const l2_line *line, const mem_request *cause, uint64_t cycle)
{
    mem_request own = {.address = line->address,
                       .pc = cause->pc,
                       .born = (uint32_t)gpu_now(g),
                       .app = cause->app,
                       .source = cause->source,
                       .warp = cause->warp,
                       .kind = MEM_WRITE_BACK,
                       .sectors = l2_has_sectors(g) ? line->dirty : ALL_SECTORS};
    queue_miss(g, bank, &own, 0, cycle);
    bank->count[own.app].l2_writebacks++;
}

/* Not present. Needs a line, room for a write-back and the fetch, and an MSHR for the fetch. */
static bool miss(gpu *g, l2_bank *bank, const packet *request, uint32_t set, uint64_t cycle)
{
    uint32_t candidates = candidates_of(bank, set);
    bool fetches = !writes_without_fetch(g, request);
    uint32_t sectors = needed_sectors(g, request);
    if (!candidates)
        return refuse(bank, 1u << L2_CAUSE_LINE | (fetches ? fetch_obstacles(g, bank, sectors, 0) : 0));
    if (!fetches && !l2_response_room(g, bank, l2_units(g, request->request.sectors)))
        return refuse(bank, 1u << L2_CAUSE_ICNT);
    uint32_t way = choose_victim(g, bank, set, candidates, &request->request);
    l2_line *line = &bank->line[set * bank->ways + way];
    bool dirty = line->valid && line->dirty;
    uint32_t dirty_units = dirty ? l2_units(g, l2_has_sectors(g) ? line->dirty : ALL_SECTORS) : 0;
    uint32_t obstacles = fetches ? fetch_obstacles(g, bank, sectors, dirty_units)
                                 : (uint32_t)!miss_room(bank, dirty_units) << L2_CAUSE_DRAM;
    if (obstacles)
        return refuse(bank, obstacles);
    if (dirty)
        write_back(g, bank, line, &request->request, cycle);
    if (line->valid && bank->policy->evicted)
        bank->policy->evicted(bank->policy_state, set, way, line_of(line->address), false);
    looked_up(bank, &request->request, false);
    *line = (l2_line){.address = request->request.address};
    bank->set[set].valid &= ~(1u << way);
    bank->policy->fill(bank->policy_state, set, way, &request->request);
    account(g, bank, request, false, fetches ? 0 : LINE_BYTES, cycle);
    if (fetches) {
        fetch(g, bank, request, set, way, sectors, cycle);
        return true;
    }
    line->valid = line->dirty = request->request.sectors;
    bank->set[set].valid |= 1u << way;
    l2_respond(g, bank, request, L2_HIT_DELAY);
    return true;
}

static bool present(gpu *g, l2_bank *bank, const packet *request, uint32_t set, uint32_t way, uint64_t cycle)
{
    l2_line *line = &bank->line[set * bank->ways + way];
    uint32_t missing = needed_sectors(g, request) & ~(uint32_t)line->valid;
    bool writes =
        missing && g->config.l2_write_alloc == L2_WRITE_ALLOC_LAZY && request->request.kind == MEM_STORE;
    if (!missing || writes) {
        if (!hit(g, bank, request, set, way, cycle))
            return false;
        if (writes) {
            line->valid |= request->request.sectors;
            bank->set[set].valid |= 1u << way;
        }
        return true;
    }
    uint32_t to_fetch = missing & ~(uint32_t)line->pending;
    return to_fetch ? sector_miss(g, bank, request, set, way, to_fetch, cycle)
                    : merge(g, bank, request, line, cycle);
}

/* With the gate: queues without room for one more entry. */
static uint32_t gate(const gpu *g, const l2_bank *bank)
{
    bool no_reply = !l2_response_room(g, bank, 1), no_miss = bank->miss_units >= bank->misses.limit;
    return (uint32_t)no_reply << L2_CAUSE_ICNT | (uint32_t)no_miss << L2_CAUSE_DRAM;
}

bool l2_serve(gpu *g, l2_bank *bank, uint64_t cycle)
{
    if (g->config.l2_lookup_gate && gate(g, bank))
        return refuse(bank, gate(g, bank));
    const packet *request = packet_fifo_front(&bank->access);
    uint32_t set = request->l2_set, way = find(bank, set, request->request.address);
    bool served =
        way == bank->ways ? miss(g, bank, request, set, cycle) : present(g, bank, request, set, way, cycle);
    if (served) {
        bank->access_units -= l2_units(g, request->request.sectors);
        packet_fifo_pop(&bank->access);
    }
    return served;
}

bool l2_touch(gpu *g, const packet *request)
{
    l2_bank *bank = &g->banks[request->bank];
    uint32_t set = request->l2_set, way = find(bank, set, request->request.address);
    bool is_hit = way != bank->ways;
    if (is_hit) {
        bank->policy->access(bank->policy_state, set, way, &request->request);
    } else {
        way = choose_victim(g, bank, set, candidates_of(bank, set), &request->request);
        bank->count[request->request.app].l2_writebacks += bank->line[set * bank->ways + way].dirty != 0;
        bank->line[set * bank->ways + way] =
            (l2_line){.address = request->request.address, .valid = ALL_SECTORS};
        bank->set[set].valid |= 1u << way;
        bank->policy->fill(bank->policy_state, set, way, &request->request);
    }
    if (mem_writes(&request->request))
        bank->line[set * bank->ways + way].dirty |= request->request.sectors;
    account(g, bank, request, is_hit, 0, 0);
    bank->port_free = 0;
    return is_hit;
}
