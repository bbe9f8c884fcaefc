/* Storage for items that are copied often, from the beginning of a line of the processor's cache on: one of
 * 64 bytes, such as a packet, then lies in one line and not in two. */
#ifndef POISE_SIM_BASE_CACHE_LINES_H
#define POISE_SIM_BASE_CACHE_LINES_H

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE_BYTES = 64 };

/* Room for `count` items of `size` bytes, not cleared; NULL without memory. The caller frees. */
static inline void *cache_lines_alloc(size_t count, size_t size)
{
    size_t lines = (count * size + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES;
    return aligned_alloc(CACHE_LINE_BYTES, (lines ? lines : 1) * CACHE_LINE_BYTES);
}

/* The same, all zero. */
static inline void *cache_lines_calloc(size_t count, size_t size)
{
    void *lines = cache_lines_alloc(count, size);
    return lines ? memset(lines, 0, count * size) : NULL;
}

#endif
