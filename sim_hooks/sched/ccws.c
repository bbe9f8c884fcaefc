/* Cache-conscious wavefront scheduling: warps that lose locality of their own in the L1 collect points, and
 * while some have more than the base score only as many warps as fit under the cutoff may issue global loads,
 * those with the highest scores first. Greedy-then-oldest among what may issue.
 *
 *   cutoff = BASE * resident warps
 *   LLDS   = victim-tag hits / instructions issued * K * cutoff                                   [C Eq 1]
 *   a load miss of warp w whose tag stands in w's victim tags: score[w] = max(BASE, LLDS)
 *   every cycle: scores above BASE fall by 1
 *   admitted: warps by falling score, lower number first, until their sum reaches the cutoff
 *
 * Scores fall exactly; who is admitted is found anew at every victim-tag hit, begin and end of a warp, and
 * every `interval` cycles ("several cycles of delay" do no harm [C 3.3.4]). Both totals count from the begin
 * of the kernel. released=1 does as the authors' simulator: totals count resident warps only, merges with a
 * miss in flight look into the victim tags too, LLDS is a cap on falling scores that may lie below BASE, a
 * warp that takes the place of one that has ended begins with no points, and a look-up or a store of a warp
 * gives it BASE again.
 *
 * Source: Rogers et al., "Cache-Conscious Wavefront Scheduling", MICRO 2012 [C]; the simulator they released
 * (github.com/tgrogers/ccws-2012, scheduling-point-system.cc) [C-src]. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/victim_tags.h"

#include <stdlib.h>

typedef struct ccws_options {
    int64_t base, k, vta_entries, vta_ways, interval, score_bits;
    bool released;
} ccws_options;

#define AT(member) offsetof(ccws_options, member)
static const poise_option ccws_table[] = {
    {"base", 0, POISE_OPT_INT, AT(base), "100", 1, 1000, NULL, "POINTS",
     "Score that falls no further [C Table 3]."},
    {"k", 0, POISE_OPT_INT, AT(k), "8", 0, 1024, NULL, "N",
     "K_THROTTLE of Eq 1 [C Table 3]; 0 = never throttles."},
    {"vta_entries", 0, POISE_OPT_INT, AT(vta_entries), "16", 1, 4096, NULL, "N",
     "Victim tags of a warp [C Table 3], a multiple of vta_ways."},
    {"vta_ways", 0, POISE_OPT_INT, AT(vta_ways), "8", 1, 64, NULL, "N",
     "Ways of a set of victim tags [C Table 3]; first in, first out [C-src]."},
    {"interval", 0, POISE_OPT_INT, AT(interval), "8", 1, 1000000, NULL, "CYCLES",
     "Longest time between two admissions (our choice; [C 3.3.4] allows several cycles)."},
    {"score_bits", 0, POISE_OPT_INT, AT(score_bits), "16", 8, 32, NULL, "BITS",
     "Width of a score, at which it saturates; the paper's cost counts 10, its simulator has no limit."},
    {"released", 0, POISE_OPT_FLAG, AT(released), "0", POISE_ANY_RANGE, NULL, NULL,
     "1 = totals, merges, cap and scores of ended warps as in the authors' simulator."},
};
#undef AT

/* A warp-slot of an SM. */
typedef struct ccws_warp {
    uint64_t hits, insts; /* of the warp that lives there */
    uint32_t score;
} ccws_warp;

typedef struct ccws_sm {
    victim_tags victims;
    ccws_warp warp[POISE_ALL_WARPS];
    uint64_t hits, insts;        /* the totals of Eq 1 */
    uint64_t resident, may_load; /* masks of warps; those that are not resident may */
    uint64_t above;              /* of these, with more than the base score */
    uint64_t used;               /* places that have held a warp */
    uint64_t now;                /* scores stand as in this cycle */
    /* statistics */
    uint64_t signals, points, resident_cycles, throttled_cycles;
} ccws_sm;

typedef struct ccws_state {
    sched_host host;
    ccws_options options;
    ccws_sm sm[];
} ccws_state;

static uint32_t cutoff_of(const ccws_state *s, const ccws_sm *sm)
{
    uint32_t resident = sched_count(sm->resident);
    return (resident ? resident : 1) * (uint32_t)s->options.base;
}

