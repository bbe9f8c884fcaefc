/* The SM as a whole: storage, begin of a launch, the cycles of a window. */
#include "sim/sm/events.h"
#include "sim/sm/l1_pipe.h"
#include "sim/sm/translate.h"

#include <stdlib.h>
#include <string.h>

static uint32_t max_loads(const sim_config *config)
{
    /* Every load has a request in the load-store unit, in the pipe or in an MSHR, or is an atomic, of which a
     * warp has one in flight. Without MSHRs for what does not allocate nothing bounds them but the registers
     * that wait; 64 a warp are our choice, and more do not issue. */
    return config->lsu_queue + config->mem_collectors + 4 + config->l1_mshrs * config->l1_merge +
           config->l1_latency * config->l1_banks + config->warps * (config->l1_no_allocate_mshr ? 1 : 64);
}

/* Replies arrive no faster than they are taken, at most an unloaded traversal ahead and a window before it;
 * without queues they are known from the request on. */
static uint32_t max_replies(const sim_base *base)
{
    const sim_config *config = &base->config;
    uint32_t replies =
        3 * (uint32_t)clock_to_core(&base->icnt_clock, config->icnt_latency) + 64 + SIM_LONGEST_WINDOW;
    if (config->memory == MEMORY_FIXED)
        replies += port_most_requests(config, true) * config->memory_latency;
    if (config->memory == MEMORY_INFINITE)
        replies = port_most_requests(config, true) * (replies + config->l2_latency + config->dram_latency);
    return replies;
}

static uint64_t cycle_of_sm(void *opaque)
{
    return ((const sim_sm *)opaque)->now;
}

static bool make_pipes(sim_sm *sm, uint32_t depth)
{
    bool ok = true;
    storage *from = &sm->base->storage;
    sm->pipe = storage_take(from, sm->base->config.l1_banks, sizeof *sm->pipe);
    sm->n_pipes = sm->pipe ? sm->base->config.l1_banks : 0;
    for (uint32_t i = 0; i < sm->n_pipes; i++)
        ok = ok && l1_request_fifo_init(&sm->pipe[i].fifo, from, depth);
    return ok && sm->pipe;
}

static void clear_pipes(sim_sm *sm)
{
    for (uint32_t i = 0; i < sm->n_pipes; i++) {
        l1_request_fifo_clear(&sm->pipe[i].fifo);
        sm->pipe[i].stalled = L1_HIT;
        sm->pipe[i].filled = false;
    }
    sm->piped = 0;
}

bool sm_init(sim_sm *sm, sim_base *base, uint32_t index, const sm_surroundings *around, poise_error *err)
{
    const sim_config *config = &base->config;
    const translation *shared = around->translation;
    storage *from = &base->storage;
    uint32_t loads = max_loads(config);
    *sm = (struct sim_sm){.index = index, .base = base, .pages = &shared->pages};
    sm->operands.common.next = COLLECTORS_UNKNOWN; /* also if no launch begins here */
    bool ok = true;
    sm->warp = storage_take(from, config->warps, sizeof *sm->warp);
    sm->block = storage_take(from, config->thread_blocks, sizeof *sm->block);
    sm->freed = storage_take(from, config->thread_blocks, sizeof *sm->freed);
    sm->load = storage_take(from, earlier(loads, SM_FIRST_LOADS), sizeof *sm->load);
    sm->load_more = storage_take_seldom(from, loads, sizeof *sm->load);
    ok =
        sm->warp && sm->block && sm->freed && sm->load && sm->load_more && pool_init(&sm->loads, from, loads);
    ok = ok && lsu_fifo_init(&sm->lsu, from, config->lsu_queue + config->mem_collectors + 3);
    if (config->coalesce_order == COALESCE_ORDER_DESCENDING)
        ok = ok && line_order_init(&sm->order, from, sm->lsu.limit);
    ok = ok && prefetch_fifo_init(&sm->prefetches, from, SCHED_PREFETCH_QUEUE);
    uint32_t depth = config->l1_latency + (shared->tlb->look_up ? config->tlb_latency : 0);
    ok = ok && make_pipes(sm, depth ? depth : 1) && sm_translation_make(sm, shared);
    ok = ok && sm_release_fifo_init(&sm->releases, from, config->l1_mshrs);
    ok = ok && icache_init(&sm->icache, from, config) && sm_stalls_make(sm);
    ok = ok && port_init(&sm->port, base, config->l1_miss_queue + config->icache_mshrs);
    ok = ok && packet_fifo_init(&sm->replies, from, max_replies(base));
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for SM %u", index);
        return false;
    }
    const cache_host host = {.instance = {index, base->n_sms},
                             .sms = base->n_sms,
                             .warps = config->warps,
                             .writes_through = true,
                             .opaque = sm,
                             .cycle = cycle_of_sm};
    return l1_init(&sm->l1, base, &host, around->l1, err);
}

