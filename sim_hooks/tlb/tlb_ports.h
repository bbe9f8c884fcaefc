/* Look-ups in a structure that begins a few in a cycle and takes some cycles for each: an L2 TLB, a page-walk
 * cache. They end in order; the first one can be held up, and those behind it with it. */
#ifndef POISE_SIM_HOOKS_TLB_PORTS_H
#define POISE_SIM_HOOKS_TLB_PORTS_H

#include "sim_hooks/tlb/tlb_queue.h"

typedef struct tlb_look_up {
    uint64_t ready;
    uint32_t item; /* what is looked up, a number of the owner's */
} tlb_look_up;

typedef struct tlb_ports {
    tlb_queue incoming;
    tlb_look_up *looking; /* a ring: started, in order of time */
    uint32_t head, count, size, ports, latency;
    bool is_blocked; /* the oldest one is held up */
} tlb_ports;

/* At most `waiting` may be pushed and not done. Freed by tlb_ports_free whatever the outcome. False: no
 * memory. */
static inline bool tlb_ports_init(tlb_ports *p, uint32_t ports, uint32_t latency, uint32_t waiting)
{
    *p = (tlb_ports){.size = ports * latency, .ports = ports, .latency = latency};
    p->looking = calloc(p->size, sizeof *p->looking);
    return p->looking && tlb_queue_init(&p->incoming, waiting);
}

static inline void tlb_ports_free(tlb_ports *p)
{
    free(p->incoming.item);
    free(p->looking);
}

static inline void tlb_ports_clear(tlb_ports *p)
{
    tlb_queue_clear(&p->incoming);
    p->head = p->count = 0;
    p->is_blocked = false;
}

static inline void tlb_ports_push(tlb_ports *p, uint32_t item)
{
    tlb_queue_push(&p->incoming, item);
}

/* The look-up that has ended by `cycle` and is not done; false when there is none. */
static inline bool tlb_ports_ended(const tlb_ports *p, uint64_t cycle, uint32_t *item)
{
    if (!p->count || p->looking[p->head].ready > cycle)
        return false;
    *item = p->looking[p->head].item;
    return true;
}

/* It is done. */
static inline void tlb_ports_pop(tlb_ports *p)
{
    p->head = (p->head + 1) % p->size;
    p->count--;
}

/* Begins as many as there are ports. Once a cycle, when what has ended is done. */
static inline void tlb_ports_begin(tlb_ports *p, uint64_t cycle)
{
    for (uint32_t port = 0; port < p->ports && p->incoming.count && p->count < p->size; port++) {
        uint32_t tail = (p->head + p->count++) % p->size;
        p->looking[tail] = (tlb_look_up){cycle + p->latency, tlb_queue_pop(&p->incoming)};
    }
}

/* The next cycle in which something ends or begins, UINT64_MAX = when something else has happened. */
static inline uint64_t tlb_ports_next(const tlb_ports *p, uint64_t cycle)
{
    if (p->incoming.count && p->count < p->size)
        return cycle + 1;
    if (p->count && !p->is_blocked)
        return p->looking[p->head].ready;
    return UINT64_MAX;
}

#endif