/* Lost-locality detected score, Eq 1. */
static uint32_t llds_of(const ccws_state *s, const ccws_sm *sm)
{
    const uint64_t most = (UINT64_C(1) << s->options.score_bits) - 1;
    uint64_t llds = sm->insts ? sm->hits * (uint64_t)s->options.k * cutoff_of(s, sm) / sm->insts : 0;
    return (uint32_t)(llds < most ? llds : most);
}

static void set_score(const ccws_state *s, ccws_sm *sm, uint32_t warp, uint32_t score)
{
    sm->warp[warp].score = score;
    sm->above = sched_with(sm->above, warp, score > s->options.base);
}

/* Lets the scores fall until `now`. */
static void fall(const ccws_state *s, ccws_sm *sm, uint64_t now)
{
    const uint64_t elapsed = now - sm->now;
    const uint32_t base = (uint32_t)s->options.base, cap = s->options.released ? llds_of(s, sm) : UINT32_MAX;
    for (uint64_t rest = elapsed ? sm->above : 0; rest; rest &= rest - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(rest), score = sm->warp[w].score;
        const uint32_t left = score - base > elapsed ? score - (uint32_t)elapsed : base;
        set_score(s, sm, w, left > base && left > cap ? cap : left);
    }
    sm->resident_cycles += elapsed * sched_count(sm->resident);
    sm->throttled_cycles += elapsed * sched_count(sm->resident & ~sm->may_load);
    sm->now = now;
}

/* Resident warps as score * 64 + 63 - warp, falling: the order in which they are admitted. */
static uint32_t ranking(const ccws_sm *sm, uint64_t key[POISE_ALL_WARPS])
{
    uint32_t n = 0;
    for (uint64_t rest = sm->resident; rest; rest &= rest - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(rest);
        const uint64_t own = (uint64_t)sm->warp[w].score << 6 | (63 - w);
        uint32_t at = n++;
        for (; at && key[at - 1] < own; at--)
            key[at] = key[at - 1];
        key[at] = own;
    }
    return n;
}

static uint64_t admitted(const ccws_state *s, const ccws_sm *sm)
{
    if (!sm->above)
        return sm->resident;
    uint64_t key[POISE_ALL_WARPS], sum = 0, chosen = 0;
    const uint64_t cutoff = cutoff_of(s, sm);
    const uint32_t n = ranking(sm, key);
    for (uint32_t i = 0; i < n && sum < cutoff; i++) {
        sum += key[i] >> 6;
        chosen |= sched_bit(63 - (uint32_t)(key[i] & 63));
    }
    return chosen;
}

static void admit(ccws_state *s, uint32_t index)
{
    ccws_sm *sm = &s->sm[index];
    const uint64_t may_load = admitted(s, sm) | ~sm->resident;
    if (may_load == sm->may_load)
        return;
    sm->may_load = may_load;
    const sched_rights rights = {.issue = ~0ull, .load = may_load, .pollute = ~0ull};
    s->host.set_rights(s->host.opaque, index, &rights);
}

/* ---- events ---- */

static void warp_begin(void *state, const sched_place *at)
{
    ccws_state *s = state;
    ccws_sm *sm = &s->sm[at->sm];
    const bool follows = sm->used >> at->warp & 1;
    fall(s, sm, at->cycle);
    sm->resident |= sched_bit(at->warp);
    sm->used |= sched_bit(at->warp);
    sm->warp[at->warp] = (ccws_warp){0};
    set_score(s, sm, at->warp, s->options.released && follows ? 0 : (uint32_t)s->options.base);
    victim_tags_clear(&sm->victims, at->warp); /* our choice: a new warp has lost nothing yet */
    admit(s, at->sm);
}

static void warp_end(void *state, const sched_place *at)
{
    ccws_state *s = state;
    ccws_sm *sm = &s->sm[at->sm];
    fall(s, sm, at->cycle);
    sm->resident &= ~sched_bit(at->warp);
    set_score(s, sm, at->warp, 0);
    if (s->options.released) {
        sm->hits -= sm->warp[at->warp].hits;
        sm->insts -= sm->warp[at->warp].insts;
    }
    admit(s, at->sm);
}

static void issue(void *state, const sched_inst *inst)
{
    ccws_sm *sm = &((ccws_state *)state)->sm[inst->at.sm];
    sm->insts++;
    sm->warp[inst->at.warp].insts++;
}