void sm_free(sim_sm *sm)
{
    l1_free(&sm->l1);
    free(sm->registers);
    free(sm->mark);
    free(sm->goes_around);
}

static int reserve_registers(sim_sm *sm, uint32_t registers, poise_error *err)
{
    size_t warps = sm->base->config.warps;
    size_t needed = warps * (registers ? registers : 1);
    if (needed > sm->registers_size) {
        free(sm->registers);
        sm->registers = calloc(needed, sizeof *sm->registers);
        sm->registers_size = sm->registers ? needed : 0;
        if (!sm->registers)
            return poise_fail(err, POISE_FAILED, "no memory for the registers of SM %u", sm->index);
    }
    for (size_t i = 0; i < warps; i++)
        sm->warp[i] = (sm_warp){.ready_at = sm->registers + i * registers};
    return POISE_OK;
}

static void begin_memory(sim_sm *sm)
{
    l1_flush(&sm->l1); /* GPGPU-Sim's -gpgpu_flush_l1_cache 1 */
    icache_reset(&sm->icache);
    sm_translation_begin(sm);
    sm->flits_before = sm->port.flits;
    lsu_fifo_clear(&sm->lsu);
    line_order_clear(&sm->order);
    clear_pipes(sm);
    prefetch_fifo_clear(&sm->prefetches);
    packet_fifo_clear(&sm->replies);
    sm_release_fifo_clear(&sm->releases);
    pool_clear(&sm->loads);
    sm->lsu_left = 0;
    sm->lsu_requests = 0;
    sm->lsu_waits = 0;
    sm->write_back = (slots){0};
    sm->last_reply = 0;
}

