#include "capture/platform/command/schedule.h"

#include "capture/platform/command/event.h"

#include <stddef.h>

static capture_command *pending; /* guarded by the state lock */

static void add(capture_command *command)
{
    capture_state_lock();
    capture_command **end = &pending;
    while (*end)
        end = &(*end)->next;
    *end = command;
    capture_state_unlock();
}

static bool waits_for_all(const capture_command *command)
{
    bool orders = command->type == CL_COMMAND_MARKER || command->type == CL_COMMAND_BARRIER;
    return orders && command->n_waits == 0;
}

/* Whether `later` must not overtake `earlier` of the same queue (OpenCL 1.2, sections 5.11 and 5.12). */
static bool keeps_order(const capture_command *earlier, const capture_command *later)
{
    bool is_in_order = !(later->queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    return is_in_order || earlier->type == CL_COMMAND_BARRIER || waits_for_all(later);
}

static bool is_ready(const capture_command *command)
{
    for (cl_uint i = 0; i < command->n_waits; i++) {
        if (command->waits[i]->status > CL_COMPLETE)
            return false;
    }
    for (const capture_command *c = pending; c != command; c = c->next) {
        if (c->queue == command->queue && keeps_order(c, command))
            return false;
    }
    return true;
}

static bool wait_list_failed(const capture_command *command)
{
    for (cl_uint i = 0; i < command->n_waits; i++) {
        if (command->waits[i]->status < 0)
            return true;
    }
    return false;
}

/* The oldest command that may run, marked as running; NULL when there is none. It stays in the list, so that
 * no other overtakes it. */
static capture_command *start_next(bool *is_cancelled)
{
    capture_state_lock();
    capture_command *command = pending;
    while (command && !is_ready(command))
        command = command->next;
    if (command) {
        *is_cancelled = wait_list_failed(command);
        command->event->status = CL_RUNNING;
        command->event->submitted = command->event->started = capture_event_clock();
    }
    capture_state_unlock();
    return command;
}

static void end(capture_command *command, cl_int result)
{
    capture_state_lock();
    capture_command **link = &pending;
    while (*link != command)
        link = &(*link)->next;
    *link = command->next;
    command->next = NULL;
    command->event->ended = capture_event_clock();
    command->event->status = result;
    capture_state_changed();
    capture_state_unlock();
}

void capture_schedule_run(void)
{
    capture_command *ended = NULL, **last = &ended;
    bool is_cancelled = false;
    capture_lock();
    for (capture_command *c; (c = start_next(&is_cancelled)) != NULL;) {
        cl_int result = CL_SUCCESS;
        if (is_cancelled)
            result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        else if (c->run)
            result = c->run(c);
        end(c, result);
        *last = c;
        last = &c->next;
    }
    capture_unlock();
    while (ended) {
        capture_command *first = ended;
        ended = first->next;
        capture_event_call_back(first->event);
        capture_command_free(first);
    }
}

static bool is_empty(cl_command_queue queue)
{
    for (const capture_command *c = pending; c; c = c->next) {
        if (c->queue == queue)
            return false;
    }
    return true;
}

void capture_schedule_drain(cl_command_queue queue)
{
    capture_state_lock();
    while (!is_empty(queue))
        capture_state_wait();
    capture_state_unlock();
}

/* A failed wait list is no error of the call that enqueues, unless that call waits for the end. */
static cl_int outcome(cl_event event, bool blocking)
{
    cl_int status = blocking ? capture_event_wait(event) : capture_event_status(event);
    if (status >= 0 || (!blocking && status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST))
        return CL_SUCCESS;
    return status;
}

cl_int capture_command_enqueue(void *enqueued, cl_int code, bool blocking, cl_event *event)
{
    capture_command *command = enqueued;
    if (code != CL_SUCCESS) {
        if (command)
            capture_command_free(command);
        return code;
    }
    cl_event own = command->event;
    capture_object_retain(own);
    add(command);
    capture_schedule_run();
    code = outcome(own, blocking);
    if (code == CL_SUCCESS && event)
        *event = own;
    else
        capture_event_unreference(own);
    return code;
}
