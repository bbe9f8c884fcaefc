/* Warp streams and operand readiness. */
#include "sim/sm/events.h"

void sm_warp_enter_block(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (w->cursor == w->end) {
        w->exhausted = true;
        return;
    }
    uint32_t word = *w->cursor++;
    if (word & 1) {
        w->mask = *w->cursor++;
        w->lanes = (uint8_t)__builtin_popcount(w->mask);
    }
    const program_block *block = &sm->kernel->program.blocks[word >> 1];
    w->inst = block->first;
    w->block_end = block->end;
    sm_on_block(sm, w, now);
}

static void set_bit(uint64_t *mask, uint32_t bit, bool value)
{
    *mask = (*mask & ~(1ull << bit)) | (uint64_t)value << bit;
}

/* Publishes what the next instruction needs in the masks of the scheduler. */
static void classify(sm_scheduler *s, sm_warp *w)
{
    if (w->unit != w->inst->unit) {
        s->next_in[w->unit] &= ~(1ull << w->slot);
        w->unit = w->inst->unit;
        s->next_in[w->unit] |= 1ull << w->slot;
    }
    set_bit(&s->next_global_load, w->slot, w->inst->op == TRACE_OP_LOAD_GLOBAL);
}

void sm_wake_at(sim_sm *sm, const sm_warp *w, uint64_t when, uint64_t now)
{
    if (when - now >= SM_WAKE_SLOTS)
        when = now + SM_WAKE_SLOTS - 1; /* examined again then */
    uint32_t slot = (uint32_t)when & (SM_WAKE_SLOTS - 1);
    sm->wake[slot] |= 1ull << (uint32_t)(w - sm->warp);
    sm->wake_any[slot / 64] |= 1ull << (slot & 63);
    sm->next_wake = earlier(sm->next_wake, when);
}

/* An exhausted warp ends when its last results are written. */
static void prepare_end(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (!w->live || w->in_flight || w->stores || w->collecting)
        return;
    if (w->drained_at > now)
        sm_wake_at(sm, w, w->drained_at, now);
    else
        sm_end_warp(sm, w, now);
}

/* The launch cycle from which all registers of the next instruction, which is decoded, can be used. */
static uint32_t ready_from(const sm_warp *w)
{
    const program_inst *inst = w->inst;
    uint32_t when = w->decoded_at;
    if (inst->n_registers == 0)
        return when;
    for (uint32_t i = 0; i < PROGRAM_PADDED_REGISTERS; i++) /* no branch for most instructions */
        when = w->ready_at[inst->reg[i]] > when ? w->ready_at[inst->reg[i]] : when;
    for (uint32_t i = PROGRAM_PADDED_REGISTERS; i < inst->n_registers; i++)
        when = w->ready_at[inst->reg[i]] > when ? w->ready_at[inst->reg[i]] : when;
    return when;
}

/* The next instruction, which is decoded: ready, ready at a known time, or waiting. */
static inline void examine(sim_sm *sm, sm_scheduler *s, sm_warp *w, uint64_t now)
{
    const uint32_t when = ready_from(w);
    const bool waited = w->waits_for_memory;
    w->waits_for_memory = when == SM_PENDING;
    w->issues_at = when;
    if (when <= now) {
        s->ready |= 1ull << w->slot;
        sm->issue_at = 0;
    } else {
        s->ready &= ~(1ull << w->slot);
        if (when < SM_UNDECIDED)
            sm_wake_at(sm, w, when, now);
    }
    if (w->waits_for_memory != waited)
        sm_on_wait(sm, w, SCHED_WAIT_MEMORY, !waited, now);
}

void sm_warp_prepare(sim_sm *sm, sm_warp *w, uint64_t now)
{
    sm_scheduler *s = &sm->scheduler[w->scheduler];
    classify(s, w);
    examine(sm, s, w, now);
}

void sm_warp_examine(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (w->exhausted)
        prepare_end(sm, w, now);
    else if (w->buffered) /* else it is fetched first; its bit among the ready ones is clear */
        examine(sm, &sm->scheduler[w->scheduler], w, now);
}

