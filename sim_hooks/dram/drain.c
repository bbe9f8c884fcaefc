/* Reads before writes: as frfcfs, but writes have a queue of their own, from which requests are given out
 * only when it is nearly full or no read waits, and then until it is nearly empty: the data bus seldom turns.
 * Reads that would find what is waiting to be written go to DRAM all the same.
 *
 * Source: what controllers usually do, with the marks of Ramulator 2 (GenericDDR): 80 % and 20 %. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/queue.h"

enum { READS, WRITES, QUEUES };

typedef struct drain_options {
    int64_t writes;
    double high, low;
} drain_options;

#define AT(member) offsetof(drain_options, member)
static const poise_option drain_table[] = {
    {"writes", 0, POISE_OPT_INT, AT(writes), "0", 0, 1024, NULL, "N",
     "Entries for writes; 0 = as many as the machine's queue, which the reads have."},
    {"high", 0, POISE_OPT_REAL, AT(high), "0.8", 0, 1, NULL, "F",
     "Share of them from which on writes are given out. [Ramulator 2]"},
    {"low", 0, POISE_OPT_REAL, AT(low), "0.2", 0, 1, NULL, "F",
     "Share of them below which reads are, if there are any. [Ramulator 2]"},
};
#undef AT

typedef struct drain_state {
    dram_queue queue[QUEUES];
    drain_options options;
    int mode; /* the queue that is given out from */
} drain_state;

static void destroy(void *state)
{
    drain_state *s = state;
    free(s->queue[READS].entry);
    free(s->queue[WRITES].entry);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    drain_state *s = calloc(1, sizeof *s);
    dram_host of_writes = *host;
    if (s) {
        s->options = *(const drain_options *)options;
        if (s->options.writes)
            of_writes.queue_entries = (uint32_t)s->options.writes;
        if (dram_queue_init(&s->queue[READS], host) && dram_queue_init(&s->queue[WRITES], &of_writes)) {
            *state = s;
            return POISE_OK;
        }
        destroy(s);
    }
    return poise_fail(err, POISE_FAILED, "no memory for the queues of drain");
}

static uint32_t entries(const void *state)
{
    const drain_state *s = state;
    return s->queue[READS].size + s->queue[WRITES].size;
}

static uint64_t storage_bits(const void *state)
{
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * entries(state);
}

/* Chooses the queue again after requests have come or gone. */
static void choose_mode(drain_state *s)
{
    const double writes = s->queue[WRITES].units, places = s->queue[WRITES].size;
    const bool reads_wait = s->queue[READS].units != 0;
    if (s->mode == READS && (writes > s->options.high * places || !reads_wait))
        s->mode = WRITES;
    else if (s->mode == WRITES && reads_wait && (writes < s->options.low * places || writes == 0))
        s->mode = READS;
}

static bool can_accept(const void *state, const dram_request *request)
{
    const drain_state *s = state;
    return dram_queue_can_accept(&s->queue[request->is_write ? WRITES : READS], request);
}

static void accept(void *state, const dram_request *request)
{
    drain_state *s = state;
    dram_queue_accept(&s->queue[request->is_write ? WRITES : READS], request);
    choose_mode(s);
}

static uint64_t banks_waiting(const void *state)
{
    const drain_state *s = state;
    return s->queue[s->mode].waiting;
}

static uint32_t next(void *state, const dram_view *view)
{
    drain_state *s = state;
    dram_queue *queue = &s->queue[s->mode];
    const uint16_t place = dram_queue_in_turn(queue, view, true);
    if (place == DRAM_QUEUE_END)
        return DRAM_NO_REQUEST;
    const uint32_t handle = dram_queue_take(queue, place);
    choose_mode(s);
    return handle;
}

const dram_policy dram_drain = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "drain",
             .summary = "frfcfs with a queue for writes, which wait until there are many",
             .source = "Ramulator 2",
             .options = drain_table,
             .n_options = sizeof drain_table / sizeof *drain_table,
             .options_size = sizeof(drain_options)},
    .life = {.destroy = destroy, .storage_bits = storage_bits},
    .create = create,
    .entries = entries,
    .can_accept = can_accept,
    .accept = accept,
    .banks_waiting = banks_waiting,
    .next = next,
};
