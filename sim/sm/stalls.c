/* Why a scheduler does not issue, why the L1 refuses, how long misses take. Source: [S3.4.1,
 * S3.4.2]. */
#include "sim/sm/sm.h"

#include <string.h>

bool sm_stalls_make(sim_sm *sm)
{
    const sim_config *config = &sm->base->config;
    if (!config->stalls)
        return true;
    storage *from = &sm->base->storage;
    sm->stalls = storage_take(from, 1, sizeof *sm->stalls);
    if (!sm->stalls)
        return false;
    sm->stalls->waited = storage_take(from, config->warps, sizeof *sm->stalls->waited);
    sm->stalls->replies = storage_take(from, sm->loads.total, sizeof *sm->stalls->replies);
    return sm->stalls->waited != NULL && sm->stalls->replies != NULL;
}

void sm_stalls_begin(sim_sm *sm)
{
    sm_stalls *stalls = sm->stalls;
    if (!stalls)
        return;
    stalls->statistics = (sim_bottleneck){0};
    memset(stalls->scheduler, 0, sizeof stalls->scheduler);
    memset(stalls->waited, 0, sm->base->config.warps * sizeof *stalls->waited);
    memset(stalls->replies, 0, sm->loads.total * sizeof *stalls->replies);
}

/* ---- schedulers ---- */

/* What has waited for memory still does while the result is on its way into the register. */
static bool waits_for_memory(sim_sm *sm, const sm_warp *w)
{
    uint32_t *waited = &sm->stalls->waited[w - sm->warp];
    uint32_t next = 1 + (uint32_t)(w->inst - sm->kernel->program.inst);
    if (w->waits_for_memory)
        *waited = next;
    return *waited == next;
}

/* Why the next instruction of a warp that is not ready waits. With several producers memory is to blame if it
 * is one of them (our choice). */
static core_cause hazard_of(sim_sm *sm, const sm_warp *w)
{
    if (!w->buffered)
        return CORE_FETCH;
    if (waits_for_memory(sm, w))
        return CORE_DATA_MEM;
    uint32_t operands_at = 0;
    for (uint32_t i = 0; i < w->inst->n_registers; i++) {
        uint32_t at = w->ready_at[w->inst->reg[i]];
        operands_at = at > operands_at ? at : operands_at;
    }
    return operands_at > w->decoded_at ? CORE_DATA_ALU : CORE_FETCH;
}

static uint32_t refused_units(const sim_sm *sm, const sm_scheduler *s, uint64_t ready, uint64_t now)
{
    const uint32_t scheduler = (uint32_t)(s - sm->scheduler);
    uint32_t set = 0;
    for (uint32_t unit = 0; unit < UNIT_COUNT; unit++)
        if (ready & s->next_in[unit] && sm_unit_opens_at(sm, (exec_unit)unit, scheduler) > now)
            set |= 1u << (unit == UNIT_MEMORY ? CORE_STR_MEM : CORE_STR_ALU);
    return set;
}

/* Causes of a scheduler with unfinished warps. Warps that the scheduler policy holds back do not count. A
 * barrier that has opened after the scheduler's turn leaves ready warps and no other cause. */
static uint32_t causes_of(sim_sm *sm, sm_scheduler *s, uint64_t now)
{
    uint64_t live = s->live < 64 ? (1ull << s->live) - 1 : ~0ull;
    if (s->stale)
        sm_apply_tuple(sm, s);
    uint32_t set = refused_units(sm, s, sm_permitted(s, s->ready), now);
    for (uint64_t waiting = s->monitored & ~s->ready; waiting; waiting &= waiting - 1)
        set |= 1u << hazard_of(sm, &sm->warp[s->warp[__builtin_ctzll(waiting)]]);
    for (uint64_t waiting = live & ~s->eligible; waiting; waiting &= waiting - 1) {
        const sm_warp *w = &sm->warp[s->warp[__builtin_ctzll(waiting)]];
        (void)waits_for_memory(sm, w); /* remembered for the time after the barrier or the atomic */
        set |= 1u << (w->at_barrier ? CORE_SYNC : CORE_DATA_MEM);
    }
    return set ? set : 1u << CORE_SYNC;
}

