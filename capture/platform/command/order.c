/* Commands that only order others, and waiting for a queue. */
#include "capture/platform/command/command.h"
#include "capture/platform/command/schedule.h"

static cl_int order(cl_command_queue queue, cl_command_type type, cl_uint n_events, const cl_event *events,
                    cl_event *event)
{
    capture_command *command;
    cl_int code = capture_command_new(&command, sizeof *command, queue, type, n_events, events);
    return capture_command_enqueue(command, code, false, event);
}

cl_int CL_API_CALL capture_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint n_events,
                                                       const cl_event *events, cl_event *event)
{
    return order(queue, CL_COMMAND_MARKER, n_events, events, event);
}

cl_int CL_API_CALL capture_clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint n_events,
                                                        const cl_event *events, cl_event *event)
{
    return order(queue, CL_COMMAND_BARRIER, n_events, events, event);
}

/* The three forms of OpenCL 1.1. */
cl_int CL_API_CALL capture_clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    return event ? order(queue, CL_COMMAND_MARKER, 0, NULL, event) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL capture_clEnqueueBarrier(cl_command_queue queue)
{
    return order(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int CL_API_CALL capture_clEnqueueWaitForEvents(cl_command_queue queue, cl_uint n_events,
                                                  const cl_event *events)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (n_events == 0 || !events)
        return CL_INVALID_VALUE;
    cl_int code = order(queue, CL_COMMAND_BARRIER, n_events, events, NULL);
    return code == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : code;
}

/* What can run runs when it is enqueued: there is nothing to flush. */
cl_int CL_API_CALL capture_clFlush(cl_command_queue queue)
{
    return capture_object_is(queue, OBJECT_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL capture_clFinish(cl_command_queue queue)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    capture_schedule_drain(queue);
    return CL_SUCCESS;
}
