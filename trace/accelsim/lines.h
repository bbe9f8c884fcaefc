/* The lines of a text file, plain or compressed with xz, with bounded memory. */
#ifndef POISE_TRACE_ACCELSIM_LINES_H
#define POISE_TRACE_ACCELSIM_LINES_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct traceg_lines traceg_lines;

/* Opens a file; xz is told by its first bytes, not by the name. A file that cannot be opened is
 * POISE_FAILED. */
int traceg_lines_open(traceg_lines **source, const char *path, poise_error *err);
/* The next line without its end in *line, valid until the next call; NULL behind the last. The caller may
 * change it. A line of more than 64 KiB, one with a byte 0 and a damaged xz stream are POISE_DAMAGED, with a
 * sentence that the caller completes with file and line. */
int traceg_lines_next(traceg_lines *source, char **line, poise_error *err);
/* Number of the line read last, from 1; 1 as well before any was read. */
uint64_t traceg_lines_number(const traceg_lines *source);
/* NULL is fine. */
void traceg_lines_close(traceg_lines *source);

#endif
