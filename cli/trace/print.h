/* `poise trace print`: what warps executed, instruction by instruction. */
#ifndef POISE_CLI_TRACE_PRINT_H
#define POISE_CLI_TRACE_PRINT_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct trace_print_request {
    bool by_block; /* `first` and `last` are numbers of thread blocks, not of warps */
    uint64_t first,
        last;       /* inclusive, in the launch; what lies behind its end is ignored when `first` does not */
    uint64_t limit; /* instructions of each warp to show; 0 = all */
    bool source;    /* show the text of source lines */
} trace_print_request;

/* Reads "W", "A-B" or "all" to first and last. POISE_USAGE names `option`. */
int cli_trace_print_range(const char *option, const char *text, trace_print_request *request,
                          poise_error *err);

/* Prints to stdout. POISE_USAGE when the launch has no such warp or thread block. */
int cli_trace_print(const char *path, const trace_print_request *request, poise_error *err);

#endif
