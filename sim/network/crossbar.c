#include "sim/network/crossbar.h"

int crossbar_init(crossbar *x, sim_base *base, const crossbar_replies *replies, poise_error *err)
{
    const sim_config *c = &base->config;
    uint32_t sources = base->n_sms + base->n_cpus, banks = c->l2_banks;
    const network direction = {.clock = base->icnt_clock,
                               .wheel = &base->wheel,
                               .many_grants = c->icnt_input_grants == INPUT_GRANTS_MANY};
    *x = (crossbar){.requests = direction, .replies = direction, .base = base};
    x->requests.first_component = base->first_bank;
    /* The latency of a traversal lies in front of the arbitration for requests (port.h) and behind it for
     * replies. */
    x->replies.first_component = base->first_reply;
    x->replies.latency = c->icnt_latency;
    x->replies.to_sm = true;
    x->replies.single_flits = replies->are_single_flits;
    x->port = storage_take(&base->storage, base->n_sms, sizeof(crossbar_port *));
    if (!x->port || !network_init(&x->requests, &base->storage, sources, port_credits(c), banks) ||
        !network_init(&x->replies, &base->storage, banks, replies->entries, sources))
        return poise_fail(err, POISE_FAILED, "no memory for the crossbar");
    return POISE_OK;
}

void crossbar_reset(crossbar *x)
{
    network_reset(&x->requests);
    network_reset(&x->replies);
}
