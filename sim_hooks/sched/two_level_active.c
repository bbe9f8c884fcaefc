/* GPGPU-Sim's two_level_active:ACTIVE:INNER:OUTER. Only the warps of a small active set may issue. In every
 * cycle, before issue, an active warp that waits (for memory, at a barrier, for an atomic, or since it has
 * ended) goes to the end of the pending queue, and warps from the front of that queue fill the active set,
 * whether they wait themselves or not. The active warps take turns.
 *
 * The two queues are moved on when somebody asks: waits do not change between two events. What differs from
 * GPGPU-Sim: a warp that waits for shared memory counts as waiting too, and a warp whose next instruction is
 * not decoded yet is judged by the one before.
 *
 * Source: GPGPU-Sim 4.2, shader.cc, two_level_active_scheduler::order_warps() [GS]; after Gebhart et al.,
 * ISCA 2011. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/waiting.h"

#include <stdlib.h>
#include <string.h>

enum { INNER_LRR = 0, OUTER_SRR = 1 /* scheduler_prioritization_type [GS shader.h] */ };

typedef struct active_options {
    int64_t active, inner, outer;
} active_options;

#define AT(member) offsetof(active_options, member)
static const poise_option active_table[] = {
    {"active", 0, POISE_OPT_INT, AT(active), "6", 1, POISE_ALL_WARPS, NULL, "WARPS",
     "Active warps of a scheduler (6 in GPGPU-Sim's configurations)."},
    {"inner", 0, POISE_OPT_INT, AT(inner), "0", INNER_LRR, INNER_LRR, NULL, "N",
     "Order of the active warps; GPGPU-Sim knows only 0, loose round robin."},
    {"outer", 0, POISE_OPT_INT, AT(outer), "1", OUTER_SRR, OUTER_SRR, NULL, "N",
     "Order of the pending warps; GPGPU-Sim knows only 1, first in first out."},
};
#undef AT

/* The hardware warps of a scheduler: the active ones in order of turn, then the pending ones. */
typedef struct active_queue {
    uint8_t warp[POISE_ALL_WARPS];
    uint32_t n;
    uint64_t stepped; /* cycle of the last step */
} active_queue;

typedef struct active_sm {
    sched_waiting waiting;
    active_queue queue[POISE_ALL_WARPS]; /* by scheduler */
    uint64_t held;                       /* statistic */
} active_sm;

typedef struct active_state {
    sched_host host;
    uint32_t active;
    active_sm sm[];
} active_state;

/* ---- the two queues ---- */

static uint32_t active_of(const active_state *s, const active_queue *q)
{
    return s->active < q->n ? s->active : q->n;
}

static uint64_t mask_of(const active_queue *q, uint32_t first, uint32_t end)
{
    uint64_t mask = 0;
    for (uint32_t i = first; i < end; i++)
        mask |= sched_bit(q->warp[i]);
    return mask;
}

/* One cycle: active warps that wait go to the end, the others close up. */
static void step(active_queue *q, uint32_t active, uint64_t runnable)
{
    uint8_t next[POISE_ALL_WARPS];
    uint32_t kept = 0, gone = 0;
    for (uint32_t i = 0; i < active; i++)
        kept += (uint32_t)(runnable >> q->warp[i] & 1);
    for (uint32_t i = 0, k = 0; i < active; i++) {
        if (runnable >> q->warp[i] & 1)
            next[k++] = q->warp[i];
        else
            next[kept + (q->n - active) + gone++] = q->warp[i];
    }
    for (uint32_t i = active; i < q->n; i++)
        next[kept + i - active] = q->warp[i];
    memcpy(q->warp, next, q->n);
}

/* Steps up to and with cycle `now`. When every warp that can run is active, the others go round: after as
 * many steps as there are of them they stand where they stood. */
