/* Traces of a capture whose target is a pack (trace/pack/pack.h). */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_PACK_TRACE_H
#define POISE_CAPTURE_PLATFORM_SESSION_PACK_TRACE_H

#include "capture/platform/session/tally.h"
#include "common/error.h"

/* Moves the trace `path` into the pack of the capture, if it has one, as file `name`. Processes take turns.
 * POISE_FAILED when it cannot be written; the pack is as before then. */
int capture_pack_trace(capture_tally *tally, const char *name, const char *path, poise_error *err);

#endif
