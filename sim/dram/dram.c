/* Memory channels: construction, and the front end between L2 banks and DRAM scheduler. */
#include "sim/dram/dram.h"

#include "sim/gpu.h"

#include <string.h>

static int create_policy(const gpu *g, dram_channel *channel, poise_error *err)
{
    return channel->policy->create(&channel->host, g->policy[POLICY_AT_DRAM].choice.options,
                                   &channel->policy_state, err);
}

/* Creates the policy, and learns how much it stores. */
static bool init_policy(const gpu *g, dram_channel *channel, poise_error *err)
{
    if (create_policy(g, channel, err))
        return false;
    channel->entries = channel->policy->entries ? channel->policy->entries(channel->policy_state)
                                                : (uint32_t)g->config.dram_queue;
    if (channel->entries >= 1 && channel->entries <= DRAM_MOST_ENTRIES)
        return true;
    poise_fail(err, POISE_FAILED, "DRAM policy %s stores %u requests; 1 to %d must hold",
               g->policy[POLICY_AT_DRAM].choice.label, channel->entries, DRAM_MOST_ENTRIES);
    return false;
}

/* What an ideal DRAM has under way: a bank has no more than its MSHRs, and what goes around it. */
static uint32_t ideal_returns(const gpu *g, uint32_t jobs)
{
    const sim_config *config = &g->config;
    return (uint32_t)(config->l2_mshrs + config->l2_miss_queue + jobs) * g->map.banks_per_channel_count;
}

/* Requests of the L2 banks that the channel holds at a time, and as many of CPU cores [GS has_credits()]. */
static uint32_t most_units(const gpu *g, const dram_channel *channel)
{
    return channel->entries + (uint32_t)g->config.dram_return_queue;
}

static bool init_cpus(const gpu *g, dram_channel *channel, uint32_t jobs)
{
    return l2_miss_fifo_init(&channel->front.cpu_requests, cpus_most_requests(g)) &&
           timed_queue_init(&channel->cpu_pipe, jobs) && timed_queue_init(&channel->cpu_returns, jobs);
}

bool dram_init(gpu *g, dram_channel *channel, poise_error *err)
{
    const sim_config *config = &g->config;
    *channel = (dram_channel){
        .policy = (const dram_policy *)(const void *)g->policy[POLICY_AT_DRAM].choice.policy,
        .host = {.instance = {(uint32_t)(channel - g->channels), g->n_channels},
                 .banks = (uint32_t)config->dram_banks,
                 .queue_entries = (uint32_t)config->dram_queue,
                 .sources = g->n_sms + g->n_cpus},
        .n_banks = (uint32_t)config->dram_banks,
    };
    if (!init_policy(g, channel, err))
        return false;
    uint32_t of_banks = most_units(g, channel), of_cpus = g->n_cpus ? of_banks : 0, jobs = of_banks + of_cpus;
    uint32_t returns = config->memory == MEMORY_IDEAL_DRAM ? ideal_returns(g, of_banks) : of_banks;
    channel->bank = calloc(channel->n_banks, sizeof *channel->bank);
    channel->job = calloc(jobs, sizeof *channel->job);
    bool ok = channel->bank && channel->job && pool_init(&channel->front.jobs, jobs) &&
              timed_queue_init(&channel->pipe, of_banks) && timed_queue_init(&channel->returns, returns) &&
              timed_queue_init(&channel->written, jobs) && init_cpus(g, channel, of_cpus);
    if (config->stalls)
        ok = ok && (channel->stalls = calloc(1, sizeof *channel->stalls)) != NULL;
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for a DRAM channel");
        return false;
    }
    for (uint32_t i = 0; i < channel->n_banks; i++) {
        uint32_t group = i % (uint32_t)config->dram_bank_groups;
        channel->bank[i] = (dram_bank){.job = DRAM_NO_JOB, .group = (uint8_t)group};
        channel->open_row[i] = DRAM_NO_ROW;
        channel->group_banks[group] |= 1ull << i;
    }
    return true;
}

void dram_free(dram_channel *channel)
{
    if (channel->policy && channel->policy_state)
        channel->policy->life.destroy(channel->policy_state);
    free(channel->bank);
    free(channel->job);
    free(channel->stalls);
    free(channel->count);
    pool_free(&channel->front.jobs);
    timed_queue_free(&channel->pipe);
    timed_queue_free(&channel->returns);
    timed_queue_free(&channel->written);
    l2_miss_fifo_free(&channel->front.cpu_requests);
    timed_queue_free(&channel->cpu_pipe);
    timed_queue_free(&channel->cpu_returns);
}

