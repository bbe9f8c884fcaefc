/* One direction of the crossbar: inputs with a queue each, outputs that take one packet at a time.
 *
 * A packet of f flits occupies its input and its output for f cycles (one flit per port and cycle) and
 * arrives `latency + f` cycles after it was granted. Only the head of an input queue can move (head-of-line
 * blocking), with many_grants once it was granted the one behind it too, to an output whose turn is still to
 * come; outputs choose among waiting inputs round robin.
 * Back-pressure: the owner of an output grants only when it can take a packet, so queues fill backwards.
 * Source: [S2.2.2, S3.7.2, GS]. */
#ifndef POISE_SIM_NETWORK_NETWORK_H
#define POISE_SIM_NETWORK_NETWORK_H

#include "sim/base/clock.h"
#include "sim/base/wheel.h"
#include "sim/config/config.h"
#include "sim/network/packet.h"

/* Of 64 input ports: L2 banks, or SMs and CPU cores. */
enum {
    NETWORK_MOST_INPUTS = (int)SIM_MOST_l2_banks > SIM_MOST_sms + SIM_MOST_CPUS
                              ? (int)SIM_MOST_l2_banks
                              : SIM_MOST_sms + SIM_MOST_CPUS,
    NETWORK_WORDS = (NETWORK_MOST_INPUTS + 63) / 64
};

typedef struct network_input {
    packet_fifo queue;
    uint64_t free_at; /* network cycle from which the port can send again */
    uint64_t visible; /* network cycle from which the head can be granted */
} network_input;

typedef struct network_output {
    uint64_t free_at;
    uint32_t last;                   /* input served last */
    uint32_t n_waiting;              /* inputs whose head is for this output */
    uint64_t waiting[NETWORK_WORDS]; /* which */
} network_output;

typedef struct network {
    uint32_t n_inputs, n_outputs;
    network_input *input;
    network_output *output;
    clock_domain clock;
    uint32_t latency;         /* from grant to arrival, besides the flits */
    const uint16_t *port_of;  /* replies: the output of each source. NULL: outputs are L2 banks */
    uint32_t first;           /* input that every output serves first */
    bool many_grants;         /* an input can send to several outputs in a cycle */
    uint32_t first_component; /* component number of output 0, to be woken */
    event_wheel *wheel;
} network;

bool network_init(network *net, storage *from, uint32_t n_inputs, uint32_t queue_entries, uint32_t n_outputs);
void network_reset(network *net);

/* Whether any input has its head for `output`, visible or not yet. */
static inline bool network_waits(const network *net, uint32_t output)
{
    return net->output[output].n_waiting != 0;
}

/* Queues a packet of `p->flits`, which can be granted from network cycle `p->ready` on. The caller has
 * checked for room. */
void network_send(network *net, uint32_t input, const packet *p);
/* The same before the last `passed` packets of the queue, none of which can be granted yet. */
void network_send_before(network *net, uint32_t input, uint32_t passed, const packet *p);
/* The same before all that are ready later, which must not have been granted yet. */
void network_send_in_order(network *net, uint32_t input, const packet *p);

/* Moves a packet to `output` at network cycle `cycle` if there is one and the port is free. Returns whether
 * it has: *out is the packet with out->ready = network cycle of arrival, and the queue of input *from has one
 * more place. *retry is the first cycle worth another try (UINT64_MAX = not before something is sent). */
bool network_grant(network *net, uint32_t output, uint64_t cycle, packet *out, uint32_t *from,
                   uint64_t *retry);

#endif
