/* Warp schedulers: which warp issues, and what issuing does. */
#include "sim/gpu.h"

/* The `n` lowest bits of `mask`. */
static uint64_t lowest(uint64_t mask, uint32_t n)
{
    if (n >= SM_MAX_WARPS)
        return mask;
    uint64_t rest = mask;
    for (uint32_t i = 0; i < n && rest; i++)
        rest &= rest - 1;
    return mask & ~rest;
}

static void apply_tuple(const sim_sm *sm, sm_scheduler *s)
{
    s->monitored = lowest(s->eligible, sm->n);
    s->pollute = lowest(s->eligible, sm->p);
    s->stale = false;
}

/* Slots that could issue now: operands ready, monitored, unit free. */
static uint64_t issuable(const sim_sm *sm, const sm_scheduler *s, uint64_t now)
{
    uint64_t slots = s->ready & s->monitored;
    if (sm_memory_full(sm))
        slots &= ~s->next_in[UNIT_MEMORY];
    if (sm->sfu_free > now)
        slots &= ~s->next_in[UNIT_SFU];
    if (sm->dp_free > now)
        slots &= ~s->next_in[UNIT_DP];
    return slots;
}

static void execute(sim_sm *sm, sm_warp *w, const program_inst *inst, bool pollute, uint64_t now)
{
    const sim_config *config = &sm->gpu->config;
    if (inst->unit == UNIT_MEMORY) {
        sm_memory_issue(sm, w, inst, pollute, now);
        return;
    }
    if (inst->has_stream) /* constant load: always hits, its lines are skipped */
        w->cursor += 1 + (*w->cursor & 0xff);
    if (inst->destination != TRACE_NO_REGISTER)
        w->ready_at[inst->destination] = (uint32_t)now + inst->latency;
    if (inst->unit == UNIT_SFU)
        sm->sfu_free = now + (uint64_t)config->sfu_interval;
    else if (inst->unit == UNIT_DP)
        sm->dp_free = now + (uint64_t)config->dp_interval;
}

static void count_issue(sim_sm *sm, const sm_warp *w, const program_inst *inst)
{
    sm->hook.warp_insts++;
    sm->count.thread_insts += w->lanes;
    sm->hook.global_loads += inst->op == TRACE_OP_LOAD_GLOBAL;
}

static void issue_warp(sim_sm *sm, sm_scheduler *s, uint32_t slot, uint64_t now)
{
    sm_warp *w = &sm->warp[s->warp[slot]];
    const program_inst *inst = w->inst;
    s->last = (int)slot;
    count_issue(sm, w, inst);
    execute(sm, w, inst, s->pollute >> slot & 1, now);
    if (++w->inst == w->block_end)
        sm_warp_enter_block(sm, w);
    s->ready &= ~(1ull << slot);
    if (!w->exhausted)
        sm_warp_prepare(sm, w, now);
    if (inst->unit == UNIT_BARRIER && !w->exhausted)
        sm_barrier(sm, w, now);
    if (w->exhausted && w->in_flight == 0)
        sm_end_warp(sm, w, now);
}

static void schedule(sim_sm *sm, uint32_t scheduler, uint64_t now)
{
    gpu *g = sm->gpu;
    sm_scheduler *s = &sm->scheduler[scheduler];
    if (!s->ready)
        return;
    if (s->stale)
        apply_tuple(sm, s);
    uint64_t slots = issuable(sm, s, now);
    if (!slots)
        return;
    sched_view view = {.sm = sm->index,
                       .scheduler = scheduler,
                       .cycle = now,
                       .ready = slots,
                       .eligible = s->eligible,
                       .loads = slots & s->next_global_load,
                       .last = s->last,
                       .warp = s->warp};
    uint32_t slot = g->sched->pick(g->sched_state, &view);
    if (slot >= SM_MAX_WARPS || !(slots >> slot & 1)) {
        g->policy_failed = true;
        slot = (uint32_t)__builtin_ctzll(slots);
    }
    issue_warp(sm, s, slot, now);
}

bool sm_issue(sim_sm *sm, uint64_t now)
{
    uint32_t n = (uint32_t)sm->gpu->config.schedulers;
    sm->lsu_taken = false;
    /* The first turn rotates: schedulers compete for the load-store unit. [GS shader.cc issue()] */
    uint32_t first = (uint32_t)now % n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t scheduler = first + i;
        schedule(sm, scheduler < n ? scheduler : scheduler - n, now);
    }
    sm->lsu_taken = false;
    for (uint32_t i = 0; i < n; i++) {
        sm_scheduler *s = &sm->scheduler[i];
        if (s->ready && s->stale)
            apply_tuple(sm, s);
        if (s->ready && issuable(sm, s, now + 1))
            return true;
    }
    return false;
}
