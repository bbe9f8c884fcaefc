/* The commands that have not ended yet, of all queues, in the order in which they were enqueued. */
#ifndef POISE_CAPTURE_SCHEDULE_H
#define POISE_CAPTURE_SCHEDULE_H

#include "capture/platform/command.h"

/* Takes over the command. */
void capture_schedule_add(capture_command *command);

/* Runs every command that may run, oldest first, and calls the callbacks of those that have ended. Whoever
 * enqueues a command or ends a user event calls this, without locks. */
void capture_schedule_run(void);

/* Waits until the queue is empty. */
void capture_schedule_drain(cl_command_queue queue);

#endif
