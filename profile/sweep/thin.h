/* Few launches that stand for many: iterative programs start the same kernel hundreds of times. */
#ifndef POISE_PROFILE_SWEEP_THIN_H
#define POISE_PROFILE_SWEEP_THIN_H

#include <stdbool.h>
#include <stddef.h>

/* A launch: which run of a program, and which of its kernel functions. */
typedef struct sweep_launch_name {
    const char *run; /* n_run bytes; launches of one run follow each other */
    size_t n_run;
    const char *kernel;
} sweep_launch_name;

/* Marks in keep[0 .. n - 1] at most `most` (> 0) launches of each kernel function of each run: of m launches
 * those in the middle of `most` equal parts, so that neither the first, on cold data, nor the last is
 * favoured (our choice). */
void sweep_thin(const sweep_launch_name *launches, size_t n, size_t most, bool *keep);

#endif
