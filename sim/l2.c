#include "sim/l2.h"

#include "sim/gpu.h"

#include <string.h>

enum { L2_INVALID, L2_CLEAN, L2_DIRTY, L2_RESERVED, L2_RESERVED_DIRTY };

bool l2_init(gpu *g, l2_bank *bank, poise_error *err)
{
    const sim_config *config = &g->config;
    size_t lines = (size_t)(config->l2_sets * config->l2_ways), mshrs = (size_t)config->l2_mshrs;
    *bank = (l2_bank){
        .policy = (const cache_policy *)(const void *)g->l2_choice.policy,
        .sets = (uint32_t)config->l2_sets,
        .ways = (uint32_t)config->l2_ways,
        .tag = calloc(lines, sizeof *bank->tag),
        .state = calloc(lines, sizeof *bank->state),
        .line_mshr = calloc(lines, sizeof *bank->line_mshr),
        .mshr = calloc(mshrs, sizeof *bank->mshr),
        .merged = calloc(mshrs * (size_t)config->l2_merge, sizeof *bank->merged),
        .merge_limit = (uint32_t)config->l2_merge,
    };
    bool ok = bank->tag && bank->state && bank->line_mshr && bank->mshr && bank->merged &&
              pool_init(&bank->mshrs, (uint32_t)mshrs);
    /* While the access queue has room one request a crossbar cycle may enter the pipe; what enters it in the
     * time of a traversal and the pipe's latency must fit. */
    uint32_t in_pipe = (uint32_t)(config->l2_latency + (config->icnt_latency + 16) * 4);
    ok = ok && packet_fifo_init(&bank->pipe, in_pipe);
    ok = ok && packet_fifo_init(&bank->access, (uint32_t)config->l2_access_queue);
    ok = ok && l2_miss_fifo_init(&bank->misses, (uint32_t)config->l2_miss_queue);
    ok = ok && l2_fill_fifo_init(&bank->fills, (uint32_t)config->l2_fill_queue);
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for an L2 bank");
        return false;
    }
    cache_geometry geometry = {bank->sets, bank->ways};
    return bank->policy->create(&geometry, g->l2_choice.options, &bank->policy_state, err) == 0;
}

void l2_free(l2_bank *bank)
{
    if (bank->policy && bank->policy_state)
        bank->policy->destroy(bank->policy_state);
    free(bank->tag);
    free(bank->state);
    free(bank->line_mshr);
    free(bank->mshr);
    free(bank->merged);
    pool_free(&bank->mshrs);
    packet_fifo_free(&bank->pipe);
    packet_fifo_free(&bank->access);
    l2_miss_fifo_free(&bank->misses);
    l2_fill_fifo_free(&bank->fills);
}

void l2_reset(l2_bank *bank)
{
    for (uint32_t i = 0; bank->mshrs.used && i < bank->sets * bank->ways; i++)
        if (bank->state[i] == L2_RESERVED || bank->state[i] == L2_RESERVED_DIRTY)
            bank->state[i] = L2_INVALID;
    pool_clear(&bank->mshrs);
    packet_fifo_clear(&bank->pipe);
    packet_fifo_clear(&bank->access);
    l2_miss_fifo_clear(&bank->misses);
    l2_fill_fifo_clear(&bank->fills);
    bank->port_free = 0;
    bank->count = (sim_counters){0};
}

static uint32_t port_cycles(const gpu *g, uint32_t bytes)
{
    uint32_t width = (uint32_t)g->config.l2_port_bytes;
    return (bytes + width - 1) / width;
}

/* Room in the response queue of bank `index` for `packets`. */
static bool response_room(const gpu *g, uint32_t index, uint32_t packets)
{
    return network_room(&g->replies, index, packets);
}

static void respond(gpu *g, uint32_t index, const packet *request)
{
    uint32_t bytes = request->kind == PACKET_READ     ? LINE_BYTES
                     : request->kind == PACKET_ATOMIC ? packet_sector_bytes(request)
                                                      : 0;
    network_send(&g->replies, index, request, bytes, clock_next(&g->icnt_clock, gpu_now(g) + 1));
}

static void count_access(l2_bank *bank, const packet *request, bool hit)
{
    if (request->kind == PACKET_WRITE) {
        bank->count.l2_writes++;
    } else {
        bank->count.l2_reads++;
        bank->count.l2_read_hits += hit;
    }
}

/* Way that holds `address` in `set`, or bank->ways. */
static uint32_t find(const l2_bank *bank, uint32_t set, uint64_t address)
{
    uint32_t way = 0;
    while (way < bank->ways && (bank->tag[set * bank->ways + way] != address ||
                                bank->state[set * bank->ways + way] == L2_INVALID))
        way++;
    return way;
}

