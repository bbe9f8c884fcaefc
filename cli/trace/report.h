/* What `poise trace info` says, as one JSON object in order; docs/TRACE.md explains the keys. */
#ifndef POISE_CLI_TRACE_REPORT_H
#define POISE_CLI_TRACE_REPORT_H

#include "trace/info/info.h"

#include <jansson.h>

/* NULL without memory; otherwise the caller releases it with json_decref. */
json_t *cli_trace_report(const char *path, const warp_trace *trace, const trace_summary *summary);

#endif
