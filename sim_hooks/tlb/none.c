/* No translation: every request knows where it goes. */
#include "sim_hooks/builtin.h"

const tlb_policy tlb_none = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(tlb_policy),
             .name = "none",
             .summary = "no translation: every look-up hits and costs nothing, the baseline",
             .source = "GPGPU-Sim; the ideal TLB of MASK, section 6.6, without its cycle"},
};
