#include "sim_hooks/sched/poise_shared.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CANDIDATES = 8, AT_MAX = 0, AT_ONE = 1 /* of the candidates of a sample */, MOVES = 6 };

typedef enum phase {
    SAMPLE,  /* some SMs at (1, 1), the others at (max, max) */
    SEARCH,  /* groups of SMs at the centre and around it */
    RUN,     /* all SMs at the centre */
    COMPUTE, /* few loads: all SMs at (max, max) */
} phase;

typedef struct tuple {
    uint8_t n, p;
} tuple;

/* What is measured of a group of SMs, over as many launches as it takes. */
typedef struct measurement {
    uint64_t instructions, sm_cycles;
} measurement;

/* What is known of a kernel. */
typedef struct learner {
    uint64_t kernel; /* 0 = unused */
    uint64_t used;   /* number of the launch that used it last */
    uint8_t warps;
    uint8_t phase;
    uint8_t stride_n, stride_p;
    uint8_t moves; /* neighbours of the centre that have been tried */
    uint8_t turn;  /* of the rivals */
    uint32_t stay; /* cycles that RUN takes next time */
    bool wide;     /* the round also tries `rival` */
    tuple centre, rival;
    uint32_t n_candidates;
    tuple candidate[MOST_CANDIDATES];
    measurement measured[MOST_CANDIDATES];
    poise_sample at_max, at_one; /* sums over SMs while sampling */
    uint64_t left;               /* cycles that the window or the phase still takes */
} learner;

struct poise_shared {
    const sched_host *host;
    poise_shared_parameters parameters;
    poise_weights weights;
    learner *now; /* of the kernel that runs */
    uint64_t launches;
    uint32_t turn;        /* of the candidates, so that no SM always has the same */
    bool warming;         /* before a window */
    uint64_t since;       /* cycle in which the warm-up, the window or the phase began */
    sched_counters *seen; /* of each SM, at that time */
    learner kernels[];
};

poise_shared *poise_shared_create(const sched_host *host, const poise_shared_parameters *parameters,
                                  const poise_weights *weights)
{
    poise_shared *s = calloc(1, sizeof *s + parameters->kernels * sizeof s->kernels[0]);
    sched_counters *seen = calloc(host->sms, sizeof *seen);
    if (s == NULL || seen == NULL) {
        free(s);
        free(seen);
        return NULL;
    }
    s->host = host;
    s->parameters = *parameters;
    s->weights = *weights;
    s->seen = seen;
    return s;
}

void poise_shared_free(poise_shared *shared)
{
    if (shared == NULL)
        return;
    free(shared->seen);
    free(shared);
}

/* ---- tuples of the SMs ---- */

static tuple whole(const learner *l)
{
    return (tuple){l->warps, l->warps};
}

/* Which candidate SM `sm` runs: one SM in `probes` leaves the first, in turn for each of the others. */
static uint32_t candidate_of(const poise_shared *s, uint32_t sm)
{
    uint32_t probes = s->parameters.probes, turned = sm + s->turn;
    if (s->now->n_candidates < 2 || sm % probes != probes - 1)
        return 0;
    return 1 + turned / probes % (s->now->n_candidates - 1);
}

/* Candidates that can be measured side by side. */
static uint32_t most_candidates(const poise_shared *s)
{
    uint32_t most = 1 + s->host->sms / s->parameters.probes;
    return most < MOST_CANDIDATES ? most : MOST_CANDIDATES;
}

static tuple tuple_of(const poise_shared *s, uint32_t sm)
{
    const learner *l = s->now;
    switch ((phase)l->phase) {
    case SAMPLE:
    case SEARCH: return l->candidate[candidate_of(s, sm)];
    case RUN: return l->centre;
    default: return whole(l);
    }
}

static void steer(poise_shared *s)
{
    for (uint32_t sm = 0; sm < s->host->sms; sm++) {
        tuple t = tuple_of(s, sm);
        s->host->set_tuple(s->host->opaque, sm, t.n, t.p);
    }
}

static void look(poise_shared *s, uint64_t cycle)
{
    s->since = cycle;
    for (uint32_t sm = 0; sm < s->host->sms; sm++)
        s->seen[sm] = *s->host->counters(s->host->opaque, sm);
}

/* Enters `entered`, whose window or stay takes `cycles`. */
static void enter(poise_shared *s, phase entered, uint64_t cycles, uint64_t cycle)
{
    s->now->phase = (uint8_t)entered;
    s->now->left = cycles > 0 ? cycles : 1;
    steer(s);
    s->warming = entered == SAMPLE || entered == SEARCH;
    look(s, cycle);
}

/* ---- measurements ---- */

