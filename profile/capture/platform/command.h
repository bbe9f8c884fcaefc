/* What all enqueued commands share. A command runs at once, in the calling thread: its event is born
 * complete. */
#ifndef POISE_CAPTURE_COMMAND_H
#define POISE_CAPTURE_COMMAND_H

#include "profile/capture/platform/objects.h"

typedef struct capture_command {
    cl_command_queue queue;
    cl_command_type type;
    cl_ulong queued; /* nanoseconds */
} capture_command;

/* Checks queue and wait list and notes the time. Returns an OpenCL error code. */
cl_int capture_command_begin(capture_command *command, cl_command_queue queue, cl_command_type type,
                             cl_uint n_events, const cl_event *events);

/* Gives the program its event, when it wants one. Returns an OpenCL error code. */
cl_int capture_command_end(const capture_command *command, cl_event *event);

/* CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT or CL_INVALID_VALUE unless [offset, offset + bytes) of `memory`
 * can be used by the command. */
cl_int capture_command_check_range(const capture_command *command, cl_mem memory, size_t offset,
                                   size_t bytes);

#endif
