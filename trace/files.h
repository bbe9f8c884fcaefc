/* Trace files named on a command line: a word is a .wtr file or a folder of them. */
#ifndef POISE_TRACE_FILES_H
#define POISE_TRACE_FILES_H

#include "common/error.h"

#include <stddef.h>

typedef struct trace_files {
    size_t n;
    char **path;
} trace_files;

/* The files of `words` in order; a folder stands for its .wtr files in byte order of their names, which is
 * launch order for captured programs. No words at all are POISE_USAGE; a word that does not exist and a
 * folder without traces are POISE_FAILED. The caller frees with trace_files_free, which a zeroed struct
 * survives and which is harmless after a failure. */
int trace_files_list(trace_files *files, size_t n_words, char *const *words, poise_error *err);
void trace_files_free(trace_files *files);

#endif
