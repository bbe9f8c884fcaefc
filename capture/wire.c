#include "capture/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

static int gone(poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "the process that runs kernels has ended");
}

static int send_all(int socket, struct iovec *parts, size_t n, poise_error *err)
{
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = n};
    while (message.msg_iovlen > 0) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return gone(err);
        size_t rest = (size_t)sent;
        for (; message.msg_iovlen > 0 && rest >= message.msg_iov->iov_len; message.msg_iovlen--)
            rest -= message.msg_iov++->iov_len;
        if (message.msg_iovlen > 0) {
            message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + rest;
            message.msg_iov->iov_len -= rest;
        }
    }
    return POISE_OK;
}

static int receive_all(int socket, void *data, size_t size, poise_error *err)
{
    char *at = data;
    while (size > 0) {
        ssize_t received = recv(socket, at, size, 0);
        if (received < 0 && errno == EINTR)
            continue;
        if (received <= 0)
            return gone(err);
        at += received;
        size -= (size_t)received;
    }
    return POISE_OK;
}

int capture_wire_send(int socket, uint32_t kind, const trace_bytes *content, poise_error *err)
{
    capture_message_head head = {.kind = kind, .bytes = content->n};
    struct iovec parts[] = {{&head, sizeof head}, {content->data, content->n}};
    return send_all(socket, parts, content->n > 0 ? 2 : 1, err);
}

int capture_wire_receive(int socket, uint32_t *kind, trace_bytes *content, poise_error *err)
{
    capture_message_head head;
    int code = receive_all(socket, &head, sizeof head, err);
    if (code != POISE_OK)
        return code;
    content->n = 0;
    code = trace_bytes_reserve(content, head.bytes, err);
    if (code != POISE_OK)
        return code;
    *kind = head.kind;
    content->n = head.bytes;
    return receive_all(socket, content->data, head.bytes, err);
}

int capture_put_number(trace_bytes *out, uint64_t number, poise_error *err)
{
    int code = trace_bytes_reserve(out, TRACE_VARINT_BYTES, err);
    if (code == POISE_OK)
        out->n = (size_t)(trace_put_varint(out->data + out->n, number) - out->data);
    return code;
}

int capture_put_block(trace_bytes *out, const void *data, size_t size, poise_error *err)
{
    int code = capture_put_number(out, size, err);
    if (code == POISE_OK && size > 0)
        code = trace_bytes_append(out, data, size, err);
    return code != POISE_OK ? code : trace_bytes_append(out, "", 1, err);
}

int capture_put_text(trace_bytes *out, const char *text, poise_error *err)
{
    return capture_put_block(out, text, strlen(text), err);
}

const void *capture_get_block(trace_input *in, size_t *size)
{
    uint64_t bytes = trace_get_varint(in);
    if (in->bad || bytes >= (uint64_t)(in->end - in->at)) {
        in->bad = true;
        *size = 0;
        return "";
    }
    const void *block = in->at;
    in->at += bytes + 1;
    *size = bytes;
    return block;
}

const char *capture_get_text(trace_input *in)
{
    size_t size;
    return capture_get_block(in, &size);
}
