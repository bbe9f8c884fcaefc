/* Common collectors (common_collectors.h) within the SM. */
#include "sim/sm/events.h"

/* The result of what was in a collector can be used from a cycle on that is known now. */
static inline void result_known(sim_sm *sm, const collector_stay *s, uint64_t now)
{
    sm_warp *w = &sm->warp[s->warp];
    w->collecting--;
    sm_result_known(w, s->inst, (uint32_t)s->done);
    if (!w->exhausted && w->issues_at != SM_UNDECIDED)
        return; /* its next instruction does not wait for it */
    sm_warp_examine(sm, w, now);
    if (!w->exhausted && w->issues_at != SM_UNDECIDED)
        sm_on_next_inst(sm, w, now); /* until when it waits for a register is known now */
}

/* Takes the next turn. Returns whether a memory instruction has left its collector. */
static inline bool take_turn(sim_sm *sm, uint64_t now)
{
    common_collectors *c = &sm->operands.common;
    const uint64_t turn = c->next;
    bool memory_left = false;
    for (uint32_t left = common_collectors_leave(c, &sm->operands.banks); left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        if (c->stay[i].unit) {
            result_known(sm, &c->stay[i], now);
        } else {
            sm_lsu_leaves_collector(sm, i, turn);
            memory_left = true;
        }
    }
    const uint32_t entered = common_collectors_enter(c, &sm->operands.banks);
    if (entered)
        sm_lsu_enters_collectors(sm, entered, turn >> sm->operands.turn_shift);
    return memory_left;
}

void sm_take_turns(sim_sm *sm, uint64_t end, uint64_t now)
{
    const common_collectors *c = &sm->operands.common;
    const uint32_t shift = sm->operands.turn_shift;
    while (c->next < end) {
        const uint64_t next_cycle = (c->next >> shift) + 1;
        bool memory_left = false;
        do
            memory_left |= take_turn(sm, now);
        while (c->next < next_cycle << shift);
        if (memory_left)
            sm_lsu_dispatch(sm, next_cycle);
    }
    if (sm->waits_for_unit)
        sm->issue_at = 0; /* pipeline registers have become free */
}
