/* How long a fuzz target goes on whose cost is a check of everything after each step: mostly some tens of
 * steps, so that a thousand inputs are tried while a long one would run, and each eighth time hundreds of
 * them, for what only happens late. */
#ifndef POISE_FUZZ_STEPS_H
#define POISE_FUZZ_STEPS_H

#include <stdint.h>

static inline uint32_t fuzz_steps(uint8_t choice, uint32_t longest_each)
{
    return choice < 224 ? 1u + choice % 64u : longest_each * (1u + choice);
}

#endif