int dram_reset(const gpu *g, dram_channel *channel, poise_error *err)
{
    bool requests_left = channel->front.jobs.used != 0;
    for (uint32_t i = 0; i < channel->n_banks; i++)
        channel->bank[i] = (dram_bank){.job = DRAM_NO_JOB, .group = channel->bank[i].group};
    channel->busy_banks = 0;
    channel->ready_columns = channel->ready_activates = channel->ready_precharges = 0;
    memset(channel->due, 0, sizeof channel->due);
    channel->due_any = channel->calendar_at = 0;
    pool_clear(&channel->front.jobs);
    channel->front.units = channel->waiting = 0;
    channel->front.pending = 0;
    timed_queue_clear(&channel->pipe);
    timed_queue_clear(&channel->returns);
    timed_queue_clear(&channel->written);
    l2_miss_fifo_clear(&channel->front.cpu_requests);
    channel->front.cpu_jobs = 0;
    timed_queue_clear(&channel->cpu_pipe);
    timed_queue_clear(&channel->cpu_returns);
    channel->cpu_turn = false;
    channel->from = 0;
    channel->next = UINT64_MAX;
    channel->last_column = channel->last_activate = 0;
    channel->read_at = channel->write_at = channel->command_at = 0;
    memset(channel->group_at, 0, sizeof channel->group_at);
    channel->fault = DRAM_FAULTLESS;
    if (channel->stalls)
        *channel->stalls = (dram_stalls){0};
    if (!requests_left)
        return 0;
    channel->policy->life.destroy(channel->policy_state); /* its queue holds requests that are gone */
    channel->policy_state = NULL;
    return create_policy(g, channel, err);
}

/* The request has left the channel. */
static void release(dram_channel *channel, uint16_t job, uint64_t cycle)
{
    dram_front_end *front = &channel->front;
    if (channel->job[job].l2_bank == DRAM_FOR_CPU)
        front->cpu_jobs--;
    else
        front->units -= channel->job[job].units;
    pool_give(&front->jobs, job);
    if (!front->jobs.used)
        front->pending += cycle - front->pending_since;
}

/* Takes note of writes that were done before `cycle`. */
static void release_written(dram_channel *channel, uint64_t cycle)
{
    while (!timed_queue_empty(&channel->written) && timed_queue_front(&channel->written)->ready < cycle) {
        const dram_timed *done = timed_queue_front(&channel->written);
        release(channel, done->job, done->ready);
        timed_queue_pop(&channel->written);
    }
}

/* Hands finished reads back to their L2 banks. */
static void give_back(gpu *g, dram_channel *channel, uint64_t cycle)
{
    while (!timed_queue_empty(&channel->returns) && timed_queue_front(&channel->returns)->ready <= cycle) {
        dram_timed done = *timed_queue_front(&channel->returns);
        if (!l2_take_fill(g, &g->banks[done.l2_bank], done.mshr, done.sectors))
            return; /* the bank wakes us when it has room */
        timed_queue_pop(&channel->returns);
        release(channel, done.job, cycle);
    }
}

/* The same to CPU cores, which take whatever comes. */
static void give_back_to_cpus(gpu *g, dram_channel *channel, uint64_t cycle)
{
    while (!timed_queue_empty(&channel->cpu_returns) &&
           timed_queue_front(&channel->cpu_returns)->ready <= cycle) {
        dram_timed done = *timed_queue_front(&channel->cpu_returns);
        cpus_reply(g, channel->job[done.job].request.source, done.mshr, gpu_now(g));
        timed_queue_pop(&channel->cpu_returns);
        release(channel, done.job, cycle);
    }
}

/* Whether the request may enter: what is in the channel must find room in the scheduler queue or the return
 * queue. An empty channel takes a request of any size. */
static bool has_room(const gpu *g, const dram_channel *channel, const l2_miss *request, bool of_cpu)
{
    const dram_front_end *front = &channel->front;
    if (of_cpu)
        return front->cpu_jobs < most_units(g, channel);
    return !pool_full(&front->jobs) &&
           (!front->units || front->units + l2_units(g, request->request.sectors) <= most_units(g, channel));
}

