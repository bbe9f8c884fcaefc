/* Bounded first-in-first-out queues of any item type, as generated inline functions. What is pushed is
 * written as a whole. An empty queue begins anew at its first place: one that is mostly empty stays in few
 * lines of the processor's cache, and most of its storage is never touched. */
#ifndef POISE_SIM_BASE_FIFO_H
#define POISE_SIM_BASE_FIFO_H

#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>

/* DEFINE_FIFO(name, type) makes `struct name` and name_init, name_push, name_pop, name_front,
 * name_at (counted from the front), name_full. `limit` is the architectural capacity that name_full tests;
 * the storage is the next power of two of it. One made by name_init_narrow goes around in the first `used`
 * places of its storage, so that the memory of the others stays untouched: name_widen comes before each
 * name_push. */
#define DEFINE_FIFO(name, type)                                                                             \
    typedef struct name {                                                                                   \
        type *item;                                                                                         \
        uint32_t head, count, mask, limit;                                                                  \
    } name;                                                                                                 \
    static inline bool name##_init(name *fifo, storage *from, uint32_t limit)                               \
    {                                                                                                       \
        uint32_t places = 1;                                                                                \
        while (places < limit)                                                                              \
            places *= 2;                                                                                    \
        *fifo =                                                                                             \
            (name){.item = storage_take(from, places, sizeof(type)), .mask = places - 1, .limit = limit};   \
        return fifo->item != NULL;                                                                          \
    }                                                                                                       \
    static inline bool name##_init_narrow(name *fifo, storage *from, uint32_t limit, uint32_t used)         \
    {                                                                                                       \
        uint32_t places = used;                                                                             \
        while (places < limit)                                                                              \
            places *= 2;                                                                                    \
        *fifo = (name){.item = storage_take(from, places, sizeof(type)), .mask = used - 1, .limit = limit}; \
        return fifo->item != NULL;                                                                          \
    }                                                                                                       \
    static inline void name##_widen(name *fifo)                                                             \
    {                                                                                                       \
        uint32_t used = fifo->mask + 1;                                                                     \
        if (fifo->count < used)                                                                             \
            return;                                                                                         \
        for (uint32_t i = 0; i < fifo->head; i++) /* those before the head are the last ones */             \
            fifo->item[used + i] = fifo->item[i];                                                           \
        fifo->mask = 2 * used - 1;                                                                          \
    }                                                                                                       \
    static inline void name##_clear(name *fifo)                                                             \
    {                                                                                                       \
        fifo->head = fifo->count = 0;                                                                       \
    }                                                                                                       \
    static inline bool name##_full(const name *fifo)                                                        \
    {                                                                                                       \
        return fifo->count >= fifo->limit;                                                                  \
    }                                                                                                       \
    static inline type *name##_front(const name *fifo)                                                      \
    {                                                                                                       \
        return &fifo->item[fifo->head];                                                                     \
    }                                                                                                       \
    static inline type *name##_at(const name *fifo, uint32_t place)                                         \
    {                                                                                                       \
        return &fifo->item[(fifo->head + place) & fifo->mask];                                              \
    }                                                                                                       \
    static inline type *name##_push(name *fifo)                                                             \
    {                                                                                                       \
        return &fifo->item[(fifo->head + fifo->count++) & fifo->mask];                                      \
    }                                                                                                       \
    static inline void name##_pop(name *fifo)                                                               \
    {                                                                                                       \
        fifo->head = --fifo->count ? (fifo->head + 1) & fifo->mask : 0;                                     \
    }

#endif
