#include "sim_hooks/sched/poise_shared.h"

#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/poise_learner_moves.h"
#include "sim_hooks/sched/poise_load_counter.h"
#include "sim_hooks/sched/poise_sample.h"
#include "sim_hooks/sched/poise_shared_bits.h"
#include "sim_hooks/sched/poise_watch.h"
#include "sim_hooks/sched/poise_window.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 8 /* at a window: it may end, or an arm stop, before its time */ };

/* What is counted of the loads of an SM since the last look, and which go around. */
typedef struct shared_loads {
    uint32_t around;            /* by the learner's table */
    poise_load_counter counter; /* counts while what they do belongs to a sample */
    poise_footprint footprint;  /* in the watch */
} shared_loads;

struct poise_shared {
    const sched_host *host;
    poise_shared_parameters parameters;
    poise_weights weights;
    poise_learner *now; /* of the kernel that runs */
    uint64_t launches;
    uint32_t lanes;                      /* SMs that can run different tuples at a time */
    uint32_t turn;                       /* of the arms, so that no SM always has the same */
    bool warming;                        /* before a window */
    uint64_t since;                      /* cycle of the last look */
    sched_counters *seen;                /* of each SM, at that time */
    shared_loads *loads;                 /* of each SM */
    uint64_t begun, spent[POISE_PHASES]; /* of this launch: its first cycle, cycles in each phase */
    uint32_t windows;                    /* of this launch */
    poise_learner kernels[];
};

static void free_loads(shared_loads *loads, uint32_t sms)
{
    for (uint32_t sm = 0; loads != NULL && sm < sms; sm++)
        poise_load_counter_free(&loads[sm].counter);
    free(loads);
}

poise_shared *poise_shared_create(const sched_host *host, const poise_shared_parameters *parameters,
                                  const poise_weights *weights)
{
    poise_shared *s = calloc(1, sizeof *s + poise_shared_learners(parameters) * sizeof s->kernels[0]);
    sched_counters *seen = calloc(host->sms, sizeof *seen);
    shared_loads *loads = calloc(host->sms, sizeof *loads);
    bool has_room = s != NULL && seen != NULL && loads != NULL;
    for (uint32_t sm = 0; has_room && parameters->loads != NULL && sm < host->sms; sm++)
        has_room = poise_load_counter_create(&loads[sm].counter, &host->l1,
                                             poise_load_asks_for_lines(parameters->loads));
    if (!has_room) {
        free_loads(loads, host->sms);
        free(s);
        free(seen);
        return NULL;
    }
    s->host = host;
    s->parameters = *parameters;
    s->parameters.schedulers = host->schedulers;
    s->parameters.lines = host->l1.sets * host->l1.ways;
    s->weights = *weights;
    s->lanes = parameters->side ? host->sms : 1;
    s->seen = seen;
    s->loads = loads;
    return s;
}

void poise_shared_free(poise_shared *shared)
{
    if (shared == NULL)
        return;
    free(shared->seen);
    free_loads(shared->loads, shared->host->sms);
    free(shared);
}

/* ---- tuples of the SMs ---- */

/* Which arm SM `sm` measures. In a duel one SM in `probes`, at least one, runs the neighbour; in a look at
 * loads one is alone. */
static uint32_t arm_of(const poise_shared *s, uint32_t sm)
{
    const poise_arms *arms = &s->now->arms;
    uint32_t turned = (sm + s->turn) % s->host->sms, count = arms->until - arms->from;
    if (s->now->phase == POISE_SPREAD || count == 1)
        return arms->from + turned % count;
    uint32_t others = s->now->phase == POISE_DUEL ? s->host->sms / s->parameters.probes : 1;
    return turned < (others > 0 ? others : 1) ? 1 : 0;
}

static poise_tuple tuple_of(const poise_shared *s, uint32_t sm)
{
    const poise_learner *l = s->now;
    if (l->phase == POISE_RUN)
        return l->centre;
    if (l->phase == POISE_WATCH)
        return (poise_tuple){l->warps, l->warps, 0};
    const poise_arm *arm = &l->arms.arm[arm_of(s, sm)];
    return arm->stopped ? poise_arms_best(&l->arms)->tuple : arm->tuple;
}

static void set_loads(const poise_shared *s, uint32_t sm, uint32_t around)
{
    uint64_t mask[POISE_TABLE_MOST_PC / 64];
    const uint32_t words = poise_loads_mask(&s->now->loads, around, mask);
    s->host->set_loads(s->host->opaque, sm, mask, words);
    s->loads[sm].around = around;
}

