/* Gathers the accesses of a basic block while its instructions are read, for trace_writer_record. */
#ifndef POISE_TRACE_ACCELSIM_RECORDER_H
#define POISE_TRACE_ACCELSIM_RECORDER_H

#include "trace/accelsim/traceg.h"

typedef struct traceg_recorder {
    trace_access *accesses; /* of the memory instructions so far; `lines` is set when flushed */
    int64_t *first_line;    /* of each in `lines`, -1 for shared memory */
    uint32_t n_accesses, access_capacity;
    uint64_t *lines; /* of all of them, one after the other */
    size_t n_lines, line_capacity;
    uint32_t position; /* instructions so far */
} traceg_recorder;     /* zeroed = empty */

/* Adds the instruction at `position` of the current basic block. POISE_FAILED without memory and when the one
 * before it was not added: then the file has changed between its two readings. */
int traceg_recorder_add(traceg_recorder *recorder, const traceg_inst *inst, uint32_t position,
                        poise_error *err);
/* Writes the block as executed by a warp and begins the next. */
int traceg_recorder_flush(traceg_recorder *recorder, trace_writer *writer, uint64_t warp, uint32_t block,
                          uint32_t mask, poise_error *err);
void traceg_recorder_free(traceg_recorder *recorder);

#endif
