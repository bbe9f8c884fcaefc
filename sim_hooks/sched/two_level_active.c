/* GPGPU-Sim's two_level_active:ACTIVE:INNER:OUTER. Only the warps of a small active set may issue. In every
 * cycle, before issue, an active warp that waits goes to the end of the pending queue, and warps from the
 * front of that queue fill the active set, whether they wait themselves or not. The active warps take turns.
 *
 * A warp waits at a barrier, for an atomic, when it has ended, and for as long as its next instruction reads
 * a register that was last written by a load of global or private memory: the mark of such a register
 * outlives the load (sim/sm/long_operand.c). Such a warp has one cycle to issue, that in which it becomes
 * active. It does so before it begins, too, though it is one of the first active ones.
 *
 * The two queues are moved on when somebody asks; in between they follow from the waits that are known.
 *
 * Source: GPGPU-Sim 4.2, shader.cc, two_level_active_scheduler::order_warps(), scoreboard.cc, islongop()
 * [GS]; after Gebhart et al., ISCA 2011. */
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

enum { NO_PLACE = 0xff };

/* The hardware warps of a scheduler. What every pick looks at stands first. */
typedef struct active_queue {
    uint64_t next;      /* cycle of the next step */
    uint64_t changes;   /* the cycle from which `waits` may be another */
    uint64_t warps;     /* all of them, a mask */
    uint64_t is_active; /* of these, those of active[] */
    uint64_t waits;     /* of all, who is demoted when active */
    uint64_t rounds;    /* steps before `next` that are not done yet */
    uint64_t held;      /* cycle since when a ready warp has not been let issue, 0 = none */
    uint8_t n_active, n_pending;
    uint8_t turn;           /* begins at this place of active[] */
    uint8_t closes_from;    /* where it began when they were to close up, NO_PLACE: they have */
    bool is_closed;         /* those that wait stand side by side, in a ring */
    bool has_turned;        /* a warp has issued since the last of the rounds */
    bool knows_slots;       /* waiting_slots, active_slot[] and slot[] are right */
    uint64_t waiting_slots; /* of the warps that wait */
    uint64_t active_slot[POISE_ALL_WARPS]; /* of the warp at each place of active[] */
    uint64_t slot[POISE_ALL_WARPS];        /* of a warp, a bit; 0: it cannot be ready */
    uint64_t reads;                        /* warps whose `until` may lie ahead */
    uint8_t active[POISE_ALL_WARPS];       /* in order of turn */
    uint8_t pending[POISE_ALL_WARPS];      /* the first to come first */
} active_queue;

typedef struct active_sm {
    sched_waiting waiting;
    /* From which cycle on, and until before which, the next instruction reads a loaded register, or the warp
     * has not begun. [GS shd_warp_t:: waiting()] */
    uint64_t from[POISE_ALL_WARPS], until[POISE_ALL_WARPS];
    uint64_t held;                       /* statistic */
    active_queue queue[POISE_ALL_WARPS]; /* by scheduler; last, for those that are not there */
} active_sm;

typedef struct active_state {
    sched_host host;
    uint32_t active;
    active_sm sm[];
} active_state;

/* ---- the two queues ---- */

static uint32_t place_behind(const active_queue *q, uint32_t place)
{
    return place + 1 < q->n_active ? place + 1 : 0;
}

static void put_in(active_queue *q, uint32_t place, uint8_t warp)
{
    q->active[place] = warp;
    q->active_slot[place] = q->slot[warp];
}

static uint32_t place_of(const active_queue *q, uint32_t warp)
{
    uint32_t place = 0;
    while (q->active[place] != warp)
        place++;
    return place;
}

