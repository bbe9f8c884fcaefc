/* One executed instruction as a line of a traceg file; for export.c only. */
#ifndef POISE_TRACE_ACCELSIM_EXPORT_INST_H
#define POISE_TRACE_ACCELSIM_EXPORT_INST_H

#include "trace/accelsim/export.h"
#include "trace/cursor.h"

#include <stdio.h>

enum { TRACEG_PC_BYTES = 16 }; /* of an instruction since Volta */

/* How many lines the cursor's current instruction `inst` becomes: 1 unless it must be split. */
uint32_t traceg_export_lines(const trace_cursor *cursor, const trace_inst *inst);
/* Writes them. Write errors stay in the stream, as with all output of poise_atomic_file. */
void traceg_export_inst(FILE *out, const trace_cursor *cursor, const trace_inst *inst,
                        traceg_export_report *report);

/* Counts what the instruction table of a kernel loses. */
void traceg_export_statics(const trace_header *header, traceg_export_report *report);

#endif
