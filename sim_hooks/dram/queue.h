/* The requests of a channel in one queue of the configured size, in order of arrival: storage and admission
 * for policies that differ in the order in which they give requests out. A share of the queue may be kept for
 * CPU cores, so that a GPU beside them cannot fill it: half of it in [RA] 5.2.1, 5.4; none by default. */
#ifndef POISE_SIM_HOOKS_DRAM_QUEUE_H
#define POISE_SIM_HOOKS_DRAM_QUEUE_H

#include "sim_hooks/dram.h"

#include <stdlib.h>

enum {
    DRAM_QUEUE_BANKS = 64,      /* most that a channel has */
    DRAM_QUEUE_ENTRY_BITS = 36, /* of storage: a row (16 bits), a bank (6), a column (6) and a source (8) */
    DRAM_QUEUE_END = UINT16_MAX,
};

/* A place of the queue, in two lists in order of arrival, or in that of the free ones (`after`). Neighbours
 * are places, DRAM_QUEUE_END = none. */
typedef struct dram_queued {
    dram_request request;
    uint64_t number;        /* counts requests in order of arrival */
    uint16_t before, after; /* among all requests */
    uint16_t after_in_bank; /* among those of the bank */
    uint16_t client;        /* who is ranked for it, see clients.h */
    bool is_marked;         /* the policy's own; false when it comes */
} dram_queued;

typedef struct dram_queue_list {
    uint16_t oldest, youngest;
} dram_queue_list;

/* The first member of a policy's state, so that the functions below can be the policy's. */
typedef struct dram_queue {
    uint32_t size;                /* units that it has room for */
    uint32_t units;               /* of the requests that are stored */
    uint32_t gpu_size, gpu_units; /* the same of requests that no CPU core has made */
    uint32_t first_cpu;           /* source */
    uint64_t accepted;            /* requests */
    uint64_t waiting;             /* banks with a request */
    dram_queued *entry;
    dram_queue_list all;
    uint16_t free;
    dram_queue_list of_bank[DRAM_QUEUE_BANKS]; /* of those that wait */
} dram_queue;

/* False without memory. The owner frees `entry`. */
static inline bool dram_queue_init(dram_queue *queue, const dram_host *host)
{
    const uint32_t entries = host->queue_entries + 1;
    *queue = (dram_queue){.size = host->queue_entries,
                          .gpu_size = host->queue_entries,
                          .first_cpu = host->sources - host->cpus,
                          .entry = calloc(entries, sizeof *queue->entry),
                          .all = {DRAM_QUEUE_END, DRAM_QUEUE_END}};
    for (uint32_t i = 0; queue->entry && i < entries; i++)
        queue->entry[i].after = i + 1 < entries ? (uint16_t)(i + 1) : DRAM_QUEUE_END;
    return queue->entry != NULL;
}

/* Keeps a share of the units for CPU cores. */
static inline void dram_queue_reserve(dram_queue *queue, double cpu_share)
{
    queue->gpu_size = queue->size - (uint32_t)(cpu_share * queue->size);
}

static inline bool dram_queue_is_of_cpu(const dram_queue *queue, const dram_request *request)
{
    return request->request->source >= queue->first_cpu;
}

/* An empty queue takes a request of any size. So does the GPU's part of it, even if it has no units. */
static inline bool dram_queue_can_accept(const void *state, const dram_request *request)
{
    const dram_queue *queue = state;
    if (queue->units && queue->units + request->units > queue->size)
        return false;
    return !queue->gpu_units || queue->gpu_units + request->units <= queue->gpu_size ||
           dram_queue_is_of_cpu(queue, request);
}

