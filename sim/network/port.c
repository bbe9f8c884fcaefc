#include "sim/network/port.h"

#include "sim/config/config.h"

uint32_t port_credits(const sim_config *config)
{
    const uint32_t sharers = config->icnt_port_sms;
    return (config->icnt_buffer + sharers - 1) / sharers + 2 * config->icnt_latency;
}

bool port_init(crossbar_port *port, sim_base *base, uint32_t most_waiting)
{
    const sim_config *config = &base->config;
    storage *from = &base->storage;
    *port = (crossbar_port){.clock = &base->icnt_clock,
                            .latency = config->icnt_latency,
                            .queue_limit = config->l1_miss_queue,
                            .most_credits = port_credits(config)};
    for (uint32_t n = 0; n <= LINE_SECTORS; n++) {
        uint32_t bytes = n * SECTOR_BYTES + config->header_bytes;
        uint32_t flits = (bytes + config->flit_request_bytes - 1) / config->flit_request_bytes;
        port->flits_of[n] = (uint16_t)(flits ? flits : 1);
    }
    uint32_t credits = port->most_credits;
    /* At most one packet a core cycle arrives. */
    uint32_t window = (uint32_t)later(base->window, SIM_LONGEST_WINDOW);
    uint32_t sent = credits;
    if (config->memory == MEMORY_INFINITE)
        sent = window = port_most_requests(config, true) * window;
    bool ok = packet_fifo_init(&port->waiting, from, most_waiting);
    ok = ok && time_fifo_init(&port->leaving, from, credits);
    for (int i = 0; i < 2; i++) {
        ok = ok && packet_fifo_init(&port->boxes[i].outbox, from, sent);
        ok = ok && packet_fifo_init(&port->boxes[i].inbox.packets, from, window);
    }
    return ok;
}

void port_reset(crossbar_port *port)
{
    port->credits = port->most_credits;
    port->free_at = 0;
    port->window = 0;
    port->flits = 0;
    packet_fifo_clear(&port->waiting);
    time_fifo_clear(&port->leaving);
    for (int i = 0; i < 2; i++) {
        packet_fifo_clear(&port->boxes[i].outbox);
        packet_fifo_clear(&port->boxes[i].inbox.packets);
        port->boxes[i].inbox.credits = 0;
    }
}

/* Gives the packet its way out, at the earliest in core cycle `earliest`. Returns the core cycle. */
static uint64_t leave(crossbar_port *port, const packet *p, uint64_t earliest)
{
    uint64_t cycle = clock_next(port->clock, later(earliest, port->free_at));
    packet *out = packet_fifo_push(port_outbox(port, port->window));
    *out = *p;
    out->flits = port->flits_of[packet_request_bytes(p) / SECTOR_BYTES];
    out->ready = cycle + port->latency;
    port->free_at = clock_to_core(port->clock, cycle + out->flits);
    port->credits--;
    port->flits += out->flits;
    return clock_to_core(port->clock, cycle);
}

/* The same of what stands in the miss queue until then. */
static void leave_queue(crossbar_port *port, const packet *p, uint64_t earliest)
{
    const uint64_t when = leave(port, p, earliest);
    *time_fifo_push(&port->leaving) = when;
}

void port_send_past(crossbar_port *port, const packet *p, uint64_t now)
{
    (void)leave(port, p, now);
}

void port_send(crossbar_port *port, const packet *p, uint64_t now)
{
    if (port->credits && !port->waiting.count)
        leave_queue(port, p, now + 1);
    else
        *packet_fifo_push(&port->waiting) = *p;
}

void port_take_credits(crossbar_port *port, uint64_t now)
{
    port_delivery *delivery = port_delivered(port);
    port->credits += delivery->credits;
    delivery->credits = 0;
    (void)port_queued(port, now);
    while (port->credits && port->waiting.count) {
        leave_queue(port, packet_fifo_front(&port->waiting), now);
        packet_fifo_pop(&port->waiting);
    }
}