/* The time that was computed has come, unless the warp has been examined again since. */
static void wake(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (w->exhausted || w->issues_at != now || !w->buffered) {
        sm_warp_examine(sm, w, now);
        return;
    }
    sm->scheduler[w->scheduler].ready |= 1ull << w->slot;
    sm->issue_at = 0;
}

/* The first occupied slot after cycle `now`. */
static uint64_t next_wake_after(const sim_sm *sm, uint64_t now)
{
    uint32_t start = (uint32_t)(now + 1) & (SM_WAKE_SLOTS - 1);
    uint32_t word = start / 64;
    uint64_t bits = sm->wake_any[word] & (~0ull << (start & 63));
    for (uint32_t i = 0; i <= SM_WAKE_SLOTS / 64; i++) {
        if (bits) {
            uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(bits);
            return now + 1 + ((slot - start) & (SM_WAKE_SLOTS - 1));
        }
        word = (word + 1) & (SM_WAKE_SLOTS / 64 - 1);
        bits = sm->wake_any[word];
    }
    return UINT64_MAX;
}

/* Those of `warps` whose atomics are written back go on. */
static __attribute__((noinline)) void end_atomics(sim_sm *sm, uint64_t warps, uint64_t now)
{
    for (; warps; warps &= warps - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(warps);
        sm_warp *w = &sm->warp[i];
        if (w->atomic_done > now) {
            sm_wake_at(sm, w, w->atomic_done, now);
            continue;
        }
        sm->answered &= ~(1ull << i);
        w->atomic_done = 0;
        sm_set_eligible(sm, w);
        sm_on_wait(sm, w, SCHED_WAIT_ATOMIC, false, now);
    }
}

/* The atomic of a warp is written back in cycle `when`: the scheduler sees it go on then, a cycle before its
 * register can be read. [GS ldst_unit::writeback(), decrement_atomic_count()] */
static void atomic_ended(sim_sm *sm, sm_warp *w, uint64_t when, uint64_t now)
{
    if (w->exhausted) {
        w->atomic_done = 0; /* it ends when its last results are written */
        return;
    }
    when = later(when, now + 1);
    w->atomic_done = (uint32_t)when;
    sm->answered |= 1ull << (uint32_t)(w - sm->warp);
    sm_wake_at(sm, w, when, now);
}

void sm_wake_warps(sim_sm *sm, uint64_t now)
{
    /* The SM never sleeps past an occupied slot: all that are due lie between the last run and now. */
    while (sm->next_wake <= now) {
        uint64_t then = sm->next_wake;
        uint32_t slot = (uint32_t)then & (SM_WAKE_SLOTS - 1);
        uint64_t warps = sm->wake[slot];
        sm->wake[slot] = 0;
        sm->wake_any[slot / 64] &= ~(1ull << (slot & 63));
        if (sm->answered & warps)
            end_atomics(sm, sm->answered & warps, now);
        for (; warps; warps &= warps - 1)
            wake(sm, &sm->warp[__builtin_ctzll(warps)], now);
        sm->next_wake = next_wake_after(sm, then);
    }
}

void sm_load_ended(sim_sm *sm, uint16_t load, uint64_t now, uint64_t when)
{
    const sm_load *l = sm_load_of(sm, load);
    sm_warp *w = &sm->warp[l->warp];
    if (l->destination != TRACE_NO_REGISTER)
        w->ready_at[l->destination] = (uint32_t)when;
    sm_on_load_done(sm, l, now, when);
    if (pool_full(&sm->loads))
        sm->issue_at = 0;
    pool_give(&sm->loads, load);
    w->in_flight--;
    w->drained_at = w->drained_at > when ? w->drained_at : (uint32_t)when;
    if (l->is_atomic)
        atomic_ended(sm, w, when - 1, now);
    if (w->exhausted || w->waits_for_memory)
        sm_warp_examine(sm, w, now);
}
