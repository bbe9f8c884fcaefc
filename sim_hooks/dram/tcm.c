/* TCM: thread cluster memory scheduling, and CTCM, which puts requests of CPU cores before it. Requests of
 * the client of the highest rank go first, then those that find their row open, then the oldest, over all
 * idle banks.
 *
 * At the end of each quantum clients are divided anew, over all channels: the least intense, as many as have
 * had the share `cluster` of all service, are the latency cluster, and rank above all others, the least
 * intense first. The others are the bandwidth cluster, whose ranks are shuffled every `shuffle` cycles: by
 * insertion, which leaves the least nice at the bottom most of the time, if they differ by more than
 * `distance`; otherwise at random. All ranks are a function of the last quantum and of the cycle, so that all
 * channels have the same. Before the first quantum has ended all ranks are equal.
 *
 * What a client is known by, of this quantum and, with weight `history`, of those before:
 *
 * Intensity, reads per thousand core cycles. Its authors take misses per thousand instructions, which a
 * memory controller does not see ([RA] 5.3.2 counts by cycles for that reason): a client that is slowed down
 * looks less intense than it is (our choice).
 *
 * Parallelism, banks of a channel with a request of it, mean over the time in which there is one, in all
 * channels (sampled there).
 *
 * Locality, the share of its requests that ask for the row that it asked for last in their bank, its shadow
 * row.
 *
 * Service, cycles that banks were busy for it, of the last quantum alone.
 *
 * Source: Kim et al., MICRO 2010: quantum 1 M cycles, shuffle 800, cluster 4/24, distance 0.1; insertion
 * shuffle and history (0.875) as in the simulator that its group released. Cycles of the quantum are core
 * cycles, those of shuffling DRAM command cycles. Our choices: the first quantum in which a client does
 * something counts whole; `distance` is that within the bandwidth cluster; a client is the GPU as one or a
 * CPU core. CTCM: [RA] 5.5.4. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"
#include "sim_hooks/dram/tcm_cluster.h"
#include "sim_hooks/policy_statistics.h"

#include <string.h>

typedef struct tcm_options {
    int64_t quantum, shuffle;
    double cluster, distance, history;
    dram_client_options clients;
} tcm_options;

#define AT(member) offsetof(tcm_options, member)
static const poise_option tcm_table[] = {
    {"quantum", 0, POISE_OPT_INT, AT(quantum), "1000000", 1, 4e9, NULL, "CYCLES",
     "Core cycles after which clients are divided anew."},
    {"shuffle", 0, POISE_OPT_INT, AT(shuffle), "800", 1, 4e9, NULL, "CYCLES",
     "DRAM command cycles after which the bandwidth cluster is shuffled."},
    {"cluster", 0, POISE_OPT_REAL, AT(cluster), "0.1667", 0, 1, NULL, "SHARE",
     "Share of all service that the latency cluster may have had."},
    {"distance", 0, POISE_OPT_REAL, AT(distance), "0.1", 0, 1, NULL, "SHARE",
     "Distance in parallelism and in locality from which on shuffling favours nicer clients."},
    {"history", 0, POISE_OPT_REAL, AT(history), "0.875", 0, 1, NULL, "SHARE",
     "Weight of the quanta before in what a client is known by."},
    DRAM_BY_OPTION(AT(clients.by), "core"),
    DRAM_CPU_SHARE_OPTION(AT(clients.cpu_share)),
};
#undef AT

/* Of a client in this channel, since the quantum began. */
typedef struct tcm_monitor {
    uint64_t reads, requests, row_hits, service;
    uint64_t bank_cycles, cycles; /* banks with a request, summed over time; time with one */
    uint64_t since;               /* DRAM command cycle up to which these are counted */
    uint32_t banks;               /* with a request now */
} tcm_monitor;

typedef struct tcm_state {
    dram_queue queue; /* first, see queue.h */
    dram_host host;
    tcm_options options;
    bool cpu_first;
    uint32_t n_clients;
    tcm_monitor *monitor;
    uint32_t *shadow_row; /* of each client in each bank */
    uint16_t *waiting;    /* requests of each client to each bank, those in service included */
    tcm_behaviour *behaviour;
    tcm_clusters clusters;
    uint16_t *rank;    /* of each client, the highest first */
    uint64_t shuffled; /* interval of the ranks, UINT64_MAX = none */
    dram_quantum quantum;
    dram_service bank[DRAM_QUEUE_BANKS];
    uint64_t quanta, in_latency; /* statistics of the launch: quanta, clients in the latency cluster in all */
} tcm_state;

