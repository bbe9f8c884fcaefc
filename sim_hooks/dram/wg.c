/* Warp groups (WG): a scheduler for GPUs that serves what a warp waits for together. A warp goes on when the
 * last line of its load has come; requests that are reordered for open rows only come back far apart. The
 * requests of a load of a warp that the channel holds are a group. Of all groups the one goes first that the
 * banks would be done with first, the shortest job: its score is the largest, over banks, of what its
 * requests cost there, an open row less than another one. Of a group, open rows go first, then the oldest.
 *
 * Writes, which no warp waits for, go where no read can, until they fill half of the queue; then they go
 * first until a quarter is left. A request that has waited longer than the threshold goes before all others.
 *
 * Source: Chatterjee et al., *Managing DRAM Latency Divergence in Irregular GPGPU Applications*, SC 2014, the
 * scheme WG as it is generally known; only the abstract was at hand. WG-Bw of the same authors hides the cost
 * of a row behind hits of other warps; `burst` stands for it: as many hits of any group go before a request
 * that would close their row (with two nothing is lost to frfcfs on streams of 2 to 2048 rows,
 * test_dram_wg.c). Not here: coordination of channels (WG-M) and writes that warps are known to wait behind
 * (WG-W). Our choices: costs 1 and 3, a busy bank costs 1 more; a group is what is stored of it, as nothing
 * tells that it is complete; an atomic is a read that a warp waits for; requests of CPU cores, page walks and
 * instruction fetches are groups of one; the marks of writes; the threshold. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"
#include "sim_hooks/policy_statistics.h"

#include <string.h>

enum { HIT_COST = 1, MISS_COST = 3, BUSY_COST = 1, KEY_BITS = 16 + 6 + 4 };

typedef struct wg_options {
    int64_t threshold, burst;
} wg_options;

#define AT(member) offsetof(wg_options, member)
static const poise_option wg_table[] = {
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "10000", 1, 4e9, NULL, "CYCLES",
     "DRAM command cycles after which a request goes before all younger ones (our choice)."},
    {"burst", 0, POISE_OPT_INT, AT(burst), "2", 0, 1024, NULL, "N",
     "Hits of any group that go before a request which closes their row (our choice); 0 = WG."},
};
#undef AT

/* Requests of one load of one warp. */
typedef struct wg_group {
    uint64_t key;
    uint64_t since, began; /* DRAM cycle: oldest request came; first one was given out */
    uint32_t stored, given;
    uint32_t score;
} wg_group;

typedef struct wg_state {
    dram_queue queue; /* first, see queue.h */
    dram_host host;
    wg_options options;
    uint16_t *group_of; /* place of the queue */
    wg_group *group;    /* stored = 0: free */
    uint32_t n_groups;  /* those behind are free */
    uint32_t *cost;     /* of each group in each bank */
    uint64_t made;      /* groups of one request, which need no key */
    uint32_t writes;    /* stored, units */
    bool drains_writes;
    uint32_t hits[DRAM_QUEUE_BANKS]; /* given out before a request that waits to close the row */
    uint64_t groups, requests, spans, waits, bursts; /* statistics of the launch; cycles */
} wg_state;

static void destroy(void *state)
{
    wg_state *s = state;
    free(s->queue.entry);
    free(s->group_of);
    free(s->group);
    free(s->cost);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    wg_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for warp groups");
    const uint32_t most = host->queue_entries + 1;
    s->host = *host;
    s->options = *(const wg_options *)options;
    s->group_of = calloc(most, sizeof *s->group_of);
    s->group = calloc(most, sizeof *s->group);
    s->cost = calloc((size_t)most * host->banks, sizeof *s->cost);
    if (!dram_queue_init(&s->queue, host) || !s->group_of || !s->group || !s->cost) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for warp groups");
    }
    *state = s;
    return POISE_OK;
}

/* An entry knows SM, warp and load (our choice: 16, 6 and 4 bits); a score of 10 bits for each of as many
 * groups as entries. */
static uint64_t storage_bits(const void *state)
{
    const wg_state *s = state;
    return (DRAM_QUEUE_ENTRY_BITS + KEY_BITS + 10ull) * s->host.queue_entries;
}

/* ---- groups ---- */

static bool of_warp(const wg_state *s, const mem_request *request)
{
    return request->source < s->host.sources - s->host.cpus && request->pc != MEM_NO_PC &&
           (request->kind == MEM_LOAD || request->kind == MEM_ATOMIC);
}

static uint64_t key_of(wg_state *s, const dram_request *request)
{
    const mem_request *of = request->request;
    if (request->is_write || !of_warp(s, of))
        return 1ull << 63 | s->made++;
    return (uint64_t)of->source << 47 | (uint64_t)(of->warp & 0x7fff) << 32 | of->pc;
}

/* The group of `key`, or a free one. */
static uint32_t find_group(const wg_state *s, uint64_t key)
{
    uint32_t found = s->n_groups;
    for (uint32_t i = 0; i < s->n_groups; i++) {
        if (s->group[i].stored && s->group[i].key == key)
            return i;
        if (!s->group[i].stored)
            found = i;
    }
    return found;
}

static void accept(void *state, const dram_request *request)
{
    wg_state *s = state;
    const uint64_t key = key_of(s, request);
    const uint32_t g = find_group(s, key);
    if (!s->group[g].stored)
        s->group[g] = (wg_group){.key = key, .since = request->arrival};
    s->group[g].stored++;
    s->n_groups = g < s->n_groups ? s->n_groups : g + 1;
    dram_queue_accept(s, request);
    s->group_of[s->queue.all.youngest] = (uint16_t)g;
    s->writes += request->is_write ? request->units : 0;
}

