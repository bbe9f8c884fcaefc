/* SRRIP brings each line in at a long interval, so that one that is never used again leaves before those that
 * are. DRRIP lets sets duel whether lines come in so, or at the distant interval but for one in 32 (BRRIP),
 * for what does not fit at all. Source: Jaleel et al., "High Performance Cache Replacement Using Re-Reference
 * Interval Prediction (RRIP)", ISCA 2010, of the policies that know no warps in [RA] 3. Sets that lead:
 * dueling.h. */
#include "sim_hooks/cache/rrip.h"

#include "common/random.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/dueling.h"

typedef struct rrip_options {
    int64_t chance, leaders, seed;
} rrip_options;

#define AT(member) offsetof(rrip_options, member)
static const poise_option drrip_table[] = {
    {"chance", 0, POISE_OPT_INT, AT(chance), "32", 1, 1 << 20, NULL, "N",
     "One of N lines that BRRIP brings in has a long interval, not a distant one."},
    {"leaders", 0, POISE_OPT_INT, AT(leaders), "2", 1, 1 << 20, NULL, "N", "Sets that lead, for each rule."},
    {"seed", 0, POISE_OPT_INT, AT(seed), "1", 0, 1000000, NULL, "N", "Of the random numbers."},
};
#undef AT

typedef struct rrip_state {
    rrip_lines lines; /* first, see rrip.h */
    rrip_options options;
    poise_random random;
    set_duel duel; /* of srrip without leaders */
    bool duels;
} rrip_state;

static void destroy(void *state)
{
    free(((rrip_state *)state)->lines.interval);
    free(state);
}

static int make(const cache_host *host, const rrip_options *options, rrip_state **state, poise_error *err)
{
    rrip_state *s = calloc(1, sizeof *s);
    if (!s || !rrip_init(&s->lines, host->shape)) {
        free(s);
        return poise_fail(err, POISE_FAILED, "no memory for RRIP state");
    }
    s->duels = options != NULL;
    if (options)
        s->options = *options;
    s->duel = duel_make(host->shape.sets, (uint32_t)s->options.leaders);
    poise_random_seed(&s->random,
                      (uint64_t)s->options.seed + (uint64_t)host->level * UINT32_MAX + host->instance.index);
    *state = s;
    return POISE_OK;
}

static int create_srrip(const cache_host *host, const void *options, void **state, poise_error *err)
{
    (void)options;
    return make(host, NULL, (rrip_state **)state, err);
}

static int create_drrip(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return make(host, options, (rrip_state **)state, err);
}

static uint64_t storage_bits(const void *state)
{
    const rrip_state *s = state;
    return rrip_bits(s->lines.shape) + (s->duels ? DUEL_BITS : 0);
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    rrip_state *s = state;
    bool is_bimodal = s->duels && duel_takes_second(&s->duel, set);
    duel_missed(&s->duel, set);
    bool is_distant = is_bimodal && poise_random_below(&s->random, (uint64_t)s->options.chance) != 0;
    s->lines.interval[(size_t)set * s->lines.shape.ways + way] = is_distant ? RRIP_DISTANT : RRIP_LONG;
}

const cache_policy cache_srrip = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "srrip",
             .summary = "SRRIP: 2 bits a line, new lines leave before those that were used again",
             .source = "Jaleel et al., ISCA 2010"},
    .life = {.destroy = destroy, .storage_bits = storage_bits},
    .create = create_srrip,
    .access = rrip_touch,
    .victim = rrip_victim,
    .fill = fill,
};

const cache_policy cache_drrip = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "drrip",
             .summary = "DRRIP: sets duel whether new lines come in as with srrip, or leave at once",
             .source = "Jaleel et al., ISCA 2010",
             .options = drrip_table,
             .n_options = sizeof drrip_table / sizeof *drrip_table,
             .options_size = sizeof(rrip_options)},
    .life = {.destroy = destroy, .storage_bits = storage_bits},
    .create = create_drrip,
    .access = rrip_touch,
    .victim = rrip_victim,
    .fill = fill,
};
