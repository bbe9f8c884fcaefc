/* Instruction fetch: one warp a cycle, round robin over the hardware warps whose instruction buffer is empty;
 * an access to the instruction cache brings two instructions, which can issue two cycles later. Warps whose
 * missing line has arrived go first. With fetch_warps = F decoder and fetch take F turns a cycle, one after
 * the other: what is fetched in another than the last is decoded in the same cycle. Source:
 * shader_core_ctx::cycle(), fetch() and decode() [GS]. */
#include "sim/sm/events.h"
#include "sim/sm/l1_pipe.h"
#include "sim/sm/translate.h"

enum { DECODE_CYCLES = 2 };

static void decode(sim_sm *sm, uint32_t warp, uint32_t cycles, uint64_t now)
{
    sm_warp *w = &sm->warp[warp];
    w->buffered = SM_IBUFFER;
    w->decoded_at = (uint32_t)now + cycles;
    sm->fetch_wanted &= ~(1ull << warp);
    sm_warp_prepare(sm, w, now);
    sm_on_next_inst(sm, w, now);
}

/* The first warp of `warps` after the one that was fetched for last. */
static uint32_t next_warp(const sim_sm *sm, uint64_t warps)
{
    uint64_t after = sm->last_fetched < 63 ? warps & (~0ull << (sm->last_fetched + 1)) : 0;
    return (uint32_t)__builtin_ctzll(after ? after : warps);
}

void sm_send_code(sim_sm *sm, packet *p, uint64_t now)
{
    p->request.address = pages_physical(sm->pages, p->request.app, p->request.virtual_address);
    address_place place;
    address_find_l2(base_map(sm->base, p->request.app), p->request.address, &place);
    p->l2_set = place.l2_set;
    p->bank = (uint16_t)place.l2_bank;
    sm_send(sm, p, now);
}

static void miss(sim_sm *sm, uint64_t address, uint16_t mshr, uint32_t warp, uint64_t now)
{
    packet p = {.request = {.virtual_address = address,
                            .pc = sm_pc(sm, sm->warp[warp].fetch),
                            .born = (uint32_t)now,
                            .app = (uint16_t)sm->kernel->index,
                            .source = (uint16_t)sm->index,
                            .warp = (uint16_t)warp,
                            .kind = MEM_CODE,
                            .sectors = ALL_SECTORS},
                .tag = mshr};
    if (!sm->translation || sm_translation_fetch(sm, &p, now))
        sm_send_code(sm, &p, now);
}

/* Line of the next fetch: it goes on behind the instruction that issued last, even when that was a branch, as
 * Accel-Sim's does (measured; shd_warp_t::m_next_pc). */
static uint64_t code_line(const sim_sm *sm, const sm_warp *w)
{
    const sim_program *program = &sm->kernel->program;
    uint64_t offset = (uint64_t)(w->fetch - program->inst) * sm->base->config.inst_bytes;
    return line_of(program->code_address + offset);
}

/* Of the warps that want instructions, those whose blocks have begun. */
static __attribute__((noinline)) uint64_t wanted_by_begun(const sim_sm *sm, uint64_t now)
{
    const uint32_t warps = sm->kernel->trace->warps_per_block;
    uint64_t begun = 0;
    for (uint64_t rest = sm->fetch_wanted; rest; rest &= rest - 1) {
        const uint32_t warp = (uint32_t)__builtin_ctzll(rest);
        begun |= (uint64_t)(sm->block[warp / warps].begins <= now) << warp;
    }
    return begun;
}

static inline __attribute__((always_inline)) void fetch(sim_sm *sm, uint32_t decode_cycles, uint64_t now)
{
    if (sm->fetch_filled) {
        sm->fetch_filled--;
        decode(sm, icache_take_filled(&sm->icache), decode_cycles, now);
        return;
    }
    const uint64_t wanted = sm->next_begin > now ? wanted_by_begun(sm, now) : sm->fetch_wanted;
    if (!wanted)
        return;
    uint32_t warp = next_warp(sm, wanted);
    uint64_t line = code_line(sm, &sm->warp[warp]);
    uint16_t mshr = 0;
    sm->last_fetched = warp;
    switch (icache_access(&sm->icache, line, warp, &mshr)) {
    case ICACHE_HIT: decode(sm, warp, decode_cycles, now); break;
    case ICACHE_MISS: miss(sm, line_address(line), mshr, warp, now); /* fall through */
    case ICACHE_MERGED: sm->fetch_wanted &= ~(1ull << warp); break;
    case ICACHE_REFUSED: break;
    }
}

/* All turns but the last. */
static __attribute__((noinline)) void fetch_early(sim_sm *sm, uint64_t now)
{
    for (uint32_t rest = sm->base->config.fetch_warps - 1; rest && (sm->fetch_wanted | sm->fetch_filled);
         rest--)
        fetch(sm, DECODE_CYCLES - 1, now);
}

void sm_fetch(sim_sm *sm, uint64_t now)
{
    if (sm->base->config.fetch_warps > 1) {
        fetch_early(sm, now);
        if (!(sm->fetch_wanted | sm->fetch_filled))
            return;
    }
    fetch(sm, DECODE_CYCLES, now);
}

void sm_fetch_filled(sim_sm *sm, uint16_t mshr)
{
    sm->fetch_filled += icache_fill(&sm->icache, mshr);
}
