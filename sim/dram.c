#include "sim/dram.h"

#include "sim/gpu.h"

static int create_policy(const gpu *g, dram_channel *channel, poise_error *err)
{
    dram_geometry geometry = {channel->n_banks, (uint32_t)g->config.dram_queue};
    return channel->policy->create(&geometry, g->dram_choice.options, &channel->policy_state, err);
}

bool dram_init(gpu *g, dram_channel *channel, poise_error *err)
{
    const sim_config *config = &g->config;
    uint32_t jobs = (uint32_t)(config->dram_queue + config->dram_return_queue);
    *channel = (dram_channel){
        .policy = (const dram_policy *)(const void *)g->dram_choice.policy,
        .n_banks = (uint32_t)config->dram_banks,
        .bank = calloc((size_t)config->dram_banks, sizeof *channel->bank),
        .job = calloc(jobs, sizeof *channel->job),
    };
    bool ok = channel->bank && channel->job && pool_init(&channel->jobs, jobs) &&
              dram_timed_fifo_init(&channel->pipe, jobs) && dram_timed_fifo_init(&channel->returns, jobs);
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for a DRAM channel");
        return false;
    }
    for (uint32_t i = 0; i < channel->n_banks; i++)
        channel->bank[i] = (dram_bank){.open_row = DRAM_NO_ROW, .job = DRAM_NO_JOB};
    return create_policy(g, channel, err) == 0;
}

void dram_free(dram_channel *channel)
{
    if (channel->policy && channel->policy_state)
        channel->policy->destroy(channel->policy_state);
    free(channel->bank);
    free(channel->job);
    pool_free(&channel->jobs);
    dram_timed_fifo_free(&channel->pipe);
    dram_timed_fifo_free(&channel->returns);
}

int dram_reset(const gpu *g, dram_channel *channel, poise_error *err)
{
    bool requests_left = channel->jobs.used != 0;
    for (uint32_t i = 0; i < channel->n_banks; i++) {
        uint32_t open_row = channel->bank[i].open_row;
        channel->bank[i] = (dram_bank){.open_row = open_row, .job = DRAM_NO_JOB};
    }
    channel->busy_banks = 0;
    pool_clear(&channel->jobs);
    dram_timed_fifo_clear(&channel->pipe);
    dram_timed_fifo_clear(&channel->returns);
    channel->last_column = channel->last_activate = 0;
    channel->read_at = channel->write_at = 0;
    channel->last_group = UINT32_MAX;
    channel->count = (sim_counters){0};
    if (!requests_left)
        return 0;
    channel->policy->destroy(channel->policy_state); /* its queue holds requests that are gone */
    channel->policy_state = NULL;
    return create_policy(g, channel, err);
}

void dram_release_job(dram_channel *channel, uint16_t job, uint64_t cycle)
{
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
        l2_fill_fifo_push(fills)->mshr = done.mshr;
        dram_timed_fifo_pop(&channel->returns);
        dram_release_job(channel, done.job, cycle);
        gpu_wake_bank(g, done.l2_bank, gpu_now(g));
    }
}

/* Takes one request from the miss queues of the channel's banks, round robin. */
static void admit(gpu *g, dram_channel *channel, uint32_t index, uint64_t cycle)
{
    if (pool_full(&channel->jobs) || !channel->policy->can_accept(channel->policy_state))
        return;
    uint32_t banks = g->map.banks_per_channel_count;
    for (uint32_t i = 0; i < banks; i++) {
        uint32_t l2 = index * banks + (channel->next_l2_bank + i) % banks;
        l2_miss_fifo *misses = &g->banks[l2].misses;
        if (!misses->count)
            continue;
        const l2_miss *request = l2_miss_fifo_front(misses);
        address_place place;
        address_locate(&g->map, request->address, &place);
        if (!channel->jobs.used)
            channel->pending_since = cycle;
        uint16_t job = pool_take(&channel->jobs);
        channel->job[job] = (dram_job){.l2_bank = (uint16_t)l2,
                                       .mshr = request->mshr,
                                       .sm = request->sm,
                                       .columns_left = (uint16_t)(LINE_BYTES / g->config.dram_burst_bytes),
                                       .bank = place.dram_bank,
                                       .row = place.dram_row,
                                       .is_write = request->is_write};
        *dram_timed_fifo_push(&channel->pipe) =
            (dram_timed){.ready = gpu_now(g) + (uint64_t)g->config.dram_latency, .job = job};
        l2_miss_fifo_pop(misses);
        gpu_wake_bank(g, l2, gpu_now(g)); /* banks run after channels: it sees the room in this cycle */
        channel->next_l2_bank = (channel->next_l2_bank + i + 1) % banks;
        return;
    }
}

static void enqueue(const gpu *g, dram_channel *channel, uint64_t cycle)
{
    while (channel->pipe.count && dram_timed_fifo_front(&channel->pipe)->ready <= gpu_now(g) &&
           channel->policy->can_accept(channel->policy_state)) {
        uint16_t job = dram_timed_fifo_front(&channel->pipe)->job;
        const dram_job *j = &channel->job[job];
        dram_request request = {.handle = job,
                                .bank = j->bank,
                                .row = j->row,
                                .arrival = cycle,
                                .sm = j->sm,
                                .is_write = j->is_write};
        channel->policy->accept(channel->policy_state, &request);
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
    channel->busy_banks |= 1ull << b;
}

static bool misses_wait(const gpu *g, const dram_channel *channel, uint32_t index)
{
    if (pool_full(&channel->jobs) || !channel->policy->can_accept(channel->policy_state))
        return false; /* tried again when a request has left */
    for (uint32_t i = 0; i < g->map.banks_per_channel_count; i++)
        if (g->banks[index * g->map.banks_per_channel_count + i].misses.count)
            return true;
    return false;
}

/* One command cycle. Returns the next cycle with something to do, UINT64_MAX if none is known. */
static uint64_t step(gpu *g, dram_channel *channel, uint32_t index, uint64_t cycle)
{
    give_back(g, channel, cycle);
    admit(g, channel, index, cycle);
    enqueue(g, channel, cycle);
    assign(channel, cycle);
    uint64_t next = dram_command(g, channel, cycle);
    if (misses_wait(g, channel, index) ||
        (channel->policy->banks_waiting(channel->policy_state) & ~channel->busy_banks))
        next = cycle + 1;
    if (channel->returns.count) {
        uint64_t ready = dram_timed_fifo_front(&channel->returns)->ready;
        if (ready > cycle && ready < next)
            next = ready;
    }
    return next;
}

void dram_run(gpu *g, uint32_t index)
{
    dram_channel *channel = &g->channels[index];
    uint64_t now = gpu_now(g);
    uint64_t last = clock_last(&g->dram_clock, now);
    uint64_t cycle = now ? clock_last(&g->dram_clock, now - 1) + 1 : 0;
    uint64_t next = last + 1;
    for (; cycle <= last; cycle++)
        next = step(g, channel, index, cycle);
    uint64_t wake = next == UINT64_MAX ? next : clock_to_core(&g->dram_clock, next);
    if (channel->pipe.count && channel->policy->can_accept(channel->policy_state)) {
        uint64_t ready = dram_timed_fifo_front(&channel->pipe)->ready;
        wake = ready < wake ? ready : wake;
    }
    if (wake != UINT64_MAX)
        gpu_wake_channel(g, index, wake);
}
