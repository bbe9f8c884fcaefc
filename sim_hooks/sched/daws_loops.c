#include "sim_hooks/sched/daws_loops.h"

#include "common/line.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/victim_tags.h"

enum {
    PC_BITS = 32,
    COUNTER_BITS = 8,
    MOST_LOCALITY = 127,
    MOST_DIVERGENCE = 7,
    DIVERGED_ABOVE = 1, /* [D] */
    FEW_LINES = 2,      /* a load of more lines is divergent; a convergent one is taken for two [D] */
    FEW_LANES = 2,      /* loads of no more lanes say nothing of divergence [D] */
};

static bool inside(const daws_loop *loop, uint32_t pc)
{
    return loop->begin <= pc && pc <= loop->end;
}

uint8_t daws_loop_at(const daws_loops *l, uint32_t pc)
{
    uint8_t found = DAWS_NONE;
    for (uint8_t i = 0; i < l->n_loops; i++)
        if (inside(&l->loop[i], pc) && (found == DAWS_NONE || l->loop[i].begin > l->loop[found].begin))
            found = i;
    return found;
}

uint8_t daws_loop_after(const daws_loops *l, uint32_t pc)
{
    uint8_t found = DAWS_NONE;
    for (uint8_t i = 0; i < l->n_loops; i++)
        if (l->loop[i].begin > pc && l->loop[i].locality > 0 &&
            (found == DAWS_NONE || l->loop[i].begin < l->loop[found].begin))
            found = i;
    return found;
}

bool daws_encloses(const daws_loops *l, uint8_t outer, uint8_t inner)
{
    return inside(&l->loop[outer], l->loop[inner].begin);
}

bool daws_share_loop(const daws_loops *l, uint32_t pc, uint8_t inner)
{
    for (uint8_t i = 0; i < l->n_loops; i++)
        if (inside(&l->loop[i], pc) && daws_encloses(l, i, inner))
            return true;
    return false;
}

uint32_t daws_footprint(const daws_loops *l, uint8_t loop, uint32_t lanes, bool seen)
{
    const uint32_t active = sched_count(lanes);
    uint32_t lines[DAWS_LOADS] = {0}, sum = 0; /* by repetition number */
    for (uint32_t i = 0; i < l->n_loads; i++) {
        const daws_load *load = &l->load[i];
        if (load->loop != loop)
            continue;
        const uint32_t wide = seen && load->most < active ? load->most : active;
        const uint32_t own = active <= 1 ? active : load->divergence > DIVERGED_ABOVE ? wide : FEW_LINES;
        if (own > lines[load->repeats])
            lines[load->repeats] = own;
    }
    for (uint32_t i = 0; i < l->n_loads; i++)
        sum += lines[i];
    return sum;
}

/* ---- learning ---- */

void daws_learn_loop(daws_loops *l, uint32_t to, uint32_t from)
{
    uint8_t i = 0;
    while (i < l->n_loops && l->loop[i].begin != to)
        i++;
    if (i == DAWS_LOOPS || (i < l->n_loops && l->loop[i].end >= from))
        return;
    if (i == l->n_loops)
        l->loop[l->n_loops++] = (daws_loop){.begin = to, .sampler = DAWS_NONE, .load = DAWS_NONE};
    l->loop[i].end = from;
    for (uint32_t k = 0; k < l->n_loads; k++)
        l->load[k].loop = daws_loop_at(l, l->load[k].pc);
}

static uint8_t load_at(const daws_loops *l, uint32_t pc)
{
    for (uint8_t i = 0; i < l->n_loads; i++)
        if (l->load[i].pc == pc)
            return i;
    return DAWS_NONE;
}

void daws_learn_load(daws_loops *l, uint32_t pc)
{
    if (l->n_loads == DAWS_LOADS || load_at(l, pc) != DAWS_NONE)
        return;
    const uint8_t loop = daws_loop_at(l, pc), number = (uint8_t)l->n_loads;
    if (loop != DAWS_NONE)
        l->load[l->n_loads++] = (daws_load){.pc = pc, .loop = loop, .repeats = number};
}

static void count(int8_t *counter, bool up, int most)
{
    if (up && *counter < most)
        ++*counter;
    else if (!up && *counter > -most)
        --*counter;
}