/* Every load may allocate. */
static int reserve_loads(sim_sm *sm, uint32_t insts, poise_error *err)
{
    sm->some_go_around = false;
    sm->load_words = (insts + 63) / 64;
    if (sm->load_words <= sm->load_words_size)
        return POISE_OK;
    uint64_t *grown = realloc(sm->goes_around, sm->load_words * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the rights of %u instructions", insts);
    sm->goes_around = grown;
    sm->load_words_size = sm->load_words;
    return POISE_OK;
}

int sm_begin(sim_sm *sm, uint32_t registers, uint32_t insts, uint64_t now, poise_error *err)
{
    begin_memory(sm);
    operands_init(&sm->operands, &sm->base->config);
    memset(sm->scheduler, 0, sizeof sm->scheduler);
    memset(sm->hold, 0, sizeof sm->hold);
    for (uint32_t i = 0; i < SM_MAX_SCHEDULERS; i++) {
        sm->scheduler[i].last = -1;
        sm->scheduler[i].stale = true;
        sm->scheduler[i].issued_at = UINT64_MAX;
    }
    sm_stalls_begin(sm);
    sm->listens = sm->kernel ? sm_events_of(sm) : 0;
    sm->next = UINT64_MAX;
    sm->is_blocked = sm->port.waiting.count != 0;
    sm->now = now;
    sm->issue_at = 0;
    sm->waits_for_unit = false;
    sm->n = sm->p = POISE_ALL_WARPS;
    sm->rights = (sched_rights){~0ull, ~0ull, ~0ull};
    sm->restricted = false;
    sm->live_blocks = 0;
    sm->next_begin = 0;
    sm->answered = 0;
    sm->n_freed = 0;
    sm->fetch_wanted = 0;
    sm->fetch_filled = 0;
    sm->last_fetched = sm->base->config.fetch_order == FETCH_ORDER_ASKED ? 0 : sm->base->config.warps - 1;
    memset(sm->wake, 0, sizeof sm->wake);
    memset(sm->wake_any, 0, sizeof sm->wake_any);
    sm->next_wake = UINT64_MAX;
    sm->last_warp_end = 0;
    sm->tick_at = sm->sched_tick_at = sm->l1_tick_at = UINT64_MAX;
    sm->fault = POLICY_FAULTLESS;
    if (sm->ccn)
        sm->ccn->insts_before += sm->count.thread_insts;
    sm->hook = (sched_counters){0};
    sm->count = (sim_counters){0};
    int code = reserve_loads(sm, insts, err);
    if (code == POISE_OK)
        code = sm_reserve_marks(sm, registers, err);
    return code == POISE_OK ? reserve_registers(sm, registers, err) : code;
}

void sm_begin_ticks(sim_sm *sm, uint64_t now)
{
    sm->sched_tick_at = sm->kernel->sched->tick ? now + 1 : UINT64_MAX;
    sm->l1_tick_at = sm->l1.policy->tick ? now : UINT64_MAX;
    sm->tick_at = earlier(sm->sched_tick_at, sm->l1_tick_at);
}

bool sm_is_quiet(const sim_sm *sm)
{
    if (sm->live_blocks || sm->lsu.count || sm->piped || sm->loads.used || sm->prefetches.count ||
        sm->l1.mshrs.used != sm->releases.count || icache_waits(&sm->icache))
        return false;
    for (uint32_t i = 0; i < sm->base->config.warps; i++)
        if (sm->warp[i].stores)
            return false;
    return true;
}

void sm_break_contract(sim_sm *sm, policy_fault fault, uint32_t n, uint32_t p)
{
    if (sm->fault)
        return; /* the first is told */
    sm->fault = fault;
    sm->fault_n = n;
    sm->fault_p = p;
    contract_broken(&sm->base->contract);
}

static void tick(sim_sm *sm, uint64_t now)
{
    if (sm->tick_at > now)
        return;
    const sm_kernel *kernel = sm->kernel;
    if (sm->l1_tick_at <= now)
        sm->l1_tick_at = base_again_at(now, sm->l1.policy->tick(sm->l1.policy_state, now));
    if (sm->sched_tick_at <= now)
        sm->sched_tick_at = base_again_at(now, kernel->sched->tick(kernel->sched_state, sm->number, now));
    sm->tick_at = earlier(sm->sched_tick_at, sm->l1_tick_at);
}

/* What waits for pages, and the way into the L1 pipe that it has first. */
static void send_next(sim_sm *sm, bool translates, uint64_t now)
{
    const bool is_taken = translates && sm_translation_replay(sm, now);
    if (!is_taken && sm_lsu_due(sm, now))
        sm_lsu_step(sm, now);
}

static uint64_t next_sent(const sim_sm *sm, bool translates, uint64_t now)
{
    if (!translates)
        return sm->lsu.count ? sm_lsu_next(sm, now) : UINT64_MAX;
    uint64_t next = sm_translation_next(sm, now);
    return sm->translation->head_refused ? next : earlier(next, sm_lsu_next(sm, now)); /* a page wakes us */
}

/* The heads of `pipes`, a mask of those that hold something, are looked up, as far as they are due. Returns
 * whether one has left. */
static bool step_pipes(sim_sm *sm, uint32_t pipes, uint64_t now)
{
    bool has_left = false;
    for (; pipes; pipes &= pipes - 1) {
        l1_pipe *pipe = &sm->pipe[__builtin_ctz(pipes)];
        if (sm_l1_due(sm, pipe, now))
            has_left |= sm_l1_step(sm, pipe, now);
    }
    return has_left;
}

/* One cycle. Returns the next cycle with something to do, as far as the SM knows itself. */
static uint64_t run(sim_sm *sm, uint64_t now)
{
    const bool translates = sm->translation != NULL;
    sm->now = now;
    if (now)
        sm_collect(sm, now - 1, now);
    slots_advance(&sm->write_back, now);
    sm_replies_step(sm, now);
    if (translates)
        sm_translation_step(sm, now);
    sm_wake_warps(sm, now);
    const uint32_t piped = sm->piped;
    bool looked_up = piped && step_pipes(sm, piped, now);
    send_next(sm, translates, now);
    const uint32_t entered = sm->piped & ~piped;
    if (entered && sm->base->config.l1_latency == 0) /* a pipe without depth looks up in the cycle of entry */
        looked_up |= step_pipes(sm, entered, now);
    if (sm->prefetches.count && !looked_up && !sm_l1_is_taken(sm, now))
        sm_prefetch_step(sm, now);
    sm_collect(sm, now, now);
    uint64_t next = UINT64_MAX;
    const uint64_t stalled_until = sm->base->stalled_until;
    if (sm->live_blocks) {
        tick(sm, now);
        if (sm->issue_at <= now && stalled_until <= now)
            sm_issue(sm, now);
        if (sm->fetch_wanted | sm->fetch_filled)
            sm_fetch(sm, now);
        next = later(later(sm->issue_at, stalled_until),
                     now + 1); /* a policy may have changed its mind since the issue */
        if (sm->fetch_wanted | sm->fetch_filled)
            next = now + 1;
    }
    if (sm->prefetches.count)
        next = now + 1;
    if (next == now + 1)
        return next;
    next = earlier(next, sm->next_wake);
    next = earlier(next, sm_replies_next(sm, now));
    next = earlier(next, sm_l1_next(sm, now));
    next = earlier(next, next_sent(sm, translates, now));
    next = earlier(next, sm_collect_by(sm));
    if (sm->ccn && sm_l1_is_taken(sm, now) && sm->piped)
        next = earlier(next, sm->ccn->l1_taken_until);
    return sm->live_blocks ? earlier(next, sm->tick_at) : next;
}

void sm_open_window(sim_sm *sm, uint64_t from)
{
    sm->port.window = sm->base->window_number;
    if (port_has_delivered(&sm->port, sm->port.window - 1))
        sm_take_delivered(sm, from);
    if (sm->translation)
        sm_translation_take(sm, from);
}

void sm_run_cycle(sim_sm *sm, uint64_t now)
{
    if (sm->stalls)
        sm_stalls_settle(sm, now);
    sm->next = run(sm, now);
    if (sm->stalls)
        sm_stalls_examine(sm, now);
}

void sm_close_window(sim_sm *sm)
{
    sm->is_blocked = sm->port.waiting.count != 0 || sm_lsu_waits_for_credit(sm);
    if (sm->l1.policy_failed)
        contract_broken(&sm->base->contract);
}

uint64_t sm_advance_to_exchange(sim_sm *sm, uint64_t from, uint64_t end)
{
    const uint64_t window = sm->base->window;
    uint64_t now = later(sm->next, from);
    while (now < end) {
        sm_run_cycle(sm, now);
        if (sm->n_freed)
            end = earlier(end, now - now % window + window);
        now = sm->next;
    }
    sm_close_window(sm);
    return end;
}

void sm_advance(sim_sm *sm, uint64_t from, uint64_t end)
{
    sm_open_window(sm, from);
    sm_advance_open(sm, from, end);
}

void sm_advance_open(sim_sm *sm, uint64_t from, uint64_t end)
{
    bool every_cycle = base_wakes_all(sm->base);
    uint64_t now = every_cycle ? from : later(sm->next, from);
    while (now < end) {
        sm_run_cycle(sm, now);
        now = every_cycle ? now + 1 : sm->next;
    }
    sm_close_window(sm);
}
