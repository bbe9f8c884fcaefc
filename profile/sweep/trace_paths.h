/* Trace arguments of a command as a list of files. */
#ifndef POISE_PROFILE_SWEEP_TRACE_PATHS_H
#define POISE_PROFILE_SWEEP_TRACE_PATHS_H

#include "common/error.h"

#include <stddef.h>

typedef struct trace_paths {
    size_t n;
    char **path;
} trace_paths;

/* Each argument is a file, or a folder that stands for all its *.wtr in name order (bytewise). A folder
 * without any is POISE_USAGE, an argument that does not exist POISE_FAILED. The caller frees with
 * trace_paths_free, which a zeroed struct survives. */
int trace_paths_expand(trace_paths *list, int n_arguments, char *const *arguments, poise_error *err);
void trace_paths_free(trace_paths *list);

#endif
