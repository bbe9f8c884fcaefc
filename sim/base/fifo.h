/* Bounded first-in-first-out queues of any item type, as generated inline functions. What is pushed is
 * written as a whole. An empty queue begins anew at its first place: one that is mostly empty stays in few
 * lines of the processor's cache, and most of its storage is never touched. */
#ifndef POISE_SIM_BASE_FIFO_H
#define POISE_SIM_BASE_FIFO_H

#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>

/* Places for which a queue has room at first (our choice). */
enum { FIFO_FIRST_PLACES = 128 };

/* DEFINE_FIFO(name, type) makes `struct name` and name_init, name_push, name_pop, name_front,
 * name_at (counted from the front), name_full. `limit` is the architectural capacity that name_full tests;
 * the storage is the next power of two of it. The queue goes around in its first places until a push finds
 * them all taken, then in twice as many, so that the memory of the others stays untouched: items may move
 * with a push. */
#define DEFINE_FIFO(name, type)                                                                             \
    typedef struct name {                                                                                   \
        type *item;                                                                                         \
        uint32_t head, count, mask, limit;                                                                  \
        type *all; /* places for all, while `item` are the first ones */                                    \
    } name;                                                                                                 \
    static inline bool name##_init(name *fifo, storage *from, uint32_t limit)                               \
    {                                                                                                       \
        uint32_t places = 1;                                                                                \
        while (places < limit)                                                                              \
            places *= 2;                                                                                    \
        const bool is_wide = places > 2 * FIFO_FIRST_PLACES;                                                \
        const uint32_t first = is_wide ? FIFO_FIRST_PLACES : places;                                        \
        *fifo = (name){.item = storage_take(from, first, sizeof(type)), .mask = first - 1, .limit = limit}; \
        if (is_wide)                                                                                        \
            fifo->all = storage_take_seldom(from, places, sizeof(type));                                    \
        return fifo->item && (fifo->all || !is_wide);                                                       \
    }                                                                                                       \
    static inline void name##_widen(name *fifo)                                                             \
    {                                                                                                       \
        const uint32_t used = fifo->mask + 1;                                                               \
        if (fifo->all)                                                                                      \
            for (uint32_t i = fifo->head; i < used; i++)                                                    \
                fifo->all[i] = fifo->item[i];                                                               \
        type *const to = fifo->all ? fifo->all : fifo->item;                                                \
        for (uint32_t i = 0; i < fifo->head; i++) /* those before the head are the last ones */             \
            to[used + i] = fifo->item[i];                                                                   \
        fifo->item = to;                                                                                    \
        fifo->all = NULL;                                                                                   \
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
        if (fifo->count > fifo->mask)                                                                       \
            name##_widen(fifo);                                                                             \
        return &fifo->item[(fifo->head + fifo->count++) & fifo->mask];                                      \
    }                                                                                                       \
    static inline void name##_pop(name *fifo)                                                               \
    {                                                                                                       \
        fifo->head = --fifo->count ? (fifo->head + 1) & fifo->mask : 0;                                     \
    }

#endif
