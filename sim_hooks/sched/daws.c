/* Divergence-aware warp scheduling: what a warp will need of the L1 in its loop is predicted from the loads
 * of the loop and its active lanes; as many warps, oldest first, may issue global loads as fit.
 *
 * Loop: a jump back to an instruction not behind the present one begins one (the paper has markers from the
 * compiler); known from then on to all warps of the SM.
 *
 * Footprint: predicted when a warp passes the begin of a loop whose warps use lines again, from the lanes
 * active then. It stays when the warp goes from an inner loop to the rest of the outer one, and ends with the
 * outermost loop, or at a barrier, so that nobody waits for a warp that is held back. While some warp has a
 * footprint, warps outside of loops count as if in the next loop.
 *
 * Admitted: warps whose footprints, added up from the oldest warp on, are at most kassoc * L1 lines. One that
 * is larger than the whole L1 counts as none, and the oldest with a footprint always may load.
 *
 * Classes of loads are detected at run time (Detected-DAWS). With profiled=1 they are those that the launch
 * before has left, unchanged: run a kernel twice for Profiled-DAWS. Greedy-then-oldest among what may issue.
 *
 * Source: Rogers et al., "Divergence-Aware Warp Scheduling", MICRO 2013 [D]. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/daws_loops.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/victim_tags.h"

#include <stdlib.h>

typedef struct daws_options {
    double kassoc;
    int64_t vta_entries, vta_ways, least_lanes;
    bool lanes, seen, keep, profiled;
} daws_options;

#define AT(member) offsetof(daws_options, member)
static const poise_option daws_table[] = {
    {"kassoc", 0, POISE_OPT_REAL, AT(kassoc), "0.6", 0.01, 8, NULL, "SHARE",
     "Share of the L1's lines that footprints may fill [D: 0.6 for 8 ways]."},
    {"vta_entries", 0, POISE_OPT_INT, AT(vta_entries), "16", 1, 4096, NULL, "N",
     "Victim tags of a warp, as in CCWS [D], a multiple of vta_ways."},
    {"vta_ways", 0, POISE_OPT_INT, AT(vta_ways), "8", 1, 64, NULL, "N", "Ways of a set of victim tags."},
    {"least_lanes", 0, POISE_OPT_INT, AT(least_lanes), "2", 1, 32, NULL, "LANES",
     "A warp with fewer active lanes is not watched [D]."},
    {"lanes", 0, POISE_OPT_FLAG, AT(lanes), "1", POISE_ANY_RANGE, NULL, NULL,
     "0 = footprints as if all lanes were active, an experiment of [D 7.1]."},
    {"seen", 0, POISE_OPT_FLAG, AT(seen), "0", POISE_ANY_RANGE, NULL, NULL,
     "1 = a divergent load counts for no more lines than it was seen to touch (not in [D])."},
    {"keep", 0, POISE_OPT_FLAG, AT(keep), "0", POISE_ANY_RANGE, NULL, NULL,
     "1 = a warp that may load keeps the right to the end of its loop (our choice: 0, prefix sums)."},
    {"profiled", 0, POISE_OPT_FLAG, AT(profiled), "0", POISE_ANY_RANGE, NULL, NULL,
     "1 = loads are classified by the launch before, if there was one."},
};
#undef AT

typedef struct daws_warp {
    uint32_t last_pc, lanes; /* of its present block */
    bool started, at_barrier;
    uint8_t predicted; /* loop of its footprint, DAWS_NONE = it has none */
    uint32_t charge;   /* lines that it counts for */
} daws_warp;

typedef struct daws_sm {
    daws_loops loops;
    victim_tags victims;
    bool taught; /* what is known of loops does not change */
    daws_warp warp[POISE_ALL_WARPS];
    uint8_t by_age[POISE_ALL_WARPS]; /* live warps, the oldest first */
    uint32_t n_live, n_predicted;
    uint64_t held;   /* warps that may not load */
    uint64_t inside; /* those with a footprint that may */
    /* statistics */
    uint64_t predictions, lines, lost, held_inside;
} daws_sm;

typedef struct daws_state {
    sched_host host;
    daws_options options;
    uint32_t l1_lines, limit;
    daws_sm sm[];
} daws_state;

/* ---- who may load ---- */

/* Lines that the warp counts for: those of its loop, or of the next one. */
static uint32_t charge_of(const daws_state *s, const daws_sm *sm, const daws_warp *w)
{
    uint8_t loop = w->predicted;
    if (loop == DAWS_NONE && sm->n_predicted && !w->at_barrier &&
        daws_loop_at(&sm->loops, w->last_pc) == DAWS_NONE)
        loop = daws_loop_after(&sm->loops, w->last_pc);
    if (loop == DAWS_NONE)
        return 0;
    const uint32_t lanes = s->options.lanes ? w->lanes : UINT32_MAX;
    const uint32_t lines = daws_footprint(&sm->loops, loop, lanes, s->options.seen);
    return lines <= s->l1_lines ? lines : 0;
}

