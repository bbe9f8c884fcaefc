#include "capture/order.h"

#include "trace/format/events.h"

#include <stdlib.h>

enum { MOST_ARGUMENTS = 4096, MOST_NOTES = 64 };

static int put_sizes(trace_bytes *out, const size_t sizes[3], poise_error *err)
{
    int code = POISE_OK;
    for (int d = 0; d < 3 && code == POISE_OK; d++)
        code = capture_put_number(out, sizes[d], err);
    return code;
}

static void get_sizes(trace_input *in, size_t sizes[3])
{
    for (int d = 0; d < 3; d++)
        sizes[d] = trace_get_varint(in);
}

static int put_geometry(trace_bytes *out, const capture_geometry *g, poise_error *err)
{
    int code = capture_put_number(out, g->dimensions, err);
    const size_t *const all[] = {g->global, g->local, g->groups, g->offset};
    for (int i = 0; i < 4 && code == POISE_OK; i++)
        code = put_sizes(out, all[i], err);
    return code;
}

static void get_geometry(trace_input *in, capture_geometry *g)
{
    g->dimensions = (uint32_t)trace_get_varint(in);
    size_t *const all[] = {g->global, g->local, g->groups, g->offset};
    for (int i = 0; i < 4; i++)
        get_sizes(in, all[i]);
}

static int put_argument(trace_bytes *out, const capture_order_argument *argument, poise_error *err)
{
    int code = capture_put_number(out, argument->address, err);
    if (code == POISE_OK)
        code = capture_put_number(out, argument->bytes, err);
    return code != POISE_OK
               ? code
               : capture_put_block(out, argument->value, argument->value ? argument->bytes : 0, err);
}

static void get_argument(trace_input *in, capture_order_argument *argument)
{
    size_t size;
    argument->address = trace_get_varint(in);
    argument->bytes = trace_get_varint(in);
    argument->value = capture_get_block(in, &size);
    argument->value = size > 0 ? argument->value : NULL;
}

/* In the form that they have in a trace; an empty block when there are none. */
static int put_events(trace_bytes *out, const capture_order *order, poise_error *err)
{
    trace_bytes events = {0};
    int code = order->n_events > 0 ? trace_events_encode(order->events, order->n_events, &events, err) : 0;
    if (code == POISE_OK)
        code = capture_put_block(out, events.data, events.n, err);
    trace_bytes_free(&events);
    return code;
}

static int get_events(trace_input *in, capture_order *order, poise_error *err)
{
    size_t size;
    const void *block = capture_get_block(in, &size);
    trace_event *events = NULL;
    int code = in->bad || size == 0 ? 0 : trace_events_decode(block, size, &events, &order->n_events, err);
    order->events = events;
    return code;
}

int capture_order_encode(const capture_order *order, trace_bytes *out, poise_error *err)
{
    out->n = 0;
    const uint64_t numbers[] = {order->program, (uint64_t)order->segment, order->index, order->n_arguments,
                                order->n_notes};
    int code = POISE_OK;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && code == POISE_OK; i++)
        code = capture_put_number(out, numbers[i], err);
    if (code == POISE_OK)
        code = put_geometry(out, &order->geometry, err);
    if (code == POISE_OK)
        code = capture_put_text(out, order->kernel, err);
    if (code == POISE_OK)
        code = capture_put_text(out, order->path, err);
    for (uint32_t i = 0; i < order->n_arguments && code == POISE_OK; i++)
        code = put_argument(out, &order->arguments[i], err);
    for (uint32_t i = 0; i < order->n_notes && code == POISE_OK; i++) {
        code = capture_put_text(out, order->notes[i].key, err);
        if (code == POISE_OK)
            code = capture_put_text(out, order->notes[i].value, err);
    }
    return code != POISE_OK ? code : put_events(out, order, err);
}

static int damaged(poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "an order to run a kernel is damaged");
}

int capture_order_decode(trace_bytes *message, capture_order *order, poise_error *err)
{
    trace_input in = trace_input_of(message);
    *order = (capture_order){.program = trace_get_varint(&in), .segment = (int)trace_get_varint(&in)};
    order->index = (uint32_t)trace_get_varint(&in);
    uint64_t n_arguments = trace_get_varint(&in), n_notes = trace_get_varint(&in);
    get_geometry(&in, &order->geometry);
    order->kernel = capture_get_text(&in);
    order->path = capture_get_text(&in);
    if (in.bad || n_arguments > MOST_ARGUMENTS || n_notes > MOST_NOTES)
        return damaged(err);
    order->n_arguments = (uint32_t)n_arguments;
    order->n_notes = (uint32_t)n_notes;
    order->arguments = calloc(n_arguments + 1, sizeof *order->arguments);
    order->notes = calloc(n_notes + 1, sizeof *order->notes);
    if (!order->arguments || !order->notes) {
        capture_order_free(order);
        return poise_fail(err, POISE_FAILED, "out of memory for an order to run a kernel");
    }
    for (uint32_t i = 0; i < order->n_arguments; i++)
        get_argument(&in, &order->arguments[i]);
    for (uint32_t i = 0; i < order->n_notes; i++) {
        order->notes[i].key = (char *)capture_get_text(&in);
        order->notes[i].value = (char *)capture_get_text(&in);
    }
    const int code = get_events(&in, order, err);
    if (!in.bad && code == POISE_OK)
        return POISE_OK;
    capture_order_free(order);
    return code != POISE_OK ? code : damaged(err);
}

void capture_order_free(capture_order *order)
{
    free(order->arguments);
    free(order->notes);
    free((trace_event *)order->events);
    *order = (capture_order){0};
}

int capture_answer_encode(const capture_answer *answer, trace_bytes *out, poise_error *err)
{
    out->n = 0;
    const uint64_t numbers[] = {(uint64_t)answer->code, answer->totals.warps, answer->totals.warp_insts,
                                answer->totals.thread_insts, answer->texts_lost};
    int code = POISE_OK;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && code == POISE_OK; i++)
        code = capture_put_number(out, numbers[i], err);
    if (code == POISE_OK)
        code = capture_put_text(out, answer->sentence, err);
    if (code == POISE_OK)
        code = capture_put_text(out, answer->warning, err);
    if (code == POISE_OK)
        code = capture_put_text(out, answer->absence, err);
    return code != POISE_OK ? code : capture_put_block(out, answer->text, answer->text_bytes, err);
}

int capture_answer_decode(trace_bytes *message, capture_answer *answer, poise_error *err)
{
    trace_input in = trace_input_of(message);
    answer->code = (int)trace_get_varint(&in);
    answer->totals.warps = trace_get_varint(&in);
    answer->totals.warp_insts = trace_get_varint(&in);
    answer->totals.thread_insts = trace_get_varint(&in);
    answer->texts_lost = trace_get_varint(&in);
    answer->sentence = capture_get_text(&in);
    answer->warning = capture_get_text(&in);
    answer->absence = capture_get_text(&in);
    answer->text = capture_get_block(&in, &answer->text_bytes);
    return in.bad ? damaged(err) : POISE_OK;
}
