/* Reading, writing, copying, filling and mapping buffers. */
#include "profile/capture/platform/command.h"
#include "profile/capture/platform/info.h"

#include <string.h>

cl_int CL_API_CALL capture_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                               size_t offset, size_t bytes, void *to, cl_uint n_events,
                                               const cl_event *events, cl_event *event)
{
    (void)blocking;
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_READ_BUFFER, n_events, events);
    if (!code)
        code = capture_command_check_range(&command, buffer, offset, bytes);
    if (!code && !to)
        code = CL_INVALID_VALUE;
    if (code)
        return code;
    memcpy(to, buffer->data + offset, bytes);
    return capture_command_end(&command, event);
}

cl_int CL_API_CALL capture_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                size_t offset, size_t bytes, const void *from,
                                                cl_uint n_events, const cl_event *events, cl_event *event)
{
    (void)blocking;
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_WRITE_BUFFER, n_events, events);
    if (!code)
        code = capture_command_check_range(&command, buffer, offset, bytes);
    if (!code && !from)
        code = CL_INVALID_VALUE;
    if (code)
        return code;
    memcpy(buffer->data + offset, from, bytes);
    return capture_command_end(&command, event);
}

static bool overlap(const char *a, const char *b, size_t bytes)
{
    return a < b + bytes && b < a + bytes;
}

cl_int CL_API_CALL capture_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                               size_t from_offset, size_t to_offset, size_t bytes,
                                               cl_uint n_events, const cl_event *events, cl_event *event)
{
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_COPY_BUFFER, n_events, events);
    if (!code)
        code = capture_command_check_range(&command, from, from_offset, bytes);
    if (!code)
        code = capture_command_check_range(&command, to, to_offset, bytes);
    if (!code && overlap(from->data + from_offset, to->data + to_offset, bytes))
        code = CL_MEM_COPY_OVERLAP;
    if (code)
        return code;
    memcpy(to->data + to_offset, from->data + from_offset, bytes);
    return capture_command_end(&command, event);
}

cl_int CL_API_CALL capture_clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                               size_t pattern_bytes, size_t offset, size_t bytes,
                                               cl_uint n_events, const cl_event *events, cl_event *event)
{
    const size_t largest_pattern = 128;
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_FILL_BUFFER, n_events, events);
    if (!code)
        code = capture_command_check_range(&command, buffer, offset, bytes);
    if (code)
        return code;
    bool is_power_of_two = pattern_bytes && !(pattern_bytes & (pattern_bytes - 1));
    if (!pattern || !is_power_of_two || pattern_bytes > largest_pattern || offset % pattern_bytes ||
        bytes % pattern_bytes)
        return CL_INVALID_VALUE;
    for (size_t done = 0; done < bytes; done += pattern_bytes)
        memcpy(buffer->data + offset + done, pattern, pattern_bytes);
    return capture_command_end(&command, event);
}
