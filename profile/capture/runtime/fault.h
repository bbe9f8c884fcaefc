/* In a process that runs kernels: a crash of a kernel, or a signal from outside that time is up, ends the
 * process with a sentence that names kernel, source line and work-item. */
#ifndef POISE_CAPTURE_FAULT_H
#define POISE_CAPTURE_FAULT_H

#include "profile/capture/runtime/ranges.h"

#include <signal.h>

/* Sent to a worker of which the time is up; the text of the sentence is then "did not end within ...". */
#define CAPTURE_SIGNAL_TIME SIGALRM

/* From now on faults are written to `sentence`, which other processes can see, before the process exits
 * with 1. `ranges` are the launch's buffers; `seconds` its time limit. Both must stay. */
int capture_fault_install(char *sentence, size_t size, const capture_ranges *ranges, double seconds,
                          poise_error *err);

#endif
