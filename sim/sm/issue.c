/* Warp schedulers: which warp issues, and what issuing does. */
#include "sim/sm/events.h"
#include "trace/line_list.h"

/* The `n` lowest bits of `mask`: the oldest warps. */
static uint64_t lowest(uint64_t mask, uint32_t n)
{
    if (n >= SM_MAX_WARPS)
        return mask;
    uint64_t rest = mask;
    for (uint32_t i = 0; i < n && rest; i++)
        rest &= rest - 1;
    return mask & ~rest;
}

/* Slots of the hardware warps `warps`. */
static uint64_t slots_of(const sm_scheduler *s, uint64_t warps)
{
    uint64_t found = 0;
    for (uint32_t slot = 0; slot < s->live; slot++)
        found |= (warps >> s->warp[slot] & 1) << slot;
    return found;
}

void sm_apply_tuple(const sim_sm *sm, sm_scheduler *s)
{
    uint64_t may_issue = s->eligible, may_pollute = ~0ull;
    s->may_load = ~0ull;
    if (sm->restricted) {
        may_issue &= slots_of(s, sm->rights.issue);
        may_pollute = slots_of(s, sm->rights.pollute);
        s->may_load = slots_of(s, sm->rights.load);
    }
    s->monitored = lowest(may_issue, sm->n);
    s->pollute = lowest(may_issue, sm->p) & may_pollute;
    s->stale = false;
}

uint64_t sm_unit_opens_at(const sim_sm *sm, exec_unit unit, uint32_t scheduler)
{
    return unit == UNIT_MEMORY ? sm_lsu_issue_at(sm, scheduler)
                               : operands_issue_at(&sm->operands, unit, scheduler);
}

/* Of the slots `ready`, decoded with all operands, those whose way to the unit is open at `now`. For the
 * others *next is brought forward to the cycle in which it is. */
static uint64_t issuable(const sim_sm *sm, uint32_t scheduler, uint64_t ready, uint64_t now, uint64_t *next)
{
    const sm_scheduler *s = &sm->scheduler[scheduler];
    uint64_t can_issue = 0;
    for (uint32_t unit = 0; ready; unit++) {
        uint64_t wanting = ready & s->next_in[unit];
        if (!wanting)
            continue;
        ready &= ~wanting;
        uint64_t at = sm_unit_opens_at(sm, (exec_unit)unit, scheduler);
        if (at <= now)
            can_issue |= wanting;
        else
            *next = earlier(*next, at);
    }
    return can_issue;
}

static void execute(sim_sm *sm, sm_warp *w, const program_inst *inst, bool pollute, uint64_t now)
{
    if (inst->unit == UNIT_MEMORY) {
        sm_lsu_issue(sm, w, inst, pollute, now);
        return;
    }
    if (inst->has_stream) /* constant load: always hits, its lines are skipped */
        w->cursor += 1 + line_list_size(*w->cursor);
    const uint64_t done = operands_execute(&sm->operands, inst, (uint32_t)(w - sm->warp), now);
    if (done != OPERAND_UNKNOWN) {
        sm_result_known(w, inst, (uint32_t)done);
        return;
    }
    w->collecting++;
    if (inst->destination != TRACE_NO_REGISTER)
        w->ready_at[inst->destination] = SM_UNDECIDED;
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
    s->issued_at = now;
    s->last_unit = inst->unit;
    count_issue(sm, w, inst);
    sm_on_issue(sm, w, inst, now);
    execute(sm, w, inst, s->pollute >> slot & 1, now);
    w->fetch = inst + 1;
    if (++w->inst == w->block_end)
        sm_warp_enter_block(sm, w, now);
    s->ready &= ~(1ull << slot);
    if (w->exhausted) {
        sm_warp_exhausted(sm, w, now);
        return;
    }
    if (sm->base->config.fetch && --w->buffered == 0)
        sm->fetch_wanted |= 1ull << (uint32_t)(w - sm->warp);
    else
        sm_warp_prepare(sm, w, now);
    sm_on_result(sm, w, inst, now);
    if (inst->op == TRACE_OP_BARRIER)
        sm_barrier(sm, w, now);
}

/* Does the policy hold all of the slots `can_issue` back in cycle `now`? */
static bool is_held(const sm_hold *h, uint64_t can_issue, uint64_t now)
{
    return h->slots && now < h->until && !(can_issue & ~h->slots);
}