/* Active warps that wait stand behind the others. */
static __attribute__((noinline)) void close_up(active_queue *q)
{
    uint8_t turned[POISE_ALL_WARPS], waiting[POISE_ALL_WARPS] = {0};
    uint32_t kept = 0, n = 0;
    memcpy(turned, q->active + q->turn, q->n_active - q->turn);
    memcpy(turned + q->n_active - q->turn, q->active, q->turn);
    for (uint32_t i = 0; i < q->n_active; i++) {
        if (q->waits >> turned[i] & 1)
            waiting[n++] = turned[i];
        else
            put_in(q, kept++, turned[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        put_in(q, kept + i, waiting[i]);
    q->turn = 0;
    q->is_closed = true;
}

/* The turn begins behind the warp at `place`, which has issued [GS order_lrr()]. Before that the others close
 * up. Once those that wait stand side by side, this moves them as a whole, and nobody sees where they stand
 * before the next round: only the last time counts, and is done then. */
static void turn_to(active_queue *q, uint32_t place)
{
    if (q->rounds && !q->has_turned) {
        const uint32_t warp = q->active[place];
        q->closes_from = q->is_closed ? q->turn : NO_PLACE;
        if (!q->is_closed) {
            close_up(q);
            place = place_of(q, warp);
        }
    }
    q->has_turned = true;
    q->turn = (uint8_t)place_behind(q, place);
}

/* What turn_to() has put off. */
static void close_up_as_then(active_queue *q)
{
    if (q->closes_from == NO_PLACE)
        return;
    const uint32_t issued = q->active[(q->turn ? q->turn : q->n_active) - 1];
    q->turn = q->closes_from;
    q->closes_from = NO_PLACE;
    close_up(q);
    q->turn = (uint8_t)place_behind(q, place_of(q, issued));
}

/* Does the rounds that are owed. One is a cycle: active warps that wait go to the end of the pending queue,
 * the others close up, and the first pending ones follow. Several are owed only while all pending ones wait,
 * so that as many places change hands in each. [GS order_warps()] */
static __attribute__((noinline)) void go_round(active_queue *q)
{
    uint8_t ring[POISE_ALL_WARPS] = {0}, place[POISE_ALL_WARPS];
    uint32_t places = 0;
    if (!q->rounds)
        return;
    close_up_as_then(q);
    if (!q->has_turned)
        close_up(q);
    for (uint32_t i = 0, at = q->turn; i < q->n_active; i++, at = place_behind(q, at)) {
        if (!(q->waits >> q->active[at] & 1))
            continue;
        ring[places] = q->active[at];
        place[places++] = (uint8_t)at;
    }
    memcpy(ring + places, q->pending, q->n_pending);
    const uint32_t n = places + q->n_pending;
    uint32_t at = n ? (uint32_t)(q->rounds % n * places % n) : 0; /* some wait: n is not 0 */
    q->rounds = 0;
    q->is_closed = false;
    q->is_active &= ~q->waits;
    for (uint32_t i = 0; i < places; i++, at = at + 1 == n ? 0 : at + 1) {
        put_in(q, place[i], ring[at]);
        q->is_active |= sched_bit(ring[at]);
    }
    for (uint32_t i = 0; i < q->n_pending; i++, at = at + 1 == n ? 0 : at + 1)
        q->pending[i] = ring[at];
}

/* `steps` cycles with the same waits. When every warp that does not wait is active, who of the others is
 * matters only to them, and can be found out later. */
static void advance(active_queue *q, uint64_t steps)
{
    while (steps && q->is_active & q->waits) {
        const bool is_settled = !(q->warps & ~q->is_active & ~q->waits);
        const uint64_t owed = is_settled ? steps : 1;
        q->rounds += owed;
        q->has_turned = false;
        steps -= owed;
        if (!is_settled)
            go_round(q);
    }
}

static uint64_t slots_of(const active_queue *q, uint64_t warps)
{
    uint64_t slots = 0;
    for (; warps; warps &= warps - 1)
        slots |= q->slot[__builtin_ctzll(warps)];
    return slots;
}

/* Who waits in cycle `now`, and when that may change. */
static void refresh(const active_sm *sm, active_queue *q, uint64_t now)
{
    go_round(q);
    q->is_closed = false;
    q->waits = q->warps & ~waiting_runnable(&sm->waiting);
    q->changes = UINT64_MAX;
    for (uint64_t rest = q->reads & ~q->waits; rest; rest &= rest - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(rest);
        if (sm->until[w] <= now) {
            q->reads &= ~sched_bit(w);
            continue;
        }
        const uint64_t change = sm->from[w] > now ? sm->from[w] : sm->until[w];
        q->waits |= (uint64_t)(sm->from[w] <= now) << w;
        q->changes = change < q->changes ? change : q->changes;
    }
    q->waiting_slots = slots_of(q, q->waits);
}

/* Steps up to and with cycle `now`, before which the waits change. */
static __attribute__((noinline)) void catch_up_changes(const active_sm *sm, active_queue *q, uint64_t now)
{
    while (q->next <= now) {
        if (q->next >= q->changes)
            refresh(sm, q, q->next);
        const uint64_t end = now < q->changes ? now + 1 : q->changes;
        advance(q, end - q->next);
        q->next = end;
    }
}

/* Steps up to and with cycle `now`. */
static void catch_up(const active_sm *sm, active_queue *q, uint64_t now)
{
    if (now >= q->changes) {
        catch_up_changes(sm, q, now);
    } else if (q->next <= now) {
        advance(q, now + 1 - q->next);
        q->next = now + 1;
    }
}

/* ---- events ---- */

/* The SM, with the queue of a warp as it stood at the end of the cycle before the event. */
static active_sm *before_event(active_state *s, const sched_place *at)
{
    active_sm *sm = &s->sm[at->sm];
    active_queue *q = &sm->queue[at->warp % s->host.schedulers];
    if (at->cycle)
        catch_up(sm, q, at->cycle - 1);
    q->changes = 0;
    return sm;
}

static void forget_slots(active_state *s, const sched_place *at)
{
    s->sm[at->sm].queue[at->warp % s->host.schedulers].knows_slots = false;
}

static void warp_begin(void *state, const sched_place *at)
{
    active_sm *sm = before_event(state, at);
    sm->until[at->warp] = 0;
    forget_slots(state, at);
    waiting_begin(&sm->waiting, at->warp);
}

static void warp_end(void *state, const sched_place *at)
{
    waiting_end(&before_event(state, at)->waiting, at->warp);
    forget_slots(state, at);
}

static void wait(void *state, const sched_place *at, sched_wait what, bool begins)
{
    if (what == SCHED_WAIT_MEMORY)
        return;
    waiting_set(&before_event(state, at)->waiting, at->warp, what, begins);
    forget_slots(state, at);
}

static void long_operand(void *state, const sched_place *at, uint64_t from, uint64_t until)
{
    const active_state *s = state;
    active_sm *sm = before_event(state, at);
    sm->from[at->warp] = from;
    sm->until[at->warp] = until;
    sm->queue[at->warp % s->host.schedulers].reads |= sched_bit(at->warp);
}

/* After a warp has begun, ended or come back. */
static __attribute__((noinline)) void learn_slots(active_queue *q, const sched_view *view)
{
    memset(q->slot, 0, sizeof q->slot);
    for (uint64_t rest = view->eligible; rest; rest &= rest - 1)
        q->slot[view->warp[__builtin_ctzll(rest)]] = rest & -rest;
    for (uint32_t i = 0; i < q->n_active; i++)
        q->active_slot[i] = q->slot[q->active[i]];
    q->waiting_slots = slots_of(q, q->waits);
    q->knows_slots = true;
}

/* The place of the first active warp that is ready; n_active: there is none. Whose turn it is cannot be
 * foretold, so that there is no branch for it. */
static uint32_t first_ready(const active_queue *q, uint64_t ready)
{
    uint64_t places = 0;
    for (uint32_t i = 0; i < q->n_active; i++)
        places |= (uint64_t)((ready & q->active_slot[i]) != 0) << i;
    const uint64_t behind = places >> q->turn << q->turn;
    return places ? (uint32_t)__builtin_ctzll(behind ? behind : places) : q->n_active;
}

/* A function of its own: the compiler computes `q` once. */
static __attribute__((noinline)) unsigned pick_of(active_sm *sm, active_queue *q, const sched_view *view)
{
    catch_up(sm, q, view->cycle);
    if (q->held) {
        sm->held += view->cycle - q->held;
        q->held = 0;
    }
    if (!q->knows_slots)
        learn_slots(q, view);
    if (q->rounds && view->ready & q->waiting_slots) /* it matters whether they are active */
        go_round(q);
    const uint32_t place = first_ready(q, view->ready);
    if (place == q->n_active) {
        q->held = view->cycle;
        return SCHED_NOBODY;
    }
    const uint64_t slot = q->active_slot[place];
    turn_to(q, place);
    return (unsigned)__builtin_ctzll(slot);
}

static unsigned pick(void *state, const sched_view *view)
{
    active_sm *sm = &((active_state *)state)->sm[view->sm];
    return pick_of(sm, &sm->queue[view->scheduler], view);
}

/* Nobody becomes active while no active warp waits. */
static uint64_t held_until(void *state, const sched_view *view)
{
    const active_queue *q = &((const active_state *)state)->sm[view->sm].queue[view->scheduler];
    const bool moves = q->is_active & q->waits;
    return moves || q->changes <= view->cycle ? view->cycle + 1 : q->changes;
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
        memset(sm, 0, offsetof(active_sm, queue) + s->host.schedulers * sizeof *sm->queue);
        for (uint32_t w = 0; w < s->host.warps; w++) {
            active_queue *q = &sm->queue[w % s->host.schedulers];
            if (q->n_active < s->active) {
                put_in(q, q->n_active++, (uint8_t)w);
                q->is_active |= sched_bit(w);
            } else {
                q->pending[q->n_pending++] = (uint8_t)w;
            }
            q->warps |= sched_bit(w);
            q->next = launch->cycle;
            q->closes_from = NO_PLACE;
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
    .held_until = held_until,
    .life.launch_begin = launch_begin,
    .warp_begin = warp_begin,
    .warp_end = warp_end,
    .wait = wait,
    .long_operand = long_operand,
    .life.statistics = statistics,
};