static void admit(daws_state *s, uint32_t index)
{
    daws_sm *sm = &s->sm[index];
    uint64_t held = 0, predicted = 0;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < sm->n_live; i++) {
        const daws_warp *w = &sm->warp[sm->by_age[i]];
        predicted |= w->predicted != DAWS_NONE ? sched_bit(sm->by_age[i]) : 0;
    }
    const uint64_t kept = s->options.keep ? sm->inside & predicted : 0;
    for (uint64_t rest = kept; rest; rest &= rest - 1)
        sum += sm->warp[__builtin_ctzll(rest)].charge;
    for (uint32_t i = 0; i < sm->n_live; i++) {
        const uint32_t warp = sm->by_age[i], charge = sm->warp[warp].charge;
        if (kept >> warp & 1)
            continue;
        if (charge && sum && sum + charge > s->limit)
            held |= sched_bit(warp);
        sum += charge;
    }
    sm->held_inside += sched_count(held & sm->inside);
    sm->inside = predicted & ~held;
    if (held == sm->held)
        return;
    sm->held = held;
    const sched_rights rights = {.issue = ~0ull, .load = ~held, .pollute = ~0ull};
    s->host.set_rights(s->host.opaque, index, &rights);
}

/* What the warp is charged may be another; `before` warps of the SM had a footprint. */
static void recharge(daws_state *s, uint32_t index, uint32_t warp, uint32_t before)
{
    daws_sm *sm = &s->sm[index];
    bool changed = false;
    for (uint32_t i = 0; i < sm->n_live; i++) {
        const uint32_t other = sm->by_age[i];
        if (other != warp && !before == !sm->n_predicted)
            continue; /* those outside of loops are charged only while somebody is inside */
        const uint32_t charge = charge_of(s, sm, &sm->warp[other]);
        changed |= charge != sm->warp[other].charge;
        sm->warp[other].charge = charge;
    }
    if (changed)
        admit(s, index);
}

static void predict(daws_sm *sm, daws_warp *w, uint8_t loop)
{
    sm->n_predicted += (loop != DAWS_NONE) - (uint32_t)(w->predicted != DAWS_NONE);
    w->predicted = loop;
}

/* ---- events ---- */

static void warp_begin(void *state, const sched_place *at)
{
    daws_sm *sm = &((daws_state *)state)->sm[at->sm];
    sm->warp[at->warp] = (daws_warp){.predicted = DAWS_NONE};
    sm->by_age[sm->n_live++] = (uint8_t)at->warp;
    victim_tags_clear(&sm->victims, at->warp);
}

static void warp_end(void *state, const sched_place *at)
{
    daws_state *s = state;
    daws_sm *sm = &s->sm[at->sm];
    const uint32_t before = sm->n_predicted;
    predict(sm, &sm->warp[at->warp], DAWS_NONE);
    daws_sample_end(&sm->loops, at->warp);
    uint32_t left = 0;
    for (uint32_t i = 0; i < sm->n_live; i++)
        if (sm->by_age[i] != at->warp)
            sm->by_age[left++] = sm->by_age[i];
    sm->n_live = left;
    recharge(s, at->sm, at->warp, before);
    admit(s, at->sm);
}

/* The warp passes the begin of `loop`. Within an outer loop it goes on to count for the inner one that it
 * has been in: it will be there again. */
static void pass_begin(daws_state *s, daws_sm *sm, daws_warp *w, uint8_t loop)
{
    const bool was_inside = w->predicted != DAWS_NONE && daws_encloses(&sm->loops, loop, w->predicted);
    const uint8_t wanted = was_inside ? w->predicted : loop;
    predict(sm, w, sm->loops.loop[wanted].locality > 0 ? wanted : DAWS_NONE);
    if (w->predicted == DAWS_NONE)
        return;
    sm->predictions++;
    sm->lines += charge_of(s, sm, w);
}

static void warp_block(void *state, const sched_block *block)
{
    daws_state *s = state;
    daws_sm *sm = &s->sm[block->at.sm];
    daws_warp *w = &sm->warp[block->at.warp];
    const uint32_t before = sm->n_predicted;
    if (!sm->taught) {
        if (w->started && block->first_pc <= w->last_pc)
            daws_learn_loop(&sm->loops, block->first_pc, w->last_pc);
        daws_sample_block(&sm->loops, block->at.warp, block->first_pc, block->lanes,
                          (uint32_t)s->options.least_lanes);
    }
    w->started = true;
    w->last_pc = block->last_pc;
    w->lanes = block->lanes;
    const uint8_t loop = daws_loop_at(&sm->loops, block->first_pc);
    if (loop != DAWS_NONE && sm->loops.loop[loop].begin == block->first_pc)
        pass_begin(s, sm, w, loop);
    else if (w->predicted != DAWS_NONE && !daws_share_loop(&sm->loops, block->first_pc, w->predicted))
        predict(sm, w, DAWS_NONE);
    else if (loop != DAWS_NONE)
        return; /* inside of a loop nothing changes before its next iteration */
    recharge(s, block->at.sm, block->at.warp, before);
}

