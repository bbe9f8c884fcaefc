/* A warp scheduler to begin with: greedy-then-oldest, but warps whose next instruction is a load from global
 * memory are passed over while others can issue, at most `patience` times in a row. Not from the literature:
 * it shows options, state and figures. The contract stands in sim_hooks/sched.h. */
#include <sim_hooks/sched.h>

#include <stdlib.h>

typedef struct arguments {
    int64_t patience;
} arguments;

typedef struct scheduler_state {
    uint32_t passed_over; /* picks in a row in which a load could have gone and did not */
    uint64_t put_back;    /* picks that GTO would have given to a load */
} scheduler_state;

/* State of different SMs must be independent: here it is one entry for each scheduler of each SM. */
typedef struct state {
    sched_host host;
    uint32_t patience;
    scheduler_state of[];
} state;

static int create(const sched_host *host, const void *options, void **out, poise_error *err)
{
    const arguments *chosen = options;
    size_t schedulers = (size_t)host->sms * host->schedulers;
    state *s = calloc(1, sizeof *s + schedulers * sizeof s->of[0]);
    if (s == NULL)
        return poise_fail(err, POISE_FAILED, "arithmetic_first: no memory for %zu schedulers", schedulers);
    s->host = *host;
    s->patience = (uint32_t)chosen->patience;
    *out = s;
    return POISE_OK;
}

/* A counter up to `patience` in every scheduler. */
static uint64_t storage_bits(const void *opaque)
{
    const state *s = opaque;
    uint64_t bits = 0;
    while (s->patience >> bits != 0)
        bits++;
    return bits * s->host.sms * s->host.schedulers;
}

static unsigned greedy_then_oldest(uint64_t slots, int last)
{
    return last >= 0 && (slots >> last & 1) ? (unsigned)last : (unsigned)__builtin_ctzll(slots);
}

static unsigned pick(void *opaque, const sched_view *view)
{
    state *s = opaque;
    scheduler_state *mine = &s->of[view->sm * s->host.schedulers + view->scheduler];
    uint64_t others = view->ready & ~view->loads;
    if (view->loads == 0 || others == 0 || mine->passed_over >= s->patience) {
        mine->passed_over = 0;
        return greedy_then_oldest(view->ready, view->last);
    }
    mine->passed_over++;
    mine->put_back += view->loads >> greedy_then_oldest(view->ready, view->last) & 1;
    return greedy_then_oldest(others, view->last);
}

/* What it has done, for `poise sim`. */
static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const state *s = states[0];
    uint64_t put_back = 0;
    for (size_t i = 0; i < (size_t)s->host.sms * s->host.schedulers; i++)
        put_back += s->of[i].put_back;
    if (room == 0)
        return 0;
    out[0] = (policy_statistic){.name = "loads_put_back", .unit = "pick", .value = (double)put_back};
    return 1;
}

static const poise_option options[] = {
    {.name = "patience",
     .type = POISE_OPT_INT,
     .offset = offsetof(arguments, patience),
     .default_text = "8",
     .min = 0,
     .max = 1000,
     .help = "picks in a row in which loads may be passed over"},
};

static const sched_policy arithmetic_first = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "arithmetic_first",
             .summary = "greedy-then-oldest with loads last",
             .source = "an example of this project",
             .options = options,
             .n_options = sizeof options / sizeof options[0],
             .options_size = sizeof(arguments)},
    .create = create,
    .life.destroy = free,
    .life.storage_bits = storage_bits,
    .pick = pick,
    .life.statistics = statistics,
};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_SCHED, &arithmetic_first.info}};
    static const policy_library library = POLICY_LIBRARY(entries);
    return &library;
}
