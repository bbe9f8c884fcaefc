/* Bounded first-in-first-out queues of any item type, as generated inline functions. Storage is allocated
 * once. */
#ifndef POISE_SIM_BASE_FIFO_H
#define POISE_SIM_BASE_FIFO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* DEFINE_FIFO(name, type) makes `struct name` and name_init, name_free, name_push, name_pop, name_front,
 * name_full. `limit` is the architectural capacity that name_full tests; the storage is the next power of two
 * of it. */
#define DEFINE_FIFO(name, type)                                                                     \
    typedef struct name {                                                                           \
        type *item;                                                                                 \
        uint32_t head, count, mask, limit;                                                          \
    } name;                                                                                         \
    static inline bool name##_init(name *fifo, uint32_t limit)                                      \
    {                                                                                               \
        uint32_t storage = 1;                                                                       \
        while (storage < limit)                                                                     \
            storage *= 2;                                                                           \
        *fifo = (name){.item = calloc(storage, sizeof(type)), .mask = storage - 1, .limit = limit}; \
        return fifo->item != NULL;                                                                  \
    }                                                                                               \
    static inline void name##_free(name *fifo)                                                      \
    {                                                                                               \
        free(fifo->item);                                                                           \
        fifo->item = NULL;                                                                          \
    }                                                                                               \
    static inline void name##_clear(name *fifo)                                                     \
    {                                                                                               \
        fifo->head = fifo->count = 0;                                                               \
    }                                                                                               \
    static inline bool name##_full(const name *fifo)                                                \
    {                                                                                               \
        return fifo->count >= fifo->limit;                                                          \
    }                                                                                               \
    static inline type *name##_front(const name *fifo)                                              \
    {                                                                                               \
        return &fifo->item[fifo->head];                                                             \
    }                                                                                               \
    static inline type *name##_push(name *fifo)                                                     \
    {                                                                                               \
        return &fifo->item[(fifo->head + fifo->count++) & fifo->mask];                              \
    }                                                                                               \
    static inline void name##_pop(name *fifo)                                                       \
    {                                                                                               \
        fifo->head = (fifo->head + 1) & fifo->mask;                                                 \
        fifo->count--;                                                                              \
    }

#endif
