/* What the platform asks of the process that runs kernels, and what it answers. */
#ifndef POISE_CAPTURE_ORDER_H
#define POISE_CAPTURE_ORDER_H

#include "capture/runtime/warp_merge.h"
#include "capture/runtime/work_item.h"
#include "capture/wire.h"

typedef enum capture_order_kind {
    ORDER_LOAD = 1, /* number of a program and its binary; no answer */
    ORDER_UNLOAD,   /* number of a program; no answer */
    ORDER_LAUNCH,   /* capture_order; answered by a capture_answer */
    ORDER_ANSWER,
} capture_order_kind;

/* An argument of a kernel, whose table says which kind it is. */
typedef struct capture_order_argument {
    uint64_t address;  /* of a buffer; 0 = a null pointer */
    uint64_t bytes;    /* of the buffer, the value or the __local memory */
    const void *value; /* of an argument by value, otherwise NULL */
} capture_order_argument;

/* A launch. When it was decoded, it points into the message and owns `arguments`,
 * `notes` and `events`. */
typedef struct capture_order {
    uint64_t program; /* number that ORDER_LOAD gave it */
    const char *kernel;
    int segment; /* device_memory.h */
    capture_geometry geometry;
    uint32_t n_arguments;
    capture_order_argument *arguments;
    const char *path; /* of the trace, "" = none */
    uint32_t index;   /* of the launch in its program */
    uint32_t n_notes;
    trace_note *notes;
    uint32_t n_events;
    const trace_event *events; /* of the trace's header */
} capture_order;

typedef struct capture_answer {
    int code;             /* poise_code */
    const char *sentence; /* why it failed */
    const char *warning;  /* of accesses out of bounds, "" = none */
    const char *absence;  /* of a barrier that work-items never reached, "" = none */
    capture_totals totals;
    const char *text; /* that the kernel has printed; text_bytes bytes */
    size_t text_bytes;
    uint64_t texts_lost;
} capture_answer;

int capture_order_encode(const capture_order *order, trace_bytes *out, poise_error *err);
int capture_order_decode(trace_bytes *message, capture_order *order, poise_error *err);
void capture_order_free(capture_order *order);

int capture_answer_encode(const capture_answer *answer, trace_bytes *out, poise_error *err);
int capture_answer_decode(trace_bytes *message, capture_answer *answer, poise_error *err);

#endif
