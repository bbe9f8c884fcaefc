/* Fibers by ucontext, the portable way. */
#define POISE_FIBER_UCONTEXT
#include "capture/runtime/fiber.c" /* NOLINT(bugprone-suspicious-include): the same code, built otherwise */

#include "fiber_cases.h"
