#include "capture/runtime/private_access.h"

#include "capture/runtime/ranges.h"

#include <stdio.h>

enum {
    SIZE_SHIFT = 31,
    OFFSET_BIAS = 1 << 30, /* offsets from -2^30 are told, others are far away */
};
/* The pointer is not into one variable, or far away from it. */
#define FAR_BIT    (UINT64_C(1) << 62)
#define FIELD_MASK ((UINT64_C(1) << SIZE_SHIFT) - 1)

uint64_t capture_private_word(int64_t offset, uint64_t size)
{
    const bool is_far = offset < -OFFSET_BIAS || offset >= OFFSET_BIAS || size > FIELD_MASK;
    return CAPTURE_PRIVATE_OUTSIDE |
           (is_far ? FAR_BIT : size << SIZE_SHIFT | (uint64_t)(offset + OFFSET_BIAS));
}

uint64_t capture_private_word_far(void)
{
    return CAPTURE_PRIVATE_OUTSIDE | FAR_BIT;
}

uint64_t capture_private_offset(uint64_t word)
{
    return word & FAR_BIT ? 0 : word & FIELD_MASK;
}

void capture_private_describe(uint64_t word, unsigned bytes, char *text, size_t size)
{
    /* An address that no subtraction takes below 0. */
    const uint64_t begin = UINT64_C(1) << 40, room = word >> SIZE_SHIFT & FIELD_MASK;
    if (word & FAR_BIT) {
        snprintf(text, size, "outside of the work-item's private memory");
        return;
    }
    capture_range range = {.begin = begin, .end = begin + room, .argument = CAPTURE_PRIVATE_VARIABLE};
    capture_ranges_describe(&(capture_ranges){.range = &range, .n = 1},
                            begin + (word & FIELD_MASK) - OFFSET_BIAS, bytes, text, size);
}
