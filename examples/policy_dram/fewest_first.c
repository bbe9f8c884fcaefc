/* A DRAM scheduler: the source (SM or CPU core) that all channels together have served least goes first; of
 * its requests those that find their row open, then the oldest. A small relative of ATLAS (Kim et al., HPCA
 * 2010). */
#include "sim_hooks/dram.h"

#include <stdlib.h>

enum { QUANTUM = 10000 /* core cycles between two looks at all channels */ };

typedef struct state {
    dram_host host;
    uint32_t n;           /* requests stored, */
    dram_request *stored; /* oldest first */
    uint32_t used;        /* units of the queue that they take */
    uint64_t *served,
        *rank; /* of each source: units in this quantum; of all channels before, halved each time */
} state;

static void destroy(void *opaque)
{
    state *s = opaque;
    free(s->stored);
    free(s->served);
    free(s->rank);
    free(s);
}

static int create(const dram_host *host, const void *options, void **made, poise_error *err)
{
    (void)options;
    state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for fewest_first");
    s->host = *host;
    s->stored = calloc(host->queue_entries, sizeof *s->stored);
    s->served = calloc(host->sources, sizeof *s->served);
    s->rank = calloc(host->sources, sizeof *s->rank);
    *made = s;
    if (s->stored && s->served && s->rank)
        return POISE_OK;
    destroy(s);
    *made = NULL;
    return poise_fail(err, POISE_FAILED, "no memory for fewest_first");
}

/* Per entry a row, a bank, a column and a source, as FR-FCFS has; per source a counter and a rank. */
static uint64_t storage_bits(const void *opaque)
{
    const state *s = opaque;
    return 36ull * s->host.queue_entries + 2ull * 24 * s->host.sources;
}

static bool can_accept(const void *opaque, const dram_request *request)
{
    const state *s = opaque;
    return s->n < s->host.queue_entries && (!s->n || s->used + request->units <= s->host.queue_entries);
}

static void accept(void *opaque, const dram_request *request)
{
    state *s = opaque;
    s->stored[s->n++] = *request;
    s->used += request->units;
}

static uint64_t banks_waiting(const void *opaque)
{
    const state *s = opaque;
    uint64_t banks = 0;
    for (uint32_t i = 0; i < s->n; i++)
        banks |= UINT64_C(1) << s->stored[i].bank;
    return banks;
}

static bool is_before(const state *s, const dram_view *view, const dram_request *one,
                      const dram_request *other)
{
    uint64_t rank = s->rank[one->request->source], other_rank = s->rank[other->request->source];
    bool hits = one->row == view->open_row[one->bank], other_hits = other->row == view->open_row[other->bank];
    return rank != other_rank ? rank < other_rank : hits && !other_hits;
}

static uint32_t next(void *opaque, const dram_view *view)
{
    state *s = opaque;
    uint32_t best = s->n;
    for (uint32_t i = 0; i < s->n; i++)
        if (view->idle >> s->stored[i].bank & 1 &&
            (best == s->n || is_before(s, view, &s->stored[i], &s->stored[best])))
            best = i;
    if (best == s->n)
        return DRAM_NO_REQUEST;
    const dram_request taken = s->stored[best];
    s->n--;
    s->used -= taken.units;
    for (uint32_t i = best; i < s->n; i++)
        s->stored[i] = s->stored[i + 1];
    s->served[taken.request->source] += taken.units;
    return taken.handle;
}

/* All channels, while the machine stands still: what each source got becomes its rank everywhere. */
static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    const uint32_t sources = ((const state *)states[0])->host.sources;
    (void)cycle;
    for (uint32_t source = 0; source < sources; source++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < count; i++)
            sum += ((const state *)states[i])->served[source];
        for (uint32_t i = 0; i < count; i++) {
            state *s = states[i];
            s->rank[source] = s->rank[source] / 2 + sum;
            s->served[source] = 0;
        }
    }
    return QUANTUM;
}

static const dram_policy fewest_first = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "fewest_first",
             .summary = "the source that was served least goes first",
             .source = "an example of this project, after Kim et al., HPCA 2010"},
    .life = {.destroy = destroy, .storage_bits = storage_bits, .gather = gather},
    .create = create,
    .can_accept = can_accept,
    .accept = accept,
    .banks_waiting = banks_waiting,
    .next = next,
};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_DRAM, &fewest_first.info}};
    static const policy_library library = POLICY_LIBRARY(entries);
    return &library;
}
