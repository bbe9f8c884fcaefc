/* What policies are told. An event costs the test of a bit when nobody listens. */
#ifndef POISE_SIM_SM_EVENTS_H
#define POISE_SIM_SM_EVENTS_H

#include "sim/sm/sm.h"

/* Bits of sim_sm.listens. */
typedef enum sm_event {
#define SM_EVENT(name, interface, function) SM_EVENT_##name,
#include "sim/sm/events.def"
#undef SM_EVENT
} sm_event;

static inline bool sm_tells(const sim_sm *sm, sm_event event)
{
    return sm->listens >> event & 1;
}

static inline sched_place sm_place(const sim_sm *sm, uint32_t warp, uint64_t now)
{
    return (sched_place){.sm = sm->number, .warp = warp, .cycle = now};
}

static inline uint32_t sm_warp_number(const sim_sm *sm, const sm_warp *w)
{
    return (uint32_t)(w - sm->warp);
}

static inline uint32_t sm_pc(const sim_sm *sm, const program_inst *inst)
{
    return (uint32_t)(inst - sm->kernel->program.inst);
}

/* The policy is told of the warp: it may let warps of its scheduler issue that it held back. */
static inline void sm_unhold(sim_sm *sm, const sm_warp *w)
{
    sm_hold *h = &sm->hold[w->scheduler];
    if (!h->slots)
        return;
    h->slots = 0;
    sm->issue_at = 0;
}

/* ---- events.c: to be called when the policy listens ---- */
void sm_tell_warp_begin(sim_sm *sm, const sm_warp *w, uint64_t now);
void sm_tell_warp_end(sim_sm *sm, const sm_warp *w, uint64_t now);
void sm_tell_issue(sim_sm *sm, const sm_warp *w, const program_inst *inst, uint64_t now);
void sm_tell_block(sim_sm *sm, const sm_warp *w, uint64_t now);
void sm_tell_wait(sim_sm *sm, const sm_warp *w, sched_wait what, bool begins, uint64_t now);
void sm_tell_load_done(sim_sm *sm, const sm_load *load, uint64_t now, uint64_t when);
void sm_tell_access(sim_sm *sm, const l1_request *e, sched_outcome outcome, const l1_answer *answer,
                    uint64_t now);
void sm_tell_eviction(sim_sm *sm, uint32_t warp, bool by_store, uint64_t now);
void sm_tell_store(sim_sm *sm, const l1_request *e, uint64_t now);
void sm_tell_prefetch_done(sim_sm *sm, const prefetch_request *wanted, sched_prefetch how, uint64_t now);

/* ---- long_operand.c ---- */
/* Marks of the registers of all warps, when the policy listens; none is marked. */
int sm_reserve_marks(sim_sm *sm, uint32_t registers, poise_error *err);
void sm_mark_result(const sim_sm *sm, const sm_warp *w, const program_inst *inst);
void sm_tell_long_operand(sim_sm *sm, sm_warp *w, uint64_t now);
void sm_tell_begins_later(sim_sm *sm, const sm_warp *w, uint64_t begins, uint64_t now);

static inline void sm_on_warp_begin(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_WARP_BEGIN))
        sm_tell_warp_begin(sm, w, now);
}

/* The thread block of the warp begins in cycle `begins`. */
static inline void sm_on_begins_later(sim_sm *sm, const sm_warp *w, uint64_t begins, uint64_t now)
{
    if (begins > now && sm_tells(sm, SM_EVENT_LONG_OPERAND))
        sm_tell_begins_later(sm, w, begins, now);
}

static inline void sm_on_warp_end(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_WARP_END))
        sm_tell_warp_end(sm, w, now);
}

static inline void sm_on_issue(sim_sm *sm, const sm_warp *w, const program_inst *inst, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_ISSUE))
        sm_tell_issue(sm, w, inst, now);
}

static inline void sm_on_block(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_BLOCK) && !w->exhausted)
        sm_tell_block(sm, w, now);
}

static inline void sm_on_wait(sim_sm *sm, const sm_warp *w, sched_wait what, bool begins, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_WAIT))
        sm_tell_wait(sm, w, what, begins, now);
}

/* Another next instruction of the warp is decoded. Few policies listen: out of the way of the others. */
static inline void sm_on_next_inst(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (__builtin_expect(sm_tells(sm, SM_EVENT_LONG_OPERAND), 0) &&
        (w->inst->long_register || w->long_operand))
        sm_tell_long_operand(sm, w, now);
}

/* The warp has issued `inst`, and has another next one. */
static inline void sm_on_result(sim_sm *sm, sm_warp *w, const program_inst *inst, uint64_t now)
{
    if (__builtin_expect(sm_tells(sm, SM_EVENT_LONG_OPERAND), 0) && inst->long_register)
        sm_mark_result(sm, w, inst);
    sm_on_next_inst(sm, w, now);
}

/* The last line of `load` has come; its register can be read from `when` on. */
static inline void sm_on_load_done(sim_sm *sm, const sm_load *load, uint64_t now, uint64_t when)
{
    if (sm_tells(sm, SM_EVENT_LOAD_DONE) && load->is_cached)
        sm_tell_load_done(sm, load, now, when);
}

static inline void sm_on_access(sim_sm *sm, const l1_request *e, sched_outcome outcome,
                                const l1_answer *answer, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_ACCESS))
        sm_tell_access(sm, e, outcome, answer, now);
}

/* After l1_load, l1_store or l1_prefetch have set l1.evicted. */
static inline void sm_on_eviction(sim_sm *sm, uint32_t warp, bool by_store, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_EVICTION) && sm->l1.evicted.line != L1_NO_LINE)
        sm_tell_eviction(sm, warp, by_store, now);
}

static inline void sm_on_store(sim_sm *sm, const l1_request *e, uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_STORE))
        sm_tell_store(sm, e, now);
}

static inline void sm_on_prefetch_done(sim_sm *sm, const prefetch_request *wanted, sched_prefetch how,
                                       uint64_t now)
{
    if (sm_tells(sm, SM_EVENT_PREFETCH_DONE))
        sm_tell_prefetch_done(sm, wanted, how, now);
}

#endif
