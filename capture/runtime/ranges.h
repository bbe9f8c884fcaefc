/* The memory that a launch may touch: its buffers and its local memory, as address ranges. */
#ifndef POISE_CAPTURE_RANGES_H
#define POISE_CAPTURE_RANGES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct capture_range {
    uint64_t begin, end; /* byte addresses */
    uint32_t argument;   /* of the kernel, or one of the numbers below */
    bool is_writable;    /* the kernel may write here */
    uint32_t *shadow;    /* shadow.h; NULL = accesses are not noted */
} capture_range;

#define CAPTURE_NO_ARGUMENT      UINT32_MAX       /* a __local variable */
#define CAPTURE_PRIVATE_VARIABLE (UINT32_MAX - 1) /* only to describe where an access is */

/* In order of address, without overlap once capture_ranges_settle was called. */
typedef struct capture_ranges {
    capture_range *range;
    size_t n, room;
} capture_ranges;

/* Adds a range; an empty one is left out. */
int capture_ranges_add(capture_ranges *ranges, const capture_range *range, poise_error *err);
/* Sorts, and joins what overlaps: one buffer may be given twice, or as buffer and sub-buffer. */
void capture_ranges_settle(capture_ranges *ranges);
void capture_ranges_free(capture_ranges *ranges);

/* The range that holds all of [address, address + bytes), or NULL. */
const capture_range *capture_ranges_find(const capture_ranges *ranges, uint64_t address, uint64_t bytes);

/* "12 bytes behind the end of argument 0 (400 bytes)": where [address, address + bytes) is, seen from the
 * nearest range. */
void capture_ranges_describe(const capture_ranges *ranges, uint64_t address, uint64_t bytes, char *text,
                             size_t size);

/* Whether all n accesses of `bytes` bytes lie in the range. */
static inline bool capture_range_holds(const capture_range *range, const uint64_t *address, uint32_t n,
                                       uint64_t bytes)
{
    /* Differences of addresses are below 2^63: the top bit says that one is negative. */
    uint64_t room = range->end - range->begin - bytes, outside = room;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t offset = address[i] - range->begin;
        outside |= offset | (room - offset);
    }
    return outside >> 63 == 0;
}

#endif
