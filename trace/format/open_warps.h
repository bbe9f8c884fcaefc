/* The warps of a writer that are begun and not yet finished: one fragment each, found by warp number. */
#ifndef POISE_TRACE_FORMAT_OPEN_WARPS_H
#define POISE_TRACE_FORMAT_OPEN_WARPS_H

#include "trace/format/record.h"

typedef struct trace_open_warps {
    uint64_t first;         /* warps below are finished */
    trace_fragment **slots; /* ring over warp numbers from `first` on; NULL = no record yet */
    uint64_t capacity;      /* of the ring: a power of two, or 0 */
    trace_fragment *idle;   /* list of fragments to use again */
} trace_open_warps;

/* The fragment of `warp` >= first, or NULL when it is not begun. */
static inline trace_fragment *trace_open_warps_find(const trace_open_warps *open, uint64_t warp)
{
    return warp - open->first < open->capacity ? open->slots[warp & (open->capacity - 1)] : NULL;
}

/* Begins `warp` >= first, which must not be begun. NULL when out of memory. */
trace_fragment *trace_open_warps_begin(trace_open_warps *open, uint64_t warp, const trace_program *program,
                                       uint32_t lanes, poise_error *err);
/* Finishes warp `first`, whose fragment, already written, is used again. */
void trace_open_warps_finish(trace_open_warps *open);
void trace_open_warps_free(trace_open_warps *open);

#endif