/* The policy lets none of `view->ready` issue. */
__attribute__((noinline)) static void hold(const sm_kernel *kernel, sm_hold *h, const sched_view *view)
{
    if (!kernel->sched->held_until)
        return;
    h->slots = view->ready;
    h->until = kernel->sched->held_until(kernel->sched_state, view);
}

/* Whether the next instruction of the warp that has just issued can go in the same cycle. [GS
 * scheduler_unit:: cycle(): max_issue] */
static __attribute__((noinline)) bool goes_as_well(sim_sm *sm, uint32_t scheduler, uint32_t slot,
                                                   uint64_t now)
{
    sm_scheduler *s = &sm->scheduler[scheduler];
    const sm_warp *w = &sm->warp[s->warp[slot]];
    if (s->stale)
        sm_apply_tuple(sm, s);
    const bool fits = !sm->base->config.issue_different || w->unit != s->last_unit;
    return fits && sm_permitted(s, s->ready & 1ull << slot) &&
           sm_unit_opens_at(sm, (exec_unit)w->unit, scheduler) <= now;
}

/* Returns whether another warp could have issued as well, and so, most likely, can in the next cycle. */
static bool schedule(sim_sm *sm, uint32_t scheduler, uint64_t now)
{
    const sm_kernel *kernel = sm->kernel;
    sm_scheduler *s = &sm->scheduler[scheduler];
    if (!s->ready)
        return false;
    if (s->stale)
        sm_apply_tuple(sm, s);
    uint64_t never = UINT64_MAX, can_issue = issuable(sm, scheduler, sm_permitted(s, s->ready), now, &never);
    if (!can_issue || is_held(&sm->hold[scheduler], can_issue, now))
        return false;
    sched_view view = {.sm = sm->number,
                       .scheduler = scheduler,
                       .cycle = now,
                       .ready = can_issue,
                       .eligible = s->eligible,
                       .loads = can_issue & s->next_global_load,
                       .last = s->last,
                       .warp = s->warp};
    uint32_t slot = kernel->sched->pick(kernel->sched_state, &view);
    sm->hold[scheduler].slots = 0;
    if (slot == SCHED_NOBODY) {
        hold(kernel, &sm->hold[scheduler], &view);
        return false;
    }
    if (slot >= SM_MAX_WARPS || !(can_issue >> slot & 1)) {
        sm_break_contract(sm, POLICY_PICK, 0, 0);
        slot = (uint32_t)__builtin_ctzll(can_issue);
    }
    uint32_t more = sm->base->config.issue_width;
    do
        issue_warp(sm, s, slot, now);
    while (--more && goes_as_well(sm, scheduler, slot, now));
    return (can_issue & (can_issue - 1)) != 0;
}

/* The next cycle from `now` + 1 on in which a warp can issue, as far as is known. */
static uint64_t next_issue(sim_sm *sm, uint64_t now)
{
    uint64_t next = UINT64_MAX;
    sm->waits_for_unit = false;
    for (uint32_t i = 0; i < sm->base->config.schedulers; i++) {
        sm_scheduler *s = &sm->scheduler[i];
        if (!s->ready)
            continue;
        if (s->stale)
            sm_apply_tuple(sm, s);
        const uint64_t wanted = sm_permitted(s, s->ready),
                       can_issue = issuable(sm, i, wanted, now + 1, &next);
        sm->waits_for_unit |= can_issue != wanted;
        if (!can_issue)
            continue;
        if (!is_held(&sm->hold[i], can_issue, now + 1))
            return now + 1;
        next = earlier(next, sm->hold[i].until);
    }
    return next;
}

void sm_issue(sim_sm *sm, uint64_t now)
{
    uint32_t n = sm->base->config.schedulers;
    /* The first turn rotates: schedulers compete for the load-store unit. [GS shader.cc issue()] */
    uint32_t first = (n & (n - 1)) == 0 ? (uint32_t)now & (n - 1) : (uint32_t)now % n;
    bool goes_on = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t scheduler = first + i;
        goes_on |= schedule(sm, scheduler < n ? scheduler : scheduler - n, now);
    }
    sm->issue_at = goes_on ? now + 1 : next_issue(sm, now);
}
