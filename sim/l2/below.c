/* MSHRs of an L2 bank, and what it sends to DRAM: fetches, write-backs, requests that keep no line, requests
 * that go around the bank. */
#include "sim/l2/l2.h"

uint32_t l2_needed_sectors(const l2_bank *bank, const mem_request *request)
{
    return bank->cost.has_sectors ? request->sectors : ALL_SECTORS;
}

uint32_t l2_fetched_sectors(const l2_bank *bank, uint32_t sectors, uint32_t present)
{
    const uint32_t bytes = bank->base->config.l2_fetch_bytes, even = 0x5, odd = 0xa;
    if (bytes > SECTOR_BYTES)
        sectors |= (sectors & even) << 1 | (sectors & odd) >> 1;
    if (bytes > 2 * SECTOR_BYTES && sectors)
        sectors = ALL_SECTORS;
    return sectors & ~present;
}

void l2_looked_up(l2_bank *bank, const mem_request *request, bool is_hit)
{
    if (bank->policy->result)
        bank->policy->result(bank->policy_state, request, is_hit);
}

void l2_account(l2_bank *bank, const mem_request *request, bool is_hit, uint32_t bytes, uint64_t cycle)
{
    uint32_t units = l2_units(bank, l2_needed_sectors(bank, request));
    sim_counters *count = &bank->count[request->app];
    if (request->kind == MEM_STORE) {
        count->l2_writes += units;
    } else {
        count->l2_reads += units;
        count->l2_read_hits += is_hit ? units : 0;
        bool of_walk = request->kind == MEM_TRANSLATION;
        count->l2_walk_reads += of_walk ? units : 0;
        count->l2_walk_hits += of_walk && is_hit ? units : 0;
    }
    bank->port_free =
        later(bank->port_free, cycle + (bank->cost.has_sectors ? units : l2_port_cycles(bank, bytes)));
}

/* What waits for a fill that cannot be answered waits for the crossbar. */
bool l2_refuse(l2_bank *bank, uint32_t causes)
{
    bank->refused = causes | (uint32_t)bank->fill_waits << L2_CAUSE_ICNT;
    if (!bank->stalls) /* causes are counted cycle by cycle */
        bank->asleep = causes;
    return false;
}

bool l2_miss_room(const l2_bank *bank, uint32_t units)
{
    return !bank->miss_units || bank->miss_units + units <= bank->misses.limit;
}

uint32_t l2_fetch_stall_causes(const l2_bank *bank, uint32_t sectors, uint32_t written)
{
    uint32_t units = l2_units(bank, sectors);
    bool no_mshr = pool_full(&bank->mshrs) || bank->mshr_units + units > bank->base->config.l2_mshrs;
    bool no_room = !l2_miss_room(bank, units + written);
    return (uint32_t)no_mshr << L2_CAUSE_MSHR | (uint32_t)no_room << L2_CAUSE_DRAM;
}

static void wake_link(l2_bank *bank, const dram_access *miss)
{
    sim_counters *count = &bank->count[miss->request.app];
    *(miss->is_write ? &count->link_write_sectors : &count->link_read_sectors) +=
        sector_count(miss->request.sectors);
    wheel_wake(&bank->base->wheel, bank->base->host_link, miss->ready);
}

/* Puts a request into the miss queue, which DRAM or the link sees from L2 cycle `seen` on. */
static void send_below(l2_bank *bank, const dram_access *miss, uint64_t seen)
{
    const bool is_remote = l2_is_remote(bank, miss->request.address);
    dram_access *queued = dram_access_fifo_push(is_remote ? &bank->remote : &bank->misses);
    *queued = *miss;
    queued->ready = clock_to_core(&bank->base->l2_clock, seen);
    if (bank->policy->mark)
        queued->request.mark = bank->policy->mark(bank->policy_state, &queued->request);
    bank->miss_units += l2_units(bank, queued->request.sectors);
    if (bank->pages)
        page_counts_add(bank->pages, queued);
    if (bank->watcher.accessed)
        bank->watcher.accessed(bank->watcher.owner, queued->request.app, queued->request.address,
                               sector_count(queued->request.sectors), queued->is_write);
    if (is_remote)
        wake_link(bank, queued);
    else
        base_wake_channel(bank->base, bank->channel, queued->ready);
}

