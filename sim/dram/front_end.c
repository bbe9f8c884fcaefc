/* The front end of a memory channel, between those who ask and the DRAM scheduler. */
#include "sim/dram/dram.h"

/* `units` of a request have left the channel. */
static void release_units(dram_channel *channel, uint16_t job, uint32_t units)
{
    if (dram_is_of_cpu(channel, &channel->job[job]))
        channel->front.cpu_jobs -= units;
    else
        channel->front.units -= units;
}

/* All of it has. */
static void release(dram_channel *channel, uint16_t job, uint64_t cycle)
{
    dram_front_end *front = &channel->front;
    pool_give(&front->jobs, job);
    if (!front->jobs.used)
        front->pending += cycle - front->pending_since;
}

/* Takes note of writes that were done before `cycle`. */
static void release_written(dram_channel *channel, uint64_t cycle)
{
    while (!timed_queue_empty(&channel->written) && timed_queue_front(&channel->written)->ready < cycle) {
        const dram_timed *done = timed_queue_front(&channel->written);
        const dram_job *job = &channel->job[done->job];
        const dram_input *input = &channel->input[job->input];
        if (input->written)
            input->written(input->owner, job->tag);
        release_units(channel, done->job, job->units);
        release(channel, done->job, done->ready);
        timed_queue_pop(&channel->written);
    }
}

/* Hands what has been read back to who has asked. False: it is not taken. */
static bool give(const dram_channel *channel, const dram_timed *done)
{
    const dram_input *input = &channel->input[done->input];
    const dram_reply reply = {
        .source = channel->job[done->job].request.source, .tag = done->tag, .sectors = done->sectors};
    return input->give(input->owner, &reply);
}

static void give_back(dram_channel *channel, timed_queue *returns, uint64_t cycle)
{
    while (!timed_queue_empty(returns) && timed_queue_front(returns)->ready <= cycle) {
        dram_timed done = *timed_queue_front(returns);
        if (!give(channel, &done))
            return; /* the owner wakes us when it has room */
        timed_queue_pop(returns);
        release_units(channel, done.job, 1);
        if (done.is_last)
            release(channel, done.job, cycle);
    }
}

/* Entries of the queue that a request of an L2 takes: one for each sector that is read, which is an access of
 * its own, and one for what is written back. [GS breakdown_request_to_sector_requests(), of requests and not
 * of write-backs] */
static uint32_t entries_of(const dram_channel *channel, const dram_access *request)
{
    return request->is_write ? 1 : units_of(channel->units, request->request.sectors);
}

/* Takes note of what the scheduler queue is like after DRAM cycle `cycle`. */
static void note_fullness(dram_channel *channel, uint64_t cycle)
{
    for (timed_queue *told = &channel->fullness; !timed_queue_empty(told); timed_queue_pop(told)) {
        if (timed_queue_front(told)->ready > cycle)
            return;
        channel->front.is_full = timed_queue_front(told)->is_last;
    }
}

/* Whether the request may enter: what is in the channel must find room in the scheduler queue or the return
 * queue. An empty channel takes a request of any size. With dram_entry = room the scheduler queue must not be
 * full, whatever is on its way to it. */
static bool has_room(const dram_channel *channel, const dram_access *request, bool of_cpu)
{
    const dram_front_end *front = &channel->front;
    if (of_cpu)
        return front->cpu_jobs < dram_most_units(channel);
    return !front->is_full && !pool_full(&front->jobs) &&
           (!front->units || front->units + entries_of(channel, request) <= dram_most_units(channel));
}

/* Columns of a request. */
static uint32_t columns_of(const dram_channel *channel, const dram_access *request)
{
    if (channel->base->config.l2_sector_bytes == LINE_BYTES)
        return channel->line_columns;
    const uint32_t burst = channel->base->config.dram_burst_bytes,
                   sectors = units_of(channel->units, request->request.sectors),
                   piece = request->is_write ? sectors * SECTOR_BYTES : SECTOR_BYTES;
    return entries_of(channel, request) * ((piece + burst - 1) / burst);
}

