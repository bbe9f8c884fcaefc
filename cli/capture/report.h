/* The report that the OpenCL platform writes while a program is traced
 * (capture/capture_environment.h). */
#ifndef POISE_CLI_CAPTURE_REPORT_H
#define POISE_CLI_CAPTURE_REPORT_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct capture_launch_line {
    const char *file, *kernel; /* point into the report's text */
    uint64_t warps, warp_insts, bytes;
    double seconds;
} capture_launch_line;

typedef struct capture_report {
    char *text;
    capture_launch_line *launches;
    size_t n_launches;
    const char *launch_error, *refusal; /* first sentence of each kind, or NULL */
} capture_report;

/* Reads the report file. A damaged line is POISE_DAMAGED. */
int capture_report_read(const char *path, capture_report *report, poise_error *err);
void capture_report_free(capture_report *report);

#endif
