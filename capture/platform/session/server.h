/* The process that runs kernels, seen from the platform. It is started with the first launch, and again after
 * it was lost or in a child of the program. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_SERVER_H
#define POISE_CAPTURE_PLATFORM_SESSION_SERVER_H

#include "capture/order.h"
#include "capture/platform/objects.h"

/* What is to be said of a launch, failed or not; "" = nothing. */
typedef struct capture_warnings {
    char bounds[POISE_ERROR_TEXT], absence[POISE_ERROR_TEXT]; /* as in capture_answer */
} capture_warnings;

/* Runs the order, whose kernel is of `program`, and waits for its end. *totals is of a traced launch.
 * POISE_FAILED with the reason. */
int capture_server_launch(const capture_order *order, cl_program program, capture_totals *totals,
                          capture_warnings *warnings, poise_error *err);

/* The program's code will not be launched again, or not the same. */
void capture_server_forget(cl_program program);

#endif
