/* The crossbar in both directions, with the ports of the SMs. Its inputs for requests and its outputs for
 * replies are those of the SMs and, behind them, of the CPU cores (port_of); at the other side stand the
 * L2 banks. SMs that share an input have a crossbar_port each, which counts what is in it of this SM. */
#ifndef POISE_SIM_NETWORK_CROSSBAR_H
#define POISE_SIM_NETWORK_CROSSBAR_H

#include "sim/base/base.h"
#include "sim/network/network.h"
#include "sim/network/port.h"

typedef struct crossbar {
    network requests, replies;
    sim_base *base;
    crossbar_port **port;     /* of each SM */
    uint16_t *port_of;        /* of each source */
    bool delivered, credited; /* packets, credits to SMs in this window */
} crossbar;

/* What the banks can queue for it: so many replies of a bank before its hits wait; and at most. */
typedef struct crossbar_replies {
    uint32_t limit, entries;
} crossbar_replies;

/* The ports must be connected before it is used. Freed by crossbar_free whatever the outcome; errors: no
 * memory. */
int crossbar_init(crossbar *x, sim_base *base, const crossbar_replies *replies, poise_error *err);
/* Nothing is on its way. */
void crossbar_reset(crossbar *x);

/* Queues a request of an SM or a CPU core at its input, in the order of p->ready whichever SM there has sent
 * it. There must be room: each SM has its credits. */
void crossbar_send(crossbar *x, const packet *p);

/* A reply has come through, at the core cycle that it says, to an SM. */
static inline void crossbar_deliver(crossbar *x, uint32_t sm, const packet *reply)
{
    *packet_fifo_push(&port_inbox(x->port[sm], x->base->window_number)->packets) = *reply;
    x->delivered = true;
}

/* A packet of `source`, an SM or a CPU core, has left its input. */
static inline void crossbar_return_credit(crossbar *x, uint32_t source)
{
    sim_base *base = x->base;
    if (source >= base->n_sms) {
        wheel_wake(&base->wheel, base->first_cpu + source - base->n_sms, base_now(base));
        return;
    }
    port_inbox(x->port[source], base->window_number)->credits++;
    x->credited = true;
}

#endif
