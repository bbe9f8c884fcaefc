/* CFR-FCFS: frfcfs with requests of CPU cores before all others. As long as an idle bank has one of them,
 * none of the GPU is given out. It does not bound how long the GPU waits, as its source says. With the
 * requests of one side alone it is frfcfs, cycle for cycle.
 *
 * Source: [RA] 5.5.4 compares with it; half of the queue for CPU cores there (cpu_share=0.5). */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"

typedef struct cfrfcfs_options {
    double cpu_share;
} cfrfcfs_options;

static const poise_option cfrfcfs_table[] = {
    DRAM_CPU_SHARE_OPTION(offsetof(cfrfcfs_options, cpu_share)),
};

typedef struct cfrfcfs_state {
    dram_queue queue;                  /* first, see queue.h */
    uint16_t of_cpu[DRAM_QUEUE_BANKS]; /* requests of CPU cores to each bank */
    uint64_t cpu_banks;                /* banks with one */
} cfrfcfs_state;

static void destroy(void *state)
{
    free(((cfrfcfs_state *)state)->queue.entry);
    free(state);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    cfrfcfs_state *s = calloc(1, sizeof *s);
    if (s && dram_queue_init(&s->queue, host)) {
        dram_queue_reserve(&s->queue, ((const cfrfcfs_options *)options)->cpu_share);
        *state = s;
        return POISE_OK;
    }
    free(s);
    return poise_fail(err, POISE_FAILED, "no memory for the DRAM scheduler queue");
}

/* As frfcfs: an entry knows its source. */
static uint64_t storage_bits(const void *state)
{
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * ((const cfrfcfs_state *)state)->queue.size;
}

static void count(cfrfcfs_state *s, uint32_t bank, uint16_t requests)
{
    s->of_cpu[bank] = (uint16_t)(s->of_cpu[bank] + requests);
    s->cpu_banks = (s->cpu_banks & ~(1ull << bank)) | (uint64_t)(s->of_cpu[bank] != 0) << bank;
}

static void accept(void *state, const dram_request *request)
{
    cfrfcfs_state *s = state;
    dram_queue_accept(&s->queue, request);
    if (dram_queue_is_of_cpu(&s->queue, request))
        count(s, request->bank, 1);
}

/* Of the requests of CPU cores for `bank`, of which there is one: the oldest to `open_row`; if there is none,
 * the oldest. */
static uint16_t first_of_cpu(const dram_queue *queue, uint32_t bank, uint32_t open_row)
{
    uint16_t oldest = DRAM_QUEUE_END, place = queue->of_bank[bank].oldest;
    for (; place != DRAM_QUEUE_END; place = queue->entry[place].after_in_bank) {
        const dram_request *request = &queue->entry[place].request;
        if (!dram_queue_is_of_cpu(queue, request))
            continue;
        if (request->row == open_row)
            return place;
        oldest = oldest == DRAM_QUEUE_END ? place : oldest;
    }
    return oldest;
}

static uint32_t next(void *state, const dram_view *view)
{
    cfrfcfs_state *s = state;
    const uint64_t of_cpu = s->cpu_banks & view->idle;
    if (!of_cpu) {
        const uint16_t place = dram_queue_in_turn(&s->queue, view, true);
        return place == DRAM_QUEUE_END ? DRAM_NO_REQUEST : dram_queue_take(&s->queue, place);
    }
    const uint32_t bank = dram_bank_in_turn(of_cpu, view->turn);
    count(s, bank, UINT16_MAX); /* one less */
    return dram_queue_take(&s->queue, first_of_cpu(&s->queue, bank, view->open_row[bank]));
}

const dram_policy dram_cfrfcfs = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "cfrfcfs",
             .summary = "FR-FCFS with requests of CPU cores before the GPU's",
             .source = "[RA] 5.5.4",
             .options = cfrfcfs_table,
             .n_options = sizeof cfrfcfs_table / sizeof *cfrfcfs_table,
             .options_size = sizeof(cfrfcfs_options)},
    .life = {.destroy = destroy, .storage_bits = storage_bits},
    .create = create,
    .can_accept = dram_queue_can_accept,
    .accept = accept,
    .banks_waiting = dram_queue_banks_waiting,
    .next = next,
};