/* Through the cache's own miss queue: DRAM sees it two L2 cycles after the look-up. [GS cache_cycle()] */
enum { THROUGH_MISS_QUEUE = 2, AROUND_BANK = 1 };

static dram_access miss_of(const mem_request *request, uint32_t sectors)
{
    dram_access miss = {.request = *request};
    miss.request.sectors = (uint8_t)sectors;
    return miss;
}

bool l2_merged_full(const l2_bank *bank, uint16_t mshr, const mem_request *request)
{
    const l2_mshr *m = &bank->mshr[mshr];
    if (!bank->cost.has_sectors || m->n_merged < bank->merge_limit)
        return m->n_merged >= bank->merge_limit;
    uint32_t of_sector = 0;
    for (uint32_t left = m->n_merged, at = m->first; left; left--, at = l2_merged(bank, at)->next)
        of_sector += (l2_merged(bank, at)->request.request.sectors & request->sectors) != 0;
    return of_sector >= bank->merge_limit || m->n_merged >= bank->merge_room;
}

/* A place for a request that waits. */
static uint32_t take_place(l2_bank *bank)
{
    const uint32_t number = bank->merged_given;
    if (number == L2_NO_PLACE)
        return bank->merged_new++;
    bank->merged_given = l2_merged(bank, number)->next;
    return number;
}

void l2_join(l2_bank *bank, uint16_t mshr, const packet *request)
{
    l2_mshr *m = &bank->mshr[mshr];
    const uint32_t place = take_place(bank);
    l2_waiting *waiting = l2_merged(bank, place);
    *waiting = (l2_waiting){.request = *request};
    if (m->n_merged++)
        l2_merged(bank, m->last)->next = place;
    else
        m->first = place;
    m->last = place;
}

void l2_fetch(l2_bank *bank, uint16_t mshr, const packet *request, uint32_t sectors, uint64_t cycle)
{
    bank->mshr[mshr].sectors |= (uint8_t)sectors;
    bank->mshr_units += l2_units(bank, sectors);
    l2_join(bank, mshr, request);
    dram_access miss = miss_of(&request->request, sectors);
    miss.tag = mshr;
    send_below(bank, &miss, cycle + THROUGH_MISS_QUEUE);
}

void l2_write_back(l2_bank *bank, const l2_line *line, const mem_request *cause, uint64_t cycle)
{
    dram_access miss = {.request = {.address = line->address,
                                    .pc = cause->pc,
                                    .born = (uint32_t)base_now(bank->base),
                                    .app = cause->app,
                                    .source = cause->source,
                                    .warp = cause->warp,
                                    .kind = MEM_WRITE_BACK,
                                    .sectors = bank->cost.has_sectors ? line->dirty : ALL_SECTORS},
                        .is_write = true};
    send_below(bank, &miss, cycle + THROUGH_MISS_QUEUE);
    bank->count[cause->app].l2_writebacks++;
}

/* ---- requests that keep no line ---- */

static void write_through(l2_bank *bank, const mem_request *request, uint64_t seen)
{
    dram_access miss = {.request = *request, .is_write = true};
    send_below(bank, &miss, seen);
}

uint32_t l2_through_units(const l2_bank *bank, const mem_request *request)
{
    bool goes_through = mem_writes(request) && l2_writes_through(bank, request->address);
    return goes_through ? l2_units(bank, request->sectors) : 0;
}

void l2_write_through(l2_bank *bank, const mem_request *request, uint64_t cycle)
{
    write_through(bank, request, cycle + THROUGH_MISS_QUEUE);
}

