/* Loose round robin: the next ready warp after the one that issued last. */
#include "sim_hooks/builtin.h"

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)host, (void)options, (void)err;
    *state = NULL;
    return 0;
}

static void destroy(void *state)
{
    (void)state;
}

static uint64_t storage_bits(const void *state)
{
    (void)state;
    return 0;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    uint64_t after = view->last >= 0 && view->last < 63 ? view->ready & (~0ull << (view->last + 1)) : 0;
    return (unsigned)__builtin_ctzll(after ? after : view->ready);
}

const sched_policy sched_lrr = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "lrr",
             .summary = "loose round robin: warps that cannot issue are skipped",
             .source = "Rogers et al., MICRO 2012, section 5.1"},
    .create = create,
    .destroy = destroy,
    .storage_bits = storage_bits,
    .pick = pick,
};
