/* Files of measurements read back and compared. */
#ifndef POISE_BENCH_MEASURED_H
#define POISE_BENCH_MEASURED_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One kernel of a file; texts belong to the file. */
typedef struct bench_measured_kernel {
    const char *name, *trace_hash;
    uint64_t warp_insts, cycles;
    double elapsed_s, elapsed_spread, cpu_s; /* medians; all but the spread > 0 */
} bench_measured_kernel;

typedef struct bench_measured {
    const char *version, *git_commit, *config_hash, *policy, *cpu_model;
    size_t n_kernels; /* >= 1 */
    bench_measured_kernel *kernels;
    void *document; /* owns the texts */
} bench_measured;

/* Reads a file that bench_write_json wrote. Input is treated as hostile: a missing file is POISE_FAILED,
 * everything wrong with its content POISE_DAMAGED. The caller frees with bench_measured_free; on failure
 * there is nothing to free. */
int bench_measured_read(const char *path, bench_measured *measured, poise_error *err);
/* The same from memory; `name` stands for the path in messages. */
int bench_measured_read_memory(const char *data, size_t size, const char *name, bench_measured *measured,
                               poise_error *err);
void bench_measured_free(bench_measured *measured);

/* Prints for each kernel of both files how much faster the second is (ratios of the warp instructions per
 * second of elapsed and of processor time, and of the simulated cycles), and the geometric means. What makes
 * the comparison doubtful, such as another machine or trace, is a line that begins with "note:". No kernel
 * in common is POISE_USAGE. */
int bench_compare(const bench_measured *before, const bench_measured *after, FILE *out, poise_error *err);

#endif
