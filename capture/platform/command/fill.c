/* Filling buffers, and moving them to the device, where they are already. */
#include "capture/platform/command/command.h"
#include "capture/platform/command/schedule.h"
#include "capture/platform/session/buffer_log.h"

#include <string.h>

enum { LARGEST_PATTERN = 128 }; /* bytes of a double16, OpenCL 1.2, clEnqueueFillBuffer */

typedef struct fill_command {
    capture_command command;
    char *to;
    size_t bytes, pattern_bytes;
    char pattern[LARGEST_PATTERN];
} fill_command;

static cl_int run_fill(capture_command *command)
{
    const fill_command *f = (const fill_command *)command;
    for (size_t done = 0; done < f->bytes; done += f->pattern_bytes)
        memcpy(f->to + done, f->pattern, f->pattern_bytes);
    capture_log_transfer(TRACE_EVENT_FILL, command->buffers[0], f->to, f->bytes, NULL);
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                               size_t pattern_bytes, size_t offset, size_t bytes,
                                               cl_uint n_events, const cl_event *events, cl_event *event)
{
    fill_command *f;
    cl_int code = capture_command_new(&f, sizeof *f, queue, CL_COMMAND_FILL_BUFFER, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use_range(&f->command, buffer, offset, bytes);
    bool is_power_of_two = pattern_bytes && !(pattern_bytes & (pattern_bytes - 1));
    if (code == CL_SUCCESS && (!pattern || !is_power_of_two || pattern_bytes > LARGEST_PATTERN ||
                               offset % pattern_bytes || bytes % pattern_bytes))
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS) {
        f->command.run = run_fill;
        f->to = buffer->data + offset;
        f->bytes = bytes;
        f->pattern_bytes = pattern_bytes;
        memcpy(f->pattern, pattern, pattern_bytes);
    }
    return capture_command_enqueue(f, code, false, event);
}

cl_int CL_API_CALL capture_clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint n_objects,
                                                      const cl_mem *objects, cl_mem_migration_flags flags,
                                                      cl_uint n_events, const cl_event *events,
                                                      cl_event *event)
{
    const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    capture_command *command;
    cl_int code = capture_command_new(&command, sizeof *command, queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
                                      n_events, events);
    if (code == CL_SUCCESS && (!objects || n_objects == 0 || flags & ~known))
        code = CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n_objects && code == CL_SUCCESS; i++)
        code = capture_command_use(command, objects[i]);
    return capture_command_enqueue(command, code, false, event);
}
