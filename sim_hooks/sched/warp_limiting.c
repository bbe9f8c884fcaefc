/* GPGPU-Sim's warp_limiting:2:N. As swl:N the N oldest warps of a scheduler that do not wait at a barrier or
 * for an atomic are candidates, but the warp that issued last is one besides: when older warps leave a
 * barrier, N + 1 warps compete. Without barriers and atomics the two are cycle for cycle the same; swl is
 * much faster to simulate. Rogers et al. (MICRO 2012, section 3.2) admit more warps only while one of the N
 * waits at a barrier.
 *
 * Source: GPGPU-Sim 4.2, shader.cc, swl_scheduler::order_warps(), scheduler_unit::order_by_priority() [GS].
 */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"

#include <stdlib.h>

enum { PRIORITY_GTO = 2 /* scheduler_prioritization_type [GS shader.h] */ };

typedef struct limiting_options {
    int64_t priority, n;
} limiting_options;

#define AT(member) offsetof(limiting_options, member)
static const poise_option limiting_table[] = {
    {"priority", 0, POISE_OPT_INT, AT(priority), "2", PRIORITY_GTO, PRIORITY_GTO, NULL, "N",
     "Order of the warps; GPGPU-Sim knows only 2, greedy then oldest."},
    {"n", 0, POISE_OPT_INT, AT(n), "64", 1, POISE_ALL_WARPS, NULL, "WARPS",
     "Warps per scheduler that may issue, the oldest ones."},
};
#undef AT

typedef struct limiting_state {
    uint64_t warps; /* of the GPU */
    uint32_t n;
} limiting_state;

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    limiting_state *s = malloc(sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler warp_limiting");
    *s = (limiting_state){.warps = (uint64_t)host->sms * host->warps,
                          .n = (uint32_t)((const limiting_options *)options)->n};
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    free(state);
}

/* A bit per warp: may issue. */
static uint64_t storage_bits(const void *state)
{
    return ((const limiting_state *)state)->warps;
}

static unsigned pick(void *state, const sched_view *view)
{
    uint64_t younger = view->eligible;
    for (uint32_t n = ((const limiting_state *)state)->n; n && younger; n--)
        younger &= younger - 1;
    sched_view candidates = *view;
    candidates.ready &= ~younger | (view->last >= 0 ? sched_bit((uint32_t)view->last) : 0);
    return candidates.ready ? sched_gto_pick(&candidates) : SCHED_NOBODY;
}

const sched_policy sched_warp_limiting = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "warp_limiting",
             .summary = "GPGPU-Sim's static limit: the N oldest warps and the one that issued last",
             .source = "GPGPU-Sim 4.2, shader.cc, swl_scheduler",
             .options = limiting_table,
             .n_options = sizeof limiting_table / sizeof *limiting_table,
             .options_size = sizeof(limiting_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .pick = pick,
};
