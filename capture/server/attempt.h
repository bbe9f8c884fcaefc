/* Runs one launch: with several workers where groups do not influence each other, otherwise in order. */
#ifndef POISE_CAPTURE_ATTEMPT_H
#define POISE_CAPTURE_ATTEMPT_H

#include "capture/order.h"
#include "capture/server/collect.h"
#include "capture/server/experience.h"
#include "capture/server/prepare.h"

/* `message` is `order` as it was encoded, for the workers; `launch` is made from it. `experience` with the
 * kernel decides how the launch runs, and learns from it. Traces are the same however launches run. `outcome`
 * is zeroed before; what was printed is in it after a failure too. */
int capture_run_order(const capture_order *order, const trace_bytes *message, const capture_launch *launch,
                      capture_crew *crew, capture_experience *experience, capture_outcome *outcome,
                      poise_error *err);

#endif
