/* First-ready, first-come-first-served: of the requests for a bank, the oldest that finds its row open,
 * otherwise the oldest. Source: Rixner et al., ISCA 2000; [T3.1], bandwidth_ccn.md 1.4 (9). `fcfs` is the
 * same without the first rule. */
#include "sim_hooks/builtin.h"

#include <stdlib.h>

typedef struct queue_state {
    dram_host host;
    uint32_t count, units;
    uint64_t waiting;     /* banks with a request */
    uint32_t of_bank[64]; /* requests */
    dram_request entry[]; /* in order of arrival */
} queue_state;

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    (void)options;
    queue_state *s = calloc(1, sizeof *s + host->queue_entries * sizeof *s->entry);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for the DRAM scheduler queue");
    s->host = *host;
    *state = s;
    return 0;
}

static void destroy(void *state)
{
    free(state);
}

/* Per entry a row (16 bits), a bank (6), a column (6) and a source (8). */
static uint64_t storage_bits(const void *state)
{
    const queue_state *s = state;
    return 36ull * s->host.queue_entries;
}

/* An empty queue takes a request of any size. */
static bool can_accept(const void *state, const dram_request *request)
{
    const queue_state *s = state;
    return !s->units || s->units + request->units <= s->host.queue_entries;
}

static void accept(void *state, const dram_request *request)
{
    queue_state *s = state;
    s->entry[s->count++] = *request;
    s->units += request->units;
    s->waiting |= 1ull << request->bank;
    s->of_bank[request->bank]++;
}

static uint64_t banks_waiting(const void *state)
{
    const queue_state *s = state;
    return s->waiting;
}

static uint32_t take(queue_state *s, uint32_t index)
{
    uint32_t handle = s->entry[index].handle, bank = s->entry[index].bank;
    s->units -= s->entry[index].units;
    s->count--;
    for (uint32_t i = index; i < s->count; i++)
        s->entry[i] = s->entry[i + 1];
    if (--s->of_bank[bank] == 0)
        s->waiting &= ~(1ull << bank);
    return handle;
}

static uint32_t oldest(const queue_state *s, uint32_t bank, uint32_t row)
{
    uint32_t i = 0;
    while (i < s->count && (s->entry[i].bank != bank || (row != DRAM_NO_ROW && s->entry[i].row != row)))
        i++;
    return i;
}

/* The bank is chosen by turns, the request for it by the rule. [GS] */
static uint32_t next_of_bank(queue_state *s, const dram_view *view, bool row_first)
{
    uint64_t banks = s->waiting & view->idle;
    if (!banks)
        return DRAM_NO_REQUEST;
    uint32_t bank = dram_bank_in_turn(banks, view->turn), open_row = view->open_row[bank];
    uint32_t i = row_first && open_row != DRAM_NO_ROW ? oldest(s, bank, open_row) : s->count;
    return take(s, i < s->count ? i : oldest(s, bank, DRAM_NO_ROW));
}

static uint32_t next_fcfs(void *state, const dram_view *view)
{
    return next_of_bank(state, view, false);
}

static uint32_t next_frfcfs(void *state, const dram_view *view)
{
    return next_of_bank(state, view, true);
}

#define QUEUE_POLICY(name_text, summary_text, next_function)                                               \
    {                                                                                                      \
        .info = {.abi = POISE_POLICY_ABI,                                                                  \
                 .struct_size = sizeof(dram_policy),                                                       \
                 .name = name_text,                                                                        \
                 .summary = summary_text,                                                                  \
                 .source = "Rixner et al., ISCA 2000; [T3.1]"},                                            \
        .create = create, .life.destroy = destroy, .life.storage_bits = storage_bits,                      \
        .can_accept = can_accept, .accept = accept, .banks_waiting = banks_waiting, .next = next_function, \
    }

const dram_policy dram_frfcfs =
    QUEUE_POLICY("frfcfs", "first-ready, first-come-first-served, the baseline", next_frfcfs);
const dram_policy dram_fcfs = QUEUE_POLICY("fcfs", "first-come-first-served per bank", next_fcfs);
