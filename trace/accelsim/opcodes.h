/* SASS opcodes as they stand in Accel-Sim traces: "LDG.E.64.SYS" and so on. */
#ifndef POISE_TRACE_ACCELSIM_OPCODES_H
#define POISE_TRACE_ACCELSIM_OPCODES_H

#include "trace/trace.h"

/* When an instruction accesses memory. */
typedef enum traceg_rule {
    TRACEG_NEVER,        /* addresses in the line are ignored */
    TRACEG_ALWAYS,       /* a line without addresses is damaged */
    TRACEG_IF_ADDRESSED, /* without addresses it is an integer instruction, as in Accel-Sim */
    TRACEG_GENERIC,      /* always; the first address chooses global, shared or local memory */
} traceg_rule;

typedef struct traceg_opcode {
    trace_op op;
    traceg_rule rule;
    bool known;       /* false: an opcode of no table, taken as an integer instruction */
    bool bypasses_l1; /* cached in L2 only: .STRONG.GPU, and .CG before Volta */
    uint8_t bytes;    /* of an access by one lane */
} traceg_opcode;

/* Looks up an opcode with its suffixes. The width is that of the suffix .64, .128, .U8, .S8, .U16 or .S16 and
 * otherwise 4, which is how Accel-Sim reads it. */
traceg_opcode traceg_find_opcode(const char *text);

#endif
