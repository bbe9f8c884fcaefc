/* PAR-BS: parallelism-aware batch scheduling. When no marked request is stored, a batch is formed: of each
 * client the oldest `cap` requests to each bank are marked. Marked requests go first, then those that find
 * their row open, then those of the client of higher rank, then the oldest, over all idle banks.
 *
 * Clients are ranked when a batch is formed, by the max-total rule: first those whose most marked requests to
 * one bank are fewest, of these those with the fewest in all. A client without marked requests has the
 * highest rank, which counts among requests that are not marked.
 *
 * Nobody waits for ever: a request with n older ones of its client to its bank is in the n / cap + 1st batch
 * after the one that it has found, or an earlier one, and a batch has no more requests than the queue.
 *
 * Source: Mutlu and Moscibroda, ISCA 2008: cap 5. Batches are formed by each channel for itself. Our choices:
 * a tie of the ranking is broken by turns, batch by batch, at random there; reads and writes are marked
 * alike; a client is the GPU as one or a CPU core, as in [RA] 5.4. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"
#include "sim_hooks/policy_statistics.h"

#include <string.h>

typedef struct parbs_options {
    int64_t cap;
    dram_client_options clients;
} parbs_options;

#define AT(member) offsetof(parbs_options, member)
static const poise_option parbs_table[] = {
    {"cap", 0, POISE_OPT_INT, AT(cap), "5", 1, 1024, NULL, "N",
     "Most requests of a client to a bank in a batch."},
    DRAM_BY_OPTION(AT(clients.by), "core"),
    DRAM_CPU_SHARE_OPTION(AT(clients.cpu_share)),
};
#undef AT

/* Of a client in the batch `batch`. */
typedef struct parbs_client {
    uint64_t batch;
    uint32_t most, total; /* marked requests: to the bank with the most of them, to all banks */
    uint32_t rank;        /* the highest goes first */
} parbs_client;

typedef struct parbs_state {
    dram_queue queue; /* first, see queue.h */
    dram_host host;
    parbs_options options;
    uint32_t n_clients;
    uint64_t batch;  /* number of the present one, 0 = none was formed */
    uint32_t marked; /* requests that are stored and marked */
    parbs_client *client;
    uint16_t *load;     /* marked requests of each client to each bank; only of clients in the batch */
    uint16_t *in_batch; /* clients with marked requests, the first `n_in_batch` */
    uint32_t n_in_batch;
    uint64_t batches, batched; /* statistics of the launch: batches, requests in them */
} parbs_state;

static void destroy(void *state)
{
    parbs_state *s = state;
    free(s->queue.entry);
    free(s->client);
    free(s->load);
    free(s->in_batch);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    parbs_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for PAR-BS state");
    s->host = *host;
    s->options = *(const parbs_options *)options;
    s->n_clients = dram_clients(host, s->options.clients.by);
    s->client = calloc(s->n_clients, sizeof *s->client);
    s->load = calloc((size_t)s->n_clients * host->banks, sizeof *s->load);
    s->in_batch = calloc(s->n_clients, sizeof *s->in_batch);
    if (!dram_queue_init(&s->queue, host) || !s->client || !s->load || !s->in_batch) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the batches of clients");
    }
    dram_queue_reserve(&s->queue, s->options.clients.cpu_share);
    *state = s;
    return POISE_OK;
}

/* Per entry that of the queue, a mark, and the rank of its client; per client and bank a count up to the cap,
 * per client the largest of these and the sum, in all the marked requests that are left. */
static uint64_t storage_bits(const void *state)
{
    const parbs_state *s = state;
    const uint64_t entries = s->host.queue_entries, cap = policy_bits_for((uint64_t)s->options.cap + 1);
    return (DRAM_QUEUE_ENTRY_BITS + 1 + policy_bits_for(s->n_clients)) * entries +
           s->n_clients * ((s->host.banks + 1) * cap + policy_bits_for(entries + 1)) +
           policy_bits_for(entries + 1);
}

