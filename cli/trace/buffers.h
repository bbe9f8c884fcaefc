/* `poise trace buffers`. */
#ifndef POISE_CLI_TRACE_BUFFERS_H
#define POISE_CLI_TRACE_BUFFERS_H

#include "common/error.h"

/* Prints the buffer events of a trace to stdout, one a line: launch, kind, buffer, address, bytes and of a
 * copy the source; then a line with the launch itself and its kernel. Reads the file as far as the first
 * thread block. */
int cli_trace_buffers(const char *path, poise_error *err);

#endif
