/* Accel-Sim's lists of what a program did, `kernelslist.g`: one command a line, in order. */
#ifndef POISE_TRACE_ACCELSIM_KERNELS_LIST_H
#define POISE_TRACE_ACCELSIM_KERNELS_LIST_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct traceg_kernels {
    size_t n;
    char **path;       /* of the trace of each launch: the folder of the list and the name in it */
    uint64_t n_copies; /* MemcpyHtoD lines: in Accel-Sim they fill tags of the L2; ignored */
} traceg_kernels;

/* Reads a list. As in Accel-Sim every line that begins with "kernel" names a trace and other lines than
 * MemcpyHtoD are ignored; but a list without any trace is POISE_DAMAGED. The caller frees with
 * traceg_kernels_free, which is harmless after a failure. */
int traceg_kernels_read(const char *path, traceg_kernels *kernels, poise_error *err);
void traceg_kernels_free(traceg_kernels *kernels);

#endif
