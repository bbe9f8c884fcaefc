#include "sim/network/network.h"

#include <string.h>

bool network_init(network *net, storage *from, uint32_t n_inputs, uint32_t queue_entries, uint32_t n_outputs)
{
    net->n_inputs = n_inputs;
    net->n_outputs = n_outputs;
    net->input = storage_take(from, n_inputs, sizeof *net->input);
    net->output = storage_take(from, n_outputs, sizeof *net->output);
    if (!net->input || !net->output)
        return false;
    for (uint32_t i = 0; i < n_inputs; i++)
        if (!packet_fifo_init(&net->input[i].queue, from, queue_entries))
            return false;
    return true;
}

void network_reset(network *net)
{
    for (uint32_t i = 0; i < net->n_inputs; i++) {
        net->input[i].free_at = net->input[i].visible = 0;
        packet_fifo_clear(&net->input[i].queue);
    }
    memset(net->output, 0, net->n_outputs * sizeof *net->output);
    for (uint32_t i = 0; i < net->n_outputs; i++)
        net->output[i].last = net->first ? net->first - 1 : net->n_inputs - 1;
}

static uint32_t output_of(const network *net, const packet *p)
{
    return net->port_of ? net->port_of[p->request.source] : p->bank;
}

/* Shows the head of an input queue to its output. */
static void expose(network *net, uint32_t input)
{
    network_input *in = &net->input[input];
    const packet *head = packet_fifo_front(&in->queue);
    uint32_t to = output_of(net, head);
    net->output[to].waiting[input / 64] |= 1ull << (input & 63);
    net->output[to].n_waiting++;
    in->visible = head->ready > in->free_at ? head->ready : in->free_at;
    wheel_wake(net->wheel, net->first_component + to, clock_to_core(&net->clock, in->visible));
}

/* Takes it back. */
static void hide(network *net, uint32_t input)
{
    network_output *out = &net->output[output_of(net, packet_fifo_front(&net->input[input].queue))];
    out->waiting[input / 64] &= ~(1ull << (input & 63));
    out->n_waiting--;
}

void network_send_before(network *net, uint32_t input, uint32_t passed, const packet *p)
{
    packet_fifo *queue = &net->input[input].queue;
    uint32_t place = queue->count;
    const bool is_head = passed == place;
    if (is_head && passed)
        hide(net, input);
    (void)packet_fifo_push(queue);
    for (; passed; passed--, place--)
        *packet_fifo_at(queue, place) = *packet_fifo_at(queue, place - 1);
    *packet_fifo_at(queue, place) = *p;
    if (is_head)
        expose(net, input);
}

void network_send(network *net, uint32_t input, const packet *p)
{
    network_send_before(net, input, 0, p);
}

void network_send_in_order(network *net, uint32_t input, const packet *p)
{
    const packet_fifo *queue = &net->input[input].queue;
    uint32_t passed = 0;
    while (passed < queue->count && packet_fifo_at(queue, queue->count - 1 - passed)->ready > p->ready)
        passed++;
    network_send_before(net, input, passed, p);
}

/* First of the inputs `bits` of `word` whose head is visible; n_inputs if none. The earliest time in which
 * one of the others will be goes to *retry. */
static uint32_t first_visible(const network *net, uint32_t word, uint64_t bits, uint64_t cycle,
                              uint64_t *retry)
{
    for (; bits; bits &= bits - 1) {
        uint32_t input = word * 64 + (uint32_t)__builtin_ctzll(bits);
        if (net->input[input].visible <= cycle)
            return input;
        *retry = earlier(*retry, net->input[input].visible);
    }
    return net->n_inputs;
}

/* First input after the one served last whose head is visible; n_inputs if none, with the earliest time in
 * *retry. */
static uint32_t choose(const network *net, const network_output *out, uint64_t cycle, uint64_t *retry)
{
    uint32_t words = (net->n_inputs + 63) / 64, last = out->last / 64, found = net->n_inputs;
    uint64_t after = ~1ull << (out->last & 63);
    *retry = UINT64_MAX;
    for (uint32_t i = 0; i <= words && found == net->n_inputs; i++) {
        uint32_t word = last + i < words ? last + i : last + i - words;
        uint64_t part = i == 0 ? after : i == words ? ~after : ~0ull;
        found = first_visible(net, word, out->waiting[word] & part, cycle, retry);
    }
    return found;
}

/* Removes the head of the input, which goes in `cycle`. */
static void remove_head(network *net, const network_output *out, uint32_t input, uint64_t cycle)
{
    network_input *in = &net->input[input];
    hide(net, input);
    packet_fifo_pop(&in->queue);
    const uint32_t turn = (uint32_t)(out - net->output);
    const bool has_next = in->queue.count != 0;
    if (net->many_grants) /* outputs of lower numbers had their turn in this cycle */
        in->free_at = cycle + !(has_next && output_of(net, packet_fifo_front(&in->queue)) > turn);
    if (has_next)
        expose(net, input);
}

bool network_grant(network *net, uint32_t output, uint64_t cycle, packet *granted, uint32_t *from,
                   uint64_t *retry)
{
    network_output *out = &net->output[output];
    *retry = out->free_at;
    if (out->free_at > cycle)
        return false;
    const uint32_t input = choose(net, out, cycle, retry);
    if (input == net->n_inputs)
        return false;
    *from = out->last = input;
    *granted = *packet_fifo_front(&net->input[input].queue);
    granted->ready = cycle + net->latency + granted->flits;
    out->free_at = net->input[input].free_at = cycle + granted->flits;
    remove_head(net, out, input, cycle);
    *retry = network_waits(net, output) ? out->free_at : UINT64_MAX;
    return true;
}