static void destroy(void *state)
{
    tcm_state *s = state;
    free(s->queue.entry);
    free(s->monitor);
    free(s->shadow_row);
    free(s->waiting);
    free(s->behaviour);
    free(s->clusters.order);
    free(s->rank);
    free(s);
}

static bool init(tcm_state *s)
{
    const size_t n = s->n_clients, pairs = n * s->host.banks;
    s->monitor = calloc(n, sizeof *s->monitor);
    s->shadow_row = calloc(pairs, sizeof *s->shadow_row);
    s->waiting = calloc(pairs, sizeof *s->waiting);
    s->behaviour = calloc(n, sizeof *s->behaviour);
    s->clusters = (tcm_clusters){.clients = s->n_clients, .order = calloc(n, sizeof *s->clusters.order)};
    s->rank = calloc(n, sizeof *s->rank);
    for (size_t i = 0; s->shadow_row && i < pairs; i++)
        s->shadow_row[i] = DRAM_NO_ROW;
    return dram_queue_init(&s->queue, &s->host) && s->monitor && s->shadow_row && s->waiting &&
           s->behaviour && s->clusters.order && s->rank;
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    tcm_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for TCM state");
    s->host = *host;
    s->options = *(const tcm_options *)options;
    s->n_clients = dram_clients(host, s->options.clients.by);
    s->shuffled = UINT64_MAX;
    if (!init(s)) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the behaviour of clients");
    }
    dram_queue_reserve(&s->queue, s->options.clients.cpu_share);
    *state = s;
    return POISE_OK;
}

static int create_cpu_first(const dram_host *host, const void *options, void **state, poise_error *err)
{
    const int code = create(host, options, state, err);
    if (code == POISE_OK)
        ((tcm_state *)*state)->cpu_first = true;
    return code;
}

/* Per entry that of the queue and the rank of its client; per client six sums of 32 bits, of the quantum, and
 * four of 16 of those before, per client and bank a shadow row (16 bits) and a count of requests. */
static uint64_t storage_bits(const void *state)
{
    const tcm_state *s = state;
    const uint64_t entries = s->host.queue_entries, count = policy_bits_for(entries + 1);
    return (DRAM_QUEUE_ENTRY_BITS + policy_bits_for(s->n_clients)) * entries +
           s->n_clients * (6 * 32 + 4 * 16 + s->host.banks * (16 + count));
}

/* ---- what clients do ---- */

static void settle(tcm_monitor *monitor, uint64_t cycle)
{
    if (cycle > monitor->since && monitor->banks) {
        monitor->bank_cycles += monitor->banks * (cycle - monitor->since);
        monitor->cycles += cycle - monitor->since;
    }
    monitor->since = cycle; /* another run begins with a smaller one */
}

static void accept(void *state, const dram_request *request)
{
    tcm_state *s = state;
    const uint16_t client = dram_client_accept(&s->queue, &s->host, s->options.clients.by, request)->client;
    const size_t pair = (size_t)client * s->host.banks + request->bank;
    tcm_monitor *monitor = &s->monitor[client];
    settle(monitor, request->arrival);
    monitor->requests++;
    monitor->reads += !request->is_write;
    monitor->row_hits += s->shadow_row[pair] == request->row;
    monitor->banks += !s->waiting[pair]++;
    s->shadow_row[pair] = request->row;
}

static void done(void *state, uint32_t handle, uint64_t cycle)
{
    tcm_state *s = state;
    const dram_service *service = dram_service_end(s->bank, s->host.banks, handle);
    if (!service)
        return;
    tcm_monitor *monitor = &s->monitor[service->client];
    settle(monitor, cycle);
    monitor->service += cycle - service->since;
    monitor->banks -= !--s->waiting[(size_t)service->client * s->host.banks + (size_t)(service - s->bank)];
}

/* ---- order ---- */

static uint64_t key_of(const void *state, const dram_view *view, const dram_queued *entry)
{
    const tcm_state *s = state;
    const bool first = s->cpu_first && dram_queue_is_of_cpu(&s->queue, &entry->request);
    return (uint64_t)first << 63 | (uint64_t)s->rank[entry->client] << 1 | dram_queue_hits(view, entry);
}

static uint32_t next(void *state, const dram_view *view)
{
    tcm_state *s = state;
    const uint64_t interval = view->cycle / (uint64_t)s->options.shuffle;
    if (interval != s->shuffled && s->clusters.is_divided) {
        tcm_shuffle(&s->clusters, interval, s->rank);
        s->shuffled = interval;
    }
    const uint16_t chosen = dram_queue_most_urgent(&s->queue, view, s, key_of);
    if (chosen == DRAM_QUEUE_END)
        return DRAM_NO_REQUEST;
    dram_service_begin(s->bank, &s->queue.entry[chosen], view->cycle);
    return dram_queue_take(&s->queue, chosen);
}

