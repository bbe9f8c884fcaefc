#include "sim_hooks/sched/laws.h"

#include "sim_hooks/sched/order.h"

void laws_reset(laws *l, uint32_t entries)
{
    *l = (laws){.entries = entries};
}

/* ---- the queue ---- */

static uint32_t length(const laws *l)
{
    return sched_count(l->live);
}

/* Appends those of `warps` that stand in the queue of `l`, in their order; returns the new length. */
static uint32_t append(const laws *l, uint64_t warps, uint8_t *order, uint32_t n)
{
    for (uint32_t i = 0; warps && i < length(l); i++)
        if (warps & sched_bit(l->queue[i]))
            order[n++] = l->queue[i];
    return n;
}

/* Puts the queue in the order: boosted before, `front` by number, all others, `end`. */
static void reorder(laws *l, uint64_t front, uint64_t end)
{
    uint8_t order[LAWS_WARPS];
    uint32_t n = append(l, l->boosted & ~end, order, 0);
    for (uint64_t rest = front; rest; rest &= rest - 1)
        order[n++] = (uint8_t)__builtin_ctzll(rest);
    n = append(l, l->live & ~(l->boosted | front | end), order, n);
    n = append(l, end, order, n);
    l->boosted = (l->boosted | front) & ~end;
    for (uint32_t i = 0; i < n; i++) {
        l->queue[i] = order[i];
        l->rank[order[i]] = (uint8_t)i;
    }
}

void laws_warp_begin(laws *l, uint32_t warp)
{
    uint32_t place = length(l);
    l->queue[place] = (uint8_t)warp;
    l->rank[warp] = (uint8_t)place;
    l->live |= sched_bit(warp);
}

void laws_warp_end(laws *l, uint32_t warp)
{
    uint64_t others = ~sched_bit(warp);
    reorder(l, 0, sched_bit(warp)); /* the end of the queue is cut off */
    l->live &= others;
    l->has_loaded &= others;
    for (uint32_t i = 0; i < l->entries; i++)
        l->group[i].warps &= others;
}

uint32_t laws_boost(laws *l, uint64_t warps)
{
    uint64_t more = warps & l->live & ~l->boosted;
    if (more)
        reorder(l, more, 0);
    return sched_count(more);
}

void laws_put_last(laws *l, uint64_t warps)
{
    reorder(l, 0, warps & l->live & ~l->boosted);
}

void laws_end_boost(laws *l, uint32_t warp)
{
    if (l->boosted & sched_bit(warp))
        reorder(l, 0, sched_bit(warp));
}

static unsigned first_in_queue(const laws *l, const sched_view *view, uint64_t slots)
{
    unsigned first = (unsigned)__builtin_ctzll(slots);
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(slots);
        if (l->rank[view->warp[slot]] < l->rank[view->warp[first]])
            first = slot;
    }
    return first;
}

/* Ready slots whose warps stand behind that of the slot that issued last. */
static uint64_t behind_last(const laws *l, const sched_view *view)
{
    uint64_t found = 0;
    for (uint64_t rest = view->last >= 0 ? view->ready : 0; rest; rest &= rest - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(rest);
        if (l->rank[view->warp[slot]] > l->rank[view->warp[view->last]])
            found |= sched_bit(slot);
    }
    return found;
}

unsigned laws_pick(const laws *l, const sched_view *view, bool round_robin)
{
    unsigned first = first_in_queue(l, view, view->ready);
    if (l->boosted & sched_bit(view->warp[first]))
        return first;
    if (round_robin) {
        uint64_t after = behind_last(l, view);
        return after ? first_in_queue(l, view, after) : first;
    }
    return view->last >= 0 && view->ready >> view->last & 1 ? (unsigned)view->last : first;
}

/* ---- groups ---- */

/* The others that have the same last load as `warp`. */
static uint64_t companions(const laws *l, uint32_t warp)
{
    uint64_t found = 0;
    for (uint64_t rest = l->has_loaded & ~sched_bit(warp); rest; rest &= rest - 1) {
        uint32_t other = (uint32_t)__builtin_ctzll(rest);
        if (l->last_load[other] == l->last_load[warp])
            found |= sched_bit(other);
    }
    return found;
}

static laws_load form_group(laws *l, uint32_t warp)
{
    uint64_t warps = l->has_loaded & sched_bit(warp) ? companions(l, warp) : 0;
    if (!warps)
        return LAWS_ALONE;
    for (uint32_t i = 0; i < l->entries; i++) {
        if (l->group[i].live)
            continue;
        l->group[i] = (laws_group){.warps = warps, .number = l->issued[warp], .warp = warp, .live = true};
        return LAWS_GROUP;
    }
    return LAWS_NO_ENTRY;
}

laws_load laws_issue(laws *l, uint32_t warp, uint32_t pc)
{
    laws_load formed = form_group(l, warp);
    l->last_load[warp] = pc;
    l->has_loaded |= sched_bit(warp);
    l->issued[warp]++;
    return formed;
}

void laws_issue_other(laws *l, uint32_t warp)
{
    l->issued[warp]++;
}

/* Lines of a load follow each other: the first one of a load ends the load before. */
static void begin_load(laws *l, const sched_access *access)
{
    uint32_t warp = access->at.warp;
    for (uint32_t i = 0; i < l->entries; i++) {
        laws_group *group = &l->group[i];
        if (group->decides)
            *group = (laws_group){0};
        if (group->live && group->warp == warp && group->number == l->seen[warp]) {
            group->decides = true;
            group->address = access->address;
        }
    }
    l->seen[warp]++;
}

bool laws_access(laws *l, const sched_access *access, laws_group *decided)
{
    if (access->first)
        begin_load(l, access);
    if (access->outcome == SCHED_MERGED)
        return false;
    for (uint32_t i = 0; i < l->entries; i++) {
        if (!l->group[i].decides)
            continue;
        *decided = l->group[i];
        l->group[i] = (laws_group){0};
        return true;
    }
    return false;
}
