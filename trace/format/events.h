/* Buffer events of a launch: their limits, and their byte form in the section EVNT (docs/TRACE.md). */
#ifndef POISE_TRACE_FORMAT_EVENTS_H
#define POISE_TRACE_FORMAT_EVENTS_H

#include "trace/format/bytes.h"
#include "trace/trace.h"

/* Largest content of the section: what TRACE_MAX_EVENTS events can take. */
enum { TRACE_EVENTS_BYTES = TRACE_VARINT_BYTES + TRACE_MAX_EVENTS * (1 + 4 * TRACE_VARINT_BYTES) };

/* Checks that there are at most TRACE_MAX_EVENTS events and that each is as trace.h says. POISE_DAMAGED with
 * the number of the event and the reason. */
int trace_events_check(const trace_event *events, uint32_t n_events, poise_error *err);

int trace_events_encode(const trace_event *events, uint32_t n_events, trace_bytes *out, poise_error *err);
/* Reads that form and checks the result: at least one event. The caller frees *events; on failure there is
 * nothing to free and *n_events is 0. */
int trace_events_decode(const uint8_t *data, size_t size, trace_event **events, uint32_t *n_events,
                        poise_error *err);

#endif
