#include "probe/simulated/stamps.h"

#include "sim_hooks/sched/order.h"

#include <stdlib.h>
#include <string.h>

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)host;
    (void)err;
    *state = *(probe_stamps *const *)options;
    return POISE_OK;
}

/* The stamps are their owner's. */
static void destroy(void *state)
{
    (void)state;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

static void issue(void *state, const sched_inst *inst)
{
    probe_stamps *s = state;
    if (inst->op == SCHED_LOAD_GLOBAL)
        s->cycle[s->n++ % s->room] = inst->at.cycle;
}

const sched_policy probe_stamping = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "stamps",
             .summary = "notes when loads issue",
             .source = "fine-grained pointer chase: Mei and Chu, Dissecting GPU Memory Hierarchy, TPDS 2017",
             .options_size = sizeof(probe_stamps *)},
    .create = create,
    .life.destroy = destroy,
    .pick = pick,
    .issue = issue,
};
