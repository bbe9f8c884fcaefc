/* Turns a crash of a kernel into an error of its launch: signals that the processor raises while lanes run
 * lead back to the caller instead of ending the program. */
#ifndef POISE_CAPTURE_FAULT_H
#define POISE_CAPTURE_FAULT_H

#include "common/error.h"

/* Calls body(argument) and returns its result. A memory fault, a trapping division or a stack overflow inside
 * is POISE_FAILED with a sentence that names the kind and the running work-item; whatever body() has
 * allocated must be reachable through `argument`, for body() does not return then. */
int capture_run_guarded(int (*body)(void *argument, poise_error *err), void *argument, poise_error *err);

#endif