static void steer(const poise_shared *s)
{
    for (uint32_t sm = 0; sm < s->host->sms; sm++) {
        poise_tuple t = tuple_of(s, sm);
        s->host->set_tuple(s->host->opaque, sm, t.n, t.p);
        if (s->parameters.loads != NULL && t.around != s->loads[sm].around)
            set_loads(s, sm, t.around);
    }
}

/* ---- measurements ---- */

/* Where the features of predictions are measured, and what an SM has counted there. */
typedef struct shared_sample {
    poise_sample *sample; /* NULL: nowhere */
    poise_load_table *loads;
} shared_sample;

static shared_sample sample_of(poise_learner *l, const poise_arm *arm)
{
    if (l->phase == POISE_ALONE && arm == &l->arms.arm[l->arms.until - 1])
        return (shared_sample){&l->at_one, &l->loads_at_one};
    if (l->predicted || !(l->phase == POISE_WATCH || l->phase == POISE_SPREAD))
        return (shared_sample){0};
    if (l->phase == POISE_WATCH || arm->tuple.p == l->warps)
        return (shared_sample){&l->at_max, &l->loads_at_max};
    return arm->tuple.n == 1 ? (shared_sample){&l->at_one, &l->loads_at_one} : (shared_sample){0};
}

/* What an SM is measuring. */
static poise_arm *measured_by(const poise_shared *s, uint32_t sm)
{
    poise_learner *l = s->now;
    return poise_window_is_one(l) ? &l->arms.arm[arm_of(s, sm)] : &l->course;
}

/* From now on loads are counted in SMs whose counts are a sample, and in those that warm up for it, where it
 * is only kept whose each line is. */
static void count_loads(poise_shared *s)
{
    for (uint32_t sm = 0; sm < s->host->sms; sm++) {
        poise_load_counter *counter = &s->loads[sm].counter;
        s->loads[sm].footprint = (poise_footprint){0};
        if (s->parameters.loads == NULL || sample_of(s->now, measured_by(s, sm)).sample == NULL)
            counter->counts = false;
        else if (counter->counts)
            poise_load_counter_go_on(counter);
        else
            poise_load_counter_begin(counter);
    }
}

static void look(poise_shared *s, uint64_t cycle)
{
    s->since = cycle;
    for (uint32_t sm = 0; sm < s->host->sms; sm++)
        s->seen[sm] = *s->host->counters(s->host->opaque, sm);
    count_loads(s);
}

/* Adds the cycles since the last look to the measurements. SMs that issued nothing have no blocks. */
static void measure(poise_shared *s, uint64_t cycle)
{
    poise_learner *l = s->now;
    for (uint32_t sm = 0; sm < s->host->sms; sm++) {
        const sched_counters *now = s->host->counters(s->host->opaque, sm), *before = &s->seen[sm];
        poise_arm *arm = measured_by(s, sm);
        if (now->warp_insts == before->warp_insts || arm->stopped)
            continue;
        arm->instructions += now->warp_insts - before->warp_insts;
        arm->sm_cycles += cycle - s->since;
        if (l->phase == POISE_RUN) {
            l->issued += now->warp_insts - before->warp_insts;
            l->recent.instructions += now->warp_insts - before->warp_insts;
            l->recent.sm_cycles += cycle - s->since;
        }
        const shared_sample to = sample_of(l, arm);
        if (to.sample == NULL)
            continue;
        poise_sample_add(to.sample, now, before);
        poise_load_table_add(to.loads, &s->loads[sm].counter.table);
        poise_footprint_add(&l->footprint, &s->loads[sm].footprint);
    }
    uint64_t passed = cycle - s->since;
    l->left = l->left > passed ? l->left - passed : 0;
    s->spent[l->phase] += passed;
    look(s, cycle);
}

/* ---- the course of a kernel ---- */

void poise_shared_access(poise_shared *s, const sched_access *access)
{
    shared_loads *loads = &s->loads[access->at.sm];
    if (s->now->phase == POISE_WATCH)
        poise_footprint_count(&loads->footprint, access);
    poise_load_counter_access(&loads->counter, access);
}

void poise_shared_evict(poise_shared *s, const sched_eviction *eviction)
{
    poise_load_counter_evict(&s->loads[eviction->at.sm].counter, eviction);
}

/* Lets SMs run what the learner says. */
static void enter(poise_shared *s, uint64_t cycle)
{
    s->warming = s->parameters.settle > 0 && s->now->phase != POISE_WATCH;
    s->turn++;
    s->windows += poise_window_is_one(s->now);
    steer(s);
    for (uint32_t sm = 0; sm < s->host->sms; sm++)
        s->loads[sm].counter.counts = false;
    look(s, cycle);
}

