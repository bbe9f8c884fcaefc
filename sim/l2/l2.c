/* The L2 bank: storage, queues, ports, when to run again. */
#include "sim/l2/l2.h"

#include "sim/translation/translation.h"

#include <string.h>

/* Loads that can be under way around the bank: in its miss queue, and in the channel. */
static bool make_arounds(const gpu *g, l2_bank *bank)
{
    if (!bank->policy->route)
        return true;
    uint32_t most = bank->misses.limit + g->channels[bank->channel].front.jobs.total;
    bank->around = calloc(most, sizeof *bank->around);
    return bank->around && pool_init(&bank->arounds, most);
}

static uint64_t cycle_of_memory(void *opaque)
{
    return gpu_now(opaque);
}

bool l2_init(gpu *g, l2_bank *bank, poise_error *err)
{
    const sim_config *config = &g->config;
    size_t lines = (size_t)(config->l2_sets * config->l2_ways), mshrs = (size_t)config->l2_mshrs;
    *bank = (l2_bank){
        .index = (uint32_t)(bank - g->banks),
        .channel = (uint32_t)(bank - g->banks) / g->map.banks_per_channel_count,
        .policy = (const cache_policy *)(const void *)g->policy[POLICY_AT_L2].choice.policy,
        .sets = (uint32_t)config->l2_sets,
        .ways = (uint32_t)config->l2_ways,
        .line = calloc(lines, sizeof *bank->line),
        .set = calloc((size_t)config->l2_sets, sizeof *bank->set),
        .mshr = calloc(mshrs, sizeof *bank->mshr),
        .merged = calloc(mshrs * (size_t)config->l2_merge, sizeof *bank->merged),
        .merge_limit = (uint32_t)config->l2_merge,
    };
    bool ok =
        bank->line && bank->set && bank->mshr && bank->merged && pool_init(&bank->mshrs, (uint32_t)mshrs);
    /* GPGPU-Sim does not bound the pipe; this is far more than SMs have outstanding at one bank. */
    ok = ok && packet_fifo_init(&bank->pipe, (uint32_t)config->l2_latency + 1024);
    ok = ok && packet_fifo_init(&bank->arrived, (uint32_t)config->icnt_out_buffer);
    ok = ok && packet_fifo_init(&bank->walks, g->translation ? TLB_READS : 1);
    ok = ok && packet_fifo_init(&bank->access, (uint32_t)config->l2_access_queue);
    ok = ok && l2_miss_fifo_init(&bank->misses, (uint32_t)config->l2_miss_queue);
    ok = ok && l2_fill_fifo_init(&bank->fills,
                                 (uint32_t)(config->memory == MEMORY_IDEAL_DRAM ? config->l2_mshrs
                                                                                : config->l2_fill_queue));
    ok = ok && make_arounds(g, bank);
    if (config->stalls)
        ok = ok && (bank->stalls = calloc(1, sizeof *bank->stalls)) != NULL;
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for an L2 bank");
        return false;
    }
    bank->host = (cache_host){.instance = {bank->index, g->n_banks},
                              .shape = {bank->sets, bank->ways},
                              .level = 2,
                              .sms = g->n_sms,
                              .opaque = g,
                              .cycle = cycle_of_memory};
    return bank->policy->create(&bank->host, g->policy[POLICY_AT_L2].choice.options, &bank->policy_state,
                                err) == 0;
}

void l2_free(l2_bank *bank)
{
    if (bank->policy && bank->policy_state)
        bank->policy->life.destroy(bank->policy_state);
    free(bank->line);
    free(bank->set);
    free(bank->mshr);
    free(bank->merged);
    free(bank->stalls);
    free(bank->around);
    free(bank->count);
    pool_free(&bank->mshrs);
    pool_free(&bank->arounds);
    packet_fifo_free(&bank->arrived);
    packet_fifo_free(&bank->pipe);
    packet_fifo_free(&bank->walks);
    packet_fifo_free(&bank->access);
    l2_miss_fifo_free(&bank->misses);
    l2_fill_fifo_free(&bank->fills);
}

static void forget_misses(l2_bank *bank)
{
    for (uint32_t i = 0; bank->mshrs.used && i < bank->sets * bank->ways; i++)
        bank->line[i].pending = 0;
    for (uint32_t i = 0; bank->mshrs.used && i < bank->sets; i++)
        bank->set[i].pending = 0;
    for (uint32_t i = 0; bank->no_allocate_used && i < bank->mshrs.total; i++)
        bank->mshr[i].pending = 0;
    pool_clear(&bank->mshrs);
    pool_clear(&bank->arounds);
    bank->no_allocate_used = 0;
}