static inline void dram_queue_accept(void *state, const dram_request *request)
{
    dram_queue *queue = state;
    dram_queue_list *all = &queue->all, *of_bank = &queue->of_bank[request->bank];
    const uint16_t place = queue->free;
    queue->free = queue->entry[place].after;
    queue->entry[place] = (dram_queued){.request = *request,
                                        .number = queue->accepted++,
                                        .before = all->youngest,
                                        .after = DRAM_QUEUE_END,
                                        .after_in_bank = DRAM_QUEUE_END};
    *(all->youngest == DRAM_QUEUE_END ? &all->oldest : &queue->entry[all->youngest].after) = place;
    all->youngest = place;
    if (queue->waiting >> request->bank & 1)
        queue->entry[of_bank->youngest].after_in_bank = place;
    else
        of_bank->oldest = place;
    of_bank->youngest = place;
    queue->waiting |= 1ull << request->bank;
    queue->units += request->units;
    queue->gpu_units += dram_queue_is_of_cpu(queue, request) ? 0 : request->units;
}

static inline uint64_t dram_queue_banks_waiting(const void *state)
{
    return ((const dram_queue *)state)->waiting;
}

/* Of the requests for `bank`, of which there is one: the oldest to `open_row`; if there is none, the oldest.
 */
static inline uint16_t dram_queue_first_ready(const dram_queue *queue, uint32_t bank, uint32_t open_row)
{
    const uint16_t oldest = queue->of_bank[bank].oldest;
    uint16_t place = oldest;
    if (open_row == DRAM_NO_ROW)
        return oldest;
    while (place != DRAM_QUEUE_END && queue->entry[place].request.row != open_row)
        place = queue->entry[place].after_in_bank;
    return place == DRAM_QUEUE_END ? oldest : place;
}

/* Of the requests to idle banks that of the bank whose turn it is: with `row_first` as above, as frfcfs has
 * it [GS], otherwise its oldest; DRAM_QUEUE_END if there is none. */
static inline uint16_t dram_queue_in_turn(const dram_queue *queue, const dram_view *view, bool row_first)
{
    const uint64_t banks = queue->waiting & view->idle;
    if (!banks)
        return DRAM_QUEUE_END;
    const uint32_t bank = dram_bank_in_turn(banks, view->turn);
    return dram_queue_first_ready(queue, bank, row_first ? view->open_row[bank] : DRAM_NO_ROW);
}

/* The request that came before that of `place` for the same bank. */
static inline uint16_t dram_queue_before_in_bank(const dram_queue *queue, uint16_t place)
{
    uint16_t at = queue->of_bank[queue->entry[place].request.bank].oldest, before = DRAM_QUEUE_END;
    for (; at != place; at = queue->entry[at].after_in_bank)
        before = at;
    return before;
}

static inline void dram_queue_leave_bank(dram_queue *queue, uint16_t place, uint16_t before)
{
    const dram_queued *leaving = &queue->entry[place];
    dram_queue_list *of_bank = &queue->of_bank[leaving->request.bank];
    if (before != DRAM_QUEUE_END)
        queue->entry[before].after_in_bank = leaving->after_in_bank;
    else if (leaving->after_in_bank != DRAM_QUEUE_END)
        of_bank->oldest = leaving->after_in_bank;
    else
        queue->waiting &= ~(1ull << leaving->request.bank);
    if (of_bank->youngest == place)
        of_bank->youngest = before;
}

/* Removes the request of `place`; returns its handle. */
static inline uint32_t dram_queue_take(dram_queue *queue, uint16_t place)
{
    dram_queued *leaving = &queue->entry[place];
    dram_queue_leave_bank(queue, place, dram_queue_before_in_bank(queue, place));
    *(leaving->before == DRAM_QUEUE_END ? &queue->all.oldest : &queue->entry[leaving->before].after) =
        leaving->after;
    *(leaving->after == DRAM_QUEUE_END ? &queue->all.youngest : &queue->entry[leaving->after].before) =
        leaving->before;
    queue->units -= leaving->request.units;
    queue->gpu_units -= dram_queue_is_of_cpu(queue, &leaving->request) ? 0 : leaving->request.units;
    leaving->after = queue->free;
    queue->free = place;
    return leaving->request.handle;
}

#endif
