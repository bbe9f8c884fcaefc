/* `poise trace info`: header, notes, totals and summary of a trace, as aligned text or JSON. */
#ifndef POISE_CLI_TRACE_INFO_H
#define POISE_CLI_TRACE_INFO_H

#include "common/error.h"

#include <stdbool.h>

/* Reads the file and prints to stdout. */
int cli_trace_info(const char *path, bool as_json, poise_error *err);

#endif
