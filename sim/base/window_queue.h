/* A queue between two tasks that may be simulated by different threads: one pushes, the other pops, in the
 * same exchange windows (windows.c). What is pushed in a window can be popped from the next one on. The owner
 * sees to it that no more items are under way than there is storage for. */
#ifndef POISE_SIM_BASE_WINDOW_QUEUE_H
#define POISE_SIM_BASE_WINDOW_QUEUE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* DEFINE_RELAY(name, type) makes `struct name` and name_init, name_free, name_clear; for the side that pushes
 * name_push, name_publish; for the side that pops name_open, name_empty, name_front, name_pop; and
 * name_count. Each side writes to its own cache line. Numbers of items wrap around. */
#define DEFINE_RELAY(name, type)                                                                      \
    typedef struct name {                                                                             \
        alignas(64) type *item;                                                                       \
        uint32_t mask, pushed;                                                                        \
        uint32_t published[2];       /* items pushed until the end of a window of even, odd number */ \
        alignas(64) uint32_t popped; /* items */                                                      \
        uint32_t visible;            /* items pushed that can be popped */                            \
    } name;                                                                                           \
    static inline bool name##_init(name *relay, uint32_t most)                                        \
    {                                                                                                 \
        uint32_t storage = 1;                                                                         \
        while (storage < most)                                                                        \
            storage *= 2;                                                                             \
        *relay = (name){.item = calloc(storage, sizeof(type)), .mask = storage - 1};                  \
        return relay->item != NULL;                                                                   \
    }                                                                                                 \
    static inline void name##_free(name *relay)                                                       \
    {                                                                                                 \
        free(relay->item);                                                                            \
        relay->item = NULL;                                                                           \
    }                                                                                                 \
    static inline void name##_clear(name *relay)                                                      \
    {                                                                                                 \
        relay->pushed = relay->popped = relay->visible = 0;                                           \
        relay->published[0] = relay->published[1] = 0;                                                \
    }                                                                                                 \
    static inline type *name##_push(name *relay)                                                      \
    {                                                                                                 \
        return &relay->item[relay->pushed++ & relay->mask];                                           \
    }                                                                                                 \
    /* At the end of window `window`. */                                                              \
    static inline void name##_publish(name *relay, uint64_t window)                                   \
    {                                                                                                 \
        relay->published[window & 1] = relay->pushed;                                                 \
    }                                                                                                 \
    /* At the beginning of window `window`. */                                                        \
    static inline void name##_open(name *relay, uint64_t window)                                      \
    {                                                                                                 \
        relay->visible = relay->published[~window & 1];                                               \
    }                                                                                                 \
    /* Shows everything at once, when one thread simulates both sides in step. */                     \
    static inline void name##_flush(name *relay)                                                      \
    {                                                                                                 \
        relay->visible = relay->pushed;                                                               \
    }                                                                                                 \
    /* Between windows: all that is under way. */                                                     \
    static inline uint32_t name##_count(const name *relay)                                            \
    {                                                                                                 \
        return relay->pushed - relay->popped;                                                         \
    }                                                                                                 \
    static inline bool name##_empty(const name *relay)                                                \
    {                                                                                                 \
        return relay->popped == relay->visible;                                                       \
    }                                                                                                 \
    static inline type *name##_front(const name *relay)                                               \
    {                                                                                                 \
        return &relay->item[relay->popped & relay->mask];                                             \
    }                                                                                                 \
    static inline void name##_pop(name *relay)                                                        \
    {                                                                                                 \
        relay->popped++;                                                                              \
    }

#endif
