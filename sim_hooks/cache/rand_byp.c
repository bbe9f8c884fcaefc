/* Random bypass (Rand): every 100,000 cycles `share` percent of all warps are chosen at random, and their
 * loads go around the L2. It knows nothing; with the share that is best for each program, which only trying
 * tells, it is the closest of those that MeDiC is compared with. Stores and atomics of these warps take no
 * line, as with wbyp.
 *
 * Source: [RA] 4.4; its text says a percentage of warps, its footnote 10 of requests. Warps (our choice). */
#include "common/random.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

typedef struct rand_options {
    int64_t share, period, seed;
} rand_options;

#define AT(member) offsetof(rand_options, member)
static const poise_option rand_table[] = {
    {"share", 0, POISE_OPT_INT, AT(share), "50", 0, 100, NULL, "PERCENT", "Of warps that bypass."},
    {"period", 0, POISE_OPT_INT, AT(period), "100000", 1, 4e9, NULL, "CYCLES",
     "Core cycles after which others are chosen."},
    {"seed", 0, POISE_OPT_INT, AT(seed), "1", 0, 1000000, NULL, "N", "Of the random numbers."},
};
#undef AT

typedef struct rand_state {
    recency_order order; /* first, see recency.h */
    rand_options options;
    uint32_t n, sms, warps; /* warps of the GPU, SMs, warps of an SM */
    poise_random random;    /* the same in all banks */
    uint64_t choose_at;     /* core cycle */
    uint32_t *warp;         /* in the order in which they were drawn */
    bool *bypasses;         /* [warp] */
} rand_state;

static void destroy(void *state)
{
    rand_state *s = state;
    free(s->order.last_use);
    free(s->warp);
    free(s->bypasses);
    free(s);
}

static void choose(rand_state *s)
{
    const uint32_t chosen = (uint32_t)((uint64_t)s->n * (uint64_t)s->options.share / 100);
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t other = i + (uint32_t)poise_random_below(&s->random, s->n - i), drawn = s->warp[other];
        s->warp[other] = s->warp[i];
        s->warp[i] = drawn;
        s->bypasses[drawn] = i < chosen;
    }
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    if (!host->writes_through)
        return poise_fail(
            err, POISE_USAGE,
            "policy rand_byp sends loads around the L2, which must write through: l2_write=through");
    rand_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for rand_byp");
    s->options = *(const rand_options *)options;
    s->sms = host->sms;
    s->warps = host->warps;
    s->n = host->sms * host->warps;
    s->warp = calloc((size_t)s->n + 1, sizeof *s->warp);
    s->bypasses = calloc((size_t)s->n + 1, sizeof *s->bypasses);
    if (!recency_init(&s->order, host->shape) || !s->warp || !s->bypasses) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the warps of rand_byp");
    }
    for (uint32_t i = 0; i < s->n; i++)
        s->warp[i] = i;
    poise_random_seed(&s->random, (uint64_t)s->options.seed);
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru; a bit for each warp in each bank. */
static uint64_t storage_bits(const void *state)
{
    const rand_state *s = state;
    return recency_bits(s->order.shape) + s->n;
}

static bool bypasses(const rand_state *s, const mem_request *request)
{
    bool has_warp = request->kind == MEM_LOAD || request->kind == MEM_STORE || request->kind == MEM_ATOMIC;
    return has_warp && request->source < s->sms && request->warp < s->warps &&
           s->bypasses[request->source * s->warps + request->warp];
}

static cache_route route(void *state, const mem_request *request)
{
    return request->kind == MEM_LOAD && bypasses(state, request) ? CACHE_BYPASS : CACHE_LOOK_UP;
}

static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)set;
    return !mem_writes(request) || !bypasses(state, request);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    rand_state *s = state;
    choose(s);
    s->choose_at = launch->cycle + (uint64_t)s->options.period;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    uint64_t again = 0;
    for (uint32_t i = 0; i < count; i++) {
        rand_state *s = states[i];
        for (; s->choose_at <= cycle; s->choose_at += (uint64_t)s->options.period)
            choose(s);
        again = s->choose_at - cycle;
    }
    return again;
}

const cache_policy cache_rand_byp = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "rand_byp",
             .summary = "a share of the warps, chosen at random, go around the L2",
             .source = "[RA] 4.4",
             .options = rand_table,
             .n_options = sizeof rand_table / sizeof *rand_table,
             .options_size = sizeof(rand_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .gather = gather},
    .create = create,
    .access = recency_touch,
    .victim = recency_victim,
    .fill = recency_touch,
    .route = route,
    .allocate = allocate,
};
