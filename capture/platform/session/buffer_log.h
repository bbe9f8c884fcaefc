/* What the program does with its buffers between launches (trace_event), if `poise capture --buffers` asks
 * for it. Each process has a log of its own; the next launch that is traced takes it along. Callers hold the
 * device lock. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_BUFFER_LOG_H
#define POISE_CAPTURE_PLATFORM_SESSION_BUFFER_LOG_H

#include "capture/platform/objects.h"
#include "trace/trace.h"

/* A buffer has been allocated: gives it its number. */
void capture_log_create(cl_mem memory);
/* Its memory is to be freed. */
void capture_log_release(cl_mem memory);
/* `bytes` bytes from `first` on, which lie in `memory`, have been moved. `source` is of a copy, else NULL. */
void capture_log_transfer(trace_event_kind kind, cl_mem memory, const char *first, size_t bytes,
                          const char *source);

/* The events since the last capture_log_clear; they stay the log's. */
const trace_event *capture_log_events(uint32_t *n_events);
/* Those that the log had no room for since then: at half of TRACE_MAX_EVENTS it takes no more transfers. */
uint64_t capture_log_lost(void);
void capture_log_clear(void);

#endif
