/* What a memory channel is asked for, by an L2 bank or a CPU core, and the queues in which it waits. */
#ifndef POISE_SIM_DRAM_ACCESS_H
#define POISE_SIM_DRAM_ACCESS_H

#include "sim/base/fifo.h"
#include "sim_hooks/mem_request.h"

typedef struct dram_access {
    mem_request request; /* `sectors`: to be read, or written */
    uint64_t ready;      /* core cycle from which the channel sees it */
    uint16_t tag;        /* given back with what has been read, or told when it has been written */
    bool is_write;
} dram_access;
DEFINE_FIFO(dram_access_fifo, dram_access)

/* What has been read. */
typedef struct dram_reply {
    uint16_t source; /* of the request of a CPU core */
    uint16_t tag;
    uint8_t sectors;
} dram_reply;

/* A queue that a channel admits from, and its owner, who wakes the channel when an access that waits becomes
 * visible. */
typedef struct dram_input {
    dram_access_fifo *queue;
    void *owner;
    /* The channel has taken the head of the queue: the owner removes it. */
    void (*taken)(void *owner, dram_access_fifo *queue);
    /* Offers what has been read. Returns whether it was taken; an owner that does not take it wakes the
     * channel when it would. */
    bool (*give)(void *owner, const dram_reply *reply);
    /* The write with this tag has had its last column. NULL = nobody wants to know. */
    void (*written)(void *owner, uint16_t tag);
} dram_input;

#endif