void sm_stalls_settle(sim_sm *sm, uint64_t now)
{
    sm_stalls *stalls = sm->stalls;
    for (uint32_t i = 0; i < sm->base->config.schedulers; i++) {
        uint32_t set = stalls->scheduler[i].set;
        if (now <= stalls->scheduler[i].since)
            continue;
        uint64_t cycles = now - stalls->scheduler[i].since;
        stalls->scheduler[i].since = now;
        if (!set)
            continue;
        stalls->statistics.resident += cycles;
        stalls->statistics.core[first_cause(set)] += cycles;
        stalls->statistics.core_sets[set] += cycles;
    }
}

void sm_stalls_examine(sim_sm *sm, uint64_t now)
{
    sm_stalls *stalls = sm->stalls;
    for (uint32_t i = 0; i < sm->base->config.schedulers; i++) {
        sm_scheduler *s = &sm->scheduler[i];
        bool issued = s->issued_at == now;
        stalls->statistics.resident += issued;
        stalls->scheduler[i].since = now + issued;
        stalls->scheduler[i].set = s->live ? causes_of(sm, s, now) : 0;
    }
}

/* ---- L1 ---- */

void sm_stalls_refused(sim_sm *sm, uint64_t cycles)
{
    sm->stalls->statistics.l1[first_cause(sm->stalls->l1_set)] += cycles;
    sm->stalls->statistics.l1_sets[sm->stalls->l1_set] += cycles;
}

void sm_stalls_looked_up(sim_sm *sm, uint32_t set, bool was_refused, uint64_t now)
{
    sm_stalls *stalls = sm->stalls;
    if (!set || !was_refused || first_cause(set) != first_cause(stalls->l1_set))
        stalls->l1_set = set; /* as found when the first of them began to hold */
    if (set && !was_refused)
        stalls->refused = now;
    if (!set && was_refused)
        stalls->statistics.l1_stalled += now - stalls->refused;
}

void sm_stalls_filled(sim_sm *sm, uint64_t cycles, bool l2_hit)
{
    sim_bottleneck *statistics = &sm->stalls->statistics;
    statistics->misses++;
    statistics->miss_cycles += cycles;
    statistics->l2_hits += l2_hit;
    statistics->l2_hit_cycles += l2_hit ? cycles : 0;
}

/* ---- replies that come apart ---- */

static bool is_of(const sm_replies *replies, const sm_load *load)
{
    return replies->n && replies->pc == load->pc && replies->issued == load->issued &&
           replies->warp == load->warp;
}

static void add_reply(sm_replies *replies, const packet *reply, uint32_t latency)
{
    replies->n++;
    replies->all_hit &= reply->l2_hit;
    replies->of_several_banks |= reply->bank != replies->bank;
    replies->least_latency = latency < replies->least_latency ? latency : replies->least_latency;
    replies->most_latency = latency > replies->most_latency ? latency : replies->most_latency;
    replies->least_wait = reply->l2_waited < replies->least_wait ? reply->l2_waited : replies->least_wait;
    replies->most_wait = reply->l2_waited > replies->most_wait ? reply->l2_waited : replies->most_wait;
}

/* The penalty of [RA] 4.2.2: the slowest hit less the fastest one. */
void sm_stalls_answered(sim_sm *sm, uint16_t number, const packet *reply, uint64_t now)
{
    const sm_load *load = sm_load_of(sm, number);
    sm_replies *replies = &sm->stalls->replies[number];
    sim_bottleneck *statistics = &sm->stalls->statistics;
    if (!is_of(replies, load))
        *replies = (sm_replies){.pc = load->pc,
                                .issued = load->issued,
                                .warp = load->warp,
                                .bank = reply->bank,
                                .all_hit = true,
                                .least_latency = UINT32_MAX,
                                .least_wait = UINT32_MAX};
    add_reply(replies, reply, (uint32_t)now - reply->request.born - reply->held);
    if (load->left > 1)
        return;
    if (replies->all_hit && replies->of_several_banks) {
        statistics->divergent_loads++;
        statistics->divergence += replies->most_latency - replies->least_latency;
        statistics->divergence_wait += replies->most_wait - replies->least_wait;
    }
    replies->n = 0;
}
