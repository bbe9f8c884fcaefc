#include "trace/info/buffers.h"

const char *trace_event_kind_name(trace_event_kind kind)
{
    static const char *const names[TRACE_EVENT_KINDS] = {"create", "release", "write",
                                                         "read",   "copy",    "fill"};
    return names[kind];
}

trace_buffer_sums trace_sum_buffers(const trace_header *header)
{
    trace_buffer_sums sums = {0};
    int64_t growth = 0; /* at most 2^18 events of 2^35 bytes */
    for (uint32_t i = 0; i < header->n_events; i++) {
        const trace_event *event = &header->events[i];
        sums.events[event->kind]++;
        sums.bytes[event->kind] += event->bytes;
        if (event->kind == TRACE_EVENT_CREATE)
            growth += (int64_t)event->bytes;
        if (event->kind == TRACE_EVENT_RELEASE)
            growth -= (int64_t)event->bytes;
        if (growth > (int64_t)sums.peak_growth)
            sums.peak_growth = (uint64_t)growth;
    }
    return sums;
}
