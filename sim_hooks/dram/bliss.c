/* BLISS: the blacklisting memory scheduler. A client that a channel serves more than `threshold` times in a
 * row is blacklisted; every `interval` cycles the blacklist is cleared. Requests of clients that are not on
 * it go first, then those that find their row open, then the oldest, over all idle banks.
 *
 * Each channel has a blacklist of its own. Between two clearings nobody is served more than `threshold` + 1
 * times in a row while one that is not blacklisted waits for an idle bank.
 *
 * Source: Subramanian et al., ICCD 2014: threshold 4, clearing interval 10,000 cycles. "More than": the fifth
 * in a row blacklists, as in the simulator that its group released. Our choices: an interval counts in DRAM
 * command cycles and begins at its multiples; reads and writes count alike; a client is the GPU as one or a
 * CPU core. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"
#include "sim_hooks/policy_statistics.h"

enum { NOBODY = UINT16_MAX };

typedef struct bliss_options {
    int64_t threshold, interval;
    dram_client_options clients;
} bliss_options;

#define AT(member) offsetof(bliss_options, member)
static const poise_option bliss_table[] = {
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "4", 1, 1024, NULL, "N",
     "Requests in a row that a client may have served without being blacklisted."},
    {"interval", 0, POISE_OPT_INT, AT(interval), "10000", 1, 4e9, NULL, "CYCLES",
     "DRAM command cycles from clearing to clearing of the blacklist."},
    DRAM_BY_OPTION(AT(clients.by), "core"),
    DRAM_CPU_SHARE_OPTION(AT(clients.cpu_share)),
};
#undef AT

typedef struct bliss_state {
    dram_queue queue; /* first, see queue.h */
    dram_host host;
    bliss_options options;
    uint32_t n_clients;
    bool *is_blacklisted;
    uint16_t last;              /* client that was served */
    uint32_t in_a_row;          /* requests of it that were served */
    uint64_t interval;          /* number of the present one */
    uint64_t served, shut_away; /* statistics of the launch: requests, of these of blacklisted clients */
} bliss_state;

static void destroy(void *state)
{
    bliss_state *s = state;
    free(s->queue.entry);
    free(s->is_blacklisted);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    bliss_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for BLISS state");
    s->host = *host;
    s->options = *(const bliss_options *)options;
    s->n_clients = dram_clients(host, s->options.clients.by);
    s->is_blacklisted = calloc(s->n_clients, sizeof *s->is_blacklisted);
    s->last = NOBODY;
    if (!dram_queue_init(&s->queue, host) || !s->is_blacklisted) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the blacklist of clients");
    }
    dram_queue_reserve(&s->queue, s->options.clients.cpu_share);
    *state = s;
    return POISE_OK;
}

/* Beyond the queue a bit for each client, the client that was served last (8 bits), how often (3 bits) and
 * the cycles of the interval (14 bits). */
static uint64_t storage_bits(const void *state)
{
    const bliss_state *s = state;
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * s->host.queue_entries + s->n_clients + 8 + 3 + 14;
}

static void accept(void *state, const dram_request *request)
{
    bliss_state *s = state;
    (void)dram_client_accept(&s->queue, &s->host, s->options.clients.by, request);
}

static uint64_t key_of(const void *state, const dram_view *view, const dram_queued *entry)
{
    const bliss_state *s = state;
    return (uint64_t)!s->is_blacklisted[entry->client] << 1 | dram_queue_hits(view, entry);
}

static void clear_at_intervals(bliss_state *s, uint64_t cycle)
{
    const uint64_t interval = cycle / (uint64_t)s->options.interval;
    if (interval == s->interval)
        return;
    s->interval = interval;
    for (uint32_t i = 0; i < s->n_clients; i++)
        s->is_blacklisted[i] = false;
}

static void count(bliss_state *s, uint16_t client)
{
    s->served++;
    s->shut_away += s->is_blacklisted[client];
    s->in_a_row = client == s->last ? s->in_a_row + 1 : 1;
    s->last = client;
    if (s->in_a_row <= (uint64_t)s->options.threshold)
        return;
    s->is_blacklisted[client] = true;
    s->in_a_row = 1;
}

static uint32_t next(void *state, const dram_view *view)
{
    bliss_state *s = state;
    clear_at_intervals(s, view->cycle);
    const uint16_t chosen = dram_queue_most_urgent(&s->queue, view, s, key_of);
    if (chosen == DRAM_QUEUE_END)
        return DRAM_NO_REQUEST;
    count(s, s->queue.entry[chosen].client);
    return dram_queue_take(&s->queue, chosen);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    bliss_state *s = state;
    if (policy_begins_anew(launch))
        s->served = s->shut_away = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double served = 0, shut_away = 0;
    for (uint32_t i = 0; i < count; i++) {
        served += (double)((const bliss_state *)states[i])->served;
        shut_away += (double)((const bliss_state *)states[i])->shut_away;
    }
    const policy_statistic all[] = {{"blacklisted_share", "1", shut_away / served}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const dram_policy dram_bliss = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "bliss",
             .summary = "BLISS: those who were served often in a row are blacklisted for a while",
             .source = "Subramanian et al., ICCD 2014",
             .options = bliss_table,
             .n_options = sizeof bliss_table / sizeof *bliss_table,
             .options_size = sizeof(bliss_options)},
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
