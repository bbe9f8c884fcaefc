/* Reuse of the lines of global loads in two orders that no machine is needed for:
 *
 *     alone         each warp for itself, from its first instruction to its last
 *     round robin   the warps of a thread block take turns, one instruction each; a warp that waits at a
 * barrier is passed over until all others wait too or have ended. Thread blocks follow each other, as on an
 * SM with room for one, and lines stay from one to the next.
 *
 * A reuse is *intra-warp* when the access before it to the same line was by the same warp, else *inter-warp*:
 * as in CCWS (Rogers et al., MICRO 2012) and in the thesis, of a cache that loses nothing up to the distance.
 */
#ifndef POISE_TRACE_INFO_REUSE_H
#define POISE_TRACE_INFO_REUSE_H

#include "trace/info/stack_distance.h"
#include "trace/trace.h"

/* Bin 0 holds distance 0, bin k the distances 2^(k-1) to 2^k - 1, in lines; line numbers have 28 bits. */
enum { TRACE_REUSE_BINS = 30 };

/* Numbers of line accesses; estimates when rate < 1. */
typedef struct trace_reuse_histogram {
    double first;                   /* no access before */
    double intra[TRACE_REUSE_BINS]; /* by stack distance */
    double inter[TRACE_REUSE_BINS];
    double rate; /* share of the lines that was followed in the end, see stack_distance.h */
} trace_reuse_histogram;

typedef struct trace_reuse {
    trace_reuse_histogram alone, round_robin;
} trace_reuse;

typedef struct trace_reuse_counter trace_reuse_counter;

/* NULL without memory. Free with trace_reuse_free. */
trace_reuse_counter *trace_reuse_new(poise_error *err);
void trace_reuse_free(trace_reuse_counter *counter);
/* Adds one thread block: warps first .. first + n - 1 of `view`, n <= 32, whose numbers in the launch begin
 * with `number`. */
void trace_reuse_add(trace_reuse_counter *counter, const warp_trace *view, uint64_t first, uint32_t n,
                     uint64_t number);
trace_reuse trace_reuse_result(const trace_reuse_counter *counter);

#endif
