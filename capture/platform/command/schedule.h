/* The commands that have not ended yet, of all queues, in the order in which they were enqueued. */
#ifndef POISE_CAPTURE_PLATFORM_COMMAND_SCHEDULE_H
#define POISE_CAPTURE_PLATFORM_COMMAND_SCHEDULE_H

#include "capture/platform/command/command.h"

/* Enqueues the command unless `code`, what its checks have found, is an error: then it frees it (NULL is
 * allowed) and returns the code. Sets *event when the program wants it. A blocking command is waited for.
 * An error that the command meets while it runs at once is returned. */
cl_int capture_command_enqueue(void *command, cl_int code, bool blocking, cl_event *event);

/* Runs every command that may run, oldest first, and calls the callbacks of those that have ended. Called
 * without locks, also by the thread that ends a user event. */
void capture_schedule_run(void);

/* Waits until the queue is empty. */
void capture_schedule_drain(cl_command_queue queue);

#endif
