#include "sim/ideal.h"

#include "sim/gpu.h"

/* A line counts as present from its first miss on (our choice: T3.2 names the two latencies only). The SMs of
 * a window come one after the other, whatever the cycle in which they have sent. */
void ideal_answer(gpu *g, uint32_t sm, packet_fifo *requests)
{
    packet_fifo *inbox = &port_inbox(&g->sms[sm].port, g->window_number)->packets;
    g->delivered |= requests->count != 0;
    for (; requests->count; packet_fifo_pop(requests)) {
        packet reply = *packet_fifo_front(requests);
        reply.l2_hit = l2_touch(g, &reply);
        reply.ready += (uint64_t)(g->config.l2_latency + (reply.l2_hit ? 0 : g->config.dram_latency));
        *packet_fifo_push(inbox) = reply;
    }
}

/* Hands over what is due; the fill queue of a bank holds as many lines as it has MSHRs. */
static void give_back(gpu *g, dram_channel *channel)
{
    while (!timed_queue_empty(&channel->returns) &&
           timed_queue_front(&channel->returns)->ready <= gpu_now(g)) {
        const dram_timed *done = timed_queue_front(&channel->returns);
        if (!l2_take_fill(g, &g->banks[done->l2_bank], done->mshr, done->sectors))
            return; /* a load that went around its bank */
        timed_queue_pop(&channel->returns);
    }
}

static void take(gpu *g, dram_channel *channel, uint32_t bank)
{
    const l2_miss *request = l2_miss_fifo_front(&g->banks[bank].misses);
    if (request->is_write) {
        channel->count[request->request.app].dram_writes++;
    } else {
        channel->count[request->request.app].dram_reads += l2_units(g, request->request.sectors);
        *timed_queue_push(&channel->returns) =
            (dram_timed){.ready = gpu_now(g) + (uint64_t)g->config.dram_latency,
                         .l2_bank = (uint16_t)bank,
                         .mshr = request->mshr,
                         .sectors = request->request.sectors};
    }
    l2_miss_taken(g, &g->banks[bank]);
}

void ideal_dram_run(gpu *g, uint32_t index)
{
    dram_channel *channel = &g->channels[index];
    uint32_t banks = g->map.banks_per_channel_count;
    uint64_t next = UINT64_MAX;
    for (uint32_t bank = index * banks; bank < (index + 1) * banks; bank++) {
        const l2_miss_fifo *misses = &g->banks[bank].misses;
        while (misses->count && l2_miss_fifo_front(misses)->ready <= gpu_now(g))
            take(g, channel, bank);
        if (misses->count)
            next = earlier(next, l2_miss_fifo_front(misses)->ready);
    }
    timed_queue_flush(&channel->returns);
    give_back(g, channel);
    if (!timed_queue_empty(&channel->returns))
        next = earlier(next, timed_queue_front(&channel->returns)->ready);
    if (next != UINT64_MAX)
        gpu_wake_channel(g, index, next);
}
