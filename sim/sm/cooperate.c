/* The SM's side of cooperation among the L1s (sim/ccn/ccn.h). */
#include "sim/sm/l1_pipe.h"
#include "sim/sm/l1_tags.h"

static bool is_global_load(const sim_sm *sm, uint32_t pc)
{
    return sm->kernel->program.inst[pc].op == TRACE_OP_LOAD_GLOBAL;
}

/* A miss for further sectors of a line, or one that widens a request in flight, is not asked (our choice:
 * the line is on its way from the L2 already). */
bool sm_may_ask(const sim_sm *sm, const packet *miss, const l1_answer *answer)
{
    return answer->reserves && !answer->is_sector_miss && miss->request.kind == MEM_LOAD &&
           is_global_load(sm, miss->request.pc);
}

/* The miss that the head would make, as far as others must know it. */
bool sm_ccn_has_place(sim_sm *sm, const l1_request *e)
{
    packet miss = {.request = e->request};
    miss.request.sectors |= sm->l1.widening;
    return e->pollute && is_global_load(sm, e->request.pc) && ccn_has_place(sm->ccn, &miss, e->line);
}

bool sm_ccn_takes(sim_sm *sm, const packet *miss, const l1_load_access *access, uint64_t now)
{
    return ccn_takes(sm->ccn, miss, access->line, sm->count.thread_insts, access->queue_room, now);
}

bool sm_holds(const sim_sm *sm, const packet *miss, uint32_t line)
{
    if (!sm->kernel || sm->kernel->index != miss->request.app)
        return false;
    const uint32_t set = address_l1_set(sm->l1.map, line), way = l1_find_way(&sm->l1, set, line);
    if (way == sm->l1.ways || l1_state_of(&sm->l1, set, way) != L1_VALID)
        return false;
    return !(miss->request.sectors & ~sm->l1.held[set * sm->l1.ways + way].sectors);
}

bool sm_return_below(sim_sm *sm, const packet *miss, uint64_t now)
{
    if (port_queued(&sm->port, now) >= sm->port.queue_limit)
        return false;
    packet p = *miss;
    sm_send_below(sm, &p, now);
    return true;
}
