#include "capture/platform/command/event.h"

#include "capture/platform/info.h"

#include <stdlib.h>
#include <time.h>

cl_ulong capture_event_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (cl_ulong)time.tv_sec * 1000000000u + (cl_ulong)time.tv_nsec;
}

cl_event capture_event_new(cl_context context, cl_command_queue queue, cl_command_type type)
{
    cl_event event = capture_object_new(sizeof *event, OBJECT_EVENT);
    if (!event)
        return NULL;
    event->context = context;
    event->queue = queue;
    event->type = type;
    event->status = queue ? CL_QUEUED : CL_SUBMITTED; /* OpenCL 1.2, clCreateUserEvent */
    event->queued = capture_event_clock();
    capture_object_retain(context);
    if (queue)
        capture_object_retain(queue);
    return event;
}

cl_int capture_event_status(cl_event event)
{
    capture_state_lock();
    cl_int status = event->status;
    capture_state_unlock();
    return status;
}

cl_int capture_event_wait(cl_event event)
{
    capture_state_lock();
    while (event->status > CL_COMPLETE)
        capture_state_wait();
    cl_int status = event->status;
    capture_state_unlock();
    return status;
}

void capture_event_call_back(cl_event event)
{
    capture_state_lock();
    capture_event_callback *due = event->callbacks;
    event->callbacks = NULL;
    cl_int status = event->status;
    capture_state_unlock();
    while (due) {
        capture_event_callback *first = due;
        due = first->next;
        first->call(event, status < 0 ? status : first->status, first->user_data);
        free(first);
    }
}

/* The callbacks of one event are called in the order in which they were set. */
cl_int CL_API_CALL capture_clSetEventCallback(cl_event event, cl_int status,
                                              void(CL_CALLBACK *notify)(cl_event, cl_int, void *),
                                              void *user_data)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (!notify || (status != CL_SUBMITTED && status != CL_RUNNING && status != CL_COMPLETE))
        return CL_INVALID_VALUE;
    capture_event_callback *callback = malloc(sizeof *callback);
    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback = (capture_event_callback){notify, user_data, status, NULL};
    capture_state_lock();
    capture_event_callback **last = &event->callbacks;
    while (*last)
        last = &(*last)->next;
    *last = callback;
    bool is_due = event->status <= CL_COMPLETE;
    capture_state_unlock();
    if (is_due)
        capture_event_call_back(event);
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clWaitForEvents(cl_uint num_events, const cl_event *events)
{
    if (num_events == 0 || !events)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_events; i++) {
        if (!capture_object_is(events[i], OBJECT_EVENT))
            return CL_INVALID_EVENT;
        if (events[i]->context != events[0]->context)
            return CL_INVALID_CONTEXT;
    }
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < num_events; i++) {
        if (capture_event_wait(events[i]) < 0)
            code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return code;
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
    case CL_EVENT_COMMAND_EXECUTION_STATUS: return INFO(cl_int, capture_event_status(event));
    case CL_EVENT_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&event->object.references));
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size,
                                                   void *value, size_t *size_ret)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (!event->queue || !(event->queue->properties & CL_QUEUE_PROFILING_ENABLE) ||
        capture_event_status(event) != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    switch (name) {
    case CL_PROFILING_COMMAND_QUEUED: return INFO(cl_ulong, event->queued);
    case CL_PROFILING_COMMAND_SUBMIT: return INFO(cl_ulong, event->submitted);
    case CL_PROFILING_COMMAND_START: return INFO(cl_ulong, event->started);
    case CL_PROFILING_COMMAND_END: return INFO(cl_ulong, event->ended);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clRetainEvent(cl_event event)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    capture_object_keep(event);
    return CL_SUCCESS;
}

void capture_event_unreference(cl_event event)
{
    if (!capture_object_release(event))
        return;
    while (event->callbacks) {
        capture_event_callback *first = event->callbacks;
        event->callbacks = first->next;
        free(first);
    }
    if (event->queue)
        capture_queue_unreference(event->queue);
    capture_context_unreference(event->context);
    capture_object_free(event);
}

cl_int CL_API_CALL capture_clReleaseEvent(cl_event event)
{
    if (!capture_object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    const unsigned references = capture_object_drop(event);
    if (references == 1)
        capture_event_unreference(event);
    return references ? CL_SUCCESS : CL_INVALID_EVENT;
}
