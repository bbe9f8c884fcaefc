/* Events that the program sets itself. */
#include "capture/platform/command/event.h"
#include "capture/platform/command/schedule.h"
#include "capture/platform/info.h"

cl_event CL_API_CALL capture_clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    cl_event event = capture_event_new(context, NULL, CL_COMMAND_USER);
    RETURN_OBJECT(event, event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
}

cl_int CL_API_CALL capture_clSetUserEventStatus(cl_event event, cl_int status)
{
    if (!capture_object_is(event, OBJECT_EVENT) || event->queue)
        return CL_INVALID_EVENT;
    if (status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    capture_state_lock();
    bool is_set = event->status <= CL_COMPLETE;
    if (!is_set)
        event->status = status;
    capture_state_changed();
    capture_state_unlock();
    if (is_set)
        return CL_INVALID_OPERATION;
    capture_event_call_back(event);
    capture_schedule_run();
    return CL_SUCCESS;
}
