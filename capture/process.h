/* Running another program: the compiler's front end and linker, and the compiler itself. */
#ifndef POISE_CAPTURE_PROCESS_H
#define POISE_CAPTURE_PROCESS_H

#include "common/error.h"

enum { CAPTURE_STATUS_UNKNOWN = -1, CAPTURE_STATUS_SIGNAL = 128 };

/* Runs argv[0] (found through PATH) and waits. `input` becomes its standard input (NULL = empty) and `output`
 * receives its standard output and error (NULL = ours). *status is its exit status, 128 + signal when it was
 * killed, or CAPTURE_STATUS_UNKNOWN when another thread of this process has waited for it. POISE_FAILED when
 * it cannot be started. */
int capture_run_process(char *const argv[], const char *input, const char *output, int *status,
                        poise_error *err);

#endif
