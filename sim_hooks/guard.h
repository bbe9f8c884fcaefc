/* Shared objects with policies that do not keep to C: they crash, call exit(), or never return. The command
 * asks for the guard, and from the first shared object on such an end is told with the name of its library on
 * standard error, and the exit code is POISE_FAILED. Without it, and for everything that no library has done,
 * all is as it was.
 *
 * Who it was is read from the stack when it happens: calls of policies cost nothing. Only a call that does
 * not return needs something beside it that goes on, which is counted once a window. */
#ifndef POISE_SIM_HOOKS_GUARD_H
#define POISE_SIM_HOOKS_GUARD_H

#include "sim_hooks/registry.h"

/* Asks for it; called once, by a program that owns its process. */
void policy_guard_enable(void);

/* ---- for the loader, one thread at a time ---- */

/* Before the code of the file at `path` runs for the first time. Errors: POISE_USAGE, the environment names
 * no number of seconds; POISE_FAILED, no thread. */
int policy_guard_begin_loading(const char *path, poise_error *err);
/* What dlopen() has returned is known from now on as `library`; NULL = it is not used. */
void policy_guard_end_loading(const char *path, void *object, const policy_library *library);

/* ---- for those who call policies, between policy_calls_begin() and policy_calls_end() ---- */

/* What create() of a policy has returned, as a code of ours. A code that does not exist, and a failure
 * without a sentence, become POISE_FAILED with one; a failure of a shared object begins with its name. */
int policy_created(const policy_choice *choice, int code, poise_error *err);

#endif
