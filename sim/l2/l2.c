/* The L2 bank: storage, queues, ports, when to run again. */
#include "sim/l2/l2.h"

#include "sim_hooks/guard.h"
#include "sim_hooks/tlb.h"

#include <stdlib.h>
#include <string.h>

static uint64_t cycle_of_memory(void *opaque)
{
    const sim_base *base = opaque;
    return base_now(base);
}

static bool init_tags(l2_bank *bank)
{
    const sim_config *config = &bank->base->config;
    storage *from = &bank->base->storage;
    size_t sets = config->l2_sets, lines = sets * config->l2_ways;
    size_t mshrs = config->l2_mshrs;
    bank->sets = config->l2_sets;
    bank->ways = config->l2_ways;
    bank->merge_limit = config->l2_merge;
    bank->merge_room = config->l2_merge * (bank->cost.has_sectors ? LINE_SECTORS : 1);
    bank->line = storage_take(from, lines, sizeof *bank->line);
    bank->written =
        storage_take(from, config->l2_written == L2_WRITTEN_BYTES ? lines : 0, sizeof *bank->written);
    bank->set = storage_take(from, sets, sizeof *bank->set);
    bank->mshr = storage_take(from, mshrs, sizeof *bank->mshr);
    bank->merged = storage_take(from, L2_FIRST_MERGED, sizeof *bank->merged);
    bank->merged_more = storage_take_seldom(from, mshrs * bank->merge_room, sizeof *bank->merged_more);
    return bank->line && bank->written && bank->set && bank->mshr && bank->merged && bank->merged_more &&
           pool_init(&bank->mshrs, from, (uint32_t)mshrs);
}

/* Requests for lines that are under way where others are for sectors: of code, and of CPUs. */
static uint32_t lines_at_once(const sim_base *base)
{
    return base->n_sms * base->config.icache_mshrs + base->n_cpus * base->config.cpu_mshrs;
}

static bool init_queues(l2_bank *bank)
{
    const sim_config *config = &bank->base->config;
    storage *from = &bank->base->storage;
    uint32_t fills = config->memory == MEMORY_IDEAL_DRAM ? config->l2_mshrs : config->l2_fill_queue;
    /* GPGPU-Sim does not bound the pipe; this is far more than SMs have outstanding at one bank. */
    const uint32_t pipe =
        (bank->cost.has_sectors ? LINE_SECTORS : 1) *
        (config->l2_latency + 1024 + 2 * (uint32_t)bank->base->window + lines_at_once(bank->base));
    return packet_fifo_init(&bank->pipe, from, pipe) &&
           packet_fifo_init(&bank->arrived, from, config->icnt_out_buffer) &&
           packet_fifo_init(&bank->walks, from, bank->walker.owner ? 2 * TLB_READS : 1) &&
           packet_fifo_init(&bank->access, from, config->l2_access_queue) &&
           dram_access_fifo_init(&bank->misses, from, config->l2_miss_queue) &&
           dram_access_fifo_init(&bank->remote, from, bank->has_remote ? config->l2_miss_queue : 1) &&
           l2_fill_fifo_init(&bank->fills, from, fills);
}

/* Loads that can be under way around the bank: in its miss queue, and in the channel. */
static bool init_arounds(l2_bank *bank, uint32_t most_below)
{
    if (!bank->policy->route)
        return true;
    uint32_t most = bank->misses.limit + most_below;
    bank->around = storage_take(&bank->base->storage, most, sizeof *bank->around);
    return bank->around && pool_init(&bank->arounds, &bank->base->storage, most);
}

/* Each has a sector in the pipe, a queue, an MSHR or on its way around the bank. */
static bool init_splits(l2_bank *bank)
{
    const uint32_t most = bank->pipe.limit + bank->access.limit +
                          bank->base->config.l2_mshrs * bank->merge_room + bank->fill_limit +
                          bank->arounds.total;
    return l2_split_init(bank, bank->cost.has_sectors ? most : 0);
}

static bool init_stalls(l2_bank *bank)
{
    if (!bank->base->config.stalls)
        return true;
    bank->stalls = storage_take(&bank->base->storage, 1, sizeof *bank->stalls);
    return bank->stalls != NULL;
}

int l2_init(l2_bank *bank, sim_base *base, uint32_t index, const policy_choice *choice,
            const l2_surroundings *around, poise_error *err)
{
    const sim_config *config = &base->config;
    const crossbar_replies replies = l2_replies(config);
    *bank = (l2_bank){.base = base,
                      .crossbar = around->crossbar,
                      .walker = around->walker,
                      .watcher = around->watcher,
                      .has_remote = around->has_remote,
                      .cost = l2_costs_make(config),
                      .index = index,
                      .channel = index / base->map->banks_per_channel_count,
                      .response_limit = replies.limit,
                      .fill_limit = replies.entries,
                      .policy = policy_functions(choice)};
    if (!init_tags(bank) || !init_queues(bank) || !init_arounds(bank, around->most_below) ||
        !init_stalls(bank) || !init_splits(bank))
        return poise_fail(err, POISE_FAILED, "no memory for an L2 bank");
    bank->host = (cache_host){.instance = {index, config->l2_banks},
                              .shape = {bank->sets, bank->ways},
                              .level = 2,
                              .sms = base->n_sms,
                              .warps = config->warps,
                              .writes_through = config->l2_write == L2_WRITE_THROUGH,
                              .opaque = base,
                              .cycle = cycle_of_memory};
    int code = bank->policy->create(&bank->host, choice->options, &bank->policy_state, err);
    return policy_created(choice, code, err);
}

