/* Transfers of boxes, OpenCL 1.2 sections 5.2.2 and 5.2.3. */
#include "profile/capture/platform/command.h"

#include <string.h>

/* A box inside linear memory. */
typedef struct box {
    char *base;
    size_t offset, row_pitch, slice_pitch;
} box;

/* Pitches of 0 follow from the region. Returns CL_INVALID_VALUE when they are too small. */
static cl_int describe_box(box *b, void *base, const size_t origin[3], const size_t region[3],
                           size_t row_pitch, size_t slice_pitch)
{
    row_pitch = row_pitch ? row_pitch : region[0];
    slice_pitch = slice_pitch ? slice_pitch : region[1] * row_pitch;
    if (row_pitch < region[0] || slice_pitch < region[1] * row_pitch || slice_pitch % row_pitch)
        return CL_INVALID_VALUE;
    *b = (box){base, origin[0] + origin[1] * row_pitch + origin[2] * slice_pitch, row_pitch, slice_pitch};
    return CL_SUCCESS;
}

static size_t box_extent(const box *b, const size_t region[3])
{
    return (region[2] - 1) * b->slice_pitch + (region[1] - 1) * b->row_pitch + region[0];
}

static cl_int describe_buffer_box(const capture_command *command, box *b, cl_mem buffer, const size_t *origin,
                                  const size_t *region, size_t row_pitch, size_t slice_pitch)
{
    if (!origin || !region || region[0] == 0 || region[1] == 0 || region[2] == 0)
        return CL_INVALID_VALUE;
    cl_int code = capture_command_check_range(command, buffer, 0, 0);
    if (!code)
        code = describe_box(b, buffer->data, origin, region, row_pitch, slice_pitch);
    return code ? code : capture_command_check_range(command, buffer, b->offset, box_extent(b, region));
}

static void copy_box(const box *to, const box *from, const size_t region[3])
{
    for (size_t z = 0; z < region[2]; z++) {
        for (size_t y = 0; y < region[1]; y++)
            memmove(to->base + to->offset + z * to->slice_pitch + y * to->row_pitch,
                    from->base + from->offset + z * from->slice_pitch + y * from->row_pitch, region[0]);
    }
}

/* Between a buffer and memory of the host, in the direction that `type` says. Every transfer blocks. */
static cl_int transfer_host_box(cl_command_type type, cl_command_queue queue, cl_mem buffer,
                                const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                size_t host_slice_pitch, void *memory, cl_uint n_events,
                                const cl_event *events, cl_event *event)
{
    capture_command command;
    box host, device;
    cl_int code = capture_command_begin(&command, queue, type, n_events, events);
    if (!code)
        code = describe_buffer_box(&command, &device, buffer, buffer_origin, region, buffer_row_pitch,
                                   buffer_slice_pitch);
    if (!code)
        code = !memory || !host_origin
                   ? CL_INVALID_VALUE
                   : describe_box(&host, memory, host_origin, region, host_row_pitch, host_slice_pitch);
    if (code)
        return code;
    if (type == CL_COMMAND_READ_BUFFER_RECT)
        copy_box(&host, &device, region);
    else
        copy_box(&device, &host, region);
    return capture_command_end(&command, event);
}

cl_int CL_API_CALL capture_clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                   const size_t *buffer_origin, const size_t *host_origin,
                                                   const size_t *region, size_t buffer_row_pitch,
                                                   size_t buffer_slice_pitch, size_t host_row_pitch,
                                                   size_t host_slice_pitch, void *to, cl_uint n_events,
                                                   const cl_event *events, cl_event *event)
{
    (void)blocking;
    return transfer_host_box(CL_COMMAND_READ_BUFFER_RECT, queue, buffer, buffer_origin, host_origin, region,
                             buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, to,
                             n_events, events, event);
}

cl_int CL_API_CALL capture_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                    const size_t *buffer_origin, const size_t *host_origin,
                                                    const size_t *region, size_t buffer_row_pitch,
                                                    size_t buffer_slice_pitch, size_t host_row_pitch,
                                                    size_t host_slice_pitch, const void *from,
                                                    cl_uint n_events, const cl_event *events, cl_event *event)
{
    (void)blocking;
    return transfer_host_box(CL_COMMAND_WRITE_BUFFER_RECT, queue, buffer, buffer_origin, host_origin, region,
                             buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch,
                             (void *)from, n_events, events, event);
}

cl_int CL_API_CALL capture_clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                                                   const size_t *from_origin, const size_t *to_origin,
                                                   const size_t *region, size_t from_row_pitch,
                                                   size_t from_slice_pitch, size_t to_row_pitch,
                                                   size_t to_slice_pitch, cl_uint n_events,
                                                   const cl_event *events, cl_event *event)
{
    capture_command command;
    box source, target;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_COPY_BUFFER_RECT, n_events, events);
    if (!code)
        code = describe_buffer_box(&command, &source, from, from_origin, region, from_row_pitch,
                                   from_slice_pitch);
    if (!code)
        code = describe_buffer_box(&command, &target, to, to_origin, region, to_row_pitch, to_slice_pitch);
    if (code)
        return code;
    copy_box(&target, &source, region);
    return capture_command_end(&command, event);
}
