/* The traced program as a process. */
#ifndef POISE_CLI_CAPTURE_PROCESS_H
#define POISE_CLI_CAPTURE_PROCESS_H

#include "cli/capture/stop.h"
#include "common/error.h"

/* From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP are noted and passed on, before anything is made that they
 * would leave. */
void capture_process_catch_interrupts(void);

/* After a failure, with nothing left to clean: if there was such a signal, tells the failure and ends this
 * process by that signal, as it would have ended without. */
void capture_process_end_as_interrupted(const poise_error *err);

/* Runs words[0] with its arguments, found in PATH, to its end, and waits for the processes that it leaves
 * behind and for those that run its kernels, which hold a lock on the report. POISE_FAILED with a sentence
 * unless it ends with code 0. A signal that would end us is passed on to it, unless the terminal has sent it
 * to both: it and all that it has started then have two seconds to end by themselves, and after SIGTERM two
 * more; a second signal ends them at once. Nothing is left running. When `stop` is due the program and all
 * that it has started are ended, which is a success; *is_stopped says so. */
int capture_process_run(char **words, const char *report, const capture_stop *stop, bool *is_stopped,
                        poise_error *err);

#endif
