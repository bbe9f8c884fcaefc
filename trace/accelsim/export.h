/* From warp traces to Accel-Sim's traces, so that a captured OpenCL kernel runs in Accel-Sim. */
#ifndef POISE_TRACE_ACCELSIM_EXPORT_H
#define POISE_TRACE_ACCELSIM_EXPORT_H

#include "trace/trace.h"

/* What the text format cannot hold; the caller reports it. Zeroes for most traces. */
typedef struct traceg_export_report {
    uint32_t folded_registers; /* virtual registers above R255: register r is written as R(r mod 255), which
                                  may add dependences */
    uint64_t dropped_sources;  /* static operands beyond the four that Accel-Sim takes */
    uint64_t split;   /* executed instructions that became several, since their lanes touch more sectors than
                         there are lanes */
    uint64_t resized; /* static accesses of a width that no opcode has: the next smaller one is named */
    uint64_t eased;   /* executed shared accesses with more passes than lanes: one pass per lane is left */
    uint64_t ended;   /* warps that got an EXIT more, for lanes that had none */
} traceg_export_report;

/* Writes `trace` to `path` as kernel number `kernel_id`, from 1. Every instruction becomes a line with an
 * opcode that stands for its class and with synthetic lane addresses (lanes.h) that coalesce to the same
 * lines and sectors in the same order; its program counter is 16 times its number in the instruction table.
 */
int traceg_export(const warp_trace *trace, uint32_t kernel_id, const char *path, traceg_export_report *report,
                  poise_error *err);

/* Writes `folder`/kernelslist.g with kernel-1.traceg to kernel-N.traceg. */
int traceg_export_list(const char *folder, uint32_t n_kernels, poise_error *err);

#endif
