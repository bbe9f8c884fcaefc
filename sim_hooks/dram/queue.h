/* The requests of a channel in one queue of the configured size, in order of arrival: storage and admission
 * for policies that differ in the order in which they give requests out. */
#ifndef POISE_SIM_HOOKS_DRAM_QUEUE_H
#define POISE_SIM_HOOKS_DRAM_QUEUE_H

#include "sim_hooks/dram.h"

#include <stdlib.h>

enum {
    DRAM_QUEUE_BANKS = 64,      /* most that a channel has */
    DRAM_QUEUE_ENTRY_BITS = 36, /* of storage: a row (16 bits), a bank (6), a column (6) and a source (8) */
};

/* The first member of a policy's state, so that the functions below can be the policy's. */
typedef struct dram_queue {
    uint32_t size;                      /* units that it has room for */
    uint32_t count, units;              /* requests that are stored, and their units */
    uint64_t waiting;                   /* banks with a request */
    uint32_t of_bank[DRAM_QUEUE_BANKS]; /* requests */
    dram_request *entry;                /* in order of arrival */
} dram_queue;

/* False without memory. The owner frees `entry`. */
static inline bool dram_queue_init(dram_queue *queue, const dram_host *host)
{
    *queue = (dram_queue){.size = host->queue_entries,
                          .entry = calloc((size_t)host->queue_entries + 1, sizeof(dram_request))};
    return queue->entry != NULL;
}

/* An empty queue takes a request of any size. */
static inline bool dram_queue_can_accept(const void *state, const dram_request *request)
{
    const dram_queue *queue = state;
    return !queue->units || queue->units + request->units <= queue->size;
}

static inline void dram_queue_accept(void *state, const dram_request *request)
{
    dram_queue *queue = state;
    queue->entry[queue->count++] = *request;
    queue->units += request->units;
    queue->waiting |= 1ull << request->bank;
    queue->of_bank[request->bank]++;
}

static inline uint64_t dram_queue_banks_waiting(const void *state)
{
    return ((const dram_queue *)state)->waiting;
}

/* Removes request `index` of the queue; returns its handle. */
static inline uint32_t dram_queue_take(dram_queue *queue, uint32_t index)
{
    const uint32_t handle = queue->entry[index].handle, bank = queue->entry[index].bank;
    queue->units -= queue->entry[index].units;
    queue->count--;
    for (uint32_t i = index; i < queue->count; i++)
        queue->entry[i] = queue->entry[i + 1];
    if (--queue->of_bank[bank] == 0)
        queue->waiting &= ~(1ull << bank);
    return handle;
}

#endif
