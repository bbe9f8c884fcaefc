/* Runs one launch: with several workers where groups do not influence each other, otherwise in order. */
#ifndef POISE_CAPTURE_ATTEMPT_H
#define POISE_CAPTURE_ATTEMPT_H

#include "profile/capture/order.h"
#include "profile/capture/server/collect.h"
#include "profile/capture/server/prepare.h"
#include "profile/capture/server/settings.h"

/* *in_order: whether the kernel is known to need the order of groups; set when it is found out. Traces are
 * the same whether launches run in order or not. `outcome` is zeroed before; what was printed is in it after
 * a failure too. */
int capture_run_order(const capture_order *order, capture_prepared *prepared,
                      const capture_settings *settings, const capture_host *host, bool *in_order,
                      capture_outcome *outcome, poise_error *err);

#endif
