/* `poise trace make`: small kernels whose shape is given by numbers, to vary one of them at a time. */
#ifndef POISE_CLI_TRACE_MAKE_H
#define POISE_CLI_TRACE_MAKE_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

/* As in trace/synthetic.h. */
typedef struct cli_synthetic {
    int64_t blocks, threads, iterations, alu, stores, lines, footprint, pages, visit, seed;
    bool buffers;
} cli_synthetic;

/* The one word is a kind of trace/synthetic.h, such as reuse; writes the trace to `path`. */
int cli_trace_make(const cli_synthetic *shape, const char *path, int n_words, char **words, poise_error *err);

#endif
