/* The policies that can be named in policy strings: the built-in ones, one table per interface in registry.c,
 * and those of shared objects (loader.c). Adding a built-in policy = one new file + one line there. All
 * functions may be called from any thread. */
#ifndef POISE_SIM_HOOKS_REGISTRY_H
#define POISE_SIM_HOOKS_REGISTRY_H

#include "sim_hooks/policy.h"

#include <stdbool.h>

/* "sched", "cache", "dram", "tlb", "vm". */
const char *policy_interface_name(policy_interface interface);

/* The i-th built-in policy of an interface, or NULL past the end. The result is the first member of a
 * sched_policy, cache_policy, dram_policy, tlb_policy or vm_policy. */
const policy_info *policy_builtin(policy_interface interface, size_t i);

/* A policy string looked up and its options parsed: "name:arg:arg", or "FILE.so/name:arg:arg" for a policy of
 * a shared object. Free with policy_choice_free. */
typedef struct policy_choice {
    const policy_info *policy;
    void *options; /* NULL when the policy has none */
    char *text;    /* backing store of string options */
    char *label;   /* the string as given */
} policy_choice;

/* The struct of functions that `policy` begins, a sched_policy, cache_policy and so on by its interface. */
static inline const void *policy_functions(const policy_choice *choice)
{
    return choice->policy;
}

/* An unknown name or argument is POISE_USAGE with the nearest known one; a shared object that cannot be used
 * is POISE_FAILED, one of another ABI version POISE_DAMAGED. */
int policy_choose(policy_interface interface, const char *string, policy_choice *choice, poise_error *err);
void policy_choice_free(policy_choice *choice);

/* ---- loader.c ---- */

/* The policies of a shared object, checked; loaded once, and never unloaded. */
int policy_load(const char *path, const policy_library **library, poise_error *err);

/* 1 to 63 letters, digits, '_' and '-'. */
bool policy_is_name(const char *name);
/* Why a policy_statistic cannot have this name and unit, as an object of "they have": "a unit that ..."; NULL
 * when it can. */
const char *policy_statistic_fault(const char *name, const char *unit);

/* Length of the file name in front of a policy's name, 0 when there is none: 9 of "./mine.so/greedy:4". */
size_t policy_file_length(const char *string);

#endif
