/* The ring of the cooperative caching network: a request channel and a response channel among the L1s, timed
 * core cycle by core cycle. It knows nothing of SMs: those are asked by the functions of ring_l1s.
 *
 * Node i has three queues. A miss waits in the CCN buffer for a place in the node's request queue. Requests
 * go from node i to i + 1. The head of a request queue is looked up in the shadow tags of its node; if the
 * line is there it goes into the response queue, otherwise on to the next node. A request that comes home
 * again goes to the L2. Responses go from node i to i - 1, or to i + 1 with same_direction. Forwarded
 * requests go before new ones, new responses before forwarded ones. Source: [S4.4.2, S4.4.5, S4.5.1, T4.3].
 *
 * Timing (our choice where the source is silent): a miss of cycle t may enter the request queue at t + 1 and
 * leave it at t + 2; a hop takes hop_cycles, and the look-up happens in the cycle of the arrival; a response
 * leaves in the cycle after the look-up. A line takes a link for `beats` cycles and is forwarded as soon as
 * its first beat has come (cut-through), or its last one. In an empty ring of n nodes a fruitless trip takes
 * n * hop + 2 cycles, a hit at distance d takes 2 * d * hop + 6 with 4 beats.
 *
 * Deadlock: a queue that is entered from outside the channel must keep one place free afterwards (bubble), at
 * both points of injection; otherwise full queues can wait for each other around the ring for ever. The
 * source leaves this open [S6.2.1]. Whether a queue has room is decided on its state at the begin of the
 * cycle, and a place is taken when an entry is sent, so the order in which nodes are walked does not matter.
 */
#ifndef POISE_SIM_CCN_RING_H
#define POISE_SIM_CCN_RING_H

#include "sim/network/packet.h"

#include <stdbool.h>
#include <stdint.h>

enum { RING_WORDS = 2 }; /* of 64 nodes */

/* A miss on its way around, or the line on its way home. */
typedef struct ring_entry {
    packet miss;     /* as it would go to the L2 */
    uint64_t missed; /* cycle of its look-up in the L1 of its home */
    uint64_t ready;  /* cycle from which it can be taken from where it is */
    uint32_t line;   /* number in the trace, by which L1s know it */
    uint16_t home;
    uint16_t hops;
    bool looked_up; /* at this node, in vain */
} ring_entry;
DEFINE_FIFO(ring_fifo, ring_entry)

typedef enum ring_probe {
    RING_ABSENT,
    RING_PRESENT,
    RING_BUSY, /* the shadow tags are being written */
} ring_probe;

/* What the ring asks of the L1 of a node, in cycle `now`. */
typedef struct ring_l1s {
    void *context;
    /* Looks the line up in the shadow tags: present means valid, not waiting for a fill. */
    ring_probe (*probe)(void *context, uint32_t node, const ring_entry *wanted, uint64_t now);
    /* The line is read for another L1, in the next cycle. */
    void (*read)(void *context, uint32_t node, uint64_t now);
    /* The line arrives at home, complete in cycle `when`. It is always taken. */
    void (*fill)(void *context, const ring_entry *line, uint64_t when);
    /* A request that has gone around in vain goes to the L2; false: no room, it is offered again. */
    bool (*send_below)(void *context, const ring_entry *miss, uint64_t now);
    /* The full CCN buffer of the node has room again. */
    void (*has_room)(void *context, uint32_t node, uint64_t now);
} ring_l1s;

typedef struct ring_shape {
    uint32_t nodes;
    uint32_t buffer, requests, responses; /* entries of the three queues of a node */
    uint32_t hop_cycles;
    uint32_t link_bytes;      /* of the response channel: what it moves in a cycle */
    bool same_direction;      /* responses go where requests go */
    bool stores_and_forwards; /* not cut-through */
    bool request_bubble, response_bubble;
} ring_shape;

/* What has happened since the ring was made. */
typedef struct ring_counts {
    uint64_t injected, hits, loops;
    uint64_t request_hops, response_hops; /* of what was a hit */
    uint64_t all_hops;                    /* of all requests */
    uint64_t beats;                       /* of responses on links */
    uint64_t lookups, lookup_waits;       /* waits: cycles for which the shadow tags were in use */
    uint64_t response_stalls;             /* cycles in which a line that was found had to wait for a place */
} ring_counts;

typedef struct ring_node {
    ring_fifo buffer, requests, responses;
    ring_fifo request_link, response_link;  /* on the way to this node; their places are taken already */
    uint64_t response_link_free;            /* cycle from which the link that leaves this node takes a line */
    uint32_t requests_used, responses_used; /* at the begin of the cycle */
    bool was_entered;                       /* by a request, or by a new response, in this cycle */
} ring_node;

typedef struct ring {
    ring_shape shape;
    ring_l1s l1s;
    ring_node *node;
    uint32_t entries;            /* in all queues */
    uint64_t active[RING_WORDS]; /* nodes that hold any */
    ring_counts count;
} ring;

/* False: no memory. ring_free is called whatever the outcome. */
bool ring_init(ring *r, storage *from, const ring_shape *shape, const ring_l1s *l1s);
/* Forgets what is under way; counts stay. */
void ring_clear(ring *r);

/* Whether the CCN buffer of `node` takes a miss. */
static inline bool ring_has_room(const ring *r, uint32_t node)
{
    return !ring_fifo_full(&r->node[node].buffer);
}
/* A miss of cycle `now` enters the buffer of its home, which has room; before ring_run of that cycle. */
void ring_enter(ring *r, const packet *miss, uint32_t line, uint64_t now);

/* One core cycle. */
void ring_run(ring *r, uint64_t now);

/* Whether a run would do nothing. */
static inline bool ring_is_empty(const ring *r)
{
    return r->entries == 0;
}

#endif
