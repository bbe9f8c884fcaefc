/* `poise trace info`: header, notes, totals and summary of a trace, as aligned text or JSON. */
#ifndef POISE_CLI_TRACE_INFO_H
#define POISE_CLI_TRACE_INFO_H

#include "common/error.h"
#include "trace/trace.h"

#include <stdbool.h>

/* Prints to stdout; `path` is shown as the name of the file. */
int cli_trace_info(const char *path, const warp_trace *trace, bool as_json, poise_error *err);

#endif
