#include "sim/dram/dram.h"

/* Hands over what is due; the fill queue of a bank holds as many lines as it has MSHRs. */
static void give_back(dram_channel *channel, uint64_t now)
{
    while (!timed_queue_empty(&channel->returns) && timed_queue_front(&channel->returns)->ready <= now) {
        const dram_timed *done = timed_queue_front(&channel->returns);
        const dram_input *input = &channel->input[done->input];
        const dram_reply reply = {.tag = done->tag, .sectors = done->sectors};
        if (!input->give(input->owner, &reply))
            return; /* a load that went around its bank */
        timed_queue_pop(&channel->returns);
    }
}

static void take(dram_channel *channel, uint32_t index, uint64_t now)
{
    const dram_input *input = &channel->input[index];
    const dram_access *access = dram_access_fifo_front(input->queue);
    sim_counters *count = &channel->count[access->request.app];
    if (access->is_write) {
        count->dram_writes++;
    } else {
        count->dram_reads += units_of(channel->units, access->request.sectors);
        *timed_queue_push(&channel->returns) = (dram_timed){.ready = now + channel->base->config.dram_latency,
                                                            .input = (uint16_t)index,
                                                            .tag = access->tag,
                                                            .sectors = access->request.sectors};
    }
    input->taken(input->owner, input->queue);
}

void dram_run_ideal(dram_channel *channel)
{
    uint64_t now = base_now(channel->base), next = UINT64_MAX;
    for (uint32_t i = 0; i < channel->n_bank_inputs; i++) {
        const dram_access_fifo *queue = channel->input[i].queue;
        while (queue->count && dram_access_fifo_front(queue)->ready <= now)
            take(channel, i, now);
        if (queue->count)
            next = earlier(next, dram_access_fifo_front(queue)->ready);
    }
    timed_queue_flush(&channel->returns);
    give_back(channel, now);
    if (!timed_queue_empty(&channel->returns))
        next = earlier(next, timed_queue_front(&channel->returns)->ready);
    if (next != UINT64_MAX)
        base_wake_channel(channel->base, channel->index, next);
}