/* A CPU's line is one access, whatever the sectors of the L2. */
static uint32_t cpu_columns_of(const dram_channel *channel, const dram_access *request)
{
    uint32_t burst = channel->base->config.dram_burst_bytes;
    return (sector_count(request->request.sectors) * SECTOR_BYTES + burst - 1) / burst;
}

/* Into the delay pipe of its side. */
static void enter(dram_channel *channel, const dram_job *entering, uint64_t cycle)
{
    bool of_cpu = dram_is_of_cpu(channel, entering);
    if (!channel->front.jobs.used)
        channel->front.pending_since = cycle;
    uint16_t job = pool_take(&channel->front.jobs);
    channel->job[job] = *entering;
    *(of_cpu ? &channel->front.cpu_jobs : &channel->front.units) += entering->units;
    uint64_t ready = base_now(channel->base) + channel->base->config.dram_latency;
    uint64_t entered = clock_first(&channel->base->dram_clock, ready);
    channel->job[job].entered = entered;
    *timed_queue_push(of_cpu ? &channel->cpu_pipe : &channel->pipe) =
        (dram_timed){.ready = entered, .job = job};
    channel->front.admitted = earlier(channel->front.admitted, ready);
}

static void take(dram_channel *channel, uint32_t index, uint64_t cycle)
{
    const dram_input *input = &channel->input[index];
    const dram_access *access = dram_access_fifo_front(input->queue);
    bool of_cpu = index == channel->cpu_input;
    const uint32_t units = of_cpu ? 1 : entries_of(channel, access);
    const uint32_t columns = of_cpu ? cpu_columns_of(channel, access) : columns_of(channel, access);
    address_place place;
    address_find_dram(base_map_of_channel(channel->base, channel->index), access->request.address, &place);
    enter(channel,
          &(dram_job){.request = access->request,
                      .input = (uint16_t)index,
                      .tag = access->tag,
                      .columns_left = (uint16_t)columns,
                      .unit_columns = (uint8_t)(columns / units),
                      .sectors_left = access->request.sectors,
                      .units = (uint8_t)units,
                      .bank = place.dram_bank,
                      .row = place.dram_row,
                      .is_write = access->is_write},
          cycle);
    input->taken(input->owner, input->queue);
}

/* Core cycle from DRAM cycle `from` on in which a request in the queues can be seen, UINT64_MAX if there is
 * none. */
static uint64_t next_request(const dram_channel *channel, uint64_t from)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < channel->n_inputs; i++) {
        const dram_access_fifo *queue = channel->input[i].queue;
        if (queue->count)
            next = earlier(next, dram_access_fifo_front(queue)->ready);
    }
    return next == UINT64_MAX ? next : later(next, clock_to_core(&channel->base->dram_clock, from));
}

/* Takes one request from the queues, round robin; with dram_entry = room one entry of the queue a cycle [GS
 * dram_cycle()]. Returns the core cycle of the next try, UINT64_MAX when a request must come or leave first.
 */
static uint64_t admit(dram_channel *channel, uint64_t cycle)
{
    uint32_t inputs = channel->n_inputs;
    uint64_t now = base_now(channel->base), next = UINT64_MAX;
    if (channel->front.entry_at > cycle)
        return next_request(channel, channel->front.entry_at);
    for (uint32_t i = 0; i < inputs; i++) {
        uint32_t after = channel->front.next_input + i, turn = after < inputs ? after : after - inputs;
        const dram_access_fifo *queue = channel->input[turn].queue;
        if (!queue->count)
            continue;
        const dram_access *access = dram_access_fifo_front(queue);
        const bool of_cpu = turn == channel->cpu_input;
        if (access->ready > now) {
            next = earlier(next, access->ready);
        } else if (has_room(channel, access, of_cpu)) {
            const bool one_by_one = channel->tells_fullness && !of_cpu;
            channel->front.next_input = turn + 1 < inputs ? turn + 1 : 0;
            channel->front.entry_at = cycle + (one_by_one ? entries_of(channel, access) : 1);
            take(channel, turn, cycle);
            return next_request(channel, channel->front.entry_at);
        }
    }
    return next;
}

