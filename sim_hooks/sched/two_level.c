/* Two-level scheduling with fetch groups: the warps of a scheduler are divided into groups of fixed size by
 * their hardware number; one group runs until all its warps wait for long latencies (memory, a barrier, an
 * atomic), then another one takes its turn. So groups reach their long loads at different times.
 *
 * Source: Narasiman et al., MICRO 2011, as described by Rogers et al., MICRO 2012 [C 5.1]: groups of 8, round
 * robin inside and between them; the variant that [C] found best is two_level:2:gto:gto. What a scheduler
 * does while no warp of its group is ready and not all of them wait (dependences of a few cycles) the
 * descriptions leave open. Here other groups may issue then, without a switch: only so small groups come as
 * near to gto as [C] reports (docs/SCHEDULERS.md); with fill=0 the scheduler idles. What GPGPU-Sim calls
 * two-level is two_level_active.c. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/waiting.h"

#include <stdlib.h>

enum { ORDER_LRR, ORDER_GTO };

typedef struct two_level_options {
    int64_t group;
    int inner, outer;
    bool fill;
} two_level_options;

#define AT(member) offsetof(two_level_options, member)
static const poise_option two_level_table[] = {
    {"group", 0, POISE_OPT_INT, AT(group), "8", 1, POISE_ALL_WARPS, NULL, "WARPS",
     "Warps of a fetch group [C 5.1: 8; 2 in its re-tuned version]."},
    {"inner", 0, POISE_OPT_CHOICE, AT(inner), "lrr", POISE_ANY_RANGE, "lrr|gto", NULL,
     "Order inside a group: round robin, or greedy then oldest."},
    {"outer", 0, POISE_OPT_CHOICE, AT(outer), "lrr", POISE_ANY_RANGE, "lrr|gto", NULL,
     "Next group: round robin, or that of the oldest warp that does not wait."},
    {"fill", 0, POISE_OPT_FLAG, AT(fill), "1", POISE_ANY_RANGE, NULL, NULL,
     "0 = no other group may issue while the present one has no ready warp (our choice: 1)."},
};
#undef AT

typedef struct two_level_sm {
    sched_waiting waiting;
    uint64_t begun[POISE_ALL_WARPS]; /* by warp: how many warps had begun before it */
    uint64_t n_begun;
    uint32_t group[POISE_ALL_WARPS]; /* by scheduler: the group that runs */
    uint64_t switches, idle;         /* statistics */
} two_level_sm;

typedef struct two_level_state {
    sched_host host;
    two_level_options options;
    uint32_t groups; /* of a scheduler that has most warps */
    /* [scheduler * groups + group]: hardware warps. With warps that schedulers cannot share evenly some of
     * the last groups are empty: less than one for each scheduler. */
    uint64_t members[2 * POISE_ALL_WARPS];
    two_level_sm sm[];
} two_level_state;

/* ---- groups ---- */

static uint32_t group_of(const two_level_state *s, uint32_t warp)
{
    return warp / s->host.schedulers / (uint32_t)s->options.group;
}

/* The group after `group` that has one of the hardware warps `wanted`; `group` itself comes last. */
static uint32_t next_group(const two_level_state *s, uint32_t scheduler, uint32_t group, uint64_t wanted)
{
    for (uint32_t i = 1; i < s->groups; i++) {
        const uint32_t next = (group + i) % s->groups;
        if (s->members[scheduler * s->groups + next] & wanted)
            return next;
    }
    return group;
}

/* The group of the oldest of the hardware warps `wanted` of a scheduler. */
static uint32_t oldest_group(const two_level_state *s, const two_level_sm *sm, uint32_t scheduler,
                             uint64_t wanted)
{
    uint32_t oldest = POISE_ALL_WARPS;
    for (uint32_t g = 0; g < s->groups; g++) {
        for (uint64_t rest = s->members[scheduler * s->groups + g] & wanted; rest; rest &= rest - 1) {
            const uint32_t w = (uint32_t)__builtin_ctzll(rest);
            if (oldest == POISE_ALL_WARPS || sm->begun[w] < sm->begun[oldest])
                oldest = w;
        }
    }
    return oldest == POISE_ALL_WARPS ? sm->group[scheduler] : group_of(s, oldest);
}

