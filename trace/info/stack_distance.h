/* LRU stack distances: how many other lines were accessed since a line was accessed last. A fully associative
 * LRU cache of more than d lines hits exactly the accesses of distance d and less (Mattson et al.,
 * "Evaluation techniques for storage hierarchies", IBM Systems Journal, 1970).
 *
 * Exact up to TRACE_STACK_LINES distinct lines. Beyond, only a part of the lines is followed, chosen by a
 * hash of the line, half as many each time that the room is full; distances and counts are scaled up
 * (Waldspurger et al., "Efficient MRC construction with SHARDS", FAST 2015, fixed-size variant). So memory is
 * constant, and time logarithmic. */
#ifndef POISE_TRACE_INFO_STACK_DISTANCE_H
#define POISE_TRACE_INFO_STACK_DISTANCE_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { TRACE_STACK_LINES = 1 << 16 }; /* 8 MiB of lines: more than any L1 or L2 of the thesis. Our choice */

typedef struct trace_stack trace_stack;

/* NULL without memory. Free with trace_stack_free. */
trace_stack *trace_stack_new(poise_error *err);
void trace_stack_free(trace_stack *stack);

typedef struct trace_stack_access {
    bool is_sampled;   /* otherwise the other fields mean nothing */
    bool is_first;     /* the line was not accessed before */
    double weight;     /* accesses that this one stands for, >= 1 */
    uint64_t distance; /* unless first: scaled up */
    uint64_t last_by;  /* unless first: `by` of the access before */
} trace_stack_access;

/* Accesses a line on behalf of `by`. */
trace_stack_access trace_stack_touch(trace_stack *stack, uint32_t line, uint64_t by);
/* Forgets all accesses, in time proportional to their number, but not the share of the lines that is
 * followed. */
void trace_stack_clear(trace_stack *stack);
/* Share of the lines that is followed now: 1, 1/2, 1/4 ... */
double trace_stack_rate(const trace_stack *stack);

#endif