void l2_reset(l2_bank *bank)
{
    forget_misses(bank);
    bank->tick_at = UINT64_MAX;
    bank->mshr_units = bank->miss_units = bank->access_units = 0;
    bank->drain_at = 0;
    bank->drain_blocked = false;
    packet_fifo_clear(&bank->arrived);
    bank->arrived_flits = 0;
    packet_fifo_clear(&bank->pipe);
    packet_fifo_clear(&bank->walks);
    packet_fifo_clear(&bank->access);
    l2_miss_fifo_clear(&bank->misses);
    l2_fill_fifo_clear(&bank->fills);
    bank->port_free = bank->fill_port_free = 0;
    bank->response_units = 0;
    bank->policy_failed = false;
    bank->refused = bank->asleep = 0;
    bank->fill_waits = bank->around_waits = bank->route_waits = false;
    bank->may_allocate = bank->goes_around = (cache_question){0};
    if (bank->stalls)
        *bank->stalls = (l2_stalls){0};
}

static uint32_t divided_up(uint32_t value, int64_t by)
{
    return (value + (uint32_t)by - 1) / (uint32_t)by;
}

void l2_make_tables(gpu *g)
{
    for (uint32_t sectors = 0; sectors <= ALL_SECTORS; sectors++)
        g->unit_table |= (uint64_t)(l2_has_sectors(g) ? sector_count(sectors) : 1)
                         << (LINE_SECTORS * sectors);
    for (uint32_t n = 0; n <= LINE_SECTORS; n++) {
        uint32_t bytes = n * SECTOR_BYTES;
        uint32_t flits = divided_up(bytes + (uint32_t)g->config.header_bytes, g->config.flit_reply_bytes);
        g->reply_flits[n] = (uint16_t)(flits ? flits : 1);
        g->port_cycles[n] = (uint16_t)divided_up(bytes, g->config.l2_port_bytes);
    }
}

uint32_t l2_units(const gpu *g, uint32_t sectors)
{
    return (uint32_t)(g->unit_table >> (LINE_SECTORS * sectors)) & 0xf;
}

bool l2_response_room(const gpu *g, const l2_bank *bank, uint32_t units)
{
    return bank->response_units + units <= g->replies.input[bank->index].queue.limit;
}

/* Each sector takes an entry [GS]; without sectors a reply does, and its flits are taken for those of a line.
 */
uint32_t l2_reply_units(const gpu *g)
{
    uint32_t pieces = l2_units(g, ALL_SECTORS);
    uint32_t buffered = (uint32_t)g->config.icnt_buffer / g->reply_flits[LINE_SECTORS / pieces];
    uint32_t units = (uint32_t)g->config.l2_response_queue + buffered;
    return (uint32_t)later(units, (uint64_t)g->config.l2_merge * pieces); /* a fill is answered as a whole */
}

bool l2_replies_are_single_flits(const gpu *g)
{
    return g->reply_flits[LINE_SECTORS / l2_units(g, ALL_SECTORS)] == 1;
}

/* Every sector travels in a packet of its own. */
void l2_respond(gpu *g, l2_bank *bank, const packet *request, uint32_t delay, bool is_hit)
{
    packet reply = *request;
    uint64_t cycle = clock_last(&g->l2_clock, gpu_now(g)) + delay;
    if (request->request.kind == MEM_TRANSLATION) { /* the walker is beside the L2 */
        reply.l2_hit = is_hit;
        translation_read_back(g, &reply, clock_to_core(&g->l2_clock, cycle));
        return;
    }
    reply.ready = clock_next(&g->icnt_clock, clock_to_core(&g->l2_clock, cycle));
    reply.l2_hit = is_hit;
    reply.pieces = (uint8_t)l2_units(g, request->request.sectors);
    uint32_t sectors = reply.pieces > 1 ? 1 : sector_count(request->request.sectors);
    reply.flits = g->reply_flits[request->request.kind == MEM_STORE ? 0 : sectors];
    bank->response_units += reply.pieces;
    bank->count[request->request.app].reply_flits += reply.pieces * (uint64_t)reply.flits;
    network_send(&g->replies, bank->index, &reply);
    if (bank->stalls)
        l2_stalls_replies(g, bank);
}

/* Room in the access queue for a request: all its sectors, or an empty queue. */
static bool access_room(const gpu *g, const l2_bank *bank, uint32_t units)
{
    return !bank->access.count || bank->access_units + units <= (uint32_t)g->config.l2_access_queue;
}

/* Core cycle of the L2 cycle after the one in which the head of the pipe is handed over. */
static uint64_t drained_at(const gpu *g, const l2_bank *bank)
{
    uint64_t when = later(packet_fifo_front(&bank->pipe)->ready, bank->drain_at);
    return clock_to_core(&g->l2_clock, clock_last(&g->l2_clock, when) + 1);
}

