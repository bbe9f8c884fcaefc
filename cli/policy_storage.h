/* Storage that a policy would need in hardware: a state of it is created on the thesis machine and asked. */
#ifndef POISE_CLI_POLICY_STORAGE_H
#define POISE_CLI_POLICY_STORAGE_H

#include "common/error.h"
#include "sim_hooks/registry.h"

#include <stdint.h>

/* Stores in *bits the cost beyond the baseline for the whole GPU of [T5.1]: schedulers of all
 * SMs, caches as replacement policy of all L1s, DRAM schedulers of all channels. POISE_USAGE when `string` is
 * no valid policy string of the interface, or what the policy says when it cannot be created. */
int cli_policy_storage(policy_interface interface, const char *string, uint64_t *bits, poise_error *err);

#endif
