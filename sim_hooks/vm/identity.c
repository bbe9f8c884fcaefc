/* No virtual memory: a page lies where its address says, and all of them fit. */
#include "sim_hooks/builtin.h"

static vm_answer place(void *state, uint16_t app, uint64_t page, uint64_t *frame, uint64_t cycle)
{
    (void)state, (void)app, (void)cycle;
    *frame = page;
    return VM_PRESENT;
}

const vm_policy vm_identity = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "identity",
             .summary = "physical addresses are virtual addresses, memory never ends, the baseline",
             .source = "GPGPU-Sim"},
    .place = place,
};
