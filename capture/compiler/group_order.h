/* Whether the work-groups of a kernel may run at the same time. What depends on addresses is found out while
 * the kernel runs (runtime/shadow.h); here is what the code says. */
#ifndef POISE_CAPTURE_GROUP_ORDER_H
#define POISE_CAPTURE_GROUP_ORDER_H

#include "capture/compiler/control_flow.h"

/* True when the result may depend on the order of groups: an atomic operation on global memory whose returned
 * value is used, that does not commute (exchange, compare and exchange, floating point) or that meets one of
 * another kind; a call that has an effect outside (printf). */
bool capture_needs_group_order(const capture_flow *flow);

/* Whether nothing is written through pointer parameter `i` of the kernel, as LLVM has found. */
bool capture_is_read_only(LLVMValueRef kernel, unsigned i);

#endif
