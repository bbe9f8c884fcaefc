/* What a scheduler policy is told. Every event costs a test of a pointer when the policy does not listen. */
#ifndef POISE_SIM_SM_EVENTS_H
#define POISE_SIM_SM_EVENTS_H

#include "sim/gpu.h"

static inline sched_place sm_place(const sim_sm *sm, uint32_t warp, uint64_t now)
{
    return (sched_place){.sm = sm->index, .warp = warp, .cycle = now};
}

static inline uint32_t sm_warp_number(const sim_sm *sm, const sm_warp *w)
{
    return (uint32_t)(w - sm->warp);
}

static inline uint32_t sm_pc(const sim_sm *sm, const program_inst *inst)
{
    return (uint32_t)(inst - sm->gpu->program.inst);
}

/* ---- sm_events.c: to be called when the policy listens ---- */
void sm_tell_issue(sim_sm *sm, const sm_warp *w, const program_inst *inst, uint64_t now);
void sm_tell_block(sim_sm *sm, const sm_warp *w, uint64_t now);
void sm_tell_access(sim_sm *sm, const l1_request *request, sched_outcome outcome, bool intra, uint64_t now);
void sm_tell_eviction(sim_sm *sm, uint32_t warp, bool by_store, uint64_t now);

static inline void sm_on_issue(sim_sm *sm, const sm_warp *w, const program_inst *inst, uint64_t now)
{
    if (sm->gpu->sched->issue)
        sm_tell_issue(sm, w, inst, now);
}

static inline void sm_on_block(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    if (sm->gpu->sched->warp_block && !w->exhausted)
        sm_tell_block(sm, w, now);
}

static inline void sm_on_warp(sim_sm *sm, void (*tell)(void *, const sched_place *), const sm_warp *w,
                              uint64_t now)
{
    if (tell) {
        sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
        tell(sm->gpu->sched_state, &at);
    }
}

static inline void sm_on_wait(sim_sm *sm, const sm_warp *w, sched_wait what, bool begins, uint64_t now)
{
    if (sm->gpu->sched->wait) {
        sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
        sm->gpu->sched->wait(sm->gpu->sched_state, &at, what, begins);
    }
}

static inline void sm_on_access(sim_sm *sm, const l1_request *request, sched_outcome outcome, bool intra,
                                uint64_t now)
{
    if (sm->gpu->sched->l1_access)
        sm_tell_access(sm, request, outcome, intra, now);
}

/* After l1_load, l1_store or l1_prefetch have set l1.evicted. */
static inline void sm_on_eviction(sim_sm *sm, uint32_t warp, bool by_store, uint64_t now)
{
    if (sm->gpu->sched->l1_evict && sm->l1.evicted.line != L1_NO_LINE)
        sm_tell_eviction(sm, warp, by_store, now);
}

static inline void sm_on_store(sim_sm *sm, const l1_request *request, uint64_t now)
{
    if (sm->gpu->sched->l1_store) {
        sched_place at = sm_place(sm, request->warp, now);
        sm->gpu->sched->l1_store(sm->gpu->sched_state, &at,
                                 trace_line_address(sm->gpu->trace, request->line_word >> 4));
    }
}

#endif
