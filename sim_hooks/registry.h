/* The built-in policies: one table per interface, in registry.c. Adding a policy = one new file + one line
 * there. */
#ifndef POISE_SIM_HOOKS_REGISTRY_H
#define POISE_SIM_HOOKS_REGISTRY_H

#include "sim_hooks/cache/cache.h"
#include "sim_hooks/dram/dram.h"
#include "sim_hooks/sched/sched.h"
#include "sim_hooks/tlb/tlb.h"
#include "sim_hooks/vm/vm.h"

typedef enum policy_interface {
    POLICY_SCHED,
    POLICY_CACHE,
    POLICY_DRAM,
    POLICY_TLB,
    POLICY_VM,
    POLICY_INTERFACES
} policy_interface;

/* "sched", "cache", "dram", "tlb", "vm". */
const char *policy_interface_name(policy_interface interface);

/* The i-th built-in policy of an interface, or NULL past the end. The result is the first member of a
 * sched_policy, cache_policy, dram_policy, tlb_policy or vm_policy. */
const policy_info *policy_builtin(policy_interface interface, size_t i);

/* A policy string "name:arg:arg" looked up and its options parsed. Free with policy_choice_free. */
typedef struct policy_choice {
    const policy_info *policy;
    void *options; /* NULL when the policy has none */
    char *text;    /* backing store of string options */
    char *label;   /* the string as given */
} policy_choice;

/* An unknown name or argument is POISE_USAGE with the nearest known one. */
int policy_choose(policy_interface interface, const char *string, policy_choice *choice, poise_error *err);
void policy_choice_free(policy_choice *choice);

#endif
