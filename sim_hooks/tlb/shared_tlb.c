/* SharedTLB, the stronger baseline of MASK (Ausavarungnirun et al., ASPLOS 2018; thesis chapter 6, Figure
 * 6.2b, Table 6.1): an L1 TLB in every SM, one L2 TLB beside the L2 cache, and a walker of four-level page
 * tables whose reads go through the L2 cache and DRAM. GPU-MMU, the baseline of Mosaic (thesis 7.2.1), is the
 * same with l1=128. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/tlb/tlb_options.h"
#include "sim_hooks/tlb/tlb_shared.h"

static void destroy(void *state)
{
    tlb_shared_free(state);
    free(state);
}

static int create(const tlb_host *host, const void *options, void **state, poise_error *err)
{
    tlb_shared *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    *state = s;
    return tlb_shared_init(s, host, options, &(tlb_shared_hooks){0}, err);
}

typedef struct shared_options {
    tlb_shared_options shared;
} shared_options;
static const poise_option option_table[] = {TLB_SHARED_OPTIONS(shared_options, shared)};

const tlb_policy tlb_shared_tlb = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(tlb_policy),
             .name = "shared_tlb",
             .summary = "an L1 TLB in every SM, a shared L2 TLB, a walker of four-level page tables",
             .source = "Ausavarungnirun et al., ASPLOS 2018: SharedTLB",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(shared_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = tlb_shared_storage_bits,
    .life.gather = tlb_shared_gather,
    .life.statistics = tlb_shared_statistics,
    .look_up = tlb_shared_look_up,
    .fill = tlb_shared_fill,
    .ask = tlb_shared_ask,
    .read_done = tlb_shared_read_done,
    .present = tlb_shared_present,
    .tick = tlb_shared_tick,
    .restart = tlb_shared_restart,
    .flush = tlb_shared_flush,
    .invalidate = tlb_shared_invalidate,
    .entry = tlb_shared_entry,
};
