/* Virtual registers: one per SSA value. Values of free instructions (casts, vector element moves, constant
 * offsets) live in the register of their operands and a phi shares its register with its inputs. Arguments
 * and constants come from the constant bank and are no registers. Source: trace/trace.h, trace_inst. */
#ifndef POISE_CAPTURE_REGISTERS_H
#define POISE_CAPTURE_REGISTERS_H

#include "capture/compiler/control_flow.h"
#include "capture/compiler/value_map.h"

#include <stdint.h>

typedef struct capture_registers {
    capture_value_map index; /* instruction -> its place in number[] */
    uint16_t *number;        /* register or TRACE_NO_REGISTER, per instruction */
    uint32_t *words;         /* 32-bit words of the widest value, per register */
    size_t n_registers;
} capture_registers;

/* Numbers the registers of a kernel densely in order of first definition. */
int capture_registers_assign(const capture_flow *flow, capture_registers *registers, poise_error *err);
void capture_registers_free(capture_registers *registers);

/* Register of a value, TRACE_NO_REGISTER for arguments, constants, labels and void. */
uint16_t capture_register_of(const capture_registers *registers, LLVMValueRef value);

#endif
