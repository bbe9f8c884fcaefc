#include "sim/network.h"

#include <string.h>

bool network_init(network *net, uint32_t n_inputs, uint32_t queue_entries, uint32_t n_outputs)
{
    net->n_inputs = n_inputs;
    net->n_outputs = n_outputs;
    net->input = calloc(n_inputs, sizeof *net->input);
    net->output = calloc(n_outputs, sizeof *net->output);
    if (!net->input || !net->output)
        return false;
    for (uint32_t i = 0; i < n_inputs; i++)
        if (!packet_fifo_init(&net->input[i].queue, queue_entries))
            return false;
    return true;
}

void network_free(network *net)
{
    for (uint32_t i = 0; net->input && i < net->n_inputs; i++)
        packet_fifo_free(&net->input[i].queue);
    free(net->input);
    free(net->output);
    *net = (network){0};
}

void network_reset(network *net)
{
    for (uint32_t i = 0; i < net->n_inputs; i++) {
        net->input[i].free_at = net->input[i].visible = 0;
        packet_fifo_clear(&net->input[i].queue);
    }
    memset(net->output, 0, net->n_outputs * sizeof *net->output);
}

/* Shows the head of an input queue to its output. */
static void expose(network *net, uint32_t input)
{
    network_input *in = &net->input[input];
    const packet *head = packet_fifo_front(&in->queue);
    uint32_t to = net->to_sm ? head->sm : head->bank;
    net->output[to].waiting[input / 64] |= 1ull << (input & 63);
    in->visible = head->ready > in->free_at ? head->ready : in->free_at;
    wheel_wake(net->wheel, net->first_component + to, clock_to_core(&net->clock, in->visible));
}

void network_send(network *net, uint32_t input, const packet *p)
{
    packet_fifo *queue = &net->input[input].queue;
    *packet_fifo_push(queue) = *p;
    if (queue->count == 1)
        expose(net, input);
}

/* First input after the one served last whose head is visible; n_inputs if none, with the earliest time in
 * *retry. */
static uint32_t choose(const network *net, const network_output *out, uint64_t cycle, uint64_t *retry)
{
    uint32_t first = net->n_inputs, after = net->n_inputs;
    *retry = UINT64_MAX;
    for (uint32_t word = 0; word * 64 < net->n_inputs; word++) {
        for (uint64_t bits = out->waiting[word]; bits; bits &= bits - 1) {
            uint32_t input = word * 64 + (uint32_t)__builtin_ctzll(bits);
            uint64_t visible = net->input[input].visible;
            if (visible > cycle) {
                *retry = visible < *retry ? visible : *retry;
            } else if (input > out->last) {
                after = after < input ? after : input;
            } else {
                first = first < input ? first : input;
            }
        }
    }
    return after < net->n_inputs ? after : first;
}

static bool anyone_waits(const network *net, const network_output *out)
{
    uint64_t waiting = 0;
    for (uint32_t word = 0; word * 64 < net->n_inputs; word++)
        waiting |= out->waiting[word];
    return waiting != 0;
}

bool network_grant(network *net, uint32_t output, uint64_t cycle, packet *granted, uint32_t *from,
                   uint64_t *retry)
{
    network_output *out = &net->output[output];
    if (out->free_at > cycle) {
        *retry = out->free_at;
        return false;
    }
    uint32_t input = choose(net, out, cycle, retry);
    if (input == net->n_inputs)
        return false;
    network_input *in = &net->input[input];
    packet *head = packet_fifo_front(&in->queue);
    bool last = --head->pieces == 0;
    out->last = input;
    out->free_at = in->free_at = cycle + head->flits;
    out->waiting[input / 64] &= ~(1ull << (input & 63));
    if (last) {
        *granted = *head;
        granted->ready = cycle + net->latency + head->flits;
        *from = input;
        packet_fifo_pop(&in->queue);
    } else {
        head->ready++;
    }
    if (in->queue.count)
        expose(net, input);
    *retry = anyone_waits(net, out) ? out->free_at : UINT64_MAX;
    return last;
}
