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
 * what is in service when a quantum ends counts for the next (our choice). A source is an SM or CPU core, a
 * program, or the GPU as one, as in [RA] (by=core). Cycles of the quantum are core cycles, as the host counts
 * them between channels; all others are DRAM command cycles. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"
#include "sim_hooks/policy_statistics.h"

typedef struct atlas_options {
    int64_t quantum, threshold;
    double alpha;
    dram_client_options clients;
} atlas_options;

#define AT(member) offsetof(atlas_options, member)
static const poise_option atlas_table[] = {
    {"quantum", 0, POISE_OPT_INT, AT(quantum), "10000000", 1, 4e9, NULL, "CYCLES",
     "Core cycles after which sources are ranked anew."},
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "100000", 1, 4e9, NULL, "CYCLES",
     "DRAM command cycles after which a request goes before all younger ones."},
    {"alpha", 0, POISE_OPT_REAL, AT(alpha), "0.875", 0, 1, NULL, "SHARE",
     "Weight of the quanta before in the attained service."},
    DRAM_BY_OPTION(AT(clients.by), "source"),
    DRAM_CPU_SHARE_OPTION(AT(clients.cpu_share)),
};
#undef AT

/* Bank-level parallelism of the SMs, or of the CPU cores, in a channel since the state was made: DRAM command
 * cycles that banks were busy for them, added up over banks, and those in which any was. */
typedef struct parallelism {
    uint64_t busy, active; /* until `last` */
    uint64_t last;
    uint32_t banks; /* busy since then */
} parallelism;

typedef struct atlas_state {
    dram_queue queue; /* first, see queue.h */
    dram_host host;
    atlas_options options;
    uint32_t n_sources;
    uint64_t *attained; /* by each source in this channel, since the quantum began */
    double *total;      /* by each source in all channels, until then */
    uint32_t *before;   /* how many sources go after each: those that have attained more */
    dram_quantum quantum;
    dram_service bank[DRAM_QUEUE_BANKS];
    parallelism of[2];   /* of SMs, of CPU cores; a statistic, not hardware */
    uint64_t cpu_serves; /* banks that serve a CPU core, a mask */
} atlas_state;

static void destroy(void *state)
{
    atlas_state *s = state;
    free(s->queue.entry);
    free(s->attained);
    free(s->total);
    free(s->before);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    atlas_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for ATLAS state");
    s->host = *host;
    s->options = *(const atlas_options *)options;
    s->n_sources = dram_clients(host, s->options.clients.by);
    s->attained = calloc(s->n_sources, sizeof *s->attained);
    s->total = calloc(s->n_sources, sizeof *s->total);
    s->before = calloc(s->n_sources, sizeof *s->before);
    if (!dram_queue_init(&s->queue, host) || !s->attained || !s->total || !s->before) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the service of sources");
    }
    dram_queue_reserve(&s->queue, s->options.clients.cpu_share);
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

static void accept(void *state, const dram_request *request)
{
    atlas_state *s = state;
    (void)dram_client_accept(&s->queue, &s->host, s->options.clients.by, request);
}

/* Older than the threshold, then the least attained service, then an open row. */
static uint64_t key_of(const void *state, const dram_view *view, const dram_queued *entry)
{
    const atlas_state *s = state;
    const bool is_old = view->cycle - entry->request.arrival > (uint64_t)s->options.threshold;
    return (uint64_t)is_old << 63 | (uint64_t)s->before[entry->client] << 1 | dram_queue_hits(view, entry);
}

static parallelism *count_until(atlas_state *s, bool of_cpu, uint64_t cycle)
{
    parallelism *of = &s->of[of_cpu];
    if (of->banks) {
        of->busy += of->banks * (cycle - of->last);
        of->active += cycle - of->last;
    }
    of->last = cycle;
    return of;
}

