/* How long a fuzz target goes on whose cost is in its steps: mostly up to 32, so that tens of inputs are
 * tried while a long one would run, and one input in 32 up to hundreds of them, for what only happens late.
 * Which it is that a checksum of the input says, and no byte of it: what is made of a long one that was kept,
 * as most are that reach something new, would be long as well. */
#ifndef POISE_FUZZ_STEPS_H
#define POISE_FUZZ_STEPS_H

#include "fuzz/share.h"

static inline bool fuzz_is_long(const uint8_t *data, size_t size)
{
    return fuzz_share(data, size, 32) == 0;
}

/* `choice` of the input; a long one takes up to 256 times `longest_each`. */
static inline uint32_t fuzz_steps(const uint8_t *data, size_t size, uint8_t choice, uint32_t longest_each)
{
    return fuzz_is_long(data, size) ? longest_each * (1u + choice) : 1u + choice % 32u;
}

/* Whether everything is checked after a step, counted from 0: under a fuzzer after each eighth and the last
 * one, since what is broken stays so; without one after each, for who looks for the step. */
static inline bool fuzz_checks(uint32_t step, uint32_t steps)
{
#ifdef POISE_FUZZ_REPLAY
    (void)step;
    (void)steps;
    return true;
#else
    return step % 8 == 7 || step + 1 == steps;
#endif
}

#endif
