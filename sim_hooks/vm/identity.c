/* No virtual memory: a page lies where its address says, in the part of memory that its program has, and all
 * of them fit. */
#include "sim_hooks/builtin.h"

/* What it needs of the host is its state. */
static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    *state = (void *)(uintptr_t)host;
    return POISE_OK;
}

static vm_answer place(void *state, uint16_t app, uint64_t page, uint64_t *frame, uint64_t cycle)
{
    const vm_host *host = state;
    (void)cycle;
    *frame = page | (uint64_t)app << (VM_APP_SHIFT - host->base_bits);
    return VM_PRESENT;
}

const vm_policy vm_identity = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "identity",
             .summary = "physical addresses are virtual addresses, memory never ends, the baseline",
             .source = "GPGPU-Sim"},
    .create = create,
    .place = place,
};