void l2_free(l2_bank *bank)
{
    if (bank->policy && bank->policy_state)
        bank->policy->life.destroy(bank->policy_state);
    free(bank->count);
    if (bank->pages)
        page_counts_free(bank->pages);
    free(bank->pages);
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
    l2_split_clear(bank);
    bank->merged_given = L2_NO_PLACE;
    bank->merged_new = 0;
    bank->no_allocate_used = 0;
}

void l2_reset(l2_bank *bank)
{
    forget_misses(bank);
    bank->step_at = bank->tick_at = UINT64_MAX;
    bank->mshr_units = bank->miss_units = 0;
    bank->drain_at = 0;
    bank->drained_at = UINT64_MAX;
    bank->drain_blocked = false;
    bank->shut = bank->shut_since = 0;
    bank->is_full = false;
    packet_fifo_clear(&bank->arrived);
    bank->arrived_flits = 0;
    packet_fifo_clear(&bank->pipe);
    packet_fifo_clear(&bank->walks);
    packet_fifo_clear(&bank->access);
    dram_access_fifo_clear(&bank->misses);
    dram_access_fifo_clear(&bank->remote);
    l2_fill_fifo_clear(&bank->fills);
    bank->port_free = bank->fill_port_free = bank->answers_free = 0;
    bank->policy_failed = false;
    bank->refused = bank->asleep = 0;
    bank->fill_waits = bank->around_waits = bank->route_waits = false;
    bank->may_allocate = bank->goes_around = (cache_question){0};
    if (bank->stalls)
        *bank->stalls = (l2_stalls){0};
}

/* One L2 cycle: fills before requests. With a shared port a fill excludes a request. Returns whether
 * something was done; *served is that a request was. */
static bool step(l2_bank *bank, uint64_t cycle, bool *served)
{
    bool filled = bank->fills.count && l2_fill_line(bank, cycle);
    if (filled && bank->base->config.l2_fill_port == L2_FILL_PORT_SHARED)
        return true;
    *served = bank->access.count && !bank->asleep && bank->port_free <= cycle && l2_serve(bank, cycle);
    return filled || *served;
}

static bool run_edge(l2_bank *bank, uint64_t now, uint64_t cycle)
{
    l2_drain_pipe(bank, now, cycle);
    uint32_t queued = bank->access.count;
    bool served = false, moved = step(bank, cycle, &served);
    if (bank->stalls)
        l2_stalls_edge(bank, cycle, queued, served);
    return moved;
}

/* Core cycle of the next step, UINT64_MAX when there is nothing to do or what blocks the bank will wake it: a
 * reply that leaves, a miss that DRAM takes, a fill. */
static uint64_t next_step(const l2_bank *bank, uint64_t cycle, bool retry)
{
    bool looks = bank->access.count && !bank->asleep;
    if (!bank->fills.count && !looks && !bank->drain_blocked)
        return UINT64_MAX;
    if (retry)
        return clock_to_core(&bank->base->l2_clock, cycle + 1);
    uint64_t next = UINT64_MAX;
    if (bank->port_free > cycle)
        next = bank->port_free;
    if (bank->fills.count && bank->fill_port_free > cycle)
        next = earlier(next, bank->fill_port_free);
    return next == UINT64_MAX ? next : clock_to_core(&bank->base->l2_clock, next);
}

static void wake_again(l2_bank *bank, uint64_t when)
{
    if (when != UINT64_MAX)
        wheel_wake(&bank->base->wheel, bank->base->first_bank + bank->index, when);
}

void l2_begin_ticks(l2_bank *bank, uint64_t now)
{
    if (!bank->policy->tick || bank->tick_at != UINT64_MAX)
        return;
    bank->tick_at = now;
    wake_again(bank, now);
}

static void tick(l2_bank *bank, uint64_t now)
{
    bank->tick_at = bank->base->blocks_left ? base_again_at(now, bank->policy->tick(bank->policy_state, now))
                                            : UINT64_MAX;
}

/* One L2 cycle, in core cycle `now`. Returns the core cycle of the next with something to do, as above. */
static uint64_t run_cycle(l2_bank *bank, uint64_t now, uint64_t cycle)
{
    uint64_t next = next_step(bank, cycle, run_edge(bank, now, cycle));
    if (bank->walks.count && l2_take_walk(bank, now))
        next = earlier(next, clock_to_core(&bank->base->l2_clock, cycle + 1));
    return next;
}

/* In L2 cycles the bank works, in crossbar cycles it receives; each has its own next time. */
void l2_run(l2_bank *bank)
{
    uint64_t now = base_now(bank->base), cycle = clock_last(&bank->base->l2_clock, now);
    if (bank->tick_at <= now)
        tick(bank, now);
    if (clock_to_core(&bank->base->l2_clock, cycle) == now)
        bank->step_at = run_cycle(bank, now, cycle);
    uint64_t next = earlier(bank->step_at, bank->tick_at);
    if (bank->arrivals)
        l2_note_room(bank, now);
    else
        next = earlier(next, l2_receive(bank));
    wake_again(bank, bank->drain_blocked ? next : earlier(next, bank->drained_at));
}
