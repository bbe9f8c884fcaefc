/* What a fuzz target does with one input in so many, because it is dear and rarely says more than the input
 * before: a checksum of its content chooses, so that the same input is always treated the same. */
#ifndef POISE_FUZZ_SHARE_H
#define POISE_FUZZ_SHARE_H

#include "common/hash.h"

#include <stdbool.h>

/* Which of `of` an input is, 0 to of - 1. */
static inline uint32_t fuzz_share(const void *data, size_t size, uint32_t of)
{
    return (uint32_t)(poise_checksum64(data, size) >> 32) % of;
}

/* Whether a check is made of this input, or for its `part` of `of` things that are done with it in turn; a
 * replay makes it always. */
static inline bool fuzz_is_turn(const void *data, size_t size, uint32_t part, uint32_t of)
{
#ifdef POISE_FUZZ_REPLAY
    (void)data;
    (void)size;
    (void)part;
    (void)of;
    return true;
#else
    return fuzz_share(data, size, of) == part;
#endif
}

#endif
