#include "sim/sm/events.h"

uint32_t sm_events_of(const sim_sm *sm)
{
    const sched_policy *sched = sm->kernel->sched;
    uint32_t events = 0;
#define SM_EVENT(name, interface, function) \
    events |= (uint32_t)(interface->function != NULL) << SM_EVENT_##name;
#include "sim/sm/events.def"
#undef SM_EVENT
    return events;
}

static sched_op op_of(const program_inst *inst)
{
    switch ((trace_op)inst->op) {
    case TRACE_OP_LOAD_GLOBAL: return SCHED_LOAD_GLOBAL;
    case TRACE_OP_STORE_GLOBAL: return SCHED_STORE_GLOBAL;
    case TRACE_OP_ATOMIC_GLOBAL: return SCHED_ATOMIC_GLOBAL;
    case TRACE_OP_LOAD_PRIVATE: return SCHED_LOAD_PRIVATE;
    default: return SCHED_OTHER;
    }
}

void sm_tell_warp_begin(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    sm_unhold(sm, w);
    const sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
    sm->kernel->sched->warp_begin(sm->kernel->sched_state, &at);
}

void sm_tell_warp_end(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    sm_unhold(sm, w);
    const sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
    sm->kernel->sched->warp_end(sm->kernel->sched_state, &at);
}

void sm_tell_issue(sim_sm *sm, const sm_warp *w, const program_inst *inst, uint64_t now)
{
    sched_inst issued = {.at = sm_place(sm, sm_warp_number(sm, w), now),
                         .pc = sm_pc(sm, inst),
                         .lanes = w->mask,
                         .op = op_of(inst)};
    sm->kernel->sched->issue(sm->kernel->sched_state, &issued);
}

void sm_tell_block(sim_sm *sm, const sm_warp *w, uint64_t now)
{
    sched_block block = {.at = sm_place(sm, sm_warp_number(sm, w), now),
                         .first_pc = sm_pc(sm, w->inst),
                         .last_pc = sm_pc(sm, w->block_end - 1),
                         .lanes = w->mask};
    sm->kernel->sched->warp_block(sm->kernel->sched_state, &block);
}

void sm_tell_wait(sim_sm *sm, const sm_warp *w, sched_wait what, bool begins, uint64_t now)
{
    sm_unhold(sm, w);
    const sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
    sm->kernel->sched->wait(sm->kernel->sched_state, &at, what, begins);
}

void sm_tell_load_done(sim_sm *sm, const sm_load *load, uint64_t now, uint64_t when)
{
    const sched_place at = sm_place(sm, load->warp, now);
    sm->kernel->sched->load_done(sm->kernel->sched_state, &at, load->pc, when - load->issued);
}

void sm_tell_access(sim_sm *sm, const l1_request *e, sched_outcome outcome, const l1_answer *answer,
                    uint64_t now)
{
    const l1_owner found = sm->l1.found;
    sched_access access = {.at = sm_place(sm, e->request.warp, now),
                           .pc = e->request.pc,
                           .address = e->request.virtual_address,
                           .outcome = outcome,
                           .owner = outcome == SCHED_MISS ? e->request.warp : l1_owner_warp(found),
                           .intra = answer->intra,
                           .first = e->first,
                           .pollutes = e->pollute,
                           .reserves = answer->reserves,
                           .prefetched = outcome != SCHED_MISS && l1_owner_is_prefetch(found)};
    sm->kernel->sched->l1_access(sm->kernel->sched_state, &access);
}

void sm_tell_eviction(sim_sm *sm, uint32_t warp, bool by_store, uint64_t now)
{
    const l1_evicted *evicted = &sm->l1.evicted;
    sched_eviction eviction = {.at = sm_place(sm, warp, now),
                               .address = trace_line_address(sm->kernel->trace, evicted->line),
                               .owner = l1_owner_warp(evicted->owner),
                               .by_store = by_store,
                               .unused = l1_owner_is_prefetch(evicted->owner)};
    sm->kernel->sched->l1_evict(sm->kernel->sched_state, &eviction);
}

void sm_tell_store(sim_sm *sm, const l1_request *e, uint64_t now)
{
    const sched_place at = sm_place(sm, e->request.warp, now);
    sm->kernel->sched->l1_store(sm->kernel->sched_state, &at, e->request.virtual_address);
}

void sm_tell_prefetch_done(sim_sm *sm, const prefetch_request *wanted, sched_prefetch how, uint64_t now)
{
    const sched_place at = sm_place(sm, wanted->warp, now);
    sm->kernel->sched->prefetch_done(sm->kernel->sched_state, &at, wanted->address, how);
}