/* The head of the pipe goes around the bank or into the access queue. Returns whether there was room. */
static bool hand_over(gpu *g, l2_bank *bank, uint32_t units, uint64_t cycle)
{
    const packet *head = packet_fifo_front(&bank->pipe);
    if (question_around(&bank->goes_around, bank->policy, bank->policy_state, &head->request)) {
        if (!l2_send_around(g, bank, head, cycle))
            return false;
    } else {
        if (!access_room(g, bank, units))
            return false;
        *packet_fifo_push(&bank->access) = *head;
        bank->access_units += units;
    }
    question_settled(&bank->goes_around);
    return true;
}

/* The pipe hands over one line or sector a cycle, which is looked up in the next [GS cache_cycle()]: here, as
 * nothing else needs to know it earlier, both happen in that next cycle. */
static void drain_pipe(gpu *g, l2_bank *bank, uint64_t now, uint64_t cycle)
{
    while (bank->pipe.count && drained_at(g, bank) <= now) {
        const packet *head = packet_fifo_front(&bank->pipe);
        uint64_t ready = head->ready;
        uint32_t units = l2_units(g, head->request.sectors);
        bool room = hand_over(g, bank, units, cycle);
        /* What had to wait for room leaves when there is some. */
        uint64_t left = room && !bank->drain_blocked ? later(ready, bank->drain_at) : now;
        bank->drain_blocked = !room;
        if (!room)
            return;
        packet_fifo_pop(&bank->pipe);
        bank->drain_at = clock_to_core(&g->l2_clock, clock_last(&g->l2_clock, left) + units);
    }
}

static void enter_pipe(const gpu *g, l2_bank *bank, const packet *request, uint64_t when)
{
    packet *entered = packet_fifo_push(&bank->pipe);
    *entered = *request;
    entered->ready = when + (uint64_t)g->config.l2_latency;
}

/* Room for whatever comes next. */
static bool pipe_room(const gpu *g, const l2_bank *bank)
{
    return access_room(g, bank, l2_units(g, ALL_SECTORS)) && !packet_fifo_full(&bank->pipe);
}

/* Takes one packet from the crossbar into the delay pipe, if it may pass, or into the buffer in front of it.
 * Returns the core cycle of the next try. */
static uint64_t take_packet(gpu *g, l2_bank *bank, uint64_t cycle, bool passes)
{
    if (!network_waits(&g->requests, bank->index) ||
        (!passes && bank->arrived_flits >= (uint32_t)g->config.icnt_out_buffer))
        return UINT64_MAX; /* tried again when the queue moves */
    packet p;
    uint32_t input;
    uint64_t retry;
    if (network_grant(&g->requests, bank->index, cycle, &p, &input, &retry)) {
        p.ready = clock_to_core(&g->icnt_clock, p.ready);
        if (passes) {
            enter_pipe(g, bank, &p, p.ready);
        } else {
            *packet_fifo_push(&bank->arrived) = p;
            bank->arrived_flits += p.flits;
        }
        gpu_return_credit(g, input);
    }
    return retry == UINT64_MAX ? retry : clock_to_core(&g->icnt_clock, retry);
}

/* The head of the buffer enters the pipe. */
static void leave_buffer(gpu *g, l2_bank *bank, uint64_t now)
{
    const packet *head = packet_fifo_front(&bank->arrived);
    enter_pipe(g, bank, head, now);
    bank->arrived_flits -= head->flits;
    packet_fifo_pop(&bank->arrived);
}

/* One crossbar cycle: a packet leaves the buffer, another comes. Returns the core cycle of the next. */
static uint64_t receive(gpu *g, l2_bank *bank)
{
    if (!network_waits(&g->requests, bank->index) && !bank->arrived.count)
        return UINT64_MAX;
    uint64_t now = gpu_now(g), cycle = clock_last(&g->icnt_clock, now);
    if (clock_to_core(&g->icnt_clock, cycle) != now)
        return clock_to_core(&g->icnt_clock, cycle + 1);
    bool passes = !bank->arrived.count && pipe_room(g, bank);
    if (bank->arrived.count && packet_fifo_front(&bank->arrived)->ready <= now && pipe_room(g, bank))
        leave_buffer(g, bank, now);
    uint64_t next = take_packet(g, bank, cycle, passes);
    if (bank->arrived.count && pipe_room(g, bank))
        next = earlier(next, clock_to_core(&g->icnt_clock, cycle + 1));
    return next;
}

void l2_take_read(gpu *g, const packet *request)
{
    *packet_fifo_push(&g->banks[request->bank].walks) = *request;
    gpu_wake_bank(g, request->bank, gpu_now(g) + 1);
}

/* Reads of walks do not cross the crossbar: one an L2 cycle enters the pipe. Returns whether more wait. */
static bool take_walk(const gpu *g, l2_bank *bank, uint64_t now)
{
    if (pipe_room(g, bank)) {
        enter_pipe(g, bank, packet_fifo_front(&bank->walks), now);
        packet_fifo_pop(&bank->walks);
    }
    return bank->walks.count != 0;
}

