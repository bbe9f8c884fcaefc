/* What `poise capture` asks of the platform, and what the platform reports back. The two talk through
 * environment variables and one report file, so that any program in between stays as it is. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_SESSION_H
#define POISE_CAPTURE_PLATFORM_SESSION_SESSION_H

#include "capture/capture_environment.h"
#include "capture/order.h"
#include "capture/platform/objects.h"

/* Runs a launch of a kernel of `program`, with a trace when one is wanted, and reports it; the order's path,
 * number and notes are filled in here. The caller holds the lock. POISE_FAILED when the kernel fails or the
 * trace cannot be written; the report has the sentence then. */
int capture_session_launch(capture_order *order, cl_program program);

/* Adds a sentence to the report, for errors that the program may hide: kind is CAPTURE_REPORT_ERROR or
 * _REFUSED. */
void capture_session_report_error(const char *kind, const char *sentence);

#endif
