/* Messages between the platform in the traced program and the process that runs kernels: a kind, a size and
 * that many bytes. Numbers are varints of trace/format/bytes.h. Both ends are of one build. */
#ifndef POISE_CAPTURE_WIRE_H
#define POISE_CAPTURE_WIRE_H

#include "trace/format/bytes.h"

typedef struct capture_message_head {
    uint32_t kind;
    uint32_t reserved; /* 0 */
    uint64_t bytes;
} capture_message_head;

/* Sends one message. POISE_FAILED when the other end is gone; no signal is raised. */
int capture_wire_send(int socket, uint32_t kind, const trace_bytes *content, poise_error *err);
/* Waits for one message and replaces `content` by its own. POISE_FAILED when the other end is gone. */
int capture_wire_receive(int socket, uint32_t *kind, trace_bytes *content, poise_error *err);

int capture_put_number(trace_bytes *out, uint64_t number, poise_error *err);
/* Size, then the bytes, then a NUL, so that texts can be used in place. */
int capture_put_block(trace_bytes *out, const void *data, size_t size, poise_error *err);
int capture_put_text(trace_bytes *out, const char *text, poise_error *err);

/* Points into the message. "" or an empty block, with in->bad set, when the message is too short. */
const void *capture_get_block(trace_input *in, size_t *size);
const char *capture_get_text(trace_input *in);

#endif
