/* The kernel source of a trace: `poise capture` leaves it beside the traces, once for each program. */
#ifndef POISE_CLI_TRACE_SOURCE_H
#define POISE_CLI_TRACE_SOURCE_H

#include "common/error.h"
#include "trace/trace.h"

#include <stddef.h>

typedef struct trace_source_text {
    char *text;
    size_t n_lines;
    const char **line; /* line[0] is line 1; NUL-terminated */
} trace_source_text;

/* Reads source-HASH.cl in the folder of the trace file `path`, where HASH is the note "source_hash" of the
 * trace. POISE_FAILED when the trace names no source or there is none, POISE_DAMAGED when it is another one.
 * The caller frees; after a failure there is nothing to free. */
int cli_trace_source_read(const char *path, const trace_header *header, trace_source_text *source,
                          poise_error *err);
void cli_trace_source_free(trace_source_text *source);

/* The text of a line counted from 1; NULL when there is none. */
const char *cli_trace_source_line(const trace_source_text *source, uint32_t line);

#endif
