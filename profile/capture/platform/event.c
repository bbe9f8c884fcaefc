/* Events and the commands that only order others. */
#include "profile/capture/platform/command.h"
#include "profile/capture/platform/info.h"

#include <stdlib.h>

cl_int CL_API_CALL capture_clWaitForEvents(cl_uint num_events, const cl_event *events)
{
    if (num_events == 0 || !events)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_events; i++) {
        if (!capture_object_is(events[i], OBJECT_EVENT))
            return CL_INVALID_EVENT;
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
                                          size_t *size_ret)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    switch (name) {
    case CL_EVENT_COMMAND_QUEUE: return INFO(cl_command_queue, event->queue);
    case CL_EVENT_CONTEXT: return INFO(cl_context, event->context);
    case CL_EVENT_COMMAND_TYPE: return INFO(cl_command_type, event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: return INFO(cl_int, CL_COMPLETE);
    case CL_EVENT_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&event->object.references));
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size,
                                                   void *value, size_t *size_ret)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (!(event->queue->properties & CL_QUEUE_PROFILING_ENABLE))
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    switch (name) {
    case CL_PROFILING_COMMAND_QUEUED:
    case CL_PROFILING_COMMAND_SUBMIT: return INFO(cl_ulong, event->queued);
    case CL_PROFILING_COMMAND_START: return INFO(cl_ulong, event->started);
    case CL_PROFILING_COMMAND_END: return INFO(cl_ulong, event->ended);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clRetainEvent(cl_event event)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    capture_object_retain(event);
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clReleaseEvent(cl_event event)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (capture_object_release(event)) {
        capture_queue_unreference(event->queue);
        capture_context_unreference(event->context);
        free(event);
    }
    return CL_SUCCESS;
}

/* The command has ended already: the callback is due at once. */
cl_int CL_API_CALL capture_clSetEventCallback(cl_event event, cl_int type,
                                              void(CL_CALLBACK *notify)(cl_event, cl_int, void *),
                                              void *user_data)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (!notify || (type != CL_SUBMITTED && type != CL_RUNNING && type != CL_COMPLETE))
        return CL_INVALID_VALUE;
    notify(event, type, user_data);
    return CL_SUCCESS;
}

static cl_int order_only(cl_command_queue queue, cl_command_type type, cl_uint n_events,
                         const cl_event *events, cl_event *event)
{
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, type, n_events, events);
    return code ? code : capture_command_end(&command, event);
}

cl_int CL_API_CALL capture_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint n_events,
                                                       const cl_event *events, cl_event *event)
{
    return order_only(queue, CL_COMMAND_MARKER, n_events, events, event);
}

cl_int CL_API_CALL capture_clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint n_events,
                                                        const cl_event *events, cl_event *event)
{
    return order_only(queue, CL_COMMAND_BARRIER, n_events, events, event);
}

cl_int CL_API_CALL capture_clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    return event ? order_only(queue, CL_COMMAND_MARKER, 0, NULL, event) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL capture_clEnqueueBarrier(cl_command_queue queue)
{
    return order_only(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int CL_API_CALL capture_clEnqueueWaitForEvents(cl_command_queue queue, cl_uint n_events,
                                                  const cl_event *events)
{
    if (n_events == 0 || !events)
        return CL_INVALID_VALUE;
    cl_int code = order_only(queue, CL_COMMAND_MARKER, n_events, events, NULL);
    return code == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : code;
}
