/* A queue between two tasks that may be simulated by different threads: one pushes, the other pops, in the
 * same exchange windows (windows.c). What is pushed in a window can be popped from the next one on. The owner
 * sees to it that no more items are under way than there is storage for. */
#ifndef POISE_SIM_BASE_WINDOW_QUEUE_H
#define POISE_SIM_BASE_WINDOW_QUEUE_H

#include "sim/base/storage.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

/* DEFINE_WINDOW_QUEUE(name, type) makes `struct name` and name_init, name_clear; for the side that
 * pushes name_push, name_publish; for the side that pops name_open, name_empty, name_front, name_pop; and
 * name_count. Each side writes to its own cache line. Numbers of items wrap around. */
#define DEFINE_WINDOW_QUEUE(name, type)                                                               \
    typedef struct name {                                                                             \
        alignas(64) type *item;                                                                       \
        uint32_t mask, pushed;                                                                        \
        uint32_t published[2];       /* items pushed until the end of a window of even, odd number */ \
        alignas(64) uint32_t popped; /* items */                                                      \
        uint32_t visible;            /* items pushed that can be popped */                            \
    } name;                                                                                           \
    static inline bool name##_init(name *queue, storage *from, uint32_t most)                         \
    {                                                                                                 \
        uint32_t places = 1;                                                                          \
        while (places < most)                                                                         \
            places *= 2;                                                                              \
        *queue = (name){.item = storage_take(from, places, sizeof(type)), .mask = places - 1};        \
        return queue->item != NULL;                                                                   \
    }                                                                                                 \
    static inline void name##_clear(name *queue)                                                      \
    {                                                                                                 \
        queue->pushed = queue->popped = queue->visible = 0;                                           \
        queue->published[0] = queue->published[1] = 0;                                                \
    }                                                                                                 \
    static inline type *name##_push(name *queue)                                                      \
    {                                                                                                 \
        return &queue->item[queue->pushed++ & queue->mask];                                           \
    }                                                                                                 \
    /* At the end of window `window`. */                                                              \
    static inline void name##_publish(name *queue, uint64_t window)                                   \
    {                                                                                                 \
        queue->published[window & 1] = queue->pushed;                                                 \
    }                                                                                                 \
    /* At the beginning of window `window`. */                                                        \
    static inline void name##_open(name *queue, uint64_t window)                                      \
    {                                                                                                 \
        queue->visible = queue->published[~window & 1];                                               \
    }                                                                                                 \
    /* Shows everything at once, when one thread simulates both sides in step. */                     \
    static inline void name##_flush(name *queue)                                                      \
    {                                                                                                 \
        queue->visible = queue->pushed;                                                               \
    }                                                                                                 \
    /* Between windows: all that is under way. */                                                     \
    static inline uint32_t name##_count(const name *queue)                                            \
    {                                                                                                 \
        return queue->pushed - queue->popped;                                                         \
    }                                                                                                 \
    static inline bool name##_empty(const name *queue)                                                \
    {                                                                                                 \
        return queue->popped == queue->visible;                                                       \
    }                                                                                                 \
    static inline type *name##_front(const name *queue)                                               \
    {                                                                                                 \
        return &queue->item[queue->popped & queue->mask];                                             \
    }                                                                                                 \
    static inline void name##_pop(name *queue)                                                        \
    {                                                                                                 \
        queue->popped++;                                                                              \
    }

#endif
