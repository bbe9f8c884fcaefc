/* Numbers of frames that are taken, hashed, open addressing. */
#ifndef POISE_SIM_TRANSLATION_FRAME_SET_H
#define POISE_SIM_TRANSLATION_FRAME_SET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct frame_set {
    uint64_t *slot; /* 0 = empty, otherwise number + 1 */
    uint64_t slots; /* a power of two */
} frame_set;

static inline uint64_t frame_set_hash(uint64_t number)
{
    number *= UINT64_C(0x9e3779b97f4a7c15);
    return number ^ number >> 32;
}

/* Starts as zeros. So many slots, a power of two, more than there will be frames in it; what is in it stays.
 * False: no memory. */
bool frame_set_grow(frame_set *set, uint64_t slots);
void frame_set_clear(frame_set *set);
void frame_set_free(frame_set *set);
/* False when it is taken already. */
bool frame_set_take(frame_set *set, uint64_t frame);
/* It is there. */
void frame_set_leave(frame_set *set, uint64_t frame);

#endif
