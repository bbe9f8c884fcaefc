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

/* The hardware warps of a scheduler. */
typedef struct active_queue {
    uint8_t active[POISE_ALL_WARPS], n_active; /* in order of turn, */
    uint8_t turn;                              /* which begins at this place */
    uint8_t closes_from; /* where it began when they were to close up, NO_PLACE: they have */
    bool is_closed;      /* those that wait stand side by side, in a ring */
    bool knows_slots;    /* those of its warps are right */
    uint8_t pending[POISE_ALL_WARPS], n_pending; /* the first to come first */
    uint64_t warps;                              /* all of them, a mask */
    uint64_t is_active;                          /* of these, those of active[] */
    uint64_t waits;                              /* of all, who is demoted when active */
    uint64_t reads;                              /* warps whose `until` may lie ahead */
    uint64_t changes;                            /* the cycle from which `waits` may be another */
    uint64_t next;                               /* cycle of the next step */
    uint64_t rounds;                             /* steps before it that are not done yet */
    bool has_turned;                             /* a warp has issued since the last of these */
    uint64_t held; /* cycle since when a ready warp has not been let issue, 0 = none */
} active_queue;

typedef struct active_sm {
    sched_waiting waiting;
    /* From which cycle on, and until before which, the next instruction reads a loaded register, or the warp
     * has not begun. [GS shd_warp_t:: waiting()] */
    uint64_t from[POISE_ALL_WARPS], until[POISE_ALL_WARPS];
    uint64_t slot[POISE_ALL_WARPS];      /* a bit, 0: the warp cannot be ready */
    active_queue queue[POISE_ALL_WARPS]; /* by scheduler */
    uint64_t held;                       /* statistic */
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

static uint32_t place_of(const active_queue *q, uint32_t warp)
{
    uint32_t place = 0;
    while (q->active[place] != warp)
        place++;
    return place;
}

/* Active warps that wait stand behind the others. */
static void close_up(active_queue *q)
{
    uint8_t turned[POISE_ALL_WARPS], waiting[POISE_ALL_WARPS] = {0};
    uint32_t kept = 0, n = 0;
    memcpy(turned, q->active + q->turn, q->n_active - q->turn);
    memcpy(turned + q->n_active - q->turn, q->active, q->turn);
    for (uint32_t i = 0; i < q->n_active; i++) {
        if (q->waits >> turned[i] & 1)
            waiting[n++] = turned[i];
        else
            q->active[kept++] = turned[i];
    }
    memcpy(q->active + kept, waiting, n);
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
static void go_round(active_queue *q)
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
        q->active[place[i]] = ring[at];
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
}

/* Steps up to and with cycle `now`. */
static void catch_up(const active_sm *sm, active_queue *q, uint64_t now)
{
    while (q->next <= now) {
        if (q->next >= q->changes)
            refresh(sm, q, q->next);
        const uint64_t end = now < q->changes ? now + 1 : q->changes;
        advance(q, end - q->next);
        q->next = end;
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

/* Whether a ready warp waits, so that it matters whether it is active. */
static bool some_wait(const active_queue *q, const sched_view *view)
{
    for (uint64_t rest = view->ready; rest; rest &= rest - 1)
        if (q->waits >> view->warp[__builtin_ctzll(rest)] & 1)
            return true;
    return false;
}

/* After a warp has begun, ended or come back. */
static void learn_slots(active_sm *sm, active_queue *q, const sched_view *view)
{
    for (uint64_t rest = q->warps; rest; rest &= rest - 1)
        sm->slot[__builtin_ctzll(rest)] = 0;
    for (uint64_t rest = view->eligible; rest; rest &= rest - 1)
        sm->slot[view->warp[__builtin_ctzll(rest)]] = rest & -rest;
    q->knows_slots = true;
}

/* The place of the first active warp that is ready; n_active: there is none. */
static uint32_t first_ready(const active_sm *sm, const active_queue *q, uint64_t ready)
{
    for (uint32_t i = q->turn; i < q->n_active; i++)
        if (ready & sm->slot[q->active[i]])
            return i;
    for (uint32_t i = 0; i < q->turn; i++)
        if (ready & sm->slot[q->active[i]])
            return i;
    return q->n_active;
}

static unsigned pick(void *state, const sched_view *view)
{
    active_state *s = state;
    active_sm *sm = &s->sm[view->sm];
    active_queue *q = &sm->queue[view->scheduler];
    catch_up(sm, q, view->cycle);
    sm->held += q->held ? view->cycle - q->held : 0;
    q->held = 0;
    if (!q->knows_slots)
        learn_slots(sm, q, view);
    if (q->rounds && some_wait(q, view))
        go_round(q);
    const uint32_t place = first_ready(sm, q, view->ready);
    if (place == q->n_active) {
        q->held = view->cycle;
        return SCHED_NOBODY;
    }
    const uint64_t slot = sm->slot[q->active[place]];
    turn_to(q, place);
    return (unsigned)__builtin_ctzll(slot);
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
        *sm = (active_sm){0};
        for (uint32_t w = 0; w < s->host.warps; w++) {
            active_queue *q = &sm->queue[w % s->host.schedulers];
            if (q->n_active < s->active) {
                q->active[q->n_active++] = (uint8_t)w;
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
