/* Signature-based hit prediction (SHiP): SRRIP whose new lines come in at the distant interval, and leave
 * first, when lines that the same instruction brought in were not used again. A table of counters, one for
 * each signature: up when a line of it is used again for the first time, down when one leaves unused; 0 says
 * distant.
 *
 * Source: Wu et al., "SHiP: Signature-based Hit Predictor for High Performance Caching", MICRO 2011, by pc:
 * 16,384 counters of 3 bits, which begin at 1. Each cache, an L2 bank included, has a table of its own;
 * requests without pc come in as with srrip (our choices). */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/rrip.h"
#include "sim_hooks/policy_statistics.h"

#define NO_SIGNATURE UINT32_MAX

typedef struct ship_options {
    int64_t entries, bits;
} ship_options;

#define AT(member) offsetof(ship_options, member)
static const poise_option ship_table[] = {
    {"entries", 0, POISE_OPT_INT, AT(entries), "16384", 1, 1 << 20, NULL, "N", "Counters of the table."},
    {"bits", 0, POISE_OPT_INT, AT(bits), "3", 1, 8, NULL, "N", "Of a counter."},
};
#undef AT

typedef struct ship_line {
    uint32_t signature;
    bool is_used;
} ship_line;

typedef struct ship_state {
    rrip_lines lines; /* first, see rrip.h */
    ship_options options;
    uint8_t *counter;
    ship_line *line;            /* [set * ways + way] */
    uint64_t inserted, distant; /* statistics */
} ship_state;

static void destroy(void *state)
{
    ship_state *s = state;
    free(s->lines.interval);
    free(s->counter);
    free(s->line);
    free(s);
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    size_t lines = (size_t)host->shape.sets * host->shape.ways;
    ship_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for SHiP state");
    s->options = *(const ship_options *)options;
    s->counter = malloc((size_t)s->options.entries);
    s->line = calloc(lines, sizeof *s->line);
    if (!rrip_init(&s->lines, host->shape) || !s->counter || !s->line) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the table of SHiP");
    }
    for (int64_t i = 0; i < s->options.entries; i++)
        s->counter[i] = 1;
    for (size_t i = 0; i < lines; i++)
        s->line[i].signature = NO_SIGNATURE;
    *state = s;
    return POISE_OK;
}

/* Of a line its interval, signature and whether it was used; the table. */
static uint64_t storage_bits(const void *state)
{
    const ship_state *s = state;
    uint64_t lines = (uint64_t)s->lines.shape.sets * s->lines.shape.ways;
    return rrip_bits(s->lines.shape) + lines * (policy_bits_for((uint64_t)s->options.entries) + 1) +
           (uint64_t)(s->options.entries * s->options.bits);
}

static void hit(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    ship_state *s = state;
    ship_line *line = &s->line[(size_t)set * s->lines.shape.ways + way];
    rrip_touch(s, set, way, request);
    if (line->is_used || line->signature == NO_SIGNATURE)
        return;
    line->is_used = true;
    if (s->counter[line->signature] + 1 < 1 << s->options.bits)
        s->counter[line->signature]++;
}

static void evicted(void *state, uint32_t set, uint32_t way, uint64_t number, bool by_store)
{
    (void)number;
    ship_state *s = state;
    const ship_line *line = &s->line[(size_t)set * s->lines.shape.ways + way];
    if (by_store || line->is_used || line->signature == NO_SIGNATURE)
        return;
    if (s->counter[line->signature])
        s->counter[line->signature]--;
}

static void fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    ship_state *s = state;
    size_t index = (size_t)set * s->lines.shape.ways + way;
    uint32_t signature =
        request->pc == MEM_NO_PC ? NO_SIGNATURE : (uint32_t)(request->pc % (uint64_t)s->options.entries);
    bool is_distant = signature != NO_SIGNATURE && s->counter[signature] == 0;
    s->line[index] = (ship_line){.signature = signature};
    s->lines.interval[index] = is_distant ? RRIP_DISTANT : RRIP_LONG;
    s->inserted++;
    s->distant += is_distant;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    ship_state *s = state;
    if (policy_begins_anew(launch))
        s->inserted = s->distant = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double inserted = 0, distant = 0;
    for (uint32_t i = 0; i < count; i++) {
        inserted += (double)((const ship_state *)states[i])->inserted;
        distant += (double)((const ship_state *)states[i])->distant;
    }
    const policy_statistic share = {"distant_share", "1", distant / inserted};
    return policy_give_statistics(&share, 1, out, room);
}

const cache_policy cache_ship = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "ship",
             .summary = "SHiP: lines of instructions whose lines are not used again leave first",
             .source = "Wu et al., MICRO 2011",
             .options = ship_table,
             .n_options = sizeof ship_table / sizeof *ship_table,
             .options_size = sizeof(ship_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .statistics = statistics},
    .create = create,
    .access = hit,
    .victim = rrip_victim,
    .fill = fill,
    .evicted = evicted,
};