static void issue(void *state, const sched_inst *inst)
{
    daws_sm *sm = &((daws_state *)state)->sm[inst->at.sm];
    if (inst->op == SCHED_LOAD_GLOBAL && !sm->taught)
        daws_learn_load(&sm->loops, inst->pc);
}

static void wait(void *state, const sched_place *at, sched_wait what, bool begins)
{
    if (what != SCHED_WAIT_BARRIER)
        return;
    daws_state *s = state;
    daws_sm *sm = &s->sm[at->sm];
    const uint32_t before = sm->n_predicted;
    sm->warp[at->warp].at_barrier = begins;
    predict(sm, &sm->warp[at->warp], DAWS_NONE);
    recharge(s, at->sm, at->warp, before);
}

static void l1_access(void *state, const sched_access *access)
{
    daws_sm *sm = &((daws_state *)state)->sm[access->at.sm];
    const bool lost =
        access->outcome == SCHED_MISS && victim_tags_find(&sm->victims, access->at.warp, access->address);
    const bool captured = access->outcome != SCHED_MISS && access->owner == access->at.warp;
    sm->lost += lost;
    if (!sm->taught)
        daws_sample_access(&sm->loops, access, sm->warp[access->at.warp].lanes, captured || lost);
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    if (!eviction->by_store)
        victim_tags_insert(&((daws_state *)state)->sm[eviction->at.sm].victims, eviction->owner,
                           eviction->address);
}

static void l1_store(void *state, const sched_place *at, uint64_t address)
{
    victim_tags_written(&((daws_state *)state)->sm[at->sm].victims, address);
}

/* ---- life ---- */

static void destroy(void *state)
{
    daws_state *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++)
        victim_tags_free(&s->sm[i].victims);
    free(s);
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const daws_options *o = options;
    daws_state *s = calloc(1, sizeof *s + host->sms * sizeof *s->sm);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler daws");
    s->host = *host;
    s->options = *o;
    s->l1_lines = host->l1.sets * host->l1.ways;
    s->limit = (uint32_t)(o->kassoc * s->l1_lines);
    int code = POISE_OK;
    for (uint32_t i = 0; code == POISE_OK && i < host->sms; i++)
        code = victim_tags_init(&s->sm[i].victims, host->warps, o->vta_entries, o->vta_ways, "daws", err);
    if (code != POISE_OK)
        destroy(s);
    else
        *state = s;
    return code;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    daws_state *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        daws_sm *sm = &s->sm[i];
        const bool taught = s->options.profiled && sm->loops.n_loops;
        *sm = (daws_sm){
            .victims = sm->victims, .loops = taught ? sm->loops : (daws_loops){0}, .taught = taught};
    }
}

/* What is known of loops, a footprint and a loop per warp, victim tags, the owner in every L1 line, the right
 * to load. */
static uint64_t storage_bits(const void *state)
{
    const daws_state *s = state;
    const uint64_t warps = s->host.warps;
    const uint64_t per_warp = policy_bits_for(s->l1_lines + 1) + 32 + 1;
    return s->host.sms * (daws_loops_bits(s->host.warps) + warps * per_warp +
                          victim_tags_bits(&s->sm[0].victims) + s->l1_lines * policy_bits_for(warps));
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const daws_state *s = states[0];
    uint64_t predictions = 0, lines = 0, lost = 0, held = 0;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        predictions += s->sm[i].predictions;
        lines += s->sm[i].lines;
        lost += s->sm[i].lost;
        held += s->sm[i].held_inside;
    }
    const policy_statistic all[] = {
        {"predictions", "loop iteration", (double)predictions},
        {"mean_footprint", "line", predictions ? (double)lines / (double)predictions : 0},
        {"vta_hits", "access", (double)lost},
        {"held_inside_loops", "warp", (double)held},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const sched_policy sched_daws = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "daws",
             .summary = "divergence-aware: as many warps may load as their predicted footprints fit the L1",
             .source = "Rogers et al., MICRO 2013",
             .options = daws_table,
             .n_options = sizeof daws_table / sizeof *daws_table,
             .options_size = sizeof(daws_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .pick = sched_pick_gto,
    .life.launch_begin = launch_begin,
    .warp_begin = warp_begin,
    .warp_end = warp_end,
    .warp_block = warp_block,
    .issue = issue,
    .wait = wait,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
    .l1_store = l1_store,
    .life.statistics = statistics,
};
