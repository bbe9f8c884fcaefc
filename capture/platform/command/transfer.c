/* Reading, writing and copying buffers as a whole or in part. */
#include "capture/platform/command/transfer.h"

#include "capture/platform/command/schedule.h"
#include "capture/platform/session/buffer_log.h"

#include <string.h>

/* From the first to the last byte of a box. */
static size_t span(const capture_box *box, const size_t region[3])
{
    return (region[2] - 1) * box->slice_pitch + (region[1] - 1) * box->row_pitch + region[0];
}

/* The buffer that is read or written, of a copy the target, is the last one of the command. */
static void log_transfer(const capture_transfer *t)
{
    cl_mem memory = t->command.buffers[t->command.n_buffers - 1];
    switch (t->command.type) {
    case CL_COMMAND_READ_BUFFER:
    case CL_COMMAND_READ_BUFFER_RECT:
        capture_log_transfer(TRACE_EVENT_READ, memory, t->from.first, span(&t->from, t->region), NULL);
        break;
    case CL_COMMAND_WRITE_BUFFER:
    case CL_COMMAND_WRITE_BUFFER_RECT:
        capture_log_transfer(TRACE_EVENT_WRITE, memory, t->to.first, span(&t->to, t->region), NULL);
        break;
    default:
        capture_log_transfer(TRACE_EVENT_COPY, memory, t->to.first, span(&t->to, t->region), t->from.first);
    }
}

cl_int capture_transfer_run(capture_command *command)
{
    const capture_transfer *t = (const capture_transfer *)command;
    for (size_t z = 0; z < t->region[2]; z++) {
        for (size_t y = 0; y < t->region[1]; y++)
            memmove(t->to.first + z * t->to.slice_pitch + y * t->to.row_pitch,
                    t->from.first + z * t->from.slice_pitch + y * t->from.row_pitch, t->region[0]);
    }
    log_transfer(t);
    return CL_SUCCESS;
}

cl_int capture_check_host_read(cl_mem memory)
{
    return memory->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS) ? CL_INVALID_OPERATION
                                                                            : CL_SUCCESS;
}

cl_int capture_check_host_write(cl_mem memory)
{
    return memory->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS) ? CL_INVALID_OPERATION
                                                                           : CL_SUCCESS;
}

/* All bytes in one row. */
static void set_linear(capture_transfer *t, char *to, char *from, size_t bytes)
{
    t->command.run = capture_transfer_run;
    t->to = (capture_box){to, bytes, bytes};
    t->from = (capture_box){from, bytes, bytes};
    t->region[0] = bytes;
    t->region[1] = t->region[2] = 1;
}

cl_int CL_API_CALL capture_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                               size_t offset, size_t bytes, void *to, cl_uint n_events,
                                               const cl_event *events, cl_event *event)
{
    capture_transfer *t;
    cl_int code = capture_command_new(&t, sizeof *t, queue, CL_COMMAND_READ_BUFFER, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use_range(&t->command, buffer, offset, bytes);
    if (code == CL_SUCCESS)
        code = to ? capture_check_host_read(buffer) : CL_INVALID_VALUE;
    if (code == CL_SUCCESS)
        set_linear(t, to, buffer->data + offset, bytes);
    return capture_command_enqueue(t, code, blocking, event);
}

cl_int CL_API_CALL capture_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                size_t offset, size_t bytes, const void *from,
                                                cl_uint n_events, const cl_event *events, cl_event *event)
{
    capture_transfer *t;
    cl_int code = capture_command_new(&t, sizeof *t, queue, CL_COMMAND_WRITE_BUFFER, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use_range(&t->command, buffer, offset, bytes);
    if (code == CL_SUCCESS)
        code = from ? capture_check_host_write(buffer) : CL_INVALID_VALUE;
    if (code == CL_SUCCESS)
        set_linear(t, buffer->data + offset, (char *)from, bytes);
    return capture_command_enqueue(t, code, blocking, event);
}

static bool overlap(const char *a, const char *b, size_t bytes)
{
    return a < b + bytes && b < a + bytes;
}

cl_int CL_API_CALL capture_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                               size_t from_offset, size_t to_offset, size_t bytes,
                                               cl_uint n_events, const cl_event *events, cl_event *event)
{
    capture_transfer *t;
    cl_int code = capture_command_new(&t, sizeof *t, queue, CL_COMMAND_COPY_BUFFER, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use_range(&t->command, from, from_offset, bytes);
    if (code == CL_SUCCESS)
        code = capture_command_use_range(&t->command, to, to_offset, bytes);
    if (code == CL_SUCCESS && overlap(from->data + from_offset, to->data + to_offset, bytes))
        code = CL_MEM_COPY_OVERLAP;
    if (code == CL_SUCCESS)
        set_linear(t, to->data + to_offset, from->data + from_offset, bytes);
    return capture_command_enqueue(t, code, false, event);
}
