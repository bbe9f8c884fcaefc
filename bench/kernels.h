/* Kernels that the benchmark makes itself, so that it runs anywhere. The list is kernels.def. */
#ifndef POISE_BENCH_KERNELS_H
#define POISE_BENCH_KERNELS_H

#include "trace/synthetic.h"

typedef struct bench_builtin {
    const char *name, *help;
    int (*make)(warp_trace *trace, const trace_synthetic *shape, poise_error *err);
    trace_synthetic shape;
} bench_builtin;

/* All of them in table order; *n is their number. */
const bench_builtin *bench_builtin_table(size_t *n);

/* By name; NULL with `err` set (POISE_USAGE, with the nearest known name) when there is none. */
const bench_builtin *bench_builtin_find(const char *name, poise_error *err);

/* Makes the trace with `scale` times the iterations. The caller frees with warp_trace_free. */
int bench_builtin_make(const bench_builtin *kernel, uint32_t scale, warp_trace *trace, poise_error *err);

#endif
