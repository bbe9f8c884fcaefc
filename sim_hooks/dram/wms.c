/* Warp-type-aware memory scheduler (WMS), the DRAM part of MeDiC: two queues, one for requests of warps that
 * mostly or always hit in the L2, one for all others. Each gives requests out as frfcfs does; the second
 * gives one out only where the first has none for an idle bank. A bank that is idle is given the first
 * queue's requests before any other, so that no row is closed which one of them waits for.
 *
 * The L2 says which queue, by the mark of a request: `l2:warp_types`, `wip`, `wbyp` or `medic`. Without marks
 * all requests are in the second queue.
 *
 * A full queue never holds up the requests of the other (held_queue.h).
 *
 * Source: [RA] 4.3.4. Our choices: the queue of the machine is split in halves; no bound on waiting; stores
 * and write-backs are marked as loads are. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/medic.h"
#include "sim_hooks/dram/held_queue.h"
#include "sim_hooks/policy_statistics.h"

enum { LOW, HIGH, QUEUES, HELD = 256 /* units that wait for a place, more than channels hold by default */ };

typedef struct wms_options {
    int64_t high, low;
} wms_options;

#define AT(member) offsetof(wms_options, member)
static const poise_option wms_table[] = {
    {"high", 0, POISE_OPT_INT, AT(high), "0", 0, 1024, NULL, "N",
     "Entries for requests of warps that mostly hit; 0 = half of the machine's queue."},
    {"low", 0, POISE_OPT_INT, AT(low), "0", 0, 1024, NULL, "N",
     "Entries for all others; 0 = the other half."},
};
#undef AT

typedef struct wms_state {
    held_queue queue[QUEUES];
} wms_state;

static void destroy(void *state)
{
    wms_state *s = state;
    for (int i = 0; i < QUEUES; i++)
        held_queue_free(&s->queue[i]);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    const wms_options *o = options;
    uint32_t half = host->queue_entries > 1 ? host->queue_entries / 2 : 1;
    uint32_t rest = host->queue_entries > 1 ? host->queue_entries - half : 1;
    wms_state *s = calloc(1, sizeof *s);
    if (!s || !held_queue_init(&s->queue[HIGH], host, o->high ? (uint32_t)o->high : half, HELD) ||
        !held_queue_init(&s->queue[LOW], host, o->low ? (uint32_t)o->low : rest, HELD)) {
        if (s)
            destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the queues of wms");
    }
    *state = s;
    return POISE_OK;
}

static uint64_t storage_bits(const void *state)
{
    const wms_state *s = state;
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * (s->queue[LOW].seen.size + s->queue[HIGH].seen.size);
}

static uint32_t entries(const void *state)
{
    const wms_state *s = state;
    return s->queue[LOW].seen.size + s->queue[HIGH].seen.size;
}

static uint32_t queue_of(const dram_request *request)
{
    return request->request->mark & WARP_MARK_HITS ? HIGH : LOW;
}

static bool can_accept(const void *state, const dram_request *request)
{
    return held_queue_can_accept(&((const wms_state *)state)->queue[queue_of(request)], request);
}

static void accept(void *state, const dram_request *request)
{
    held_queue_accept(&((wms_state *)state)->queue[queue_of(request)], request);
}

static uint64_t banks_waiting(const void *state)
{
    const wms_state *s = state;
    return s->queue[LOW].seen.waiting | s->queue[HIGH].seen.waiting;
}

static uint32_t next(void *state, const dram_view *view)
{
    wms_state *s = state;
    held_queue *queue = s->queue[HIGH].seen.waiting & view->idle ? &s->queue[HIGH] : &s->queue[LOW];
    return held_queue_take_first_ready(queue, view);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    wms_state *s = state;
    for (int i = 0; i < QUEUES && policy_begins_anew(launch); i++)
        s->queue[i].waits = (held_waits){0};
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    held_waits waits[QUEUES] = {{0}};
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < QUEUES; k++)
            held_waits_add(&waits[k], &((const wms_state *)states[i])->queue[k].waits);
    const double taken = (double)(waits[HIGH].taken + waits[LOW].taken);
    const policy_statistic all[] = {{"high_share", "1", (double)waits[HIGH].taken / taken},
                                    {"high_wait", "DRAM cycle", held_waits_mean(&waits[HIGH])},
                                    {"low_wait", "DRAM cycle", held_waits_mean(&waits[LOW])},
                                    {"low_longest_wait", "DRAM cycle", (double)waits[LOW].longest}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const dram_policy dram_wms = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "wms",
             .summary = "MeDiC's scheduler: requests of warps that mostly hit in the L2 first",
             .source = "[RA] 4.3.4",
             .options = wms_table,
             .n_options = sizeof wms_table / sizeof *wms_table,
             .options_size = sizeof(wms_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .statistics = statistics},
    .create = create,
    .entries = entries,
    .can_accept = can_accept,
    .accept = accept,
    .banks_waiting = banks_waiting,
    .next = next,
};