static void catch_up(const active_state *s, const active_sm *sm, active_queue *q, uint64_t now)
{
    if (now <= q->stepped)
        return;
    uint64_t steps = now - q->stepped;
    q->stepped = now;
    const uint32_t active = active_of(s, q);
    const uint64_t runnable = waiting_runnable(&sm->waiting);
    for (; steps && (mask_of(q, active, q->n) & runnable); steps--)
        step(q, active, runnable);
    const uint32_t others = q->n - sched_count(mask_of(q, 0, active) & runnable);
    for (steps = others ? steps % others : 0; steps; steps--)
        step(q, active, runnable);
}

/* ---- events ---- */

/* The queue of a warp, as it stood at the end of the cycle before the event. */
static active_sm *before_event(active_state *s, const sched_place *at)
{
    active_sm *sm = &s->sm[at->sm];
    catch_up(s, sm, &sm->queue[at->warp % s->host.schedulers], at->cycle ? at->cycle - 1 : 0);
    return sm;
}

static void warp_begin(void *state, const sched_place *at)
{
    waiting_begin(&before_event(state, at)->waiting, at->warp);
}

static void warp_end(void *state, const sched_place *at)
{
    waiting_end(&before_event(state, at)->waiting, at->warp);
}

static void wait(void *state, const sched_place *at, sched_wait what, bool begins)
{
    waiting_set(&before_event(state, at)->waiting, at->warp, what, begins);
}

/* The turn begins behind the warp that has issued [GS order_lrr()]. */
static void turn_to(active_queue *q, uint32_t active, uint32_t issued)
{
    uint8_t turned[POISE_ALL_WARPS];
    for (uint32_t i = 0; i < active; i++)
        turned[i] = q->warp[(issued + 1 + i) % active];
    memcpy(q->warp, turned, active);
}

static unsigned slot_of(const sched_view *view, uint32_t warp)
{
    for (uint64_t rest = view->ready; rest; rest &= rest - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(rest);
        if (view->warp[slot] == warp)
            return slot;
    }
    return SCHED_NOBODY;
}

static unsigned pick(void *state, const sched_view *view)
{
    active_state *s = state;
    active_sm *sm = &s->sm[view->sm];
    active_queue *q = &sm->queue[view->scheduler];
    const uint32_t active = active_of(s, q);
    catch_up(s, sm, q, view->cycle);
    for (uint32_t i = 0; i < active; i++) {
        const unsigned slot = slot_of(view, q->warp[i]);
        if (slot == SCHED_NOBODY)
            continue;
        turn_to(q, active, i);
        return slot;
    }
    sm->held++;
    return SCHED_NOBODY;
}

/* ---- life ---- */

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    active_state *s = calloc(1, sizeof *s + host->sms * sizeof *s->sm);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler two_level_active");
    s->host = *host;
    s->active = (uint32_t)((const active_options *)options)->active;
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    free(state);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    active_state *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        active_sm *sm = &s->sm[i];
        *sm = (active_sm){0};
        for (uint32_t w = 0; w < s->host.warps; w++) {
            active_queue *q = &sm->queue[w % s->host.schedulers];
            q->warp[q->n++] = (uint8_t)w;
            q->stepped = launch->cycle;
        }
    }
}

/* The order of the warps of each scheduler. */
static uint64_t storage_bits(const void *state)
{
    const sched_host *h = &((const active_state *)state)->host;
    return (uint64_t)h->sms * h->warps * policy_bits_for(h->warps_per_scheduler);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const active_state *s = states[0];
    uint64_t held = 0;
    for (uint32_t i = 0; i < s->host.sms; i++)
        held += s->sm[i].held;
    const policy_statistic all[] = {{"held_cycles", "scheduler cycle", (double)held}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const sched_policy sched_two_level_active = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "two_level_active",
             .summary = "GPGPU-Sim's two levels: a small active set, pending warps in a queue",
             .source = "GPGPU-Sim 4.2, shader.cc, two_level_active_scheduler; Gebhart et al., ISCA 2011",
             .options = active_table,
             .n_options = sizeof active_table / sizeof *active_table,
             .options_size = sizeof(active_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .pick = pick,
    .life.launch_begin = launch_begin,
    .warp_begin = warp_begin,
    .warp_end = warp_end,
    .wait = wait,
    .life.statistics = statistics,
};
