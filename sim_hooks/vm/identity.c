/* No virtual memory: a page lies where its address says, in the part of memory that its program has, and all
 * of them fit. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/vm/page_size.h"

const vm_policy vm_identity = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "identity",
             .summary = "physical addresses are virtual addresses, memory never ends, the baseline",
             .source = "GPGPU-Sim",
             .options = page_size_option,
             .n_options = 1,
             .options_size = sizeof(page_size_options)},
    .create = page_size_create,
    .life.destroy = free,
    .page_bits = page_size_bits,
};