static void count_begin(atlas_state *s, const dram_request *request, uint64_t cycle)
{
    const uint32_t sms = s->host.sources - s->host.cpus, source = request->request->source;
    const bool of_cpu = source >= sms && source < s->host.sources;
    s->cpu_serves = (s->cpu_serves & ~(1ull << request->bank)) | (uint64_t)of_cpu << request->bank;
    count_until(s, of_cpu, cycle)->banks++;
}

static void count_end(atlas_state *s, const dram_service *service, uint64_t cycle)
{
    count_until(s, s->cpu_serves >> (service - s->bank) & 1, cycle)->banks--;
}

static uint32_t next(void *state, const dram_view *view)
{
    atlas_state *s = state;
    const uint16_t chosen = dram_queue_most_urgent(&s->queue, view, s, key_of);
    if (chosen == DRAM_QUEUE_END)
        return DRAM_NO_REQUEST;
    dram_service_begin(s->bank, &s->queue.entry[chosen], view->cycle);
    count_begin(s, &s->queue.entry[chosen].request, view->cycle);
    return dram_queue_take(&s->queue, chosen);
}

static void done(void *state, uint32_t handle, uint64_t cycle)
{
    atlas_state *s = state;
    const dram_service *service = dram_service_end(s->bank, s->host.banks, handle);
    if (!service)
        return;
    s->attained[service->client] += cycle - service->since;
    count_end(s, service, cycle);
}

/* ---- quanta, over all channels ---- */

static void launch_begin(void *state, const policy_launch *launch)
{
    dram_quantum_pass(&((atlas_state *)state)->quantum, launch->cycle);
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    dram_quantum_pass(&((atlas_state *)state)->quantum, cycle);
}

static uint32_t sources_with_more(const atlas_state *s, double total)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_sources; i++)
        n += s->total[i] > total;
    return n;
}

/* The sum over all channels is what each of them ranks by. */
static void end_quantum(atlas_state *const *all, uint32_t count)
{
    atlas_state *first = all[0];
    for (uint32_t source = 0; source < first->n_sources; source++) {
        uint64_t attained = 0;
        for (uint32_t i = 0; i < count; i++) {
            attained += all[i]->attained[source];
            all[i]->attained[source] = 0;
        }
        first->total[source] =
            first->options.alpha * first->total[source] + (1 - first->options.alpha) * (double)attained;
    }
    for (uint32_t source = 0; source < first->n_sources; source++)
        first->before[source] = sources_with_more(first, first->total[source]);
    for (uint32_t i = 0; i < count; i++) {
        all[i]->quantum.elapsed = 0;
        for (uint32_t source = 0; i > 0 && source < first->n_sources; source++) {
            all[i]->total[source] = first->total[source];
            all[i]->before[source] = first->before[source];
        }
    }
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    atlas_state *const *all = (atlas_state *const *)(const void *)states;
    for (uint32_t i = 0; i < count; i++)
        dram_quantum_pass(&all[i]->quantum, cycle);
    uint64_t quantum = (uint64_t)all[0]->options.quantum;
    if (all[0]->quantum.elapsed >= quantum)
        end_quantum(all, count);
    return quantum - all[0]->quantum.elapsed;
}

/* Those that have not been served have no parallelism. */
static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double busy[2] = {0, 0}, active[2] = {0, 0};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 2; k++) {
            busy[k] += (double)((const atlas_state *)states[i])->of[k].busy;
            active[k] += (double)((const atlas_state *)states[i])->of[k].active;
        }
    const policy_statistic all[] = {{"gpu_banks", "bank", active[0] > 0 ? busy[0] / active[0] : 0},
                                    {"cpu_banks", "bank", active[1] > 0 ? busy[1] / active[1] : 0}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
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
             .statistics = statistics,
             .gather = gather},
    .create = create,
    .can_accept = dram_queue_can_accept,
    .accept = accept,
    .banks_waiting = dram_queue_banks_waiting,
    .next = next,
    .done = done,
};