static void add(uint32_t *sum, uint64_t now, uint64_t before)
{
    uint64_t total = *sum + (now - before);
    *sum = total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

static void add_sample(poise_sample *sum, const sched_counters *now, const sched_counters *before)
{
    add(&sum->l1_accesses, now->l1_accesses, before->l1_accesses);
    add(&sum->l1_hits, now->l1_hits, before->l1_hits);
    add(&sum->l1_intra_hits, now->l1_intra_hits, before->l1_intra_hits);
    add(&sum->miss_latency, now->miss_latency, before->miss_latency);
    add(&sum->misses_returned, now->misses_returned, before->misses_returned);
    add(&sum->instructions, now->warp_insts, before->warp_insts);
    add(&sum->global_loads, now->global_loads, before->global_loads);
}

/* Adds the cycles since the last look to the measurements. SMs that issued nothing have no blocks. */
static void measure(poise_shared *s, uint64_t cycle)
{
    learner *l = s->now;
    for (uint32_t sm = 0; sm < s->host->sms; sm++) {
        const sched_counters *now = s->host->counters(s->host->opaque, sm);
        if (now->warp_insts == s->seen[sm].warp_insts)
            continue;
        uint32_t candidate = candidate_of(s, sm);
        measurement *m = &l->measured[candidate];
        m->instructions += now->warp_insts - s->seen[sm].warp_insts;
        m->sm_cycles += cycle - s->since;
        if (l->phase == SAMPLE && candidate == AT_MAX)
            add_sample(&l->at_max, now, &s->seen[sm]);
        else if (l->phase == SAMPLE && candidate == AT_ONE)
            add_sample(&l->at_one, now, &s->seen[sm]);
    }
}

/* ---- the search ---- */

static uint8_t between(int value, int low, int high)
{
    return (uint8_t)(value < low ? low : value > high ? high : value);
}

static void try_tuple(learner *l, uint32_t most, tuple t)
{
    for (uint32_t i = 0; i < l->n_candidates; i++)
        if (l->candidate[i].n == t.n && l->candidate[i].p == t.p)
            return;
    if (l->n_candidates < most)
        l->candidate[l->n_candidates++] = t;
}

/* The k-th of MOVES neighbours of the centre in the legal triangle: along N, along p, along p = N. */
static tuple neighbour(const learner *l, uint32_t k)
{
    int n = l->centre.n, p = l->centre.p, dn = l->stride_n, dp = l->stride_p, most = l->warps;
    switch (k) {
    case 0: return (tuple){between(n - dn, p, most), (uint8_t)p};
    case 1: return (tuple){between(n + dn, p, most), (uint8_t)p};
    case 2: return (tuple){(uint8_t)n, between(p - dp, 1, n)};
    case 3: return (tuple){(uint8_t)n, between(p + dp, 1, n)};
    case 4: return (tuple){between(n + dn, 1, most), between(p + dn, 1, most)};
    default: return (tuple){between(n - dn, 1, most), between(p - dn, 1, between(n - dn, 1, most))};
    }
}

static void stay(poise_shared *s, uint64_t cycle)
{
    learner *l = s->now;
    uint32_t cycles = l->stay;
    l->stay = cycles < s->parameters.period / 2 ? 2 * cycles : s->parameters.period;
    enter(s, RUN, cycles, cycle);
}

/* The centre, once its rival, and those of its neighbours that are next in turn. */
static void begin_round(poise_shared *s, uint64_t cycle)
{
    learner *l = s->now;
    uint32_t most = most_candidates(s);
    l->n_candidates = 0;
    memset(l->measured, 0, sizeof l->measured);
    try_tuple(l, most, l->centre);
    if (l->wide)
        try_tuple(l, most, l->rival);
    for (; l->moves < MOVES && l->n_candidates < most; l->moves++)
        try_tuple(l, most, neighbour(l, l->moves));
    s->turn++;
    if (l->n_candidates == 1)
        stay(s, cycle);
    else
        enter(s, SEARCH, s->parameters.window, cycle);
}

static void begin_search(poise_shared *s, tuple centre, tuple rival, uint64_t cycle)
{
    learner *l = s->now;
    l->centre = centre;
    l->rival = rival;
    l->wide = true;
    l->moves = 0;
    l->stride_n = s->parameters.stride_n;
    l->stride_p = s->parameters.stride_p;
    begin_round(s, cycle);
}

/* Whether `a` is faster than `b` by more than `gain` per mille. */
static bool is_faster(const measurement *a, const measurement *b, uint32_t gain)
{
    if (a->sm_cycles == 0 || b->sm_cycles == 0)
        return a->sm_cycles != 0;
    return (double)a->instructions * (double)b->sm_cycles * 1000 >
           (double)b->instructions * (double)a->sm_cycles * (1000 + gain);
}

/* The fastest candidate, unless it gains too little over the first. */
static uint32_t best_candidate(const poise_shared *s)
{
    const learner *l = s->now;
    uint32_t best = 0;
    for (uint32_t i = 1; i < l->n_candidates; i++)
        if (is_faster(&l->measured[i], &l->measured[best], best == 0 ? s->parameters.gain : 0))
            best = i;
    return best;
}

static void finish_round(poise_shared *s, uint64_t cycle)
{
    learner *l = s->now;
    uint32_t best = best_candidate(s);
    l->wide = false;
    l->centre = l->candidate[best];
    if (best != 0) {
        l->moves = 0;
    } else if (l->moves == MOVES) { /* no neighbour is faster */
        l->moves = 0;
        l->stride_n /= 2;
        l->stride_p /= 2;
    }
    if (l->stride_n == 0 && l->stride_p == 0)
        stay(s, cycle);
    else
        begin_round(s, cycle);
}

static bool is_compute_bound(const poise_sample *window, uint32_t max_instructions_per_load)
{
    return window->global_loads == 0 ||
           window->instructions > (uint64_t)max_instructions_per_load * window->global_loads;
}

/* Points of the diagonal in turn, (max, max) the last: what lies far from the centre is looked at as well. */
static tuple next_rival(learner *l)
{
    uint32_t n = 1u << l->turn++;
    if (n < l->warps)
        return (tuple){(uint8_t)n, (uint8_t)n};
    l->turn = 0;
    return whole(l);
}

static void begin_sampling(poise_shared *s, uint64_t cycle)
{
    learner *l = s->now;
    l->at_max = l->at_one = (poise_sample){0};
    l->candidate[AT_MAX] = whole(l);
    l->candidate[AT_ONE] = (tuple){1, 1};
    l->n_candidates = 2;
    for (uint8_t n = 2; n < l->warps; n = (uint8_t)(2 * n))
        try_tuple(l, most_candidates(s), (tuple){n, n});
    memset(l->measured, 0, sizeof l->measured);
    enter(s, SAMPLE, s->parameters.window, cycle);
}

static void finish_sampling(poise_shared *s, uint64_t cycle)
{
    learner *l = s->now;
    uint32_t best = best_candidate(s);
    if (best == AT_MAX && is_compute_bound(&l->at_max, s->parameters.max_instructions_per_load)) {
        enter(s, COMPUTE, s->parameters.period, cycle);
        return;
    }
    poise_point at_max, at_one;
    poise_features features;
    unsigned n = 1, p = 1;
    poise_point_from_sample(&l->at_max, &at_max);
    poise_point_from_sample(&l->at_one, &at_one);
    poise_features_from_points(&at_max, &at_one, &features);
    poise_predict(&s->weights, &features, l->warps, &n, &p);
    l->stay = s->parameters.stay;
    begin_search(s, (tuple){(uint8_t)n, (uint8_t)p}, l->candidate[best], cycle);
}

/* ---- the course of a kernel ---- */

static learner *learner_of(poise_shared *s, uint64_t kernel, uint32_t warps, bool *is_new)
{
    learner *oldest = &s->kernels[0];
    for (uint32_t i = 0; i < s->parameters.kernels; i++) {
        learner *l = &s->kernels[i];
        if (l->kernel == kernel && l->warps == warps) {
            *is_new = false;
            return l;
        }
        if (l->used < oldest->used)
            oldest = l;
    }
    *oldest = (learner){.kernel = kernel, .warps = (uint8_t)warps};
    *is_new = true;
    return oldest;
}

void poise_shared_begin(poise_shared *s, uint64_t cycle, uint32_t warps)
{
    bool is_new = true;
    uint32_t limit = warps < 1 ? 1 : warps < POISE_MAX_WARPS ? warps : POISE_MAX_WARPS;
    s->now = learner_of(s, s->host->kernel(s->host->opaque), limit, &is_new);
    s->now->used = ++s->launches;
    if (is_new)
        begin_sampling(s, cycle);
    else
        enter(s, (phase)s->now->phase, s->now->left, cycle); /* where the last launch ended */
}

void poise_shared_end(poise_shared *s, uint64_t cycle)
{
    uint64_t passed = cycle - s->since;
    if (s->warming)
        return;
    if (s->now->phase == SAMPLE || s->now->phase == SEARCH)
        measure(s, cycle);
    s->now->left = s->now->left > passed ? s->now->left - passed : 1;
}

static void finish(poise_shared *s, uint64_t cycle)
{
    switch ((phase)s->now->phase) {
    case SAMPLE:
        measure(s, cycle);
        finish_sampling(s, cycle);
        return;
    case SEARCH:
        measure(s, cycle);
        finish_round(s, cycle);
        return;
    case RUN: begin_search(s, s->now->centre, next_rival(s->now), cycle); return;
    default: begin_sampling(s, cycle); return;
    }
}

uint64_t poise_shared_gather(poise_shared *s, uint64_t cycle)
{
    uint64_t wanted = s->warming ? s->parameters.warmup : s->now->left;
    if (cycle < s->since + wanted)
        return s->since + wanted - cycle;
    if (s->warming) {
        s->warming = false;
        look(s, cycle);
        return s->now->left;
    }
    finish(s, cycle);
    return s->warming && s->parameters.warmup ? s->parameters.warmup : s->now->left;
}

/* One learner runs, the others are kept: kernel (64 bits), tuple, warps and strides (6 each), phase (2),
 * cycles left (32). The one that runs has a sum of instructions for each candidate (32 bits) and the seven
 * counters of both samples; SMs count as in mode thesis (section 5.7.9), 7 x 32 bits each. */
uint64_t poise_shared_storage_bits(const poise_shared *s)
{
    const uint64_t kept = 64 + 5 * 6 + 2 + 32, running = MOST_CANDIDATES * (32 + 2 * 6) + 2 * 7 * 32;
    return s->parameters.kernels * kept + running + 7 * 32ull * s->host->sms;
}
