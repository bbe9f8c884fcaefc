/* Transfers of boxes, OpenCL 1.2 sections 5.2.2 and 5.2.3. */
#include "capture/platform/command/schedule.h"
#include "capture/platform/command/transfer.h"

/* One side of a transfer as the program gives it. */
typedef struct side {
    char *base;
    size_t bytes; /* behind base; SIZE_MAX for memory of the program */
    const size_t *origin;
    size_t row_pitch, slice_pitch;
} side;

/* a * b + c into *sum; false when that does not fit. */
static bool multiply_add(size_t a, size_t b, size_t c, size_t *sum)
{
    size_t product;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(product, c, sum);
}

/* Offset of the position (x, y, z). */
static bool position(const side *s, size_t x, size_t y, size_t z, size_t *offset)
{
    return multiply_add(y, s->row_pitch, x, offset) && multiply_add(z, s->slice_pitch, *offset, offset);
}

/* Pitches of 0 follow from the region. CL_INVALID_VALUE when they are too small or the box does not fit. */
static cl_int place(side *s, const size_t *region, capture_box *box)
{
    if (!s->base || !s->origin)
        return CL_INVALID_VALUE;
    size_t slice, begin, length, end;
    s->row_pitch = s->row_pitch ? s->row_pitch : region[0];
    if (s->row_pitch < region[0] || !multiply_add(region[1], s->row_pitch, 0, &slice))
        return CL_INVALID_VALUE;
    s->slice_pitch = s->slice_pitch ? s->slice_pitch : slice;
    if (s->slice_pitch < slice || s->slice_pitch % s->row_pitch ||
        !position(s, s->origin[0], s->origin[1], s->origin[2], &begin) ||
        !position(s, region[0], region[1] - 1, region[2] - 1, &length) ||
        __builtin_add_overflow(begin, length, &end) || end > s->bytes)
        return CL_INVALID_VALUE;
    *box = (capture_box){s->base + begin, s->row_pitch, s->slice_pitch};
    return CL_SUCCESS;
}

static cl_int set_boxes(capture_transfer *t, side *to, side *from, const size_t *region)
{
    if (!region || region[0] == 0 || region[1] == 0 || region[2] == 0)
        return CL_INVALID_VALUE;
    for (int d = 0; d < 3; d++)
        t->region[d] = region[d];
    t->command.run = capture_transfer_run;
    cl_int code = place(to, region, &t->to);
    return code != CL_SUCCESS ? code : place(from, region, &t->from);
}

cl_int CL_API_CALL capture_clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                   const size_t *buffer_origin, const size_t *host_origin,
                                                   const size_t *region, size_t buffer_row_pitch,
                                                   size_t buffer_slice_pitch, size_t host_row_pitch,
                                                   size_t host_slice_pitch, void *memory, cl_uint n_events,
                                                   const cl_event *events, cl_event *event)
{
    capture_transfer *t;
    cl_int code = capture_command_new(&t, sizeof *t, queue, CL_COMMAND_READ_BUFFER_RECT, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use(&t->command, buffer);
    if (code == CL_SUCCESS) {
        side host = {memory, SIZE_MAX, host_origin, host_row_pitch, host_slice_pitch};
        side device = {buffer->data, buffer->bytes, buffer_origin, buffer_row_pitch, buffer_slice_pitch};
        code = set_boxes(t, &host, &device, region);
    }
    if (code == CL_SUCCESS)
        code = capture_check_host_read(buffer);
    return capture_command_enqueue(t, code, blocking, event);
}

cl_int CL_API_CALL capture_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                    const size_t *buffer_origin, const size_t *host_origin,
                                                    const size_t *region, size_t buffer_row_pitch,
                                                    size_t buffer_slice_pitch, size_t host_row_pitch,
                                                    size_t host_slice_pitch, const void *memory,
                                                    cl_uint n_events, const cl_event *events, cl_event *event)
{
    capture_transfer *t;
    cl_int code = capture_command_new(&t, sizeof *t, queue, CL_COMMAND_WRITE_BUFFER_RECT, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use(&t->command, buffer);
    if (code == CL_SUCCESS) {
        side host = {(char *)memory, SIZE_MAX, host_origin, host_row_pitch, host_slice_pitch};
        side device = {buffer->data, buffer->bytes, buffer_origin, buffer_row_pitch, buffer_slice_pitch};
        code = set_boxes(t, &device, &host, region);
    }
    if (code == CL_SUCCESS)
        code = capture_check_host_write(buffer);
    return capture_command_enqueue(t, code, blocking, event);
}

/* Whether [a, a + length) and [b, b + length) are apart on a ring of `pitch` bytes. */
static bool apart(size_t a, size_t b, size_t length, size_t pitch)
{
    return (b >= a + length && b + length <= a + pitch) || (a >= b + length && a + length <= b + pitch);
}

/* OpenCL 1.2, appendix E; `pitch` are those of both boxes. */
static bool boxes_overlap(const capture_box *to, const capture_box *from, const size_t region[3])
{
    size_t slice = (region[1] - 1) * from->row_pitch + region[0];
    size_t block = (region[2] - 1) * from->slice_pitch + slice;
    if (from->first + block <= to->first || to->first + block <= from->first)
        return false;
    size_t distance =
        to->first > from->first ? (size_t)(to->first - from->first) : (size_t)(from->first - to->first);
    return !apart(0, distance % from->row_pitch, region[0], from->row_pitch) &&
           !apart(0, distance % from->slice_pitch, slice, from->slice_pitch);
}

static cl_int check_overlap(cl_mem from, cl_mem to, const capture_transfer *t)
{
    bool same_pitch = t->to.row_pitch == t->from.row_pitch && t->to.slice_pitch == t->from.slice_pitch;
    if (from == to && !same_pitch)
        return CL_INVALID_VALUE;
    return same_pitch && boxes_overlap(&t->to, &t->from, t->region) ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

cl_int CL_API_CALL capture_clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                                                   const size_t *from_origin, const size_t *to_origin,
                                                   const size_t *region, size_t from_row_pitch,
                                                   size_t from_slice_pitch, size_t to_row_pitch,
                                                   size_t to_slice_pitch, cl_uint n_events,
                                                   const cl_event *events, cl_event *event)
{
    capture_transfer *t;
    cl_int code = capture_command_new(&t, sizeof *t, queue, CL_COMMAND_COPY_BUFFER_RECT, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use(&t->command, from);
    if (code == CL_SUCCESS)
        code = capture_command_use(&t->command, to);
    if (code == CL_SUCCESS) {
        side source = {from->data, from->bytes, from_origin, from_row_pitch, from_slice_pitch};
        side target = {to->data, to->bytes, to_origin, to_row_pitch, to_slice_pitch};
        code = set_boxes(t, &target, &source, region);
    }
    if (code == CL_SUCCESS)
        code = check_overlap(from, to, t);
    return capture_command_enqueue(t, code, false, event);
}