static bool hit(gpu *g, uint32_t index, const packet *request, uint32_t set, uint32_t way, uint64_t cycle)
{
    l2_bank *bank = &g->banks[index];
    if (bank->port_free > cycle || !response_room(g, index, 1))
        return false;
    bool writes = request->kind != PACKET_READ;
    if (writes)
        bank->state[set * bank->ways + way] = L2_DIRTY;
    cache_request asked = {request->address / LINE_BYTES, request->sm, request->warp, writes};
    bank->policy->access(bank->policy_state, set, way, &asked);
    bank->port_free = cycle + port_cycles(g, writes ? packet_sector_bytes(request) : LINE_BYTES);
    count_access(bank, request, true);
    respond(g, index, request);
    return true;
}

static bool merge(l2_bank *bank, const packet *request, uint32_t line)
{
    uint16_t mshr = bank->line_mshr[line];
    l2_mshr *m = &bank->mshr[mshr];
    if (m->n_merged >= bank->merge_limit)
        return false;
    bank->merged[mshr * bank->merge_limit + m->n_merged++] = *request;
    if (request->kind != PACKET_READ)
        bank->state[line] = L2_RESERVED_DIRTY;
    bank->count.l2_merges++;
    count_access(bank, request, false);
    return true;
}

static uint32_t candidates_of(const l2_bank *bank, uint32_t set)
{
    uint32_t invalid = 0, valid = 0;
    for (uint32_t way = 0; way < bank->ways; way++) {
        uint8_t state = bank->state[set * bank->ways + way];
        invalid |= (uint32_t)(state == L2_INVALID) << way;
        valid |= (uint32_t)(state == L2_CLEAN || state == L2_DIRTY) << way;
    }
    return invalid ? invalid : valid;
}

static void queue_miss(gpu *g, uint32_t index, uint64_t address, uint32_t mshr, uint32_t sm, bool is_write)
{
    *l2_miss_fifo_push(&g->banks[index].misses) =
        (l2_miss){.address = address, .mshr = (uint16_t)mshr, .sm = (uint16_t)sm, .is_write = is_write};
    uint32_t channel = index / g->map.banks_per_channel_count;
    gpu_wake_channel(g, channel, gpu_now(g) + 1);
}

/* Neither present nor on its way. Needs a line, room for a write-back and the fetch, and an MSHR for the
 * fetch. */
static bool miss(gpu *g, uint32_t index, const packet *request, uint32_t set, uint64_t cycle)
{
    l2_bank *bank = &g->banks[index];
    uint32_t candidates = candidates_of(bank, set);
    if (!candidates)
        return false;
    cache_request asked = {request->address / LINE_BYTES, request->sm, request->warp,
                           request->kind != PACKET_READ};
    bool fetch = request->kind != PACKET_WRITE || request->sectors != 0xf;
    if (fetch ? pool_full(&bank->mshrs) : bank->port_free > cycle || !response_room(g, index, 1))
        return false;
    uint32_t way = bank->policy->victim(bank->policy_state, set, candidates, &asked);
    uint32_t line = set * bank->ways + way;
    bool write_back = bank->state[line] == L2_DIRTY;
    if (bank->misses.count + write_back + fetch > bank->misses.limit)
        return false;
    if (write_back) {
        queue_miss(g, index, bank->tag[line], 0, request->sm, true);
        bank->count.l2_writebacks++;
    }
    bank->tag[line] = request->address;
    bank->policy->fill(bank->policy_state, set, way, &asked);
    count_access(bank, request, false);
    if (!fetch) {
        bank->state[line] = L2_DIRTY;
        bank->port_free = cycle + port_cycles(g, LINE_BYTES);
        respond(g, index, request);
        return true;
    }
    uint16_t mshr = pool_take(&bank->mshrs);
    bank->state[line] = request->kind == PACKET_READ ? L2_RESERVED : L2_RESERVED_DIRTY;
    bank->line_mshr[line] = mshr;
    bank->mshr[mshr] = (l2_mshr){.line = line, .n_merged = 1};
    bank->merged[mshr * bank->merge_limit] = *request;
    queue_miss(g, index, request->address, mshr, request->sm, false);
    return true;
}

/* The head of the access queue. Returns whether it was served. */
static bool serve(gpu *g, uint32_t index, uint64_t cycle)
{
    l2_bank *bank = &g->banks[index];
    const packet *request = packet_fifo_front(&bank->access);
    uint32_t set = request->l2_set, way = find(bank, set, request->address);
    bool served;
    if (way == bank->ways) {
        served = miss(g, index, request, set, cycle);
    } else {
        uint32_t line = set * bank->ways + way;
        bool in_flight = bank->state[line] == L2_RESERVED || bank->state[line] == L2_RESERVED_DIRTY;
        served = in_flight ? merge(bank, request, line) : hit(g, index, request, set, way, cycle);
    }
    if (served)
        packet_fifo_pop(&bank->access);
    return served;
}