/* ---- quanta, over all channels ---- */

static void launch_begin(void *state, const policy_launch *launch)
{
    tcm_state *s = state;
    dram_quantum_pass(&s->quantum, launch->cycle);
    if (policy_begins_anew(launch))
        s->quanta = s->in_latency = 0;
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    dram_quantum_pass(&((tcm_state *)state)->quantum, cycle);
}

/* What a client did in all channels, which begin anew. */
static tcm_monitor sum_of(tcm_state *const *all, uint32_t count, uint32_t client)
{
    tcm_monitor sum = {0};
    for (uint32_t i = 0; i < count; i++) {
        tcm_monitor *monitor = &all[i]->monitor[client];
        sum.reads += monitor->reads;
        sum.requests += monitor->requests;
        sum.row_hits += monitor->row_hits;
        sum.service += monitor->service;
        sum.bank_cycles += monitor->bank_cycles;
        sum.cycles += monitor->cycles;
        *monitor = (tcm_monitor){.since = monitor->since, .banks = monitor->banks};
    }
    return sum;
}

static double blend(double before, double now, double weight)
{
    return before > 0 ? weight * before + (1 - weight) * now : now;
}

static void learn(tcm_behaviour *of, const tcm_monitor *sum, uint64_t core_cycles, double history)
{
    of->intensity = blend(of->intensity, 1000.0 * (double)sum->reads / (double)core_cycles, history);
    if (sum->cycles)
        of->parallelism = blend(of->parallelism, (double)sum->bank_cycles / (double)sum->cycles, history);
    if (sum->requests)
        of->locality = blend(of->locality, (double)sum->row_hits / (double)sum->requests, history);
    of->service = (double)sum->service;
}

static void end_quantum(tcm_state *const *all, uint32_t count)
{
    tcm_state *first = all[0];
    const tcm_rule rule = {first->options.cluster, first->options.distance, first->host.banks};
    for (uint32_t client = 0; client < first->n_clients; client++) {
        const tcm_monitor sum = sum_of(all, count, client);
        learn(&first->behaviour[client], &sum, first->quantum.elapsed, first->options.history);
    }
    for (uint32_t i = 0; i < count; i++) {
        memcpy(all[i]->behaviour, first->behaviour, first->n_clients * sizeof *first->behaviour);
        tcm_divide(&all[i]->clusters, all[i]->behaviour, &rule);
        all[i]->shuffled = UINT64_MAX;
        all[i]->quantum.elapsed = 0;
    }
    first->quanta++;
    for (uint32_t i = first->clusters.bandwidth; i < first->n_clients; i++)
        first->in_latency += first->behaviour[first->clusters.order[i]].service > 0;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    tcm_state *const *all = (tcm_state *const *)(const void *)states;
    for (uint32_t i = 0; i < count; i++)
        dram_quantum_pass(&all[i]->quantum, cycle);
    const uint64_t quantum = (uint64_t)all[0]->options.quantum;
    if (all[0]->quantum.elapsed >= quantum)
        end_quantum(all, count);
    return quantum - all[0]->quantum.elapsed;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    const tcm_state *first = states[0];
    (void)count;
    const policy_statistic all[] = {
        {"latency_clients", "1", (double)first->in_latency / (double)first->quanta}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

#define TCM_POLICY(name_text, summary_text, source_text, create_function)                 \
    {                                                                                     \
        .info = {.abi = POISE_POLICY_ABI,                                                 \
                 .struct_size = sizeof(dram_policy),                                      \
                 .name = name_text,                                                       \
                 .summary = summary_text,                                                 \
                 .source = source_text,                                                   \
                 .options = tcm_table,                                                    \
                 .n_options = sizeof tcm_table / sizeof *tcm_table,                       \
                 .options_size = sizeof(tcm_options)},                                    \
        .life = {.destroy = destroy,                                                      \
                 .storage_bits = storage_bits,                                            \
                 .launch_begin = launch_begin,                                            \
                 .launch_end = launch_end,                                                \
                 .gather = gather,                                                        \
                 .statistics = statistics},                                               \
        .create = create_function, .can_accept = dram_queue_can_accept, .accept = accept, \
        .banks_waiting = dram_queue_banks_waiting, .next = next, .done = done,            \
    }

const dram_policy dram_tcm = TCM_POLICY("tcm", "TCM: those who ask for little first, the others in turns",
                                        "Kim et al., MICRO 2010", create);
const dram_policy dram_ctcm =
    TCM_POLICY("ctcm", "TCM with requests of CPU cores before the GPU's", "[RA] 5.5.4", create_cpu_first);
