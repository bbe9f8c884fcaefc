/* What all enqueued commands share. A command whose wait list is complete runs at once, in the calling
 * thread; one that waits for a user event is kept and runs in the thread that sets it (schedule.h). */
#ifndef POISE_CAPTURE_PLATFORM_COMMAND_COMMAND_H
#define POISE_CAPTURE_PLATFORM_COMMAND_COMMAND_H

#include "capture/platform/objects.h"

/* First member of every kind of command. */
typedef struct capture_command {
    cl_command_queue queue; /* retained, as are event, wait list and buffers */
    cl_command_type type;
    cl_event event;
    cl_event *waits;
    cl_uint n_waits;
    cl_mem *buffers;
    size_t n_buffers;
    /* Does the work, with the device lock held; an OpenCL error code. NULL: the command only orders others.
     */
    cl_int (*run)(struct capture_command *command);
    /* Frees what a kind of command has of its own; may be NULL. Called without locks. */
    void (*finish)(struct capture_command *command);
    struct capture_command *next; /* guarded by the state lock */
} capture_command;

/* Makes a command of `bytes` bytes (its struct begins with a capture_command, the rest is zero) and checks
 * queue and wait list. Returns an OpenCL error code; *command is NULL then. */
cl_int capture_command_new(void *command, size_t bytes, cl_command_queue queue, cl_command_type type,
                           cl_uint n_events, const cl_event *events);

/* Keeps `memory` alive as long as the command. CL_INVALID_MEM_OBJECT or CL_INVALID_CONTEXT when it is none
 * that the queue can use. */
cl_int capture_command_use(capture_command *command, cl_mem memory);

/* The same for a part of it: CL_INVALID_VALUE unless [offset, offset + bytes) lies within and is not empty.
 */
cl_int capture_command_use_range(capture_command *command, cl_mem memory, size_t offset, size_t bytes);

void capture_command_free(capture_command *command);

#endif