/* The warp has missed a line that it had lost. */
static void lost_locality(ccws_state *s, const sched_place *at)
{
    ccws_sm *sm = &s->sm[at->sm];
    fall(s, sm, at->cycle);
    sm->hits++;
    sm->warp[at->warp].hits++;
    const uint32_t base = (uint32_t)s->options.base, llds = llds_of(s, sm);
    set_score(s, sm, at->warp, llds > base ? llds : base);
    sm->signals++;
    sm->points += llds;
    admit(s, at->sm);
}

/* The released code bounds a score whenever the warp uses the L1, and so lifts what lies below BASE
 * [C-src increment_score()]. */
static void touch(ccws_state *s, const sched_place *at)
{
    ccws_sm *sm = &s->sm[at->sm];
    const uint32_t base = (uint32_t)s->options.base, score = sm->warp[at->warp].score;
    if (s->options.released && score < base && sm->resident >> at->warp & 1)
        set_score(s, sm, at->warp, base);
}

static void l1_access(void *state, const sched_access *access)
{
    ccws_state *s = state;
    ccws_sm *sm = &s->sm[access->at.sm];
    const bool missed =
        access->outcome == SCHED_MISS || (s->options.released && access->outcome == SCHED_MERGED);
    if (missed && sm->resident >> access->at.warp & 1 &&
        victim_tags_find(&sm->victims, access->at.warp, access->address))
        lost_locality(s, &access->at);
    touch(s, &access->at);
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    if (!eviction->by_store)
        victim_tags_insert(&((ccws_state *)state)->sm[eviction->at.sm].victims, eviction->owner,
                           eviction->address);
}

static void l1_store(void *state, const sched_place *at, uint64_t address)
{
    victim_tags_written(&((ccws_state *)state)->sm[at->sm].victims, address);
    touch(state, at);
}

static uint64_t tick(void *state, uint32_t index, uint64_t cycle)
{
    ccws_state *s = state;
    if (s->sm[index].above) {
        fall(s, &s->sm[index], cycle);
        admit(s, index);
    }
    return (uint64_t)s->options.interval;
}

/* ---- life ---- */

static void destroy(void *state)
{
    ccws_state *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++)
        victim_tags_free(&s->sm[i].victims);
    free(s);
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const ccws_options *o = options;
    ccws_state *s = calloc(1, sizeof *s + host->sms * sizeof *s->sm);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler ccws");
    s->host = *host;
    s->options = *o;
    int code = POISE_OK;
    for (uint32_t i = 0; code == POISE_OK && i < host->sms; i++)
        code = victim_tags_init(&s->sm[i].victims, host->warps, o->vta_entries, o->vta_ways, "ccws", err);
    if (code != POISE_OK)
        destroy(s);
    else
        *state = s;
    return code;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    ccws_state *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++)
        s->sm[i] = (ccws_sm){.victims = s->sm[i].victims, .may_load = ~0ull, .now = launch->cycle};
}

/* Scores, the two totals of 32 bits, victim tags, the owner in every L1 line [C 5.7], the right to load. */
static uint64_t storage_bits(const void *state)
{
    const ccws_state *s = state;
    const sched_host *h = &s->host;
    const uint64_t warps = h->warps, totals = 2 * 32;
    return h->sms * (warps * (uint64_t)s->options.score_bits + totals + victim_tags_bits(&s->sm[0].victims) +
                     (uint64_t)h->l1.sets * h->l1.ways * policy_bits_for(warps) + warps);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const ccws_state *s = states[0];
    uint64_t signals = 0, points = 0, resident = 0, throttled = 0;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        signals += s->sm[i].signals;
        points += s->sm[i].points;
        resident += s->sm[i].resident_cycles;
        throttled += s->sm[i].throttled_cycles;
    }
    const policy_statistic all[] = {
        {"vta_hits", "access", (double)signals},
        {"mean_llds", "point", signals ? (double)points / (double)signals : 0},
        {"throttled_share", "1", resident ? (double)throttled / (double)resident : 0},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const sched_policy sched_ccws = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "ccws",
             .summary = "cache-conscious: warps that lose locality keep others from loading",
             .source = "Rogers et al., MICRO 2012",
             .options = ccws_table,
             .n_options = sizeof ccws_table / sizeof *ccws_table,
             .options_size = sizeof(ccws_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .pick = sched_pick_gto,
    .life.launch_begin = launch_begin,
    .tick = tick,
    .warp_begin = warp_begin,
    .warp_end = warp_end,
    .issue = issue,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
    .l1_store = l1_store,
    .life.statistics = statistics,
};