bool l2_store_through(l2_bank *bank, const packet *p, bool is_hit, uint64_t cycle)
{
    const mem_request *request = &p->request;
    uint32_t causes = (uint32_t)!l2_response_room(bank) << L2_CAUSE_ICNT | (uint32_t)!l2_miss_room(bank, 1)
                                                                               << L2_CAUSE_DRAM;
    if (causes)
        return l2_refuse(bank, causes);
    l2_looked_up(bank, request, is_hit);
    l2_account(bank, request, is_hit, is_hit ? sector_count(request->sectors) * SECTOR_BYTES : 0, cycle);
    l2_write_through(bank, request, cycle);
    l2_respond(bank, p, L2_HIT_DELAY, true);
    return true;
}

bool l2_miss_no_allocate(l2_bank *bank, const packet *p, uint64_t cycle)
{
    const mem_request *request = &p->request;
    if (request->kind == MEM_STORE)
        return l2_store_through(bank, p, false, cycle);
    uint32_t sectors = l2_needed_sectors(bank, request);
    uint32_t written = mem_writes(request) ? l2_units(bank, request->sectors) : 0;
    uint32_t causes = l2_fetch_stall_causes(bank, sectors, written);
    if (causes)
        return l2_refuse(bank, causes);
    l2_looked_up(bank, request, false);
    l2_account(bank, request, false, 0, cycle);
    uint16_t mshr = pool_take(&bank->mshrs);
    bank->mshr[mshr] = (l2_mshr){.way = L2_NO_WAY, .address = request->address, .pending = (uint8_t)sectors};
    bank->no_allocate_used++;
    l2_fetch(bank, mshr, p, sectors, cycle);
    if (written)
        l2_write_through(bank, request, cycle);
    return true;
}

/* MSHR of a fetch of the line that will not be kept, or the number of MSHRs. */
static uint16_t find_no_allocate(const l2_bank *bank, uint64_t address)
{
    uint16_t i = 0;
    while (i < bank->mshrs.total &&
           (bank->mshr[i].way != L2_NO_WAY || !bank->mshr[i].pending || bank->mshr[i].address != address))
        i++;
    return i;
}

bool l2_join_no_allocate(l2_bank *bank, const packet *p, uint64_t cycle, bool *served)
{
    const mem_request *request = &p->request;
    uint16_t mshr =
        mem_writes(request) ? (uint16_t)bank->mshrs.total : find_no_allocate(bank, request->address);
    if (mshr == bank->mshrs.total)
        return false;
    l2_mshr *m = &bank->mshr[mshr];
    uint32_t missing = l2_needed_sectors(bank, request) & ~(uint32_t)m->sectors; /* what has come is held */
    uint32_t causes = missing ? l2_fetch_stall_causes(bank, missing, 0) : 0;
    if (l2_merged_full(bank, mshr, request))
        causes |= 1u << L2_CAUSE_MSHR;
    *served = causes == 0;
    if (causes) {
        l2_refuse(bank, causes);
        return true;
    }
    l2_looked_up(bank, request, false);
    l2_account(bank, request, false, 0, cycle);
    bank->count[request->app].l2_merges += missing == 0;
    m->pending |= (uint8_t)missing;
    if (missing)
        l2_fetch(bank, mshr, p, missing, cycle);
    else
        l2_join(bank, mshr, p);
    return true;
}

/* ---- around the bank ---- */

bool l2_send_around(l2_bank *bank, const packet *p, uint64_t cycle)
{
    const mem_request *request = &p->request;
    bool is_store = request->kind == MEM_STORE;
    bool place = is_store ? l2_response_room(bank) : !pool_full(&bank->arounds);
    bank->route_waits = !place || !l2_miss_room(bank, 1);
    if (bank->route_waits)
        return false;
    if (is_store) {
        write_through(bank, request, cycle + AROUND_BANK);
        l2_respond(bank, p, L2_AROUND_DELAY, false);
        return true;
    }
    uint16_t number = pool_take(&bank->arounds);
    bank->around[number] = *p;
    dram_access miss = miss_of(request, l2_needed_sectors(bank, request));
    miss.tag = (uint16_t)(bank->mshrs.total + number);
    send_below(bank, &miss, cycle + AROUND_BANK);
    return true;
}