/* The last request of a group has been given out. */
static void end_group(wg_state *s, wg_group *group, uint64_t cycle)
{
    while (s->n_groups && !s->group[s->n_groups - 1].stored)
        s->n_groups--;
    if (group->key >> 63)
        return;
    s->groups++;
    s->requests += group->given;
    s->spans += cycle - group->began;
    s->waits += cycle - group->since;
}

/* ---- order ---- */

static void score_groups(wg_state *s, const dram_view *view)
{
    const uint32_t banks = s->host.banks;
    memset(s->cost, 0, (size_t)s->n_groups * banks * sizeof *s->cost);
    for (uint32_t g = 0; g < s->n_groups; g++)
        s->group[g].score = 0;
    for (uint16_t i = s->queue.all.oldest; i != DRAM_QUEUE_END; i = s->queue.entry[i].after) {
        const dram_request *request = &s->queue.entry[i].request;
        const uint32_t g = s->group_of[i];
        uint32_t *cost = &s->cost[(size_t)g * banks + request->bank];
        if (!*cost)
            *cost = view->idle >> request->bank & 1 ? 0 : BUSY_COST;
        *cost += dram_queue_hits(view, &s->queue.entry[i]) ? HIT_COST : MISS_COST;
        if (*cost > s->group[g].score)
            s->group[g].score = *cost;
    }
}

/* Whether the request of place `a` goes before that of `b`, which has come earlier. */
static bool goes_before(const wg_state *s, const dram_view *view, uint16_t a, uint16_t b)
{
    const dram_request *of_a = &s->queue.entry[a].request, *of_b = &s->queue.entry[b].request;
    const wg_group *group_a = &s->group[s->group_of[a]], *group_b = &s->group[s->group_of[b]];
    const uint64_t threshold = (uint64_t)s->options.threshold;
    if (view->cycle - of_b->arrival > threshold)
        return false;
    if (of_a->is_write != of_b->is_write)
        return of_a->is_write == s->drains_writes;
    if (group_a->score != group_b->score)
        return group_a->score < group_b->score;
    if (group_a != group_b)
        return group_a->since < group_b->since;
    return dram_queue_hits(view, &s->queue.entry[a]) && !dram_queue_hits(view, &s->queue.entry[b]);
}

static uint16_t best_place(const wg_state *s, const dram_view *view)
{
    uint16_t best = DRAM_QUEUE_END;
    for (uint16_t i = s->queue.all.oldest; i != DRAM_QUEUE_END; i = s->queue.entry[i].after) {
        if (!(view->idle >> s->queue.entry[i].request.bank & 1))
            continue;
        if (best == DRAM_QUEUE_END || goes_before(s, view, i, best))
            best = i;
    }
    return best;
}

/* A hit that may go before the request of `place`, which closes its row; otherwise `place`. */
static uint16_t burst_before(wg_state *s, const dram_view *view, uint16_t place)
{
    const dram_queued *closing = &s->queue.entry[place];
    const uint32_t bank = closing->request.bank;
    if (dram_queue_hits(view, closing))
        return place;
    const uint16_t hit = dram_queue_first_ready(&s->queue, bank, view->open_row[bank]);
    if (s->hits[bank] < s->options.burst && dram_queue_hits(view, &s->queue.entry[hit])) {
        s->hits[bank]++;
        s->bursts++;
        return hit;
    }
    s->hits[bank] = 0;
    return place;
}

static void choose_direction(wg_state *s)
{
    if (s->writes * 2 >= s->queue.size)
        s->drains_writes = true;
    else if (s->writes * 4 <= s->queue.size)
        s->drains_writes = false;
}

static uint32_t next(void *state, const dram_view *view)
{
    wg_state *s = state;
    if (!(s->queue.waiting & view->idle))
        return DRAM_NO_REQUEST;
    choose_direction(s);
    score_groups(s, view);
    const uint16_t place = burst_before(s, view, best_place(s, view));
    const dram_request *chosen = &s->queue.entry[place].request;
    wg_group *group = &s->group[s->group_of[place]];
    s->writes -= chosen->is_write ? chosen->units : 0;
    if (!group->given++)
        group->began = view->cycle;
    if (!--group->stored)
        end_group(s, group, view->cycle);
    return dram_queue_take(&s->queue, place);
}

/* ---- statistics ---- */

static void launch_begin(void *state, const policy_launch *launch)
{
    wg_state *s = state;
    if (policy_begins_anew(launch))
        s->groups = s->requests = s->spans = s->waits = s->bursts = 0;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    double groups = 0, requests = 0, spans = 0, waits = 0, bursts = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wg_state *s = states[i];
        groups += (double)s->groups;
        requests += (double)s->requests;
        spans += (double)s->spans;
        waits += (double)s->waits;
        bursts += (double)s->bursts;
    }
    const policy_statistic all[] = {{"groups", "group", groups},
                                    {"group_size", "request", requests / groups},
                                    {"group_span", "DRAM cycle", spans / groups},
                                    {"group_wait", "DRAM cycle", waits / groups},
                                    {"burst_hits", "request", bursts}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const dram_policy dram_wg = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "wg",
             .summary = "what a warp's load waits for together, the shortest job first",
             .source = "Chatterjee et al., SC 2014",
             .options = wg_table,
             .n_options = sizeof wg_table / sizeof *wg_table,
             .options_size = sizeof(wg_options)},
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
