/* Trace files named on a command line: a word is a .wtr file, a folder of them or a pack of them (pack.h). */
#ifndef POISE_TRACE_FILES_H
#define POISE_TRACE_FILES_H

#include "common/error.h"

#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

typedef struct trace_files {
    size_t n;
    char **path;
} trace_files;

/* Order of two names of files: by the numbers that they begin with, then by their bytes. 10000-k.wtr comes
 * after 9999-k.wtr. Independent of the locale. */
int trace_name_order(const char *one, const char *other);

/* The files of `words` in order; a folder or a pack stands for its .wtr files in the order of their names,
 * which is launch order for captured programs. No words at all are POISE_USAGE; a word that does not exist
 * and a folder without traces are POISE_FAILED, a pack that is not complete POISE_DAMAGED. The caller frees
 * with trace_files_free, which a zeroed struct survives and which is harmless after a failure. */
int trace_files_list(trace_files *files, size_t n_words, char *const *words, poise_error *err);
void trace_files_free(trace_files *files);

/* ---- paths, which may lead into a pack ---- */

/* Opens a file to be read front to back. NULL with `err` set. */
FILE *trace_file_open(const char *path, poise_error *err);
/* Reads a whole file, as poise_read_file. */
int trace_file_read(const char *path, size_t limit, char **data, size_t *size, poise_error *err);
/* As stat(); of the pack when the path leads into one. */
int trace_file_stat(const char *path, struct stat *status);
/* The folder or pack that the file lies in, without symbolic links; malloc'ed. NULL when it is not there. */
char *trace_file_home(const char *path);

/* Name of the program whose traces a word stands for: the last part of the path, without the suffix when it
 * is a pack; malloc'ed, NULL without memory. */
char *trace_program_name(const char *word);

#endif