/* Columns of a request: with sectors each that is read is an access of its own, what is written back is
 * one. [GS] */
static uint32_t columns_of(const gpu *g, const l2_miss *request)
{
    uint32_t burst = (uint32_t)g->config.dram_burst_bytes, units = l2_units(g, request->request.sectors);
    if (units == 1 && g->config.l2_sector_bytes == LINE_BYTES)
        return LINE_BYTES / burst;
    uint32_t piece = request->is_write ? units * SECTOR_BYTES : SECTOR_BYTES;
    return (request->is_write ? 1 : units) * ((piece + burst - 1) / burst);
}

/* A CPU's line is one access, whatever the sectors of the L2. */
static uint32_t cpu_columns_of(const gpu *g, const l2_miss *request)
{
    uint32_t burst = (uint32_t)g->config.dram_burst_bytes;
    return (sector_count(request->request.sectors) * SECTOR_BYTES + burst - 1) / burst;
}

/* Into the delay pipe of its side. */
static void enter(gpu *g, dram_channel *channel, const dram_job *entering, uint64_t cycle)
{
    bool of_cpu = entering->l2_bank == DRAM_FOR_CPU;
    if (!channel->front.jobs.used)
        channel->front.pending_since = cycle;
    uint16_t job = pool_take(&channel->front.jobs);
    channel->job[job] = *entering;
    *(of_cpu ? &channel->front.cpu_jobs : &channel->front.units) += entering->units;
    uint64_t ready = gpu_now(g) + (uint64_t)g->config.dram_latency;
    *timed_queue_push(of_cpu ? &channel->cpu_pipe : &channel->pipe) =
        (dram_timed){.ready = clock_first(&g->dram_clock, ready), .job = job};
    g->admitted = earlier(g->admitted, ready);
}

static void take_from_cpus(gpu *g, dram_channel *channel, uint64_t cycle)
{
    const l2_miss *request = l2_miss_fifo_front(&channel->front.cpu_requests);
    address_place place;
    address_locate(&g->map, request->request.address, &place);
    enter(g, channel,
          &(dram_job){.request = request->request,
                      .l2_bank = DRAM_FOR_CPU,
                      .mshr = request->mshr,
                      .columns_left = (uint16_t)cpu_columns_of(g, request),
                      .units = 1,
                      .bank = place.dram_bank,
                      .row = place.dram_row,
                      .is_write = request->is_write},
          cycle);
    if (request->is_write)
        cpus_written(g, request->request.source);
    l2_miss_fifo_pop(&channel->front.cpu_requests);
}

static void take(gpu *g, dram_channel *channel, uint32_t l2, uint64_t cycle)
{
    const l2_miss *request = l2_miss_fifo_front(&g->banks[l2].misses);
    address_place place;
    address_locate(&g->map, request->request.address, &place);
    enter(g, channel,
          &(dram_job){.request = request->request,
                      .l2_bank = (uint16_t)l2,
                      .mshr = request->mshr,
                      .columns_left = (uint16_t)columns_of(g, request),
                      .units = (uint8_t)l2_units(g, request->request.sectors),
                      .bank = place.dram_bank,
                      .row = place.dram_row,
                      .is_write = request->is_write},
          cycle);
    l2_miss_taken(g, &g->banks[l2]);
}

/* Queues that the channel admits from: the miss queues of its banks and, behind them, that of CPU cores. */
static uint32_t queues_of(const gpu *g)
{
    return g->map.banks_per_channel_count + (g->n_cpus != 0);
}

static const l2_miss_fifo *queue_of(const gpu *g, uint32_t index, uint32_t turn)
{
    uint32_t banks = g->map.banks_per_channel_count;
    return turn < banks ? &g->banks[index * banks + turn].misses : &g->channels[index].front.cpu_requests;
}

/* Core cycle from `from` on in which a request in the queues can be seen, UINT64_MAX if there is none. */
static uint64_t next_request(const gpu *g, uint32_t index, uint64_t from)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < queues_of(g); i++) {
        const l2_miss_fifo *misses = queue_of(g, index, i);
        if (misses->count)
            next = earlier(next, later(l2_miss_fifo_front(misses)->ready, from));
    }
    return next;
}

