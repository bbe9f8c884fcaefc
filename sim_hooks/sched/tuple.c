/* A fixed warp-tuple {N, p} under greedy-then-oldest, and its diagonal N = p (static wavefront limiting).
 * Source: [S5.3, S5.6.3, S5.7.3]; SWL: Rogers et al., MICRO 2012. Beyond the tuple, our own: a set of load
 * instructions that allocate no L1 lines, whatever their warp may (docs/BEYOND.md). */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"

#include <stdlib.h>
#include <string.h>

typedef struct tuple_options {
    int64_t n, p;
    const char *loads;
} tuple_options;

enum { MOST_PC = (1 << 20) - 1 /* a kernel has at most 2^20 instructions (trace/trace.h) */ };

typedef struct tuple_state {
    sched_host host;
    uint32_t n, p;
    uint64_t *around; /* bit pc: the load allocates nothing */
    uint32_t words, loads;
} tuple_state;

static int refuse_loads(const char *text, poise_error *err)
{
    return poise_fail(err, POISE_USAGE,
                      "policy tuple loads: '%s' is no list of instruction numbers, such as 13,21 (0 to %d)",
                      text, (int)MOST_PC);
}

/* "13,21" or "" */
static int take_loads(tuple_state *s, const char *text, poise_error *err)
{
    const char *rest = text;
    while (*rest != '\0') {
        char *end;
        const unsigned long pc = strtoul(rest, &end, 10);
        if (*rest < '0' || *rest > '9' || pc > MOST_PC || (*end != '\0' && (*end != ',' || end[1] == '\0')))
            return refuse_loads(text, err);
        const uint32_t words = (uint32_t)pc / 64 + 1;
        if (s->around == NULL || words > s->words) {
            uint64_t *grown = realloc(s->around, words * sizeof *grown);
            if (!grown)
                return poise_fail(err, POISE_FAILED, "no memory for scheduler tuple");
            memset(grown + s->words, 0, (words - s->words) * sizeof *grown);
            s->around = grown;
            s->words = words;
        }
        s->loads += !(s->around[pc / 64] >> pc % 64 & 1);
        s->around[pc / 64] |= UINT64_C(1) << pc % 64;
        rest = *end == ',' ? end + 1 : end;
    }
    return POISE_OK;
}

static void destroy(void *state)
{
    tuple_state *s = state;
    if (s)
        free(s->around);
    free(s);
}

static int create_with(const sched_host *host, int64_t n, int64_t p, const char *loads, void **state,
                       poise_error *err)
{
    if (p > n)
        return poise_fail(err, POISE_USAGE, "warp-tuple {%lld, %lld}: p may not exceed N", (long long)n,
                          (long long)p);
    tuple_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler tuple");
    *s = (tuple_state){.host = *host, .n = (uint32_t)n, .p = (uint32_t)p};
    const int code = take_loads(s, loads, err);
    if (code == POISE_OK)
        *state = s;
    else
        destroy(s);
    return code;
}

static int create_tuple(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const tuple_options *o = options;
    return create_with(host, o->n, o->p, o->loads ? o->loads : "", state, err);
}

static int create_swl(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const tuple_options *o = options;
    return create_with(host, o->n, o->n, "", state, err);
}

/* A monitor and a pollute bit per warp. [S5.6.3] A load that goes around is known by a bit in its
 * instruction: no storage. */
static uint64_t storage_bits(const void *state)
{
    const tuple_state *s = state;
    return 2ull * s->host.sms * s->host.schedulers * s->host.warps_per_scheduler;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    const tuple_state *s = state;
    for (uint32_t sm = 0; sm < s->host.sms; sm++) {
        s->host.set_tuple(s->host.opaque, sm, s->n, s->p);
        if (s->words)
            s->host.set_loads(s->host.opaque, sm, s->around, s->words);
    }
}

static const poise_option arguments[] = {
    {.name = "n",
     .type = POISE_OPT_INT,
     .offset = offsetof(tuple_options, n),
     .default_text = "64",
     .min = 1,
     .max = POISE_ALL_WARPS,
     .help = "warps per scheduler that may issue, the oldest ones"},
    {.name = "p",
     .type = POISE_OPT_INT,
     .offset = offsetof(tuple_options, p),
     .default_text = "1",
     .min = 0,
     .max = POISE_ALL_WARPS,
     .help = "of these, warps whose load misses may reserve an L1 line; 0 = nobody allocates"},
    {.name = "loads",
     .type = POISE_OPT_STRING,
     .offset = offsetof(tuple_options, loads),
     .metavar = "PC,PC",
     .help =
         "load instructions that reserve no line, whatever their warp may, by their number in the kernel"},
};

#define TUPLE_POLICY(name_text, summary_text, create_function, n_arguments)                    \
    {                                                                                          \
        .info = {.abi = POISE_POLICY_ABI,                                                      \
                 .struct_size = sizeof(sched_policy),                                          \
                 .name = name_text,                                                            \
                 .summary = summary_text,                                                      \
                 .source = "thesis sections 5.1, 5.6.3",                                       \
                 .options = arguments,                                                         \
                 .n_options = n_arguments,                                                     \
                 .options_size = sizeof(tuple_options)},                                       \
        .create = create_function, .life.destroy = destroy, .life.storage_bits = storage_bits, \
        .pick = sched_pick_gto, .life.launch_begin = launch_begin,                             \
    }

const sched_policy sched_tuple = TUPLE_POLICY(
    "tuple", "fixed warp-tuple: N warps may issue, p of them may allocate in L1", create_tuple, 3);
const sched_policy sched_swl = TUPLE_POLICY("swl", "static wavefront limiting: N = p", create_swl, 1);
