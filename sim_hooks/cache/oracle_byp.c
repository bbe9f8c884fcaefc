/* Bypass by an oracle: loads of warps that will mostly miss go around the L2, and which ones they are is
 * known beforehand, from a simulation of the same launches on the same machine in which nobody bypassed:
 *
 *   l2:oracle_byp:record=FILE    LRU; for each launch and each warp's place, the hit ratio of its loads
 *   l2:oracle_byp:types=FILE     loads of places whose ratio was at most `mostly_miss` go around
 *
 * Without a file it knows nothing and is LRU. It shows what finding types by profiling costs WByp, not what
 * is best: a bypass changes what others hit. Its storage is none, as nothing could be built. Source: what
 * [RA] 4.2.1 observes, our choice otherwise: one type for a launch; loads only count; launches after the last
 * of the file do not bypass. */
#include "common/file.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/recency.h"

#include <string.h>

enum { PERCENT = 100, WHOLE = 100 * PERCENT, NO_LOADS = -1, MOST_FILE = 256 << 20 };

typedef struct oracle_options {
    const char *types, *record;
    int64_t mostly_miss;
} oracle_options;

#define AT(member) offsetof(oracle_options, member)
static const poise_option oracle_table[] = {
    {"types", 0, POISE_OPT_STRING, AT(types), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Hit ratios that record= has written of the same launches; without it nobody bypasses."},
    {"record", 0, POISE_OPT_STRING, AT(record), NULL, POISE_ANY_RANGE, NULL, "FILE", "Where to write them."},
    {"mostly_miss", 0, POISE_OPT_INT, AT(mostly_miss), "20", 0, 100, NULL, "PERCENT",
     "Greatest hit ratio of warps that bypass."},
};
#undef AT

/* What the banks have in common. */
typedef struct oracle_shared {
    uint32_t *hits, *loads; /* [place], of this launch; recording */
    int16_t *ratio;         /* [launch * n + place]: hundredths of a percent, NO_LOADS; types */
    size_t launches;        /* in `ratio` */
    size_t launch;          /* that runs, from 1 */
    uint64_t asked, around; /* loads in this launch */
} oracle_shared;

typedef struct oracle_state {
    recency_order order; /* first, see recency.h */
    oracle_options options;
    uint32_t index, n, sms, warps; /* of the bank; warps of the GPU, SMs, warps of an SM */
    oracle_shared own, *shared;    /* of the first bank, from the first exchange on */
    poise_atomic_file file;        /* of the first bank; open while recording */
    bool runs;                     /* a launch */
} oracle_state;

/* A record of a launch that has not ended would be wrong, and one that cannot be written is missed by whoever
 * wants to read it. */
static void destroy(void *state)
{
    oracle_state *s = state;
    if (s->file.stream && !s->runs)
        (void)poise_atomic_commit(&s->file, NULL);
    else
        poise_atomic_abort(&s->file);
    free(s->order.last_use);
    free(s->own.hits);
    free(s->own.loads);
    free(s->own.ratio);
    free(s);
}

/* ---- the file: a line that says of what, then a line of ratios for each launch ---- */

static const char head[] = "poise warp hit ratios: %u SMs of %u warps\n";

static int damaged(const oracle_state *s, size_t line, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s:%zu: not %u hit ratios from -1 to %d", s->options.types, line,
                      s->n, WHOLE);
}

/* strtol would skip blanks, lines among them. */
static bool begins_number(const char *text)
{
    return *text == '-' || (*text >= '0' && *text <= '9');
}

static int read_launch(oracle_state *s, size_t launch, char **text, poise_error *err)
{
    for (uint32_t i = 0; i < s->n; i++) {
        char *end;
        long ratio = strtol(*text, &end, 10);
        if (!begins_number(*text) || end == *text || ratio < NO_LOADS || ratio > WHOLE ||
            (*end != ' ' && *end != '\n'))
            return damaged(s, launch + 2, err);
        if ((*end == '\n') != (i + 1 == s->n))
            return damaged(s, launch + 2, err);
        s->own.ratio[launch * s->n + i] = (int16_t)ratio;
        *text = end + 1;
    }
    return POISE_OK;
}

static int read_text(oracle_state *s, char *text, size_t size, poise_error *err)
{
    const char *const whole = text + size;
    char expected[sizeof head + 16];
    size_t length = (size_t)snprintf(expected, sizeof expected, head, s->sms, s->warps);
    if (strncmp(text, expected, length) != 0)
        return poise_fail(err, POISE_DAMAGED, "%s: does not begin with '%.*s'", s->options.types,
                          (int)length - 1, expected);
    text += length;
    for (const char *c = text; *c; c++)
        s->own.launches += *c == '\n';
    s->own.ratio = calloc(s->own.launches * s->n + 1, sizeof *s->own.ratio);
    if (!s->own.ratio)
        return poise_fail(err, POISE_FAILED, "no memory for %s", s->options.types);
    for (size_t launch = 0; launch < s->own.launches; launch++) {
        int code = read_launch(s, launch, &text, err);
        if (code != POISE_OK)
            return code;
    }
    return text != whole ? damaged(s, s->own.launches + 2, err) : POISE_OK;
}

static int read_types(oracle_state *s, poise_error *err)
{
    char *text;
    size_t size;
    int code = poise_read_file(s->options.types, MOST_FILE, &text, &size, err);
    if (code != POISE_OK)
        return code;
    code = read_text(s, text, size, err);
    free(text);
    return code;
}

