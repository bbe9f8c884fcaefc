/* What a warp waits for, in words. */
#include "sim/stuck_warp.h"

#include <stdio.h>

/* Requests of the load that writes `reg` of hardware warp `warp` that have not returned; 0 when there is
 * none. */
static uint32_t outstanding(const sim_sm *sm, uint32_t warp, uint32_t reg)
{
    for (uint32_t i = 0; i < sm->loads.next; i++) {
        const sm_load *load = sm_load_of(sm, i);
        if (load->left && load->warp == warp && load->destination == reg)
            return load->left;
    }
    return 0;
}

/* The register that is to be written last. False when all operands are there. */
static bool register_reason(const sim_sm *sm, const sm_warp *w, uint64_t now, char text[STUCK_TEXT])
{
    uint32_t last = 0, reg = 0;
    for (uint32_t i = 0; i < w->inst->n_registers; i++) {
        uint32_t at = w->ready_at[w->inst->reg[i]];
        if (at > last) {
            last = at;
            reg = w->inst->reg[i];
        }
    }
    if (last == SM_PENDING)
        snprintf(text, STUCK_TEXT, "register r%u, a load with %u requests outstanding", reg,
                 outstanding(sm, (uint32_t)(w - sm->warp), reg));
    else if (last == SM_UNDECIDED)
        snprintf(text, STUCK_TEXT, "register r%u, whose instruction waits for a collector unit", reg);
    else
        snprintf(text, STUCK_TEXT, "register r%u, written in cycle %u", reg, last);
    return last > now;
}

static bool is_set(uint64_t mask, uint32_t bit)
{
    return mask >> bit & 1;
}

static void ready_reason(const sim_sm *sm, const sm_warp *w, uint64_t now, char text[STUCK_TEXT])
{
    sm_scheduler s = sm->scheduler[w->scheduler];
    sm_apply_tuple(sm, &s);
    uint32_t warp = (uint32_t)(w - sm->warp);
    static const char *const units[UNIT_COUNT] = {
        "an arithmetic unit",  "a special-function unit", "a double-precision unit",
        "the load-store unit", "an integer unit",         "a branch unit",
        "a texture unit",      "a tensor unit",           "a unit of the uniform datapath"};
    const char *reason = "its turn: the scheduler policy has not chosen it";
    if (!is_set(sm->rights.issue, warp))
        reason = "the right to issue, which the scheduler policy has taken";
    else if (!is_set(s.monitored, w->slot))
        reason = "the warp-tuple: it is not one of the N oldest";
    else if (!is_set(sm_permitted(&s, 1ull << w->slot), w->slot))
        reason = "the right to load, which the scheduler policy has taken";
    else if (sm_unit_opens_at(sm, (exec_unit)w->unit, w->scheduler) > now)
        reason = units[w->unit];
    snprintf(text, STUCK_TEXT, "%s", reason);
}

void stuck_reason(const sim_sm *sm, const sm_warp *w, uint64_t now, char text[STUCK_TEXT])
{
    const sm_block *block = &sm->block[w->block];
    if (w->exhausted)
        snprintf(text, STUCK_TEXT, "its end: %u loads or atomics and %u store acknowledgements", w->in_flight,
                 w->stores);
    else if (w->at_barrier)
        snprintf(text, STUCK_TEXT, "a barrier: %u of %u warps of the block have arrived", block->arrived,
                 block->running);
    else if (w->atomic_done)
        snprintf(text, STUCK_TEXT, "an atomic");
    else if (!w->buffered)
        snprintf(text, STUCK_TEXT, "instruction fetch");
    else if (!register_reason(sm, w, now, text))
        ready_reason(sm, w, now, text);
}
