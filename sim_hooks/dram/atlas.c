/* ATLAS: adaptive per-thread least-attained-service scheduling. Of the requests to all idle banks of a
 * channel the one is served that has waited longer than the threshold, otherwise whose source has attained
 * the least service, then one that finds its row open, then the oldest.
 *
 * Service is how long banks were busy for a source. At the end of each quantum the service that it attained
 * in all channels is added to what it attained before: total = alpha * total + (1 - alpha) * service. The
 * order of sources is the same in all channels until the next quantum ends (gather()).
 *
 * Source: Kim et al., HPCA 2010, as [RA] chapter 5 compares with it: quantum 10 M cycles, alpha 0.875,
 * threshold 100,000 cycles. A bank is busy for a request from when it gets it until the last column has gone;
 * what is in service when a quantum ends counts for the next (our choice). A source is an SM or CPU core, or
 * a program. Cycles of the quantum are core cycles, as the host counts them between channels; all others are
 * DRAM command cycles. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/queue.h"

enum { BY_SOURCE, BY_APP, MOST_APPS = 64 };

typedef struct atlas_options {
    int64_t quantum, threshold;
    double alpha;
    int by;
} atlas_options;

#define AT(member) offsetof(atlas_options, member)
static const poise_option atlas_table[] = {
    {"quantum", 0, POISE_OPT_INT, AT(quantum), "10000000", 1, 4e9, NULL, "CYCLES",
     "Core cycles after which sources are ranked anew."},
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "100000", 1, 4e9, NULL, "CYCLES",
     "DRAM command cycles after which a request goes before all younger ones."},
    {"alpha", 0, POISE_OPT_REAL, AT(alpha), "0.875", 0, 1, NULL, "SHARE",
     "Weight of the quanta before in the attained service."},
    {"by", 0, POISE_OPT_CHOICE, AT(by), "source", POISE_ANY_RANGE, "source|app", NULL,
     "Who attains service: SMs and CPU cores, or programs."},
};
#undef AT

/* What a bank serves. */
typedef struct service {
    uint32_t handle, source;
    uint64_t since; /* DRAM command cycle */
    bool is_busy;
} service;

typedef struct atlas_state {
    dram_queue queue; /* first, see queue.h */
    dram_host host;
    atlas_options options;
    uint32_t n_sources;
    uint64_t *attained; /* by each source in this channel, since the quantum began */
    double *total;      /* by each source in all channels, until then */
    uint64_t elapsed;   /* core cycles of the quantum until `last` */
    uint64_t last;      /* core cycle of the run */
    service bank[DRAM_QUEUE_BANKS];
} atlas_state;

static void destroy(void *state)
{
    atlas_state *s = state;
    free(s->queue.entry);
    free(s->attained);
    free(s->total);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    atlas_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for ATLAS state");
    s->host = *host;
    s->options = *(const atlas_options *)options;
    s->n_sources = s->options.by == BY_APP ? MOST_APPS : host->sources;
    s->attained = calloc(s->n_sources, sizeof *s->attained);
    s->total = calloc(s->n_sources, sizeof *s->total);
    if (!dram_queue_init(&s->queue, host) || !s->attained || !s->total) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the service of %u sources", host->sources);
    }
    *state = s;
    return POISE_OK;
}

/* Per entry that of the queue and its age (17 bits); per source the service of the quantum and the
 * total, 32 bits each. */
static uint64_t storage_bits(const void *state)
{
    const atlas_state *s = state;
    return (DRAM_QUEUE_ENTRY_BITS + 17ull) * s->host.queue_entries + 64ull * s->n_sources;
}

/* ---- order ---- */

/* Programs and sources beyond those that are known share a number (our choice). */
static uint32_t source_of(const atlas_state *s, const mem_request *request)
{
    return (s->options.by == BY_APP ? request->app : request->source) % s->n_sources;
}