/* Gives the turn to another group when all warps of the present one wait and some other warp does not. */
static void settle(two_level_state *s, const sched_place *at)
{
    two_level_sm *sm = &s->sm[at->sm];
    const uint32_t scheduler = at->warp % s->host.schedulers, now = sm->group[scheduler];
    const uint64_t runnable = waiting_runnable(&sm->waiting);
    if (s->members[scheduler * s->groups + now] & runnable)
        return;
    const uint32_t next = s->options.outer == ORDER_LRR ? next_group(s, scheduler, now, runnable)
                                                        : oldest_group(s, sm, scheduler, runnable);
    sm->switches += next != now;
    sm->group[scheduler] = next;
}

/* ---- events ---- */

static void warp_begin(void *state, const sched_place *at)
{
    two_level_state *s = state;
    s->sm[at->sm].begun[at->warp] = s->sm[at->sm].n_begun++;
    waiting_begin(&s->sm[at->sm].waiting, at->warp);
    settle(s, at);
}

static void warp_end(void *state, const sched_place *at)
{
    two_level_state *s = state;
    waiting_end(&s->sm[at->sm].waiting, at->warp);
    settle(s, at);
}

static void wait(void *state, const sched_place *at, sched_wait what, bool begins)
{
    two_level_state *s = state;
    waiting_set(&s->sm[at->sm].waiting, at->warp, what, begins);
    settle(s, at);
}

/* Ready slots whose warps are of `group`. */
static uint64_t ready_of(const two_level_state *s, const sched_view *view, uint32_t group)
{
    uint64_t found = 0;
    for (uint64_t rest = view->ready; rest; rest &= rest - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        found |= group_of(s, view->warp[slot]) == group ? sched_bit(slot) : 0;
    }
    return found;
}

static unsigned pick(void *state, const sched_view *view)
{
    two_level_state *s = state;
    two_level_sm *sm = &s->sm[view->sm];
    sched_view inside = *view;
    inside.ready = ready_of(s, view, sm->group[view->scheduler]);
    if (!inside.ready) {
        sm->idle += !s->options.fill;
        if (!s->options.fill)
            return SCHED_NOBODY;
        inside.ready = view->ready;
    }
    return s->options.inner == ORDER_GTO ? sched_gto_pick(&inside) : sched_lrr_pick(inside.ready, view->last);
}

/* ---- life ---- */

static void fill_members(two_level_state *s)
{
    for (uint32_t warp = 0; warp < s->host.warps; warp++)
        s->members[warp % s->host.schedulers * s->groups + group_of(s, warp)] |= sched_bit(warp);
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    two_level_state *s = calloc(1, sizeof *s + host->sms * sizeof *s->sm);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler two_level");
    s->host = *host;
    s->options = *(const two_level_options *)options;
    s->groups = group_of(s, host->warps - 1) + 1;
    fill_members(s);
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    free(state);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    two_level_state *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++)
        s->sm[i] = (two_level_sm){0};
}

/* The number of the present group and the place of the last warp in it; groups are fixed by wiring. */
static uint64_t storage_bits(const void *state)
{
    const two_level_state *s = state;
    return (uint64_t)s->host.sms * s->host.schedulers *
           (policy_bits_for(s->groups) + policy_bits_for((uint64_t)s->options.group));
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const two_level_state *s = states[0];
    uint64_t switches = 0, idle = 0;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        switches += s->sm[i].switches;
        idle += s->sm[i].idle;
    }
    const policy_statistic all[] = {{"group_switches", "switch", (double)switches},
                                    {"held_cycles", "scheduler cycle", (double)idle}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const sched_policy sched_two_level = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "two_level",
             .summary = "fetch groups: one group of warps runs until all of it waits",
             .source = "Narasiman et al., MICRO 2011; Rogers et al., MICRO 2012, section 5.1",
             .options = two_level_table,
             .n_options = sizeof two_level_table / sizeof *two_level_table,
             .options_size = sizeof(two_level_options)},
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
