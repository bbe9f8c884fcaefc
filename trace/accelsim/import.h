/* From Accel-Sim's traces to warp traces. */
#ifndef POISE_TRACE_ACCELSIM_IMPORT_H
#define POISE_TRACE_ACCELSIM_IMPORT_H

#include "trace/trace.h"

enum { TRACEG_MOST_NAMES = 8, TRACEG_NAME_BYTES = 32 };

/* What an import left out or had to take for something else; the caller tells people. */
typedef struct traceg_import_report {
    uint64_t unknown;                                /* executed instructions with an opcode of no table */
    uint32_t n_names;                                /* of the first such opcodes: */
    char name[TRACEG_MOST_NAMES][TRACEG_NAME_BYTES]; /*   cut to length, printable */
    uint64_t no_lanes;   /* instructions left out because no lane was active: the trace has no empty masks */
    uint64_t bypassing;  /* loads that Accel-Sim sends past the L1, taken as ordinary loads */
    uint64_t warp_insts; /* of the warp trace */
} traceg_import_report;

/* Reads a traceg file, plain or xz, and writes `folder`/NNNN-KERNEL.wtr, NNNN being `launch_index`. The file
 * is read twice: once for the program, once for what was executed; memory holds the program and one thread
 * block. `report` is filled on success.
 *
 * An unknown opcode is an integer instruction; with `strict`, POISE_DAMAGED. Other errors are those of
 * traceg_read and trace_writer_open. */
int traceg_import(const char *path, const char *folder, uint32_t launch_index, bool strict,
                  traceg_import_report *report, poise_error *err);

#endif
