/* Events: the state of a command, or one that the program sets itself. */
#ifndef POISE_CAPTURE_PLATFORM_COMMAND_EVENT_H
#define POISE_CAPTURE_PLATFORM_COMMAND_EVENT_H

#include "capture/platform/objects.h"

/* A new event, queued now; `queue` is NULL for a user event. NULL without memory. */
cl_event capture_event_new(cl_context context, cl_command_queue queue, cl_command_type type);

/* Its status now, and once it has ended: CL_COMPLETE or an error code. */
cl_int capture_event_status(cl_event event);
cl_int capture_event_wait(cl_event event);

/* Calls and forgets the callbacks of an event that has ended. */
void capture_event_call_back(cl_event event);

/* Nanoseconds of a clock that never goes back. */
cl_ulong capture_event_clock(void);

#endif
