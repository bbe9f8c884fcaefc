/* MASK's TLB-request-aware bypass of the L2 (Ausavarungnirun et al., ASPLOS 2018): reads of page walks go
 * around the L2, to DRAM, when those of their level of the page table hit there less often than data do. So
 * deep levels, which hardly ever hit, neither wait for the bank nor take lines of it. Otherwise this is lru.
 *
 * One set of counters for all banks, accesses and hits at each of four levels and of data, is reset each
 * epoch. A level without `warm_up` accesses in it is looked up. Of what goes around, one read in `sample` is
 * looked up all the same and takes no line, so that a level whose reads begin to hit is seen.
 *
 * Source: [RA] 6.4.3, 6.6.4. Our choices where it is silent: the warm-up, the sample, resets with epochs (the
 * source has these for its tokens); data are loads, stores and atomics; one set of counters for the GPU.
 * Nobody writes page tables while a program runs, so what is read around the L2 is current. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

#include <string.h>

enum { DATA, LEVELS = 4, CLASSES, COUNTER_BITS = 64 };

typedef struct mask_options {
    int64_t epoch, warm_up, sample;
} mask_options;

#define AT(member) offsetof(mask_options, member)
static const poise_option mask_table[] = {
    {"epoch", 0, POISE_OPT_INT, AT(epoch), "100000", 1, 4e9, NULL, "CYCLES",
     "Core cycles after which counters begin anew [RA 6.5]."},
    {"warm_up", 0, POISE_OPT_INT, AT(warm_up), "100", 0, 1e9, NULL, "N",
     "Accesses of a level, and of data, before which it is looked up (our choice)."},
    {"sample", 0, POISE_OPT_INT, AT(sample), "32", 0, 1e9, NULL, "N",
     "One in so many reads of a level that goes around is looked up; 0 = none (our choice)."},
};
#undef AT

/* What all banks have in common. Index: DATA, or a level from 1 on. */
typedef struct mask_shared {
    uint64_t accesses[CLASSES], hits[CLASSES]; /* of the epoch */
    uint64_t around[CLASSES];                  /* that should go around, since the policy was made */
    uint64_t epoch_at;                         /* core cycle */
    uint64_t all_accesses[CLASSES], all_hits[CLASSES], all_around[CLASSES]; /* statistics of the launch */
} mask_shared;

typedef struct mask_state {
    recency_order order; /* the first: functions of recency.h are ours */
    mask_options options;
    bool is_first;       /* bank */
    mask_shared *shared; /* that of the first bank */
    mask_shared own;
} mask_state;

/* ---- life ---- */

