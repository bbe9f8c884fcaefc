/* Is everything given back at the end of a launch? Requests, MSHRs, loads, credits, places in queues. */
#ifndef POISE_TESTS_IDLE_CHECK_H
#define POISE_TESTS_IDLE_CHECK_H

#include "sim/gpu.h"
#include "sim/sm/l1_pipe.h"

/* What is not as it was before the launch, NULL when everything is. The credits of the last window lie in the
 * inbox of the SM still. */
static inline const char *sm_not_idle(const sim_sm *sm)
{
    const crossbar_port *port = &sm->port;
    if (sm->loads.used)
        return "a load is outstanding";
    /* What arrives last may be a prefetch, for which nobody waits: its MSHR is due to be given back. */
    if (sm->l1.mshrs.used != sm->releases.count)
        return "an L1 MSHR is in use";
    if (sm->l1.no_allocate_used)
        return "a no-allocate miss is in flight";
    if (sm->lsu.count || sm->lsu_requests || sm->piped)
        return "the load-store unit holds a request";
    if (sm->prefetches.count)
        return "a prefetch was not looked up";
    const port_boxes *boxes = port->boxes;
    if (sm->replies.count || boxes[0].inbox.packets.count || boxes[1].inbox.packets.count)
        return "a reply was not taken";
    if (port->waiting.count || boxes[0].outbox.count || boxes[1].outbox.count)
        return "a request was not sent";
    if (port->credits + boxes[0].inbox.credits + boxes[1].inbox.credits != port->most_credits)
        return "a credit of the crossbar is missing";
    if (sm->live_blocks || sm->n_freed)
        return "a thread block is there";
    for (uint32_t i = 0; i < sm->base->config.warps; i++)
        if (sm->warp[i].in_flight || sm->warp[i].stores || sm->warp[i].atomic_done)
            return "a warp waits for memory";
    for (uint32_t i = 0; i < sm->l1.sets; i++)
        if (sm->l1.set[i].reserved)
            return "an L1 line is reserved";
    return NULL;
}

static inline const char *bank_not_idle(const l2_bank *bank)
{
    if (bank->mshrs.used || bank->mshr_units)
        return "an L2 MSHR is in use";
    if (bank->pipe.count || bank->access.count)
        return "an L2 bank holds a request";
    if (bank->misses.count || bank->miss_units || bank->fills.count)
        return "an L2 bank waits for DRAM";
    for (uint32_t i = 0; i < bank->sets * bank->ways; i++)
        if (bank->line[i].pending)
            return "an L2 line is reserved";
    return NULL;
}

static inline const char *channel_not_idle(const dram_channel *channel)
{
    if (channel->front.jobs.used || channel->front.units || channel->waiting || channel->busy_banks)
        return "a DRAM channel holds a request";
    if (timed_queue_count(&channel->pipe) || timed_queue_count(&channel->returns) ||
        timed_queue_count(&channel->written) || channel->policy->banks_waiting(channel->policy_state))
        return "a DRAM queue is not empty";
    return NULL;
}

static inline const char *gpu_not_idle(const gpu *g)
{
    const char *what = NULL;
    for (uint32_t i = 0; i < g->base.n_sms && !what; i++)
        what = g->crossbar.requests.input[i].queue.count ? "a request is in the crossbar"
                                                         : sm_not_idle(&g->sms[i]);
    for (uint32_t i = 0; i < g->n_banks && !what; i++)
        what = g->crossbar.replies.input[i].queue.count ? "a reply is in the crossbar"
                                                        : bank_not_idle(&g->banks[i]);
    for (uint32_t i = 0; i < g->n_channels && !what; i++)
        what = channel_not_idle(&g->channels[i]);
    return what ? what : g->base.blocks_left ? "a thread block is left" : NULL;
}

#endif