static int begin_record(oracle_state *s, poise_error *err)
{
    s->own.hits = calloc((size_t)s->n + 1, sizeof *s->own.hits);
    s->own.loads = calloc((size_t)s->n + 1, sizeof *s->own.loads);
    if (!s->own.hits || !s->own.loads)
        return poise_fail(err, POISE_FAILED, "no memory for the warps of oracle_byp");
    int code = poise_atomic_open(&s->file, s->options.record, err);
    if (code == POISE_OK)
        fprintf(s->file.stream, head, s->sms, s->warps);
    return code;
}

static void write_launch(const oracle_state *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const uint32_t loads = s->own.loads[i];
        int64_t ratio = loads ? (int64_t)s->own.hits[i] * WHOLE / loads : NO_LOADS;
        fprintf(s->file.stream, "%lld%c", (long long)ratio, i + 1 < s->n ? ' ' : '\n');
    }
}

/* ---- life ---- */

static int check(const cache_host *host, const oracle_options *options, poise_error *err)
{
    if (host->level != 2)
        return poise_fail(err, POISE_USAGE, "policy oracle_byp is one of the L2, which all warps share");
    if (!host->writes_through)
        return poise_fail(
            err, POISE_USAGE,
            "policy oracle_byp sends loads around the L2, which must write through: l2_write=through");
    if (options->types != NULL && options->record != NULL)
        return poise_fail(err, POISE_USAGE, "policy oracle_byp takes types=FILE or record=FILE, not both");
    return POISE_OK;
}

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    int code = check(host, options, err);
    if (code != POISE_OK)
        return code;
    oracle_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for oracle_byp");
    s->options = *(const oracle_options *)options;
    s->index = host->instance.index;
    s->sms = host->sms;
    s->warps = host->warps;
    s->n = host->sms * host->warps;
    s->shared = &s->own;
    if (!recency_init(&s->order, host->shape))
        code = poise_fail(err, POISE_FAILED, "no memory for the order of use of oracle_byp");
    else if (s->index == 0 && s->options.types)
        code = read_types(s, err);
    else if (s->index == 0 && s->options.record)
        code = begin_record(s, err);
    if (code != POISE_OK)
        destroy(s);
    else
        *state = s;
    return code;
}

/* The order of replacement as for lru. */
static uint64_t storage_bits(const void *state)
{
    const oracle_state *s = state;
    return recency_bits(s->order.shape);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    oracle_state *s = state;
    (void)launch;
    s->runs = true;
    s->own.launch++;
    s->own.asked = s->own.around = 0;
    if (s->own.loads) {
        memset(s->own.hits, 0, s->n * sizeof *s->own.hits);
        memset(s->own.loads, 0, s->n * sizeof *s->own.loads);
    }
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    oracle_state *s = state;
    (void)app;
    (void)cycle;
    s->runs = false;
    if (s->file.stream)
        write_launch(s);
}

/* No request reaches a bank before the first exchange of a launch. */
static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)cycle;
    oracle_state *first = states[0];
    for (uint32_t i = 0; i < count; i++)
        ((oracle_state *)states[i])->shared = &first->own;
    return 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const oracle_shared *e = ((const oracle_state *)states[0])->shared;
    const policy_statistic all[] = {{"bypassed", "1", (double)e->around / (double)e->asked}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

/* ---- requests ---- */

static bool has_place(const oracle_state *s, const mem_request *request)
{
    bool has_warp = request->kind == MEM_LOAD || request->kind == MEM_STORE || request->kind == MEM_ATOMIC;
    return has_warp && request->source < s->sms && request->warp < s->warps;
}

static bool bypasses(const oracle_state *s, const mem_request *request)
{
    const oracle_shared *e = s->shared;
    if (!e->ratio || e->launch > e->launches || !has_place(s, request))
        return false;
    int16_t ratio = e->ratio[(e->launch - 1) * s->n + request->source * s->warps + request->warp];
    return ratio != NO_LOADS && ratio <= s->options.mostly_miss * PERCENT;
}

static cache_route route(void *state, const mem_request *request)
{
    const oracle_state *s = state;
    if (request->kind != MEM_LOAD)
        return CACHE_LOOK_UP;
    s->shared->asked++;
    if (!bypasses(s, request))
        return CACHE_LOOK_UP;
    s->shared->around++;
    return CACHE_BYPASS;
}

/* Stores and atomics of these warps take no line, as with wbyp. */
static bool allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)set;
    return !mem_writes(request) || !bypasses(state, request);
}

static void result(void *state, const mem_request *request, bool hit)
{
    const oracle_state *s = state;
    if (!s->shared->loads || request->kind != MEM_LOAD || !has_place(s, request))
        return;
    const uint32_t place = request->source * s->warps + request->warp;
    s->shared->loads[place]++;
    s->shared->hits[place] += hit;
}

const cache_policy cache_oracle_byp = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(cache_policy),
             .name = "oracle_byp",
             .summary = "loads of warps that mostly missed in an earlier run go around the L2",
             .source = "[RA] 4.2.1",
             .options = oracle_table,
             .n_options = sizeof oracle_table / sizeof *oracle_table,
             .options_size = sizeof(oracle_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .launch_end = launch_end,
             .gather = gather,
             .statistics = statistics},
    .create = create,
    .access = recency_touch,
    .victim = recency_victim,
    .fill = recency_touch,
    .route = route,
    .result = result,
    .allocate = allocate,
};