static void accept(void *state, const dram_request *request)
{
    parbs_state *s = state;
    (void)dram_client_accept(&s->queue, &s->host, s->options.clients.by, request);
}

/* ---- batches ---- */

/* The client in the batch that is being formed. */
static parbs_client *enter(parbs_state *s, uint16_t index)
{
    parbs_client *client = &s->client[index];
    if (client->batch == s->batch)
        return client;
    *client = (parbs_client){.batch = s->batch};
    memset(&s->load[(size_t)index * s->host.banks], 0, s->host.banks * sizeof *s->load);
    s->in_batch[s->n_in_batch++] = index;
    return client;
}

static void mark(parbs_state *s, dram_queued *entry)
{
    parbs_client *client = enter(s, entry->client);
    uint16_t *load = &s->load[(size_t)entry->client * s->host.banks + entry->request.bank];
    if (*load >= s->options.cap)
        return;
    entry->is_marked = true;
    s->marked++;
    client->total++;
    client->most = ++*load > client->most ? *load : client->most;
}

/* Whether client `a` has a higher rank than `b`. */
static bool outranks(const parbs_state *s, uint16_t a, uint16_t b)
{
    const parbs_client *of_a = &s->client[a], *of_b = &s->client[b];
    if (of_a->most != of_b->most)
        return of_a->most < of_b->most;
    if (of_a->total != of_b->total)
        return of_a->total < of_b->total;
    return (a + s->batch) % s->n_clients < (b + s->batch) % s->n_clients;
}

static void rank(parbs_state *s)
{
    for (uint32_t i = 0; i < s->n_in_batch; i++) {
        parbs_client *client = &s->client[s->in_batch[i]];
        for (uint32_t k = 0; k < s->n_in_batch; k++)
            client->rank += k != i && outranks(s, s->in_batch[i], s->in_batch[k]);
    }
}

static void form_batch(parbs_state *s)
{
    s->batch++;
    s->n_in_batch = 0;
    for (uint16_t i = s->queue.all.oldest; i != DRAM_QUEUE_END; i = s->queue.entry[i].after)
        mark(s, &s->queue.entry[i]);
    rank(s);
    s->batches++;
    s->batched += s->marked;
}

/* ---- order ---- */

static uint64_t key_of(const void *state, const dram_view *view, const dram_queued *entry)
{
    const parbs_state *s = state;
    const parbs_client *client = &s->client[entry->client];
    const uint64_t of_client = client->batch == s->batch ? client->rank : s->n_clients;
    return (uint64_t)entry->is_marked << 63 | (uint64_t)dram_queue_hits(view, entry) << 62 | of_client;
}

static uint32_t next(void *state, const dram_view *view)
{
    parbs_state *s = state;
    if (!(s->queue.waiting & view->idle))
        return DRAM_NO_REQUEST;
    if (!s->marked)
        form_batch(s);
    const uint16_t chosen = dram_queue_most_urgent(&s->queue, view, s, key_of);
    s->marked -= s->queue.entry[chosen].is_marked;
    return dram_queue_take(&s->queue, chosen);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    parbs_state *s = state;
    if (policy_begins_anew(launch))
        s->batches = s->batched = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double batches = 0, batched = 0;
    for (uint32_t i = 0; i < count; i++) {
        batches += (double)((const parbs_state *)states[i])->batches;
        batched += (double)((const parbs_state *)states[i])->batched;
    }
    const policy_statistic all[] = {{"batches", "1", batches}, {"batch_requests", "1", batched / batches}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const dram_policy dram_parbs = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "parbs",
             .summary = "PAR-BS: batches of the oldest requests, in them those who ask for least first",
             .source = "Mutlu and Moscibroda, ISCA 2008",
             .options = parbs_table,
             .n_options = sizeof parbs_table / sizeof *parbs_table,
             .options_size = sizeof(parbs_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .statistics = statistics},
    .create = create,
    .can_accept = dram_queue_can_accept,
    .accept = accept,
    .banks_waiting = dram_queue_banks_waiting,
    .next = next,
};
