/* A bounded queue of numbers. */
#ifndef POISE_SIM_HOOKS_TLB_QUEUE_H
#define POISE_SIM_HOOKS_TLB_QUEUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct tlb_queue {
    uint32_t *item;
    uint32_t head, count, size;
} tlb_queue;

/* The caller frees `item`. False when there is no memory. */
static inline bool tlb_queue_init(tlb_queue *q, uint32_t size)
{
    *q = (tlb_queue){.item = calloc(size, sizeof *q->item), .size = size};
    return q->item != NULL;
}

static inline void tlb_queue_clear(tlb_queue *q)
{
    q->head = q->count = 0;
}

/* The owner sees to it that no more than `size` are in it. */
static inline void tlb_queue_push(tlb_queue *q, uint32_t item)
{
    q->item[(q->head + q->count++) % q->size] = item;
}

/* The next one; there is one. */
static inline uint32_t tlb_queue_front(const tlb_queue *q)
{
    return q->item[q->head];
}

static inline uint32_t tlb_queue_pop(tlb_queue *q)
{
    uint32_t item = q->item[q->head];
    q->head = (q->head + 1) % q->size;
    q->count--;
    return item;
}

#endif
