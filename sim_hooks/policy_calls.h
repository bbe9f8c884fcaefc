/* Who calls policies at the moment, and a watch for calls that do not return (guard.h). */
#ifndef POISE_SIM_HOOKS_POLICY_CALLS_H
#define POISE_SIM_HOOKS_POLICY_CALLS_H

#include "common/error.h"

#include <stdbool.h>

/* Seconds for which nothing may go on in a simulation while a library is being called; 0 = for ever. */
#define POISE_POLICY_SECONDS "POISE_POLICY_SECONDS"
/* Without it in the environment; our choice: a window of a simulation takes microseconds. */
enum { POLICY_SECONDS = 60 };

/* Around a time in which one thread calls policies; may be nested. */
void policy_calls_begin(void);
void policy_calls_end(void);
/* Something goes on in it: of this thread, a store. */
void policy_calls_go_on(void);
/* Whether any thread is in such a time. */
bool policy_calls_run(void);

/* Starts the watch; called once. Threads in which nothing goes on for too long, and those that may be working
 * for them, call accuse(), in a signal handler: it returns where no library is to blame. POISE_USAGE: the
 * environment names no number of seconds; POISE_FAILED: no thread. */
int policy_calls_watch(void (*accuse)(const char *what), poise_error *err);

#endif