static void destroy(void *state)
{
    mask_state *s = state;
    free(s->order.last_use);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    if (host->level != 2)
        return poise_fail(err, POISE_USAGE, "policy mask is one of the L2, which page walks read");
    mask_state *s = calloc(1, sizeof *s);
    if (!s || !recency_init(&s->order, host->shape)) {
        free(s);
        return poise_fail(err, POISE_FAILED, "no memory for policy mask");
    }
    s->options = *(const mask_options *)options;
    s->is_first = host->instance.index == 0;
    s->shared = &s->own;
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru, and once ten counters of 8 bytes ([RA] 6.6.4). */
static uint64_t storage_bits(const void *state)
{
    const mask_state *s = state;
    return recency_bits(s->order.shape) + (s->is_first ? 2ull * CLASSES * COUNTER_BITS : 0);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    mask_state *s = state;
    mask_shared *e = &s->own;
    if (launch->cycle) /* beside others */
        return;
    memset(e->all_accesses, 0, sizeof e->all_accesses);
    memset(e->all_hits, 0, sizeof e->all_hits);
    memset(e->all_around, 0, sizeof e->all_around);
    e->epoch_at = (uint64_t)s->options.epoch;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    mask_state *first = states[0];
    mask_shared *e = &first->own;
    for (uint32_t i = 0; i < count; i++)
        ((mask_state *)states[i])->shared = e;
    for (; e->epoch_at <= cycle; e->epoch_at += (uint64_t)first->options.epoch) {
        memset(e->accesses, 0, sizeof e->accesses);
        memset(e->hits, 0, sizeof e->hits);
    }
    return e->epoch_at - cycle;
}

/* ---- the rule ---- */

/* DATA, a level, or CLASSES: neither. Levels beyond the last are as it. */
static uint32_t class_of(const mem_request *request)
{
    if (request->kind == MEM_TRANSLATION)
        return request->depth < LEVELS ? request->depth : LEVELS;
    return request->kind == MEM_LOAD || request->kind == MEM_STORE || request->kind == MEM_ATOMIC ? DATA
                                                                                                  : CLASSES;
}

/* Whether reads of this kind hit so seldom that they go around. */
static bool goes_around(const mask_state *s, const mem_request *request)
{
    const mask_shared *e = s->shared;
    const uint64_t warm_up = (uint64_t)s->options.warm_up;
    if (request->kind != MEM_TRANSLATION)
        return false;
    const uint32_t level = class_of(request);
    if (e->accesses[level] < warm_up || e->accesses[DATA] < warm_up)
        return false;
    return e->hits[level] * e->accesses[DATA] < e->hits[DATA] * e->accesses[level];
}

static cache_route route(void *state, const mem_request *request)
{
    mask_state *s = state;
    if (!goes_around(s, request))
        return CACHE_LOOK_UP;
    const uint32_t level = class_of(request);
    if (s->options.sample && ++s->shared->around[level] % (uint64_t)s->options.sample == 0)
        return CACHE_LOOK_UP;
    s->shared->all_around[level]++;
    return CACHE_BYPASS;
}

static void result(void *state, const mem_request *request, bool hit)
{
    const mask_state *s = state;
    const uint32_t class = class_of(request);
    if (class == CLASSES)
        return;
    s->shared->accesses[class]++;
    s->shared->hits[class] += hit;
    s->shared->all_accesses[class]++;
    s->shared->all_hits[class] += hit;
}

/* A read that is looked up as a sample leaves the cache as it is. */
static void access_line(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    if (!goes_around(state, request))
        recency_touch(state, set, way, request);
}

static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)set;
    return !goes_around(state, request);
}

/* ---- statistics ---- */

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    static const char *const names[2][CLASSES] = {
        {"data_hits", "level1_hits", "level2_hits", "level3_hits", "level4_hits"},
        {NULL, "level1_around", "level2_around", "level3_around", "level4_around"}};
    const mask_shared *e = ((const mask_state *)states[0])->shared;
    policy_statistic all[2 * CLASSES];
    size_t n = 0;
    for (uint32_t i = 0; i < CLASSES; i++)
        all[n++] =
            (policy_statistic){names[0][i], "fraction", (double)e->all_hits[i] / (double)e->all_accesses[i]};
    for (uint32_t i = DATA + 1; i < CLASSES; i++) {
        const double around = (double)e->all_around[i];
        all[n++] =
            (policy_statistic){names[1][i], "fraction", around / (around + (double)e->all_accesses[i])};
    }
    return policy_give_statistics(all, n, out, room);
}

const cache_policy cache_mask = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "mask",
             .summary = "MASK's bypass: page walks go around the L2 at levels that hit less than data do",
             .source = "Ausavarungnirun et al., ASPLOS 2018; [RA] 6.4.3",
             .storage = "beside lru 80 bytes, and 3 bits of depth in each request",
             .options = mask_table,
             .n_options = sizeof mask_table / sizeof *mask_table,
             .options_size = sizeof(mask_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .gather = gather,
             .statistics = statistics},
    .create = create,
    .access = access_line,
    .victim = recency_victim,
    .fill = recency_touch,
    .route = route,
    .result = result,
    .allocate = allocate,
};