/* The last load of the sampler has touched all its lines. */
static void judge_load(daws_loops *l, daws_loop *loop)
{
    if (loop->load == DAWS_NONE)
        return;
    daws_load *load = &l->load[loop->load];
    if (loop->lanes > FEW_LANES)
        count(&load->divergence, loop->lines > FEW_LINES, MOST_DIVERGENCE);
    load->most = loop->lines > load->most ? loop->lines : load->most;
    loop->load = DAWS_NONE;
}

static void release(daws_loops *l, daws_loop *loop)
{
    judge_load(l, loop);
    loop->sampler = DAWS_NONE;
}

static void forget_touches(daws_loops *l, uint32_t warp)
{
    for (uint32_t i = 0; i < DAWS_REPEAT_SETS * DAWS_REPEAT_WAYS; i++) {
        daws_touch *t = &l->touch[i / DAWS_REPEAT_WAYS][i % DAWS_REPEAT_WAYS];
        if (t->warp == warp)
            t->line = 0;
    }
}

void daws_sample_block(daws_loops *l, uint32_t warp, uint32_t pc, uint32_t lanes, uint32_t least_lanes)
{
    for (uint32_t i = 0; i < l->n_loops; i++) {
        daws_loop *loop = &l->loop[i];
        if (loop->sampler == warp && !inside(loop, pc))
            release(l, loop);
        if (loop->begin != pc)
            continue;
        if (loop->sampler == DAWS_NONE && sched_count(lanes) >= least_lanes)
            loop->sampler = (uint8_t)warp;
        if (loop->sampler == warp)
            forget_touches(l, warp); /* every iteration by itself [D] */
    }
}

void daws_sample_end(daws_loops *l, uint32_t warp)
{
    for (uint32_t i = 0; i < l->n_loops; i++)
        if (l->loop[i].sampler == warp)
            release(l, &l->loop[i]);
}

/* Loads that touch a line of an earlier load of the iteration get its repetition number. */
static void detect_repetition(daws_loops *l, uint32_t warp, uint64_t line, uint8_t load)
{
    daws_touch *set = l->touch[line % DAWS_REPEAT_SETS], *oldest = set;
    for (uint32_t i = 0; i < DAWS_REPEAT_WAYS; i++) {
        daws_touch *t = &set[i];
        if (t->line == line + 1 && t->warp == warp) {
            const uint8_t from = l->load[load].repeats, to = l->load[t->load].repeats;
            for (uint32_t k = 0; k < l->n_loads; k++)
                l->load[k].repeats = l->load[k].repeats == from ? to : l->load[k].repeats;
            t->used = ++l->touches;
            return;
        }
        if (!t->line || (oldest->line && t->used < oldest->used))
            oldest = t;
    }
    *oldest = (daws_touch){.line = line + 1, .used = ++l->touches, .load = load, .warp = (uint8_t)warp};
}

void daws_sample_access(daws_loops *l, const sched_access *access, uint32_t lanes, bool again)
{
    const uint8_t load = load_at(l, access->pc);
    if (load == DAWS_NONE)
        return;
    daws_loop *loop = &l->loop[l->load[load].loop];
    if (loop->sampler != access->at.warp)
        return;
    count(&loop->locality, again, MOST_LOCALITY);
    if (access->first) {
        judge_load(l, loop);
        loop->load = load;
        loop->lanes = (uint8_t)sched_count(lanes);
        loop->lines = 0;
    }
    loop->lines++;
    detect_repetition(l, access->at.warp, line_of(access->address), load);
}

uint64_t daws_loops_bits(uint32_t warps)
{
    const uint64_t load = 2 * PC_BITS + policy_bits_for(DAWS_LOADS) + COUNTER_BITS;
    const uint64_t loop = 2 * PC_BITS + COUNTER_BITS + policy_bits_for(warps);
    const uint64_t touch =
        VICTIM_TAG_BITS + PC_BITS + policy_bits_for(warps) + policy_bits_for(DAWS_REPEAT_WAYS);
    return DAWS_LOADS * load + DAWS_LOOPS * loop + (uint64_t)DAWS_REPEAT_SETS * DAWS_REPEAT_WAYS * touch;
}
