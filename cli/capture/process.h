/* The traced program as a process. */
#ifndef POISE_CLI_CAPTURE_PROCESS_H
#define POISE_CLI_CAPTURE_PROCESS_H

#include "cli/capture/stop.h"
#include "common/error.h"

/* Runs words[0] with its arguments, found in PATH, to its end, and waits for the processes that it leaves
 * behind and for those that run its kernels, which hold a lock on the report. POISE_FAILED with a sentence
 * unless it ends with code 0. SIGTERM and SIGHUP are passed on to it; after any signal, or an interrupt from
 * the terminal, the processes that it leaves behind are not waited for. When `stop` is due the program and
 * all that it has started are ended, which is a success; *is_stopped says so. */
int capture_process_run(char **words, const char *report, const capture_stop *stop, bool *is_stopped,
                        poise_error *err);

#endif
