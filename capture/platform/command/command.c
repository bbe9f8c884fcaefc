#include "capture/platform/command/command.h"

#include "capture/platform/command/event.h"

#include <stdlib.h>
#include <string.h>

static cl_int check_wait_list(cl_context context, cl_uint n_events, const cl_event *events)
{
    if ((n_events == 0) != (events == NULL))
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < n_events; i++) {
        if (!capture_object_is(events[i], OBJECT_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (events[i]->context != context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

/* Takes over the wait list and makes the event. */
static cl_int fill(capture_command *command, cl_uint n_events, const cl_event *events)
{
    command->waits = calloc((size_t)n_events + 1, sizeof(cl_event));
    if (!command->waits)
        return CL_OUT_OF_HOST_MEMORY;
    for (; command->n_waits < n_events; command->n_waits++) {
        command->waits[command->n_waits] = events[command->n_waits];
        capture_object_retain(events[command->n_waits]);
    }
    command->event = capture_event_new(command->queue->context, command->queue, command->type);
    return command->event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int capture_command_new(void *made, size_t bytes, cl_command_queue queue, cl_command_type type,
                           cl_uint n_events, const cl_event *events)
{
    capture_command *command = NULL;
    memcpy(made, &command, sizeof(void *));
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    cl_int code = check_wait_list(queue->context, n_events, events);
    if (code != CL_SUCCESS)
        return code;
    command = calloc(1, bytes);
    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    command->queue = queue;
    command->type = type;
    capture_object_retain(queue);
    code = fill(command, n_events, events);
    if (code != CL_SUCCESS)
        capture_command_free(command);
    else
        memcpy(made, &command, sizeof(void *));
    return code;
}

cl_int capture_command_use(capture_command *command, cl_mem memory)
{
    if (!capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (memory->context != command->queue->context)
        return CL_INVALID_CONTEXT;
    cl_mem *grown = realloc(command->buffers, (command->n_buffers + 1) * sizeof(cl_mem));
    if (!grown)
        return CL_OUT_OF_HOST_MEMORY;
    command->buffers = grown;
    command->buffers[command->n_buffers++] = memory;
    capture_object_retain(memory);
    return CL_SUCCESS;
}

cl_int capture_command_use_range(capture_command *command, cl_mem memory, size_t offset, size_t bytes)
{
    cl_int code = capture_command_use(command, memory);
    if (code != CL_SUCCESS)
        return code;
    bool is_inside = offset <= memory->bytes && bytes <= memory->bytes - offset;
    return is_inside && bytes > 0 ? CL_SUCCESS : CL_INVALID_VALUE;
}

void capture_command_free(capture_command *command)
{
    if (command->finish)
        command->finish(command);
    for (size_t i = 0; i < command->n_buffers; i++)
        capture_memory_unreference(command->buffers[i]);
    for (cl_uint i = 0; i < command->n_waits; i++)
        capture_event_unreference(command->waits[i]);
    if (command->event)
        capture_event_unreference(command->event);
    capture_queue_unreference(command->queue);
    free(command->buffers);
    free(command->waits);
    free(command);
}