/* Core cycle in which the scheduler has something for the front end, UINT64_MAX when there is nothing.
 * Replies that were due before DRAM cycle `first` wait for their bank, which wakes the front end. */
static uint64_t next_done(const dram_channel *channel, uint64_t first)
{
    uint64_t next = UINT64_MAX;
    if (!timed_queue_empty(&channel->written))
        next = timed_queue_front(&channel->written)->ready + 1;
    if (!timed_queue_empty(&channel->returns) && timed_queue_front(&channel->returns)->ready >= first)
        next = earlier(next, timed_queue_front(&channel->returns)->ready);
    if (channel->base->n_cpus && !timed_queue_empty(&channel->cpu_returns))
        next = earlier(next, timed_queue_front(&channel->cpu_returns)->ready);
    if (channel->front.is_full && !timed_queue_empty(&channel->fullness))
        next = earlier(next, later(timed_queue_front(&channel->fullness)->ready, first)); /* there is room */
    return next == UINT64_MAX ? next : clock_to_core(&channel->base->dram_clock, next);
}

static void wake(const dram_channel *channel, uint64_t when)
{
    if (when != UINT64_MAX)
        base_wake_channel(channel->base, channel->index, when);
}

/* One command cycle. Returns the core cycle of the next one with something to do, UINT64_MAX if none is
 * known. */
static uint64_t step(dram_channel *channel, uint64_t cycle)
{
    release_written(channel, cycle);
    give_back(channel, &channel->returns, cycle);
    if (channel->base->n_cpus)
        give_back(channel, &channel->cpu_returns, cycle);
    note_fullness(channel, cycle);
    uint64_t next = admit(channel, cycle);
    if (!channel->is_apart) {
        timed_queue_flush(&channel->pipe);
        timed_queue_flush(&channel->cpu_pipe);
        dram_ask_policy(channel);
        uint64_t scheduled = dram_schedule(channel, cycle);
        timed_queue_flush(&channel->returns);
        timed_queue_flush(&channel->cpu_returns);
        timed_queue_flush(&channel->written);
        timed_queue_flush(&channel->fullness);
        if (scheduled != UINT64_MAX)
            next = earlier(next, clock_to_core(&channel->base->dram_clock, scheduled));
    }
    return earlier(next, next_done(channel, cycle + 1));
}

void dram_run(dram_channel *channel)
{
    if (channel->base->config.memory == MEMORY_IDEAL_DRAM) {
        dram_run_ideal(channel);
        return;
    }
    uint64_t now = base_now(channel->base);
    uint64_t last = clock_last(&channel->base->dram_clock, now);
    uint64_t cycle = clock_first(&channel->base->dram_clock, now);
    uint64_t next = cycle <= last ? UINT64_MAX : clock_to_core(&channel->base->dram_clock, cycle);
    for (; cycle <= last; cycle++)
        next = step(channel, cycle);
    wake(channel, next);
}

void dram_open_front_end(dram_channel *channel, uint64_t from)
{
    const sim_base *base = channel->base;
    timed_queue_open(&channel->returns, base->window_number);
    timed_queue_open(&channel->written, base->window_number);
    if (base->n_cpus)
        timed_queue_open(&channel->cpu_returns, base->window_number);
    timed_queue_open(&channel->fullness, base->window_number);
    const uint64_t first = clock_first(&base->dram_clock, from);
    if (first)
        note_fullness(channel, first - 1);
    channel->front.admitted = UINT64_MAX;
    wake(channel, next_done(channel, first));
}

uint64_t dram_close_front_end(dram_channel *channel)
{
    timed_queue_publish(&channel->pipe, channel->base->window_number);
    if (channel->base->n_cpus)
        timed_queue_publish(&channel->cpu_pipe, channel->base->window_number);
    return channel->front.admitted;
}