/* The head of the fill queue: the line becomes valid and every merged request gets its reply. */
static bool fill(gpu *g, uint32_t index, uint64_t cycle)
{
    l2_bank *bank = &g->banks[index];
    uint16_t mshr = l2_fill_fifo_front(&bank->fills)->mshr;
    l2_mshr *m = &bank->mshr[mshr];
    if (bank->port_free > cycle || !response_room(g, index, m->n_merged))
        return false;
    bank->state[m->line] = bank->state[m->line] == L2_RESERVED ? L2_CLEAN : L2_DIRTY;
    bank->port_free = cycle + port_cycles(g, LINE_BYTES);
    for (uint32_t i = 0; i < m->n_merged; i++)
        respond(g, index, &bank->merged[mshr * bank->merge_limit + i]);
    pool_give(&bank->mshrs, mshr);
    l2_fill_fifo_pop(&bank->fills);
    gpu_wake_channel(g, index / g->map.banks_per_channel_count, gpu_now(g) + 1);
    return true;
}

static void drain_pipe(l2_bank *bank, uint64_t now)
{
    while (bank->pipe.count && packet_fifo_front(&bank->pipe)->ready <= now &&
           !packet_fifo_full(&bank->access)) {
        *packet_fifo_push(&bank->access) = *packet_fifo_front(&bank->pipe);
        packet_fifo_pop(&bank->pipe);
    }
}

/* Takes one packet from the crossbar into the delay pipe. Returns the core cycle of the next try. */
static uint64_t receive(gpu *g, uint32_t index)
{
    l2_bank *bank = &g->banks[index];
    uint64_t now = gpu_now(g), cycle = clock_last(&g->icnt_clock, now);
    if (clock_to_core(&g->icnt_clock, cycle) != now)
        return clock_to_core(&g->icnt_clock, cycle + 1);
    if (packet_fifo_full(&bank->access) || packet_fifo_full(&bank->pipe))
        return UINT64_MAX; /* tried again when the queue moves */
    packet p;
    uint64_t retry;
    bool granted = network_grant(&g->requests, index, cycle, &p, &retry);
    uint64_t next = retry == UINT64_MAX ? retry : clock_to_core(&g->icnt_clock, retry);
    if (!granted)
        return next;
    p.ready = clock_to_core(&g->icnt_clock, p.ready) + (uint64_t)g->config.l2_latency;
    *packet_fifo_push(&bank->pipe) = p;
    if (g->sms[p.sm].stalled == L1_STALL_QUEUE)
        gpu_wake_sm(g, p.sm, now);
    return next;
}

/* One L2 cycle: fills before requests. Returns whether something was served. */
static bool step(gpu *g, uint32_t index, uint64_t cycle)
{
    l2_bank *bank = &g->banks[index];
    return (bank->fills.count && fill(g, index, cycle)) || (bank->access.count && serve(g, index, cycle));
}

/* Core cycle of the next step, UINT64_MAX when there is nothing to do or what blocks the bank will wake it: a
 * reply that leaves, a miss that DRAM takes, a fill. */
static uint64_t next_step(const gpu *g, const l2_bank *bank, uint64_t cycle, bool retry)
{
    if (!bank->fills.count && !bank->access.count)
        return UINT64_MAX;
    if (retry)
        return clock_to_core(&g->l2_clock, cycle + 1);
    return bank->port_free > cycle ? clock_to_core(&g->l2_clock, bank->port_free) : UINT64_MAX;
}

void l2_response_left(gpu *g, uint32_t index)
{
    const l2_bank *bank = &g->banks[index];
    if (bank->fills.count || bank->access.count)
        gpu_wake_bank(g, index, gpu_now(g) + 1);
}

void l2_run(gpu *g, uint32_t index)
{
    l2_bank *bank = &g->banks[index];
    uint64_t now = gpu_now(g), cycle = clock_last(&g->l2_clock, now);
    drain_pipe(bank, now);
    bool is_edge = clock_to_core(&g->l2_clock, cycle) == now;
    bool served = is_edge && step(g, index, cycle);
    drain_pipe(bank, now);
    uint64_t next = next_step(g, bank, cycle, served || !is_edge);
    uint64_t received = receive(g, index);
    next = received < next ? received : next;
    if (bank->pipe.count && !packet_fifo_full(&bank->access)) {
        uint64_t ready = packet_fifo_front(&bank->pipe)->ready;
        next = ready < next ? ready : next;
    }
    if (next != UINT64_MAX)
        gpu_wake_bank(g, index, next);
}
