/* What every policy of every interface has in common. A policy is a constant struct of functions whose first
 * member is this one. The simulator owns time and resources; a policy owns its own storage. A policy never
 * allocates after create() and never blocks. */
#ifndef POISE_SIM_HOOKS_POLICY_H
#define POISE_SIM_HOOKS_POLICY_H

#include "common/error.h"
#include "common/options.h"

#include <stddef.h>
#include <stdint.h>

enum { POISE_POLICY_ABI = 1 };

typedef struct policy_info {
    uint32_t abi;                /* POISE_POLICY_ABI */
    uint32_t struct_size;        /* sizeof the whole policy struct: a mismatch is refused */
    const char *name;            /* as in policy strings, e.g. "gto" */
    const char *summary;         /* one line for `poise policies` */
    const char *source;          /* where the rule comes from */
    const poise_option *options; /* arguments of the policy string, in order */
    size_t n_options;
    size_t options_size; /* sizeof the struct the options are stored in; 0 when there are none */
} policy_info;

#endif
