#include "profile/capture/platform/command.h"

#include <time.h>

static cl_ulong now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (cl_ulong)time.tv_sec * 1000000000u + (cl_ulong)time.tv_nsec;
}

cl_int capture_command_begin(capture_command *command, cl_command_queue queue, cl_command_type type,
                             cl_uint n_events, const cl_event *events)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if ((n_events == 0) != (events == NULL))
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < n_events; i++) {
        if (!capture_object_is(events[i], OBJECT_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (events[i]->context != queue->context)
            return CL_INVALID_CONTEXT;
    }
    *command = (capture_command){queue, type, now()};
    return CL_SUCCESS;
}

cl_int capture_command_end(const capture_command *command, cl_event *event)
{
    if (!event)
        return CL_SUCCESS;
    cl_event made = capture_object_new(sizeof *made, OBJECT_EVENT);
    if (!made)
        return CL_OUT_OF_HOST_MEMORY;
    made->context = command->queue->context;
    made->queue = command->queue;
    made->type = command->type;
    made->queued = made->started = command->queued;
    made->ended = now();
    capture_object_retain(made->context);
    capture_object_retain(made->queue);
    *event = made;
    return CL_SUCCESS;
}

cl_int capture_command_check_range(const capture_command *command, cl_mem memory, size_t offset, size_t bytes)
{
    if (!capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (memory->context != command->queue->context)
        return CL_INVALID_CONTEXT;
    return offset > memory->bytes || bytes > memory->bytes - offset ? CL_INVALID_VALUE : CL_SUCCESS;
}
