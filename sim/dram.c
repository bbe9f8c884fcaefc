#include "sim/dram.h"

#include "sim/gpu.h"

#include <string.h>

static int create_policy(const gpu *g, dram_channel *channel, poise_error *err)
{
    dram_geometry geometry = {channel->n_banks, (uint32_t)g->config.dram_queue};
    return channel->policy->create(&geometry, g->dram_choice.options, &channel->policy_state, err);
}

bool dram_init(gpu *g, dram_channel *channel, poise_error *err)
{
    const sim_config *config = &g->config;
    uint32_t jobs = (uint32_t)(config->dram_queue + config->dram_return_queue);
    uint32_t returns = config->memory == MEMORY_IDEAL_DRAM
                           ? (uint32_t)config->l2_mshrs * g->map.banks_per_channel_count
                           : jobs;
    *channel = (dram_channel){
        .policy = (const dram_policy *)(const void *)g->dram_choice.policy,
        .n_banks = (uint32_t)config->dram_banks,
        .bank = calloc((size_t)config->dram_banks, sizeof *channel->bank),
        .job = calloc(jobs, sizeof *channel->job),
    };
    bool ok = channel->bank && channel->job && pool_init(&channel->jobs, jobs) &&
              dram_timed_fifo_init(&channel->pipe, jobs) && dram_timed_fifo_init(&channel->returns, returns);
    if (config->stalls)
        ok = ok && (channel->stalls = calloc(1, sizeof *channel->stalls)) != NULL;
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for a DRAM channel");
        return false;
    }
    for (uint32_t i = 0; i < channel->n_banks; i++)
        channel->bank[i] = (dram_bank){.open_row = DRAM_NO_ROW,
                                       .job = DRAM_NO_JOB,
                                       .group = (uint8_t)(i % (uint32_t)config->dram_bank_groups)};
    return create_policy(g, channel, err) == 0;
}

void dram_free(dram_channel *channel)
{
    if (channel->policy && channel->policy_state)
        channel->policy->destroy(channel->policy_state);
    free(channel->bank);
    free(channel->job);
    free(channel->stalls);
    pool_free(&channel->jobs);
    dram_timed_fifo_free(&channel->pipe);
    dram_timed_fifo_free(&channel->returns);
}

int dram_reset(const gpu *g, dram_channel *channel, poise_error *err)
{
    bool requests_left = channel->jobs.used != 0;
    for (uint32_t i = 0; i < channel->n_banks; i++) {
        const dram_bank *bank = &channel->bank[i];
        channel->bank[i] = (dram_bank){.open_row = bank->open_row, .job = DRAM_NO_JOB, .group = bank->group};
    }
    channel->busy_banks = 0;
    channel->ready_columns = channel->ready_activates = channel->ready_precharges = 0;
    memset(channel->due, 0, sizeof channel->due);
    channel->due_any = channel->calendar_at = 0;
    pool_clear(&channel->jobs);
    channel->units = channel->waiting = 0;
    dram_timed_fifo_clear(&channel->pipe);
    dram_timed_fifo_clear(&channel->returns);
    channel->last_column = channel->last_activate = 0;
    channel->read_at = channel->write_at = channel->command_at = 0;
    memset(channel->group_at, 0, sizeof channel->group_at);
    channel->count = (sim_counters){0};
    if (channel->stalls)
        *channel->stalls = (dram_stalls){0};
    if (!requests_left)
        return 0;
    channel->policy->destroy(channel->policy_state); /* its queue holds requests that are gone */
    channel->policy_state = NULL;
    return create_policy(g, channel, err);
}

void dram_release_job(dram_channel *channel, uint16_t job, uint64_t cycle)
{
    channel->units -= channel->job[job].units;
    pool_give(&channel->jobs, job);
    if (!channel->jobs.used)
        channel->count.dram_pending += cycle - channel->pending_since;
}

/* Hands finished reads back to their L2 banks. */
static void give_back(gpu *g, dram_channel *channel, uint64_t cycle)
{
    while (channel->returns.count && dram_timed_fifo_front(&channel->returns)->ready <= cycle) {
        dram_timed done = *dram_timed_fifo_front(&channel->returns);
        l2_fill_fifo *fills = &g->banks[done.l2_bank].fills;
        if (l2_fill_fifo_full(fills))
            return; /* the bank wakes us when it has taken one */
        *l2_fill_fifo_push(fills) = (l2_fill){.mshr = done.mshr, .sectors = done.sectors};
        dram_timed_fifo_pop(&channel->returns);
        dram_release_job(channel, done.job, cycle);
        gpu_wake_bank(g, done.l2_bank, gpu_now(g));
    }
}

/* Whether a request of `units` may enter: what is in the channel must find room in the scheduler queue or
 * the return queue [GS has_credits()]. An empty channel takes a request of any size. */
static bool has_room(const gpu *g, const dram_channel *channel, uint32_t units)
{
    uint32_t limit = (uint32_t)(g->config.dram_queue + g->config.dram_return_queue);
    return !pool_full(&channel->jobs) && (!channel->units || channel->units + units <= limit);
}

/* Columns of a request: with sectors each that is read is an access of its own, what is written back is
 * one. [GS] */
static uint32_t columns_of(const gpu *g, const l2_miss *request)
{
    uint32_t burst = (uint32_t)g->config.dram_burst_bytes, units = l2_units(g, request->sectors);
    if (units == 1 && g->config.l2_sector_bytes == LINE_BYTES)
        return LINE_BYTES / burst;
    uint32_t piece = request->is_write ? units * SECTOR_BYTES : SECTOR_BYTES;
    return (request->is_write ? 1 : units) * ((piece + burst - 1) / burst);
}

