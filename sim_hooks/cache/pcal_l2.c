/* PCAL at the shared L2, in the form that chapter 4 of [RA] compares with; the scheduler `pcal`
 * (sim_hooks/sched/pcal.c) is the original at the L1s. In each epoch so many warps of the GPU hold a token.
 * Whatever hits uses the cache; what misses takes a line only if its warp has a token, or if one is left,
 * which it then takes. When an epoch begins the warps that used the cache last get tokens first, the others
 * in the order in which they come.
 *
 * Source: [RA] 4.4, after Li et al. [P]: one number of tokens for all programs, the one that is best on
 * average. Our choices: an epoch is 100,000 cycles, and a new one when a launch begins, in which no warp has
 * used the cache yet; requests of no warp need no token. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"
#include "sim_hooks/policy_statistics.h"

typedef struct pcal_options {
    int64_t tokens, epoch;
} pcal_options;

#define AT(member) offsetof(pcal_options, member)
static const poise_option pcal_table[] = {
    {"tokens", 0, POISE_OPT_INT, AT(tokens), "96", 0, 1 << 20, NULL, "N",
     "Warps of the GPU that may take lines."},
    {"epoch", 0, POISE_OPT_INT, AT(epoch), "100000", 1, 4e9, NULL, "CYCLES",
     "Core cycles after which tokens are given anew."},
};
#undef AT

/* What the banks have in common. */
typedef struct pcal_tokens {
    uint64_t now, end;  /* look-ups of the launch; core cycle in which the epoch ends */
    int64_t left;       /* tokens that nobody has */
    uint64_t *last_use; /* [warp], 0 = not in this launch */
    bool *has_token;    /* [warp] */
} pcal_tokens;

typedef struct pcal_state {
    recency_order order; /* first, see recency.h */
    pcal_options options;
    uint32_t sms, warps, n;
    bool tells_shared;         /* storage of what is shared */
    pcal_tokens own, *shared;  /* of the first bank, from the first exchange on */
    uint64_t misses, bypasses; /* statistics */
} pcal_state;

static void destroy(void *state)
{
    pcal_state *s = state;
    free(s->order.last_use);
    free(s->own.last_use);
    free(s->own.has_token);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    if (host->level != 2)
        return poise_fail(err, POISE_USAGE, "policy pcal_l2 is one of the L2, which all warps share");
    pcal_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for pcal_l2");
    s->options = *(const pcal_options *)options;
    s->sms = host->sms;
    s->warps = host->warps;
    s->n = host->sms * host->warps;
    s->tells_shared = host->instance.index == 0;
    s->own.last_use = calloc((size_t)s->n + 1, sizeof *s->own.last_use);
    s->own.has_token = calloc((size_t)s->n + 1, sizeof *s->own.has_token);
    s->shared = &s->own;
    if (!recency_init(&s->order, host->shape) || !s->own.last_use || !s->own.has_token) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the tokens of pcal_l2");
    }
    *state = s;
    return POISE_OK;
}

/* The order of replacement as for lru; once for each warp a bit and its place in the order of use. */
static uint64_t storage_bits(const void *state)
{
    const pcal_state *s = state;
    return recency_bits(s->order.shape) + (s->tells_shared ? s->n * (1 + policy_bits_for(s->n)) : 0);
}

#define NO_WARP UINT32_MAX

static uint32_t warp_of(const pcal_state *s, const mem_request *request)
{
    bool has_warp = request->kind == MEM_LOAD || request->kind == MEM_STORE || request->kind == MEM_ATOMIC;
    if (!has_warp || request->source >= s->sms || request->warp >= s->warps)
        return NO_WARP;
    return request->source * s->warps + request->warp;
}

static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)set;
    pcal_state *s = state;
    uint32_t warp = warp_of(s, request);
    if (warp == NO_WARP)
        return true;
    s->misses++;
    if (!s->shared->has_token[warp] && s->shared->left > 0) {
        s->shared->left--;
        s->shared->has_token[warp] = true;
    }
    s->bypasses += !s->shared->has_token[warp];
    return s->shared->has_token[warp];
}

static void result(void *state, const mem_request *request, bool hit)
{
    (void)hit;
    const pcal_state *s = state;
    uint32_t warp = warp_of(s, request);
    if (warp != NO_WARP)
        s->shared->last_use[warp] = ++s->shared->now;
}

/* The warp without a token that used the cache last; NO_WARP when none has. */
static uint32_t latest(const pcal_state *s)
{
    uint32_t best = NO_WARP;
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->shared->has_token[i] || !s->shared->last_use[i])
            continue;
        if (best == NO_WARP || s->shared->last_use[i] > s->shared->last_use[best])
            best = i;
    }
    return best;
}

static void begin_epoch(const pcal_state *s)
{
    pcal_tokens *shared = s->shared;
    for (uint32_t i = 0; i < s->n; i++)
        shared->has_token[i] = false;
    for (shared->left = s->options.tokens; shared->left > 0; shared->left--) {
        uint32_t warp = latest(s);
        if (warp == NO_WARP)
            return;
        shared->has_token[warp] = true;
    }
}

static void launch_begin(void *state, const policy_launch *launch)
{
    pcal_state *s = state;
    if (policy_begins_anew(launch))
        s->misses = s->bypasses = 0;
    s->own.now = 0;
    s->own.end = launch->cycle + (uint64_t)s->options.epoch;
    s->own.left = s->options.tokens;
    for (uint32_t i = 0; i < s->n; i++) {
        s->own.last_use[i] = 0;
        s->own.has_token[i] = false;
    }
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    pcal_state *first = states[0];
    for (uint32_t i = 0; i < count; i++)
        ((pcal_state *)states[i])->shared = &first->own;
    for (; first->own.end <= cycle; first->own.end += (uint64_t)first->options.epoch)
        begin_epoch(first);
    return first->own.end - cycle;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double misses = 0, bypasses = 0;
    for (uint32_t i = 0; i < count; i++) {
        misses += (double)((const pcal_state *)states[i])->misses;
        bypasses += (double)((const pcal_state *)states[i])->bypasses;
    }
    const policy_statistic share = {"bypass_share", "1", bypasses / misses};
    return policy_give_statistics(&share, 1, out, room);
}

const cache_policy cache_pcal_l2 = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "pcal_l2",
             .summary = "PCAL at the L2: what misses takes a line if its warp holds one of a few tokens",
             .source = "[RA] 4.4",
             .options = pcal_table,
             .n_options = sizeof pcal_table / sizeof *pcal_table,
             .options_size = sizeof(pcal_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .gather = gather,
             .statistics = statistics},
    .create = create,
    .access = recency_touch,
    .victim = recency_victim,
    .fill = recency_touch,
    .allocate = allocate,
    .result = result,
};
