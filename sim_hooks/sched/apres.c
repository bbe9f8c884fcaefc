/* APRES (Oh et al., ISCA 2016): a locality-aware warp scheduler, LAWS, and a scheduling-aware prefetcher,
 * SAP. Warps whose last global load was the same will run the same load next: they are a group, and the first
 * of them to issue it is its probe. If the probe hits, the group goes first. If it misses, the group goes
 * last, and once the load shows a stride from warp to warp, lines are prefetched for the group; who gets one
 * goes first.
 *
 * The text of the paper was not to be had: the rules are put together from its abstract [A] and a
 * re-implementation [A-re]; laws.h and sap.h say what is our choice. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/laws.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/sap.h"

#include <stdlib.h>

typedef struct apres_options {
    int laws_base, boost;
    int64_t wgt, pt, drq;
    bool prefetch, cooperate;
} apres_options;

enum { BASE_GTO, BASE_LRR };
enum { BOOST_LOAD, BOOST_INST };

#define AT(member) offsetof(apres_options, member)
static const poise_option option_table[] = {
    {"laws_base", 0, POISE_OPT_CHOICE, AT(laws_base), "gto", POISE_ANY_RANGE, "gto|lrr", NULL,
     "order among warps that are not boosted (our choice; the paper's own baseline is lrr)"},
    {"prefetch", 0, POISE_OPT_FLAG, AT(prefetch), "1", POISE_ANY_RANGE, NULL, NULL, "0 = LAWS alone"},
    {"wgt", 0, POISE_OPT_INT, AT(wgt), "3", 0, LAWS_GROUPS, NULL, "GROUPS",
     "entries of the warp group table: loads between issue and L1 that have a group; 0 = none has"},
    {"pt", 0, POISE_OPT_INT, AT(pt), "10", 1, SAP_STRIDES, NULL, "LOADS", "entries of the prefetch table"},
    {"drq", 0, POISE_OPT_INT, AT(drq), "32", 1, SAP_REQUESTS, NULL, "LINES",
     "entries of the demand request queue: missed lines whose group is still to be served"},
    {"boost", 0, POISE_OPT_CHOICE, AT(boost), "load", POISE_ANY_RANGE, "load|inst", NULL,
     "a boosted warp goes first until it issues a global load, or any instruction (our choice)"},
    {"cooperate", 0, POISE_OPT_FLAG, AT(cooperate), "1", POISE_ANY_RANGE, NULL, NULL,
     "0 = warps are not boosted when a line is prefetched for them"},
};
#undef AT

typedef struct apres_counts {
    uint64_t groups, without_entry, hit_groups, missed_groups, boosts; /* LAWS */
    uint64_t overflows, sent, present, dropped;                        /* SAP: lines, prefetches */
    uint64_t used_hits, used_merges, evicted_unused;                   /* of those sent */
    uint64_t hits, runs, misses;                                       /* L1: runs of consecutive hits */
} apres_counts;

typedef struct apres_sm {
    laws laws;
    sap sap;
    sap_request probe; /* missed, with a known stride: its other lines follow; no warps = none */
    bool was_hit;      /* the last access */
    apres_counts count;
} apres_sm;

typedef struct apres {
    sched_host host;
    apres_options options;
    apres_sm sm[];
} apres;

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    if (host->warps > LAWS_WARPS)
        return poise_fail(err, POISE_USAGE, "policy apres has tables for %d warps, but an SM has %u",
                          (int)LAWS_WARPS, host->warps);
    apres *s = calloc(1, sizeof *s + host->sms * sizeof *s->sm);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler apres");
    s->host = *host;
    s->options = *(const apres_options *)options;
    *state = s;
    return POISE_OK;
}

/* 724 bytes an SM with the paper's sizes. The scheduling queue is not among them: a scheduler has an order
 * without it. */
static uint64_t storage_bits(const void *state)
{
    const apres *s = state;
    const apres_options *o = &s->options;
    enum { PC = 32, WARP = 8, ADDRESS = 64, DRQ_ENTRY = 64 };
    uint64_t llt = (uint64_t)s->host.warps * PC, wgt = (uint64_t)o->wgt * s->host.warps;
    uint64_t drq = (uint64_t)o->drq * DRQ_ENTRY, wq = (uint64_t)s->host.warps * WARP;
    uint64_t pt = (uint64_t)o->pt * (PC + WARP + 2 * ADDRESS);
    return s->host.sms * (llt + wgt + (o->prefetch ? drq + wq + pt : 0));
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    apres *s = state;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        apres_sm *sm = &s->sm[i];
        laws_reset(&sm->laws, (uint32_t)s->options.wgt);
        sap_reset(&sm->sap, (uint32_t)s->options.pt, (uint32_t)s->options.drq);
        sm->probe.warps = 0;
        sm->was_hit = false;
        sm->count = (apres_counts){0};
    }
}

static apres_sm *sm_of(void *state, const sched_place *at)
{
    return &((apres *)state)->sm[at->sm];
}

static void warp_begin(void *state, const sched_place *at)
{
    laws_warp_begin(&sm_of(state, at)->laws, at->warp);
}

static void warp_end(void *state, const sched_place *at)
{
    apres_sm *sm = sm_of(state, at);
    laws_warp_end(&sm->laws, at->warp);
    sap_warp_end(&sm->sap, at->warp);
    sm->probe.warps &= ~sched_bit(at->warp);
}

static unsigned pick(void *state, const sched_view *view)
{
    const apres *s = state;
    return laws_pick(&s->sm[view->sm].laws, view, s->options.laws_base == BASE_LRR);
}

