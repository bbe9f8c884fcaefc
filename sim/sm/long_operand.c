/* Registers written by long operations, as GPGPU-Sim's scoreboard knows them: Scoreboard::reserveRegisters(),
 * releaseRegisters() [GS scoreboard.cc, longopregs]. The load-store unit gives a register back by
 * releaseRegister(), which leaves the mark: it goes when arithmetic has written the register. */
#include "sim/sm/events.h"

#include <stdlib.h>
#include <string.h>

typedef enum register_mark {
    MARK_NONE,
    MARK_LOADED,  /* a load of global or private memory, or an atomic, has written it */
    MARK_REPLACED /* arithmetic writes it: marked until the result is there */
} register_mark;

int sm_reserve_marks(sim_sm *sm, uint32_t registers, poise_error *err)
{
    sm->marked_registers = registers;
    if (!sm_tells(sm, SM_EVENT_LONG_OPERAND))
        return POISE_OK;
    free(sm->mark);
    sm->mark = calloc(sm->base->config.warps, registers ? registers : 1);
    if (!sm->mark)
        return poise_fail(err, POISE_FAILED, "no memory for the marks of registers of SM %u", sm->index);
    return POISE_OK;
}

static uint8_t *marks_of(const sim_sm *sm, const sm_warp *w)
{
    return sm->mark + (size_t)sm_warp_number(sm, w) * sm->marked_registers;
}

void sm_mark_result(const sim_sm *sm, const sm_warp *w, const program_inst *inst)
{
    if (inst->destination == TRACE_NO_REGISTER)
        return;
    const trace_op op = (trace_op)inst->op;
    uint8_t *mark = &marks_of(sm, w)[inst->destination];
    if (program_is_long(op))
        *mark = MARK_LOADED;
    else if (op == TRACE_OP_LOAD_SHARED || op == TRACE_OP_ATOMIC_SHARED)
        return; /* given back by the load-store unit */
    else if (*mark != MARK_NONE)
        *mark = MARK_REPLACED;
}

/* Until when the next instruction of the warp reads a marked register: UINT64_MAX = until it issues, or
 * nobody knows yet. */
static uint64_t marked_until(const sim_sm *sm, const sm_warp *w)
{
    const uint8_t *mark = marks_of(sm, w);
    uint64_t until = 0;
    for (uint32_t i = 0; i < w->inst->n_sources; i++) {
        const uint16_t source = w->inst->reg[i];
        if (mark[source] == MARK_LOADED || (mark[source] && w->ready_at[source] == SM_UNDECIDED))
            return UINT64_MAX;
        if (mark[source] == MARK_REPLACED && w->ready_at[source] > until)
            until = w->ready_at[source];
    }
    return until;
}

void sm_tell_long_operand(sim_sm *sm, sm_warp *w, uint64_t now)
{
    uint64_t from = w->decoded_at > now ? w->decoded_at : now + 1;
    uint64_t until = w->buffered ? marked_until(sm, w) : 0;
    const bool is_long = until > from;
    if (!is_long && !w->long_operand)
        return;
    w->long_operand = is_long;
    if (!is_long)
        from = until = now + 1;
    sm_unhold(sm, w);
    const sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
    sm->kernel->sched->long_operand(sm->kernel->sched_state, &at, from, until);
}

void sm_tell_begins_later(sim_sm *sm, const sm_warp *w, uint64_t begins, uint64_t now)
{
    const sched_place at = sm_place(sm, sm_warp_number(sm, w), now);
    sm->kernel->sched->long_operand(sm->kernel->sched_state, &at, now, begins);
}
