/* What travels between SMs, L2 banks and DRAM channels. */
#ifndef POISE_SIM_NETWORK_PACKET_H
#define POISE_SIM_NETWORK_PACKET_H

#include "sim/base/fifo.h"
#include "sim_hooks/mem_request.h"

#include <stdint.h>

typedef struct packet {
    mem_request request; /* of a reply: `sectors` are those that it brings */
    uint64_t ready;      /* cycle (of the queue's clock domain) from which it may move on */
    union {
        uint32_t l2_set; /* in its bank */
        uint32_t
            l2_waited; /* of a reply, where stall causes are measured: core cycles for its bank; of a hit */
    };
    union {
        uint16_t bank;  /* the L2 bank; the other end of the path is the SM request.source */
        uint32_t split; /* in the bank, and to its port: the request that this is a sector of (l2/split.c) */
    };
    uint16_t held; /* loads: cycles from their birth to their look-up in the L1, at most UINT16_MAX */
    uint16_t tag;  /* load: L1 MSHR, or the load if `is_around`; atomic: load; code: line being fetched;
                    * given back in the reply */
    union {
        uint16_t flits;       /* on the network it travels */
        uint16_t port_waited; /* in the bank, where stall causes are measured: core cycles at its port */
    };
    bool is_around : 1; /* a load without L1 MSHR */
    bool l2_hit : 1;    /* of a reply: DRAM was not asked */
} packet;

_Static_assert(sizeof(packet) == STORAGE_LINE_BYTES, "a packet lies in one line of the processor's cache");

/* Bytes after the header of a request: a store carries the segment of its sectors. */
static inline uint32_t packet_request_bytes(const packet *p)
{
    return mem_writes(&p->request) ? sector_count(sector_segment(p->request.sectors)) * SECTOR_BYTES : 0;
}

DEFINE_FIFO(packet_fifo, packet)

#endif