/* Takes one request from the queues, round robin. Returns the core cycle of the next try, UINT64_MAX when a
 * request must come or leave first. */
static uint64_t admit(gpu *g, dram_channel *channel, uint32_t index, uint64_t cycle)
{
    uint32_t banks = g->map.banks_per_channel_count, queues = queues_of(g);
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < queues; i++) {
        uint32_t turn = (channel->front.next_l2_bank + i) % queues;
        const l2_miss_fifo *misses = queue_of(g, index, turn);
        if (!misses->count)
            continue;
        const l2_miss *request = l2_miss_fifo_front(misses);
        if (request->ready > gpu_now(g)) {
            next = earlier(next, request->ready);
        } else if (has_room(g, channel, request, turn == banks)) {
            channel->front.next_l2_bank = (turn + 1) % queues;
            if (turn == banks)
                take_from_cpus(g, channel, cycle);
            else
                take(g, channel, index * banks + turn, cycle);
            return next_request(g, index, clock_to_core(&g->dram_clock, cycle + 1));
        }
    }
    return next;
}

/* Core cycle in which the scheduler has something for the front end, UINT64_MAX when there is nothing.
 * Replies that were due before DRAM cycle `first` wait for their bank, which wakes the front end. */
static uint64_t next_done(const gpu *g, const dram_channel *channel, uint64_t first)
{
    uint64_t next = UINT64_MAX;
    if (!timed_queue_empty(&channel->written))
        next = timed_queue_front(&channel->written)->ready + 1;
    if (!timed_queue_empty(&channel->returns) && timed_queue_front(&channel->returns)->ready >= first)
        next = earlier(next, timed_queue_front(&channel->returns)->ready);
    if (g->n_cpus && !timed_queue_empty(&channel->cpu_returns))
        next = earlier(next, timed_queue_front(&channel->cpu_returns)->ready);
    return next == UINT64_MAX ? next : clock_to_core(&g->dram_clock, next);
}

static void wake(gpu *g, uint32_t index, uint64_t when)
{
    if (when != UINT64_MAX)
        gpu_wake_channel(g, index, when);
}

/* One command cycle. Returns the core cycle of the next one with something to do, UINT64_MAX if none is
 * known. */
static uint64_t step(gpu *g, dram_channel *channel, uint32_t index, uint64_t cycle)
{
    release_written(channel, cycle);
    give_back(g, channel, cycle);
    if (g->n_cpus)
        give_back_to_cpus(g, channel, cycle);
    uint64_t next = admit(g, channel, index, cycle);
    if (!g->dram_apart) {
        timed_queue_flush(&channel->pipe);
        timed_queue_flush(&channel->cpu_pipe);
        uint64_t scheduled = dram_schedule(g, channel, cycle);
        timed_queue_flush(&channel->returns);
        timed_queue_flush(&channel->cpu_returns);
        timed_queue_flush(&channel->written);
        if (scheduled != UINT64_MAX)
            next = earlier(next, clock_to_core(&g->dram_clock, scheduled));
    }
    return earlier(next, next_done(g, channel, cycle + 1));
}

void dram_run(gpu *g, uint32_t index)
{
    dram_channel *channel = &g->channels[index];
    if (g->config.memory == MEMORY_IDEAL_DRAM) {
        ideal_dram_run(g, index);
        return;
    }
    uint64_t now = gpu_now(g);
    uint64_t last = clock_last(&g->dram_clock, now);
    uint64_t cycle = clock_first(&g->dram_clock, now);
    uint64_t next = clock_to_core(&g->dram_clock, last + 1);
    for (; cycle <= last; cycle++)
        next = step(g, channel, index, cycle);
    wake(g, index, next);
}

void dram_open_front_end(gpu *g, uint32_t index, uint64_t from)
{
    dram_channel *channel = &g->channels[index];
    timed_queue_open(&channel->returns, g->window_number);
    timed_queue_open(&channel->written, g->window_number);
    if (g->n_cpus)
        timed_queue_open(&channel->cpu_returns, g->window_number);
    wake(g, index, next_done(g, channel, clock_first(&g->dram_clock, from)));
}

void dram_close_front_end(gpu *g, uint32_t index)
{
    timed_queue_publish(&g->channels[index].pipe, g->window_number);
    if (g->n_cpus)
        timed_queue_publish(&g->channels[index].cpu_pipe, g->window_number);
}
