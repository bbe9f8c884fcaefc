/* How long a fuzz target goes on whose cost is a check of everything after each step: mostly some tens of
 * steps, so that a thousand inputs are tried while a long one would run, and each eighth time hundreds of
 * them, for what only happens late. */
#ifndef POISE_FUZZ_STEPS_H
#define POISE_FUZZ_STEPS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t fuzz_steps(uint8_t choice, uint32_t longest_each)
{
    return choice < 224 ? 1u + choice % 64u : longest_each * (1u + choice);
}

/* Whether everything is checked after a step, counted from 0: under a fuzzer after each of the first 16, each
 * 16th and the last one, since what is broken stays so; without one after each, for who looks for the step.
 */
static inline bool fuzz_checks(uint32_t step, uint32_t steps)
{
#ifdef POISE_FUZZ_REPLAY
    (void)step;
    (void)steps;
    return true;
#else
    return step < 16 || step % 16 == 15 || step + 1 == steps;
#endif
}

#endif
