/* A trace of loads, stores and atomics on one page, for tests of what caches and memory are asked. */
#ifndef POISE_TESTS_UNIT_SIM_REQUEST_TRACE_H
#define POISE_TESTS_UNIT_SIM_REQUEST_TRACE_H

#include "tests/unit/sim/cache_recorder.h"

enum { PAGE = 5 }; /* where page 0 of the trace lies */
static const uint64_t first_line = (uint64_t)PAGE << TRACE_PAGE_LINES_SHIFT;

static micro m;
static uint32_t load_inst, store_inst, atomic_inst, use_inst;

/* Empties trace and record. */
static inline void begin(uint32_t blocks, uint32_t warps)
{
    micro_begin(&m, blocks, warps);
    m.pages[0] = (uint64_t)PAGE << TRACE_PAGE_SHIFT;
    load_inst = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    store_inst = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, -1);
    atomic_inst = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 3, -1);
    use_inst = micro_inst(&m, TRACE_OP_INT, 2, 1);
    record = (struct cache_record){0};
}

/* A load of `n` lines whose value is waited for. */
static inline void load(uint32_t line, uint32_t n)
{
    micro_access(&m, load_inst, line, n, 1);
    micro_run(&m, use_inst);
}

#endif
