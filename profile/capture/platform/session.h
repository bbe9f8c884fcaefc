/* What `poise capture` asks of the platform, and what the platform reports back. The two talk through
 * environment variables and one report file, so that any program in between stays as it is. */
#ifndef POISE_CAPTURE_SESSION_H
#define POISE_CAPTURE_SESSION_H

#include "profile/capture/capture_environment.h"
#include "profile/capture/runtime/launch.h"

/* Runs a launch, with a trace when one is wanted, and reports it. The caller holds the lock. POISE_FAILED
 * when the kernel faults or the trace cannot be written; the report has the sentence then. */
int capture_session_launch(const capture_launch *launch, const char *source_hash, const char *options);

/* Adds a sentence to the report, for errors that the program may hide: kind is CAPTURE_REPORT_ERROR or
 * _BUILD. */
void capture_session_report_error(const char *kind, const char *sentence);

#endif
