/* In a process that runs kernels: a crash of a kernel, a system call that is not for kernels, or a signal
 * from outside that time is up, ends the process with a sentence that names kernel, source line and
 * work-item. */
#ifndef POISE_CAPTURE_FAULT_H
#define POISE_CAPTURE_FAULT_H

#include "capture/runtime/ranges.h"

#include <signal.h>

/* Sent to a worker of which the time is up; the text of the sentence is then "did not end within ...". */
#define CAPTURE_SIGNAL_TIME SIGALRM

/* Name of a system call that was refused (SIGSYS), of siginfo_t's si_syscall and si_arch. */
typedef const char *capture_name_call(int number, unsigned architecture);

/* Once in a process: from now on faults end it with 1. */
int capture_fault_install(capture_name_call *name_call, poise_error *err);
/* Before each launch: faults are written to `sentence`, which other processes can see. `ranges` are the
 * launch's buffers; `seconds` its time limit. Both must stay as long as it runs. */
void capture_fault_watch(char *sentence, size_t size, const capture_ranges *ranges, double seconds);

#endif
