/* A report for people and for programs. */
#ifndef POISE_BENCH_OUTPUT_H
#define POISE_BENCH_OUTPUT_H

#include "bench/report.h"

#include <stdio.h>

/* What files of measurements say of themselves; docs/BENCH.md has the fields. */
#define BENCH_FORMAT "poise bench"
enum { BENCH_FORMAT_VERSION = 1 };

/* Kernels down, rates across, the geometric mean in the last line; then memory and scaling. Errors stay with
 * the stream. */
void bench_print(const bench_report *report, FILE *out);

/* Everything, every repeat included. Atomic. */
int bench_write_json(const bench_report *report, const char *path, poise_error *err);

#endif
