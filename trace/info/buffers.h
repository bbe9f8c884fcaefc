/* What the buffer events of a trace amount to. */
#ifndef POISE_TRACE_INFO_BUFFERS_H
#define POISE_TRACE_INFO_BUFFERS_H

#include "trace/trace.h"

/* "create", "release", "write", "read", "copy", "fill" */
const char *trace_event_kind_name(trace_event_kind kind);

typedef struct trace_buffer_sums {
    uint64_t events[TRACE_EVENT_KINDS], bytes[TRACE_EVENT_KINDS];
    uint64_t peak_growth; /* most bytes that were live above those before the first event: in the first launch
                             of a program the peak of live bytes */
} trace_buffer_sums;

trace_buffer_sums trace_sum_buffers(const trace_header *header);

#endif
