/* Thread blocks, the end of warps, barriers. */
#include "sim/sm/events.h"

#include <string.h>

static void start_warp(sim_sm *sm, uint32_t hardware_warp, uint32_t block_slot, uint64_t launch_warp,
                       uint64_t now)
{
    const warp_trace *trace = sm->kernel->trace;
    sm_warp *w = &sm->warp[hardware_warp];
    uint32_t *registers = w->ready_at;
    memset(registers, 0, trace->header.n_registers * sizeof *registers);
    uint32_t scheduler = hardware_warp % sm->base->config.schedulers;
    sm_scheduler *s = &sm->scheduler[scheduler];
    *w = (sm_warp){
        .cursor = trace->words + trace->first_word[launch_warp],
        .end = trace->words + trace->first_word[launch_warp + 1],
        .ready_at = registers,
        .launch_warp = (uint32_t)launch_warp,
        .scheduler = (uint8_t)scheduler,
        .slot = (uint8_t)s->live,
        .unit = UNIT_ALU,
        .block = (uint8_t)block_slot,
        .live = true,
    };
    s->warp[s->live++] = (uint16_t)hardware_warp;
    s->next_in[UNIT_ALU] |= 1ull << w->slot;
    s->eligible |= 1ull << w->slot;
    s->stale = true;
    sm->issue_at = 0;
    sm_on_warp_begin(sm, w, now);
    sm_on_begins_later(sm, w, sm->block[block_slot].begins, now);
    sm_warp_enter_block(sm, w, now);
    w->fetch = w->inst;
    if (sm->base->config.fetch) {
        sm->fetch_wanted |= 1ull << hardware_warp;
    } else {
        w->buffered = SM_IBUFFER;
        sm_warp_prepare(sm, w, now);
    }
}

void sm_start_block(sim_sm *sm, uint32_t slot, uint32_t number, uint64_t now)
{
    uint32_t warps = sm->kernel->trace->warps_per_block;
    const uint64_t begins = later(now, sm->next_begin);
    sm->next_begin = begins + sm->base->config.block_interval;
    sm->block[slot] = (sm_block){.live = warps, .running = warps, .number = number, .begins = begins};
    if (sm->live_blocks++ == 0)
        sm->active_since = now;
    for (uint32_t i = 0; i < warps; i++)
        start_warp(sm, slot * warps + i, slot, (uint64_t)number * warps + i, now);
    sm->next = earlier(sm->next, now);
}

/* Removes bit `slot`; the bits above move down. */
static uint64_t without(uint64_t mask, uint32_t slot)
{
    uint64_t below = (1ull << slot) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

static void leave_scheduler(sim_sm *sm, const sm_warp *w)
{
    sm_scheduler *s = &sm->scheduler[w->scheduler];
    uint32_t slot = w->slot;
    s->ready = without(s->ready, slot);
    s->eligible = without(s->eligible, slot);
    for (uint32_t unit = 0; unit < UNIT_COUNT; unit++)
        s->next_in[unit] = without(s->next_in[unit], slot);
    s->next_global_load = without(s->next_global_load, slot);
    s->live--;
    for (uint32_t i = slot; i < s->live; i++) {
        s->warp[i] = s->warp[i + 1];
        sm->warp[s->warp[i]].slot = (uint8_t)i;
    }
    sm->hold[w->scheduler].slots = 0;
    if (s->last == (int)slot)
        s->last = -1;
    else if (s->last > (int)slot)
        s->last--;
    s->stale = true;
    sm->issue_at = 0; /* a younger warp may be one of the N oldest now */
}

void sm_set_eligible(sim_sm *sm, const sm_warp *w)
{
    sm_scheduler *s = &sm->scheduler[w->scheduler];
    bool eligible = !w->at_barrier && !w->atomic_done;
    s->eligible = (s->eligible & ~(1ull << w->slot)) | (uint64_t)eligible << w->slot;
    s->stale = true;
    sm->issue_at = 0;
}

static void open_barrier(sim_sm *sm, uint32_t block, uint64_t now)
{
    uint32_t warps = sm->kernel->trace->warps_per_block;
    sm->block[block].arrived = 0;
    for (uint32_t i = 0; i < warps; i++) {
        sm_warp *w = &sm->warp[block * warps + i];
        if (w->exhausted || !w->at_barrier)
            continue;
        w->at_barrier = false;
        sm_set_eligible(sm, w);
        sm_on_wait(sm, w, SCHED_WAIT_BARRIER, false, now);
    }
}

void sm_barrier(sim_sm *sm, sm_warp *w, uint64_t now)
{
    sm_block *block = &sm->block[w->block];
    w->at_barrier = true;
    sm_set_eligible(sm, w);
    sm_on_wait(sm, w, SCHED_WAIT_BARRIER, true, now);
    if (++block->arrived == block->running)
        open_barrier(sm, w->block, now);
}

void sm_warp_exhausted(sim_sm *sm, sm_warp *w, uint64_t now)
{
    sm_block *block = &sm->block[w->block];
    leave_scheduler(sm, w);
    sm_on_warp_end(sm, w, now);
    block->running--;
    if (block->running && block->arrived == block->running)
        open_barrier(sm, w->block, now);
    sm_warp_examine(sm, w, now);
}

void sm_end_warp(sim_sm *sm, sm_warp *w, uint64_t now)
{
    sm_block *block = &sm->block[w->block];
    w->live = false;
    if (--block->live)
        return;
    sm->last_warp_end = now;
    sm->freed[sm->n_freed++] = (sm_freed){.when = now, .slot = w->block};
    if (--sm->live_blocks == 0)
        sm->count.sm_active_cycles += now - sm->active_since;
}

void sm_cut(sim_sm *sm, uint64_t now)
{
    for (uint32_t i = 0; i < sm->base->config.warps; i++)
        sm->warp[i].live = false;
    if (sm->live_blocks)
        sm->count.sm_active_cycles += now - sm->active_since;
    sm->live_blocks = 0;
    sm->n_freed = 0;
    sm->fetch_wanted = 0;
    sm->fetch_filled = 0;
    prefetch_fifo_clear(&sm->prefetches);
}
