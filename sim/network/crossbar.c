#include "sim/network/crossbar.h"

/* The port at which a source is: the SMs of one come from all over the machine, so that the first thread
 * blocks have ports of their own [GS issue_block2core: one for each cluster in turn]. */
static uint32_t port_of(const sim_base *base, uint32_t source)
{
    return source < base->n_sms ? source % base->n_ports : base->n_ports + source - base->n_sms;
}

int crossbar_init(crossbar *x, sim_base *base, const crossbar_replies *replies, poise_error *err)
{
    const sim_config *c = &base->config;
    const uint32_t sources = base->n_sms + base->n_cpus, banks = c->l2_banks;
    const uint32_t ports = base->n_ports + base->n_cpus;
    const network direction = {.clock = base->icnt_clock,
                               .wheel = &base->wheel,
                               .first = c->icnt_first,
                               .many_grants = c->icnt_input_grants == INPUT_GRANTS_MANY};
    *x = (crossbar){.requests = direction, .replies = direction, .base = base};
    x->requests.first_component = base->first_bank;
    /* The latency of a traversal lies in front of the arbitration for requests (port.h) and behind it for
     * replies. */
    x->replies.first_component = base->first_reply;
    x->replies.latency = c->icnt_latency;
    x->port = storage_take(&base->storage, base->n_sms, sizeof(crossbar_port *));
    x->port_of = storage_take(&base->storage, sources, sizeof *x->port_of);
    if (!x->port || !x->port_of ||
        !network_init(&x->requests, &base->storage, ports, c->icnt_port_sms * port_credits(c), banks) ||
        !network_init(&x->replies, &base->storage, banks, replies->entries, ports))
        return poise_fail(err, POISE_FAILED, "no memory for the crossbar");
    for (uint32_t i = 0; i < sources; i++)
        x->port_of[i] = (uint16_t)port_of(base, i);
    x->replies.port_of = x->port_of;
    return POISE_OK;
}

void crossbar_reset(crossbar *x)
{
    network_reset(&x->requests);
    network_reset(&x->replies);
}

/* Whether p goes before q, of the same input. SMs whose packets come in the same cycle take turns to be the
 * first [GS core_cycle() of a cluster, simt_core_sim_order = 1]. */
static bool goes_before(const sim_base *base, const packet *p, const packet *q)
{
    if (p->ready != q->ready)
        return p->ready < q->ready;
    const uint32_t turns = base->config.icnt_port_sms, first = (uint32_t)(p->ready % turns);
    const uint32_t place_p = p->request.source / base->n_ports, place_q = q->request.source / base->n_ports;
    return (place_p + turns - first) % turns < (place_q + turns - first) % turns;
}

void crossbar_send(crossbar *x, const packet *p)
{
    const uint32_t input = x->port_of[p->request.source];
    const packet_fifo *queue = &x->requests.input[input].queue;
    uint32_t passed = 0;
    while (passed < queue->count && goes_before(x->base, p, packet_fifo_at(queue, queue->count - 1 - passed)))
        passed++;
    network_send_before(&x->requests, input, passed, p);
}
