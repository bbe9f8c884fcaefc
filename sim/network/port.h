/* The SM's side of the crossbar: requests wait in the L1 miss queue, leave one flit a crossbar cycle and are
 * visible to their output `icnt_latency` crossbar cycles later.
 *
 * SMs and memory advance side by side in windows no longer than that latency, so each sees what the other did
 * in the windows before. What is sent in window k lies in the boxes of parity k & 1 and is taken in window
 * k + 1; the room that the crossbar gives back travels the same way. Results therefore do not depend on which
 * side is simulated first, or on how many threads. */
#ifndef POISE_SIM_NETWORK_PORT_H
#define POISE_SIM_NETWORK_PORT_H

#include "sim/base/base.h"
#include "sim/network/packet.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

DEFINE_FIFO(time_fifo, uint64_t)

/* Requests that leave an SM in a cycle at most: a look-up in each bank of the L1, a fetch and, if some do,
 * one that goes past the L1. */
static inline uint32_t port_most_requests(const sim_config *config, bool some_go_past)
{
    return config->l1_banks + (config->icache_sets != 0) + some_go_past;
}

/* What the crossbar hands to an SM in one window. */
typedef struct port_delivery {
    packet_fifo packets; /* .ready = core cycle of arrival */
    uint32_t credits;    /* packets that have left the crossbar's input */
} port_delivery;

/* The boxes that one side works on in the same window, in a cache line of their own: SM and memory may be
 * simulated by different threads. */
typedef struct port_boxes {
    alignas(64) packet_fifo outbox; /* of windows of one parity */
    port_delivery inbox;            /* of the windows between */
} port_boxes;

typedef struct crossbar_port {
    const clock_domain *clock; /* of the crossbar */
    uint32_t latency;
    uint16_t flits_of[LINE_SECTORS + 1]; /* of a request that carries so many sectors */
    uint32_t queue_limit;                /* L1 miss queue */
    uint32_t most_credits, credits;      /* packets that may leave: in an empty crossbar, now */
    uint64_t free_at;                    /* core cycle from which the port can start a packet */
    uint64_t window;                     /* number of the exchange window */
    packet_fifo waiting;                 /* without credit */
    time_fifo leaving;                   /* core cycles in which packets leave the miss queue */
    uint64_t flits;
    port_boxes boxes[2];
} crossbar_port;

/* Packets of one SM that the crossbar can hold: its share of the input buffer, and what is on the way there
 * and back while room in it becomes known (our choice: so that the buffer, not the exchange, is what limits).
 */
uint32_t port_credits(const sim_config *config);

/* False: no memory. `most_waiting`: packets that an SM lets wait for a credit. */
bool port_init(crossbar_port *port, sim_base *base, uint32_t most_waiting);
void port_reset(crossbar_port *port);

/* Entries of the miss queue at `now`. */
static inline uint32_t port_queued(crossbar_port *port, uint64_t now)
{
    while (port->leaving.count && *time_fifo_front(&port->leaving) <= now)
        time_fifo_pop(&port->leaving);
    return port->leaving.count + port->waiting.count;
}

/* Queues a packet at `now`; the caller has checked for room. */
void port_send(crossbar_port *port, const packet *p, uint64_t now);

/* Whether what does not go through the miss queue may leave: the crossbar's input has room, and the queue,
 * which goes first, does not wait for it. [GS ldst_unit::cycle(): m_L1D->cycle() before memory_cycle()] */
static inline bool port_has_credit(const crossbar_port *port)
{
    return port->credits != 0;
}
/* Sends a packet past the miss queue in core cycle `now`; there is a credit. */
void port_send_past(crossbar_port *port, const packet *p, uint64_t now);

/* Hands a packet over without queue or crossbar; .ready is the core cycle in which it was sent. */
static inline void port_pass(crossbar_port *port, const packet *p, uint64_t now)
{
    packet *out = packet_fifo_push(&port->boxes[port->window & 1].outbox);
    *out = *p;
    out->ready = now;
}

/* Cycle in which the miss queue has one entry less, UINT64_MAX when a credit must come first. */
static inline uint64_t port_moves_at(const crossbar_port *port)
{
    return port->leaving.count ? *time_fifo_front(&port->leaving) : UINT64_MAX;
}

/* Takes the credits of the last window, at the beginning of a window in core cycle `now`. */
void port_take_credits(crossbar_port *port, uint64_t now);

/* What the SM sends in `window`; the memory side takes it in the next. */
static inline packet_fifo *port_outbox(crossbar_port *port, uint64_t window)
{
    return &port->boxes[window & 1].outbox;
}
/* What the crossbar delivers in `window`; the SM takes it in the next. */
static inline port_delivery *port_inbox(crossbar_port *port, uint64_t window)
{
    return &port->boxes[~window & 1].inbox;
}
/* Whether anything was delivered in `window`. */
static inline bool port_has_delivered(const crossbar_port *port, uint64_t window)
{
    const port_delivery *delivery = &port->boxes[~window & 1].inbox;
    return (delivery->packets.count | delivery->credits) != 0;
}
/* What was delivered in the last window, for the SM. */
static inline port_delivery *port_delivered(crossbar_port *port)
{
    return port_inbox(port, port->window - 1);
}

#endif
