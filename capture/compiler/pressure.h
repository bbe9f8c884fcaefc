/* How many 32-bit registers a work-item needs, from the values that are live at the same time. */
#ifndef POISE_CAPTURE_PRESSURE_H
#define POISE_CAPTURE_PRESSURE_H

#include "capture/compiler/registers.h"

enum {
    CAPTURE_RESERVED_REGISTERS = 4, /* addresses and temporaries of the code generator; our choice */
    CAPTURE_MAX_REGISTERS = 63, /* per thread in the thesis' machine generation (Fermi); more would spill */
};

/* Largest number of live words at any instruction, plus the reserve, at most CAPTURE_MAX_REGISTERS. */
int capture_register_pressure(const capture_flow *flow, const capture_registers *registers,
                              uint32_t *pressure, poise_error *err);

#endif