static void issue(void *state, const sched_inst *inst)
{
    const apres *s = state;
    apres_sm *sm = sm_of(state, &inst->at);
    bool is_load = inst->op == SCHED_LOAD_GLOBAL;
    if (is_load) {
        laws_load formed = laws_issue(&sm->laws, inst->at.warp, inst->pc);
        sm->count.groups += formed == LAWS_GROUP;
        sm->count.without_entry += formed == LAWS_NO_ENTRY;
    } else if (inst->op == SCHED_LOAD_PRIVATE) {
        laws_issue_other(&sm->laws, inst->at.warp);
    }
    if (is_load || s->options.boost == BOOST_INST)
        laws_end_boost(&sm->laws, inst->at.warp);
}

/* ---- prefetches ---- */

/* Asks for lines as long as the SM takes requests. */
static void serve(apres *s, uint32_t index)
{
    sap *queue = &s->sm[index].sap;
    uint32_t warp;
    uint64_t address;
    while (sap_front(queue, &warp, &address) && s->host.prefetch(s->host.opaque, index, warp, address))
        sap_pop(queue);
}

/* The probe has missed the line of byte `address`: the group wants the lines that lie its stride apart. */
static void request(apres *s, uint32_t index, uint64_t address)
{
    apres_sm *sm = &s->sm[index];
    sap_request wanted = sm->probe;
    wanted.address = address;
    if (sap_push(&sm->sap, &wanted))
        serve(s, index);
    else
        sm->count.overflows++;
}

static void prefetch_done(void *state, const sched_place *at, uint64_t address, sched_prefetch how)
{
    (void)address;
    apres *s = state;
    apres_sm *sm = sm_of(state, at);
    sm->count.sent += how == SCHED_PREFETCH_SENT;
    sm->count.present += how == SCHED_PREFETCH_PRESENT;
    sm->count.dropped += how == SCHED_PREFETCH_DROPPED;
    /* A line that is there, or on its way, serves the warp as well (our choice). */
    if (how != SCHED_PREFETCH_DROPPED && s->options.cooperate)
        sm->count.boosts += laws_boost(&sm->laws, sched_bit(at->warp));
    serve(s, at->sm);
}

/* ---- the L1 ---- */

static void decide(apres *s, const sched_access *access, const laws_group *group)
{
    apres_sm *sm = &s->sm[access->at.sm];
    if (access->outcome == SCHED_HIT) {
        sm->count.hit_groups++;
        sm->count.boosts += laws_boost(&sm->laws, group->warps);
        return;
    }
    sm->count.missed_groups++;
    laws_put_last(&sm->laws, group->warps);
    int64_t stride =
        s->options.prefetch ? sap_train(&sm->sap, access->pc, access->at.warp, group->address) : 0;
    if (!stride)
        return;
    sm->probe = (sap_request){.warps = group->warps, .stride = stride, .warp = access->at.warp};
    request(s, access->at.sm, access->address);
}

static void count_access(apres_sm *sm, const sched_access *access)
{
    bool hit = access->outcome == SCHED_HIT;
    sm->count.hits += hit;
    sm->count.runs += hit && !sm->was_hit;
    sm->count.misses += access->outcome == SCHED_MISS;
    sm->count.used_hits += hit && access->prefetched;
    sm->count.used_merges += !hit && access->prefetched;
    sm->was_hit = hit;
}

/* Lines of a load follow each other. Each line of the probe, from the one that decided on, has one for every
 * warp of the group. */
static void l1_access(void *state, const sched_access *access)
{
    apres *s = state;
    apres_sm *sm = sm_of(state, &access->at);
    count_access(sm, access);
    if (access->first)
        sm->probe.warps = 0;
    laws_group group;
    if (laws_access(&sm->laws, access, &group))
        decide(s, access, &group);
    else if (sm->probe.warps)
        request(s, access->at.sm, access->address);
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    sm_of(state, &eviction->at)->count.evicted_unused += eviction->unused;
}

/* ---- statistics ---- */

static apres_counts total_of(const apres *s)
{
    apres_counts total = {0};
    for (uint32_t i = 0; i < s->host.sms; i++) {
        const uint64_t *one = (const uint64_t *)(const void *)&s->sm[i].count;
        for (size_t k = 0; k < sizeof total / sizeof *one; k++)
            ((uint64_t *)(void *)&total)[k] += one[k];
    }
    return total;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    apres_counts c = total_of(states[0]);
    uint64_t used = c.used_hits + c.used_merges;
    const policy_statistic all[] = {
        {"groups", "load", (double)c.groups},
        {"groups_missing", "load", (double)c.without_entry},
        {"hit_groups", "load", (double)c.hit_groups},
        {"missed_groups", "load", (double)c.missed_groups},
        {"boosts", "warp", (double)c.boosts},
        {"hit_run", "access", ratio(c.hits, c.runs)},
        {"queue_overflows", "line", (double)c.overflows},
        {"prefetches", "line", (double)c.sent},
        {"prefetches_present", "line", (double)c.present},
        {"prefetches_dropped", "line", (double)c.dropped},
        {"prefetch_accuracy", "fraction", ratio(used, c.sent)},
        {"prefetch_coverage", "fraction", ratio(used, used + c.misses)},
        {"prefetch_late", "fraction", ratio(c.used_merges, used)},
        {"prefetch_early_evictions", "fraction", ratio(c.evicted_unused, c.sent)},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const sched_policy sched_apres = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "apres",
             .summary = "groups warps by their last load, runs groups that hit first, prefetches for others",
             .source = "Oh et al., ISCA 2016; 724 bytes an SM",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(apres_options)},
    .create = create,
    .life.destroy = free,
    .life.storage_bits = storage_bits,
    .pick = pick,
    .life.launch_begin = launch_begin,
    .warp_begin = warp_begin,
    .warp_end = warp_end,
    .issue = issue,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
    .prefetch_done = prefetch_done,
    .life.statistics = statistics,
};
