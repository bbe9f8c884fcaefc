/* `poise trace print`: what one warp executed, instruction by instruction. */
#ifndef POISE_CLI_TRACE_PRINT_H
#define POISE_CLI_TRACE_PRINT_H

#include "common/error.h"
#include "trace/trace.h"

/* Prints the first `limit` basic-block executions of `warp` to stdout, all when `limit` is 0. */
int cli_trace_print(const warp_trace *trace, uint64_t warp, uint64_t limit, poise_error *err);

#endif
