/* The kernel source of a trace: `poise capture` leaves it beside the traces, once for each program. */
#ifndef POISE_TRACE_KERNEL_SOURCE_H
#define POISE_TRACE_KERNEL_SOURCE_H

#include "common/error.h"
#include "trace/trace.h"

#include <stddef.h>

typedef struct kernel_source {
    char *text;
    size_t n_lines;
    const char **line; /* line[0] is line 1; NUL-terminated */
} kernel_source;

/* Reads source-HASH.cl in the folder of the trace file `path`, where HASH is the note "source_hash" of the
 * trace. POISE_FAILED when the trace names no source or there is none, POISE_DAMAGED when it is another one.
 * The caller frees; after a failure there is nothing to free. */
int kernel_source_read(const char *path, const trace_header *header, kernel_source *source, poise_error *err);
void kernel_source_free(kernel_source *source);

/* The text of a line counted from 1; NULL when there is none. */
const char *kernel_source_line(const kernel_source *source, uint32_t line);

#endif
