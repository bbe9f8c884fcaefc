/* The lines of memory instructions in the order in which their requests go, where that is not the order of
 * the trace (coalesce_order): from the highest address down. Source: memory_coalescing_arch() sorts the
 * requests of an instruction by address, and the load-store unit takes the last of them first,
 * warp_inst_t:: accessq_back() [GS]. */
#ifndef POISE_SIM_SM_LINE_ORDER_H
#define POISE_SIM_SM_LINE_ORDER_H

#include "sim/base/number_pool.h"
#include "trace/trace.h"

/* A list of lines, and depths, that is in use. */
typedef struct ordered_lines {
    uint32_t word[1 + TRACE_MAX_ENTRIES];
} ordered_lines;

typedef struct line_order {
    ordered_lines *lines; /* NULL: requests go in the order of the trace */
    number_pool used;
} line_order;

/* For `instructions` at a time. False: no memory. */
bool line_order_init(line_order *order, storage *from, uint32_t instructions);
/* None is in use. */
void line_order_clear(line_order *order);

/* The lines at `list` (trace/line_list.h) of an instruction of `trace`, with their depths, from the highest
 * address down: a plain list, in use until it is given back, or `list` itself where that is a single line. */
const uint32_t *line_order_take(line_order *order, const warp_trace *trace, const uint32_t *list);
/* `list` may be one that has not been taken. */
void line_order_give(line_order *order, const uint32_t *list);

#endif
