#include "trace/format/open_warps.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* A larger ring in which warp `warp` has a place. */
static int grow(trace_open_warps *open, uint64_t warp, poise_error *err)
{
    uint64_t capacity = open->capacity > 0 ? open->capacity : FIRST_CAPACITY;
    while (warp - open->first >= capacity)
        capacity *= 2;
    trace_fragment **slots = calloc(capacity, sizeof(trace_fragment *));
    if (slots == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %llu unfinished warps",
                          (unsigned long long)capacity);
    for (uint64_t i = 0; i < open->capacity; i++) {
        const uint64_t moved = open->first + i;
        slots[moved & (capacity - 1)] = open->slots[moved & (open->capacity - 1)];
    }
    free(open->slots);
    open->slots = slots;
    open->capacity = capacity;
    return POISE_OK;
}

/* A fragment from the idle list, or a fresh one. */
static trace_fragment *take_fragment(trace_open_warps *open, poise_error *err)
{
    trace_fragment *fragment = open->idle;
    if (fragment != NULL) {
        open->idle = fragment->next_idle;
        return fragment;
    }
    fragment = calloc(1, sizeof *fragment);
    if (fragment == NULL)
        poise_fail(err, POISE_FAILED, "no memory for one more unfinished warp");
    return fragment;
}

trace_fragment *trace_open_warps_begin(trace_open_warps *open, uint64_t warp, const trace_program *program,
                                       uint32_t lanes, poise_error *err)
{
    if (warp - open->first >= open->capacity && grow(open, warp, err) != 0)
        return NULL;
    trace_fragment *fragment = take_fragment(open, err);
    if (fragment == NULL)
        return NULL;
    if (trace_fragment_begin(fragment, program, lanes, err) != 0) {
        free(fragment);
        return NULL;
    }
    open->slots[warp & (open->capacity - 1)] = fragment;
    return fragment;
}

void trace_open_warps_finish(trace_open_warps *open)
{
    trace_fragment **slot = &open->slots[open->first & (open->capacity - 1)];
    (*slot)->next_idle = open->idle;
    open->idle = *slot;
    *slot = NULL;
    open->first++;
}

void trace_open_warps_free(trace_open_warps *open)
{
    for (uint64_t i = 0; i < open->capacity; i++)
        if (open->slots[i] != NULL) {
            trace_fragment_free(open->slots[i]);
            free(open->slots[i]);
        }
    while (open->idle != NULL) {
        trace_fragment *fragment = open->idle;
        open->idle = fragment->next_idle;
        trace_fragment_free(fragment);
        free(fragment);
    }
    free(open->slots);
    memset(open, 0, sizeof *open);
}
