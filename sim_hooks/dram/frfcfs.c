/* First-ready, first-come-first-served: of the requests for a bank, the oldest that finds its row open,
 * otherwise the oldest. Source: Rixner et al., ISCA 2000; [T3.1, S3.5.1]. `fcfs` is the
 * same without the first rule. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/clients.h"

typedef struct frfcfs_options {
    double cpu_share;
} frfcfs_options;

static const poise_option frfcfs_table[] = {
    DRAM_CPU_SHARE_OPTION(offsetof(frfcfs_options, cpu_share)),
};

static void destroy(void *state)
{
    free(((dram_queue *)state)->entry);
    free(state);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    dram_queue *queue = calloc(1, sizeof *queue);
    if (queue && dram_queue_init(queue, host)) {
        dram_queue_reserve(queue, ((const frfcfs_options *)options)->cpu_share);
        *state = queue;
        return POISE_OK;
    }
    free(queue);
    return poise_fail(err, POISE_FAILED, "no memory for the DRAM scheduler queue");
}

static uint64_t storage_bits(const void *state)
{
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * ((const dram_queue *)state)->size;
}

static uint32_t next_of_bank(dram_queue *s, const dram_view *view, bool row_first)
{
    const uint16_t place = dram_queue_in_turn(s, view, row_first);
    return place == DRAM_QUEUE_END ? DRAM_NO_REQUEST : dram_queue_take(s, place);
}

static uint32_t next_fcfs(void *state, const dram_view *view)
{
    return next_of_bank(state, view, false);
}

static uint32_t next_frfcfs(void *state, const dram_view *view)
{
    return next_of_bank(state, view, true);
}

#define QUEUE_POLICY(name_text, summary_text, next_function)                          \
    {                                                                                 \
        .info = {.abi = POISE_POLICY_ABI,                                             \
                 .struct_size = sizeof(dram_policy),                                  \
                 .name = name_text,                                                   \
                 .summary = summary_text,                                             \
                 .source = "Rixner et al., ISCA 2000; [T3.1]",                        \
                 .options = frfcfs_table,                                             \
                 .n_options = sizeof frfcfs_table / sizeof *frfcfs_table,             \
                 .options_size = sizeof(frfcfs_options)},                             \
        .create = create, .life.destroy = destroy, .life.storage_bits = storage_bits, \
        .can_accept = dram_queue_can_accept, .accept = dram_queue_accept,             \
        .banks_waiting = dram_queue_banks_waiting, .next = next_function,             \
    }

const dram_policy dram_frfcfs =
    QUEUE_POLICY("frfcfs", "first-ready, first-come-first-served, the baseline", next_frfcfs);
const dram_policy dram_fcfs = QUEUE_POLICY("fcfs", "first-come-first-served per bank", next_fcfs);