static uint64_t next_look(const poise_shared *s)
{
    uint64_t part = s->parameters.window / LOOKS + 1, left = s->now->left;
    if (s->warming)
        return s->parameters.settle;
    if (s->now->phase == POISE_RUN && s->parameters.check > 0)
        part = s->parameters.check;
    return (poise_window_is_one(s->now) || s->now->phase == POISE_RUN) && part < left ? part : left;
}

static poise_learner *learner_of(poise_shared *s, uint64_t kernel, uint32_t warps)
{
    poise_learner *oldest = &s->kernels[0];
    for (uint32_t i = 0; i < s->parameters.kernels; i++) {
        poise_learner *l = &s->kernels[i];
        if (l->kernel == kernel && l->warps == warps)
            return l;
        if (l->used < oldest->used)
            oldest = l;
    }
    poise_learner_begin(oldest, &s->parameters, kernel, warps, s->lanes);
    return oldest;
}

void poise_shared_begin(poise_shared *s, uint64_t cycle, uint32_t warps)
{
    uint32_t limit = warps < 1 ? 1 : warps < POISE_MAX_WARPS ? warps : POISE_MAX_WARPS;
    poise_learner *l = s->now = learner_of(s, s->host->kernel(s->host->opaque), limit);
    l->used = ++s->launches;
    l->filled = 0;
    poise_learner_begin_launch(l, &s->parameters, s->lanes);
    if (poise_window_is_one(l) && l->length > 0 && l->length < 2ull * s->parameters.settle)
        poise_learner_run(l); /* too short to measure anything */
    s->begun = cycle;
    s->windows = 0;
    for (uint32_t sm = 0; sm < s->host->sms; sm++)
        s->loads[sm].around = UINT32_MAX; /* another kernel has other loads */
    memset(s->spent, 0, sizeof s->spent);
    enter(s, cycle);
}

void poise_shared_end(poise_shared *s, uint64_t cycle)
{
    s->now->length = cycle - s->begun;
    if (s->warming)
        s->spent[s->now->phase] += cycle - s->since;
    else
        measure(s, cycle);
    if (s->now->left == 0)
        s->now->left = 1;
}

uint64_t poise_shared_gather(poise_shared *s, uint64_t cycle)
{
    uint64_t wanted = next_look(s);
    if (cycle < s->since + wanted)
        return s->since + wanted - cycle;
    if (s->warming) {
        s->warming = false;
        s->spent[s->now->phase] += cycle - s->since;
        look(s, cycle);
        return next_look(s);
    }
    measure(s, cycle);
    if (s->now->phase == POISE_RUN && s->now->left > 0 && s->parameters.check > 0) {
        if (poise_learner_overtaken(s->now, &s->parameters))
            enter(s, cycle);
    } else if (poise_window_is_over(s->now, &s->parameters, s->host->sms)) {
        poise_learner_next(s->now, &s->parameters, &s->weights, s->lanes);
        enter(s, cycle);
    } else {
        steer(s); /* SMs of stopped arms */
    }
    return next_look(s);
}

size_t poise_shared_statistics(const poise_shared *s, policy_statistic *out, size_t room)
{
    if (s->now == NULL)
        return 0;
    uint32_t around = 0;
    for (uint32_t i = 0; i < POISE_TABLE_LOADS; i++)
        around += s->now->centre.around >> i & 1;
    const policy_statistic all[] = {
        {"n", "warp", s->now->centre.n},
        {"p", "warp", s->now->centre.p},
        {"windows", "window", s->windows},
        {"watch_cycles", "core cycle", (double)s->spent[POISE_WATCH]},
        {"spread_cycles", "core cycle", (double)s->spent[POISE_SPREAD]},
        {"duel_cycles", "core cycle", (double)s->spent[POISE_DUEL]},
        {"trial_cycles", "core cycle", (double)s->spent[POISE_TRIAL]},
        {"run_cycles", "core cycle", (double)s->spent[POISE_RUN]},
        {"loads_around", "1", around},
        {"alone_cycles", "core cycle", (double)s->spent[POISE_ALONE]},
    };
    enum { OF_LOADS = 2 };
    const size_t n = sizeof all / sizeof *all - (s->parameters.loads == NULL ? OF_LOADS : 0);
    return policy_give_statistics(all, n, out, room);
}

uint64_t poise_shared_storage_bits(const poise_shared *s)
{
    return poise_shared_bits(&s->parameters, s->host->sms);
}
