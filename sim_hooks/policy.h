/* What every policy of every interface has in common. A policy is a constant struct of functions whose first
 * member is this one. The simulator owns time and resources; a policy owns its own storage. A policy never
 * allocates after create() and never blocks.
 *
 * A shared object with policies of its own defines one function, poise_policies(), which names them:
 *
 *     static const policy_entry entries[] = {{POLICY_SCHED, &my_policy.info}};
 *     const policy_library *poise_policies(void)
 *     {
 *         static const policy_library library = POLICY_LIBRARY(entries);
 *         return &library;
 *     }
 *
 * It is loaded by policy strings such as "./mine.so/my_policy:8", or by its name alone when it lies in the
 * folder of installed policies (pkg-config --variable=policydir poise). examples/policy_skeleton is one. */
#ifndef POISE_SIM_HOOKS_POLICY_H
#define POISE_SIM_HOOKS_POLICY_H

#include "common/error.h"
#include "common/options.h"

#include <stddef.h>
#include <stdint.h>

/* Counted up with every change of a struct or of a contract in sim_hooks/: a policy that was built against
 * another version is refused. */
enum { POISE_POLICY_ABI = 1 };

typedef enum policy_interface {
    POLICY_SCHED,
    POLICY_CACHE,
    POLICY_DRAM,
    POLICY_TLB,
    POLICY_VM,
    POLICY_INTERFACES
} policy_interface;

typedef struct policy_info {
    uint32_t abi;                /* POISE_POLICY_ABI */
    uint32_t struct_size;        /* sizeof the whole policy struct: a mismatch is refused */
    const char *name;            /* as in policy strings, e.g. "gto": letters, digits, '_' and '-' */
    const char *summary;         /* one line for `poise policies` */
    const char *source;          /* where the rule comes from */
    const poise_option *options; /* arguments of the policy string, in order */
    size_t n_options;
    size_t options_size; /* sizeof the struct the options are stored in; 0 when there are none */
} policy_info;

typedef struct policy_entry {
    policy_interface interface;
    const policy_info *policy;
} policy_entry;

/* What a shared object offers. */
typedef struct policy_library {
    uint32_t abi;         /* POISE_POLICY_ABI */
    uint32_t struct_size; /* sizeof(policy_library) */
    const policy_entry *entries;
    size_t n_entries;
} policy_library;

#define POLICY_LIBRARY(entry_array)                                                             \
    {                                                                                           \
        .abi = POISE_POLICY_ABI, .struct_size = sizeof(policy_library), .entries = entry_array, \
        .n_entries = sizeof(entry_array) / sizeof(entry_array)[0]                               \
    }

/* The entry symbol of a shared object; the library must live as long as the program. */
POISE_PUBLIC const policy_library *poise_policies(void);

#endif