/* Whether `a` goes before `b`, which has arrived earlier. */
static bool goes_before(const atlas_state *s, const dram_view *view, const dram_request *a,
                        const dram_request *b)
{
    bool a_is_old = view->cycle - a->arrival > (uint64_t)s->options.threshold;
    bool b_is_old = view->cycle - b->arrival > (uint64_t)s->options.threshold;
    if (a_is_old != b_is_old)
        return a_is_old;
    double of_a = s->total[source_of(s, a->request)], of_b = s->total[source_of(s, b->request)];
    if (of_a < of_b || of_a > of_b)
        return of_a < of_b;
    return view->open_row[a->bank] == a->row && view->open_row[b->bank] != b->row;
}

static uint32_t next(void *state, const dram_view *view)
{
    atlas_state *s = state;
    const dram_queued *entry = s->queue.entry;
    uint16_t best = DRAM_QUEUE_END;
    for (uint16_t i = s->queue.all.oldest; i != DRAM_QUEUE_END; i = entry[i].after) {
        if (!(view->idle >> entry[i].request.bank & 1))
            continue;
        if (best == DRAM_QUEUE_END || goes_before(s, view, &entry[i].request, &entry[best].request))
            best = i;
    }
    if (best == DRAM_QUEUE_END)
        return DRAM_NO_REQUEST;
    const dram_request chosen = entry[best].request;
    s->bank[chosen.bank] = (service){.handle = chosen.handle,
                                     .source = source_of(s, chosen.request),
                                     .since = view->cycle,
                                     .is_busy = true};
    return dram_queue_take(&s->queue, best);
}

static void done(void *state, uint32_t handle, uint64_t cycle)
{
    atlas_state *s = state;
    for (uint32_t i = 0; i < s->host.banks; i++) {
        if (!s->bank[i].is_busy || s->bank[i].handle != handle)
            continue;
        s->attained[s->bank[i].source] += cycle - s->bank[i].since;
        s->bank[i].is_busy = false;
    }
}

/* ---- quanta, over all channels ---- */

/* The run goes on to `cycle`; another run begins with a smaller one. */
static void pass(atlas_state *s, uint64_t cycle)
{
    s->elapsed += cycle > s->last ? cycle - s->last : 0;
    s->last = cycle;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    pass(state, launch->cycle);
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    pass(state, cycle);
}

/* The sum over all channels is what each of them ranks by. */
static void end_quantum(atlas_state *const *all, uint32_t count)
{
    double alpha = all[0]->options.alpha;
    for (uint32_t source = 0; source < all[0]->n_sources; source++) {
        uint64_t attained = 0;
        for (uint32_t i = 0; i < count; i++) {
            attained += all[i]->attained[source];
            all[i]->attained[source] = 0;
        }
        double total = alpha * all[0]->total[source] + (1 - alpha) * (double)attained;
        for (uint32_t i = 0; i < count; i++)
            all[i]->total[source] = total;
    }
    for (uint32_t i = 0; i < count; i++)
        all[i]->elapsed = 0;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    atlas_state *const *all = (atlas_state *const *)(const void *)states;
    for (uint32_t i = 0; i < count; i++)
        pass(all[i], cycle);
    uint64_t quantum = (uint64_t)all[0]->options.quantum;
    if (all[0]->elapsed >= quantum)
        end_quantum(all, count);
    return quantum - all[0]->elapsed;
}

const dram_policy dram_atlas = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "atlas",
             .summary = "least attained service first, over all channels, in quanta",
             .source = "Kim et al., HPCA 2010",
             .options = atlas_table,
             .n_options = sizeof atlas_table / sizeof *atlas_table,
             .options_size = sizeof(atlas_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .launch_end = launch_end,
             .gather = gather},
    .create = create,
    .can_accept = dram_queue_can_accept,
    .accept = dram_queue_accept,
    .banks_waiting = dram_queue_banks_waiting,
    .next = next,
    .done = done,
};