/* One L2 cycle: fills before requests. With a shared port a fill excludes a request. Returns whether
 * something was done; *served is that a request was. */
static bool step(gpu *g, l2_bank *bank, uint64_t cycle, bool *served)
{
    bool filled = bank->fills.count && l2_fill_line(g, bank, cycle);
    if (filled && g->config.l2_fill_port == L2_FILL_PORT_SHARED)
        return true;
    *served = bank->access.count && !bank->asleep && bank->port_free <= cycle && l2_serve(g, bank, cycle);
    return filled || *served;
}

static bool run_edge(gpu *g, l2_bank *bank, uint64_t now, uint64_t cycle)
{
    drain_pipe(g, bank, now, cycle);
    uint32_t queued = bank->access_units;
    bool served = false, moved = step(g, bank, cycle, &served);
    if (bank->stalls)
        l2_stalls_edge(g, bank, cycle, queued, served);
    return moved;
}

/* Core cycle of the next step, UINT64_MAX when there is nothing to do or what blocks the bank will wake it: a
 * reply that leaves, a miss that DRAM takes, a fill. */
static uint64_t next_step(const gpu *g, const l2_bank *bank, uint64_t cycle, bool retry)
{
    bool looks = bank->access.count && !bank->asleep;
    if (!bank->fills.count && !looks && !bank->drain_blocked)
        return UINT64_MAX;
    if (retry)
        return clock_to_core(&g->l2_clock, cycle + 1);
    uint64_t next = UINT64_MAX;
    if (bank->port_free > cycle)
        next = bank->port_free;
    if (bank->fills.count && bank->fill_port_free > cycle)
        next = earlier(next, bank->fill_port_free);
    return next == UINT64_MAX ? next : clock_to_core(&g->l2_clock, next);
}

void l2_improve(gpu *g, l2_bank *bank, uint32_t cause, bool concerns, uint64_t when)
{
    concerns |= (bank->asleep >> cause & 1) != 0;
    if (bank->stalls)
        concerns |= bank->fills.count || bank->access.count;
    if (!concerns)
        return;
    bank->asleep = 0;
    gpu_wake_bank(g, bank->index, when);
}

void l2_response_left(gpu *g, l2_bank *bank, const packet *reply)
{
    bank->response_units -= l2_units(g, reply->request.sectors);
    if (bank->stalls)
        l2_stalls_replies(g, bank);
    l2_improve(g, bank, L2_CAUSE_ICNT, bank->fill_waits | bank->route_waits, gpu_now(g) + 1);
    if (bank->around_waits)
        gpu_wake_channel(g, bank->channel, gpu_now(g) + 1);
}

void l2_miss_taken(gpu *g, l2_bank *bank)
{
    bank->miss_units -= l2_units(g, l2_miss_fifo_front(&bank->misses)->request.sectors);
    l2_miss_fifo_pop(&bank->misses);
    /* Banks run after channels: it sees the room now. */
    l2_improve(g, bank, L2_CAUSE_DRAM, bank->route_waits, gpu_now(g));
}

static void wake_again(gpu *g, l2_bank *bank, uint64_t when)
{
    if (when != UINT64_MAX)
        wheel_wake(&g->wheel, g->first_bank + bank->index, when);
}

void l2_begin_ticks(gpu *g, l2_bank *bank, uint64_t now)
{
    if (!bank->policy->tick || bank->tick_at != UINT64_MAX)
        return;
    bank->tick_at = now;
    wake_again(g, bank, now);
}

static void tick(const gpu *g, l2_bank *bank, uint64_t now)
{
    bank->tick_at =
        g->blocks_left ? gpu_again_at(now, bank->policy->tick(bank->policy_state, now)) : UINT64_MAX;
}

/* In L2 cycles the bank works, in crossbar cycles it receives; each has its own next time. */
void l2_run(gpu *g, l2_bank *bank)
{
    uint64_t now = gpu_now(g), cycle = clock_last(&g->l2_clock, now);
    if (bank->tick_at <= now)
        tick(g, bank, now);
    if (clock_to_core(&g->l2_clock, cycle) == now) {
        wake_again(g, bank, next_step(g, bank, cycle, run_edge(g, bank, now, cycle)));
        if (bank->walks.count && take_walk(g, bank, now))
            wake_again(g, bank, clock_to_core(&g->l2_clock, cycle + 1));
    }
    wake_again(g, bank, receive(g, bank));
    if (bank->pipe.count && !bank->drain_blocked)
        wake_again(g, bank, drained_at(g, bank));
    wake_again(g, bank, bank->tick_at);
}