static void take(gpu *g, dram_channel *channel, uint32_t l2, uint64_t cycle)
{
    const l2_miss *request = l2_miss_fifo_front(&g->banks[l2].misses);
    address_place place;
    address_locate(&g->map, request->address, &place);
    if (!channel->jobs.used)
        channel->pending_since = cycle;
    uint16_t job = pool_take(&channel->jobs);
    channel->job[job] = (dram_job){.l2_bank = (uint16_t)l2,
                                   .mshr = request->mshr,
                                   .sm = request->sm,
                                   .columns_left = (uint16_t)columns_of(g, request),
                                   .units = (uint8_t)l2_units(g, request->sectors),
                                   .sectors = request->sectors,
                                   .bank = place.dram_bank,
                                   .row = place.dram_row,
                                   .is_write = request->is_write};
    channel->units += channel->job[job].units;
    *dram_timed_fifo_push(&channel->pipe) =
        (dram_timed){.ready = gpu_now(g) + (uint64_t)g->config.dram_latency, .job = job};
    l2_miss_taken(g, l2);
}

/* Takes one request from the miss queues of the channel's banks, round robin. Returns the core cycle of the
 * next try, UINT64_MAX when a request must come or leave first. */
static uint64_t admit(gpu *g, dram_channel *channel, uint32_t index, uint64_t cycle)
{
    uint32_t banks = g->map.banks_per_channel_count;
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < banks; i++) {
        uint32_t turn = (channel->next_l2_bank + i) % banks;
        const l2_miss_fifo *misses = &g->banks[index * banks + turn].misses;
        if (!misses->count)
            continue;
        const l2_miss *request = l2_miss_fifo_front(misses);
        if (request->ready > gpu_now(g)) {
            next = earlier(next, request->ready);
        } else if (has_room(g, channel, l2_units(g, request->sectors))) {
            channel->next_l2_bank = (turn + 1) % banks;
            take(g, channel, index * banks + turn, cycle);
            return clock_to_core(&g->dram_clock, cycle + 1);
        }
    }
    return next;
}

/* Whether the scheduler queue takes the request at the end of the delay pipe. */
static bool accepts(const gpu *g, const dram_channel *channel)
{
    const dram_job *job = &channel->job[dram_timed_fifo_front(&channel->pipe)->job];
    uint32_t limit = (uint32_t)g->config.dram_queue;
    return (!channel->waiting || channel->waiting + job->units <= limit) &&
           channel->policy->can_accept(channel->policy_state);
}

static void enqueue(const gpu *g, dram_channel *channel, uint64_t cycle)
{
    while (channel->pipe.count && dram_timed_fifo_front(&channel->pipe)->ready <= gpu_now(g) &&
           accepts(g, channel)) {
        uint16_t job = dram_timed_fifo_front(&channel->pipe)->job;
        const dram_job *j = &channel->job[job];
        dram_request request = {.handle = job,
                                .bank = j->bank,
                                .row = j->row,
                                .arrival = cycle,
                                .sm = j->sm,
                                .is_write = j->is_write};
        channel->policy->accept(channel->policy_state, &request);
        channel->waiting += j->units;
        dram_timed_fifo_pop(&channel->pipe);
    }
}

/* Gives one idle bank its next request: at most one bank per command cycle. [GS] */
static void assign(dram_channel *channel, uint64_t cycle)
{
    uint64_t idle = channel->policy->banks_waiting(channel->policy_state) & ~channel->busy_banks;
    if (!idle)
        return;
    uint64_t from = idle & (~0ull << dram_first_bank(channel, cycle));
    uint32_t b = (uint32_t)__builtin_ctzll(from ? from : idle);
    dram_bank *bank = &channel->bank[b];
    uint32_t handle = channel->policy->next(channel->policy_state, b, bank->open_row, cycle);
    if (handle == DRAM_NO_REQUEST)
        return;
    bank->job = (uint16_t)handle;
    channel->waiting -= channel->job[handle].units;
    channel->command_at = 0;
    channel->busy_banks |= 1ull << b;
    dram_place(channel, b, cycle);
}

/* One command cycle. Returns the core cycle of the next one with something to do, UINT64_MAX if none is
 * known. */
static uint64_t step(gpu *g, dram_channel *channel, uint32_t index, uint64_t cycle)
{
    if (channel->stalls)
        dram_stalls_settle(g, channel, cycle);
    give_back(g, channel, cycle);
    uint64_t admitted = admit(g, channel, index, cycle);
    enqueue(g, channel, cycle);
    assign(channel, cycle);
    uint32_t jobs = channel->jobs.used;
    uint64_t next = dram_command(g, channel, cycle);
    if (channel->jobs.used < jobs) /* a write has left: there is room */
        next = cycle + 1;
    if (channel->policy->banks_waiting(channel->policy_state) & ~channel->busy_banks)
        next = cycle + 1;
    if (channel->returns.count) {
        uint64_t ready = dram_timed_fifo_front(&channel->returns)->ready;
        if (ready > cycle && ready < next)
            next = ready;
    }
    uint64_t wake = next == UINT64_MAX ? next : clock_to_core(&g->dram_clock, next);
    return earlier(wake, admitted);
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
    uint64_t cycle = now ? clock_last(&g->dram_clock, now - 1) + 1 : 0;
    uint64_t wake = clock_to_core(&g->dram_clock, last + 1);
    for (; cycle <= last; cycle++)
        wake = step(g, channel, index, cycle);
    if (channel->pipe.count && accepts(g, channel))
        wake = earlier(wake, dram_timed_fifo_front(&channel->pipe)->ready);
    if (wake != UINT64_MAX)
        gpu_wake_channel(g, index, wake);
}
