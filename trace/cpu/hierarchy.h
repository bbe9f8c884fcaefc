/* The caches between a CPU and its memory: two of the first level, for instructions and for data, and the
 * last level behind them. All write back and allocate on writes. The last level neither includes nor excludes
 * what the first holds; a changed line that leaves the first level is written to the last, where it needs no
 * read. Source of the default sizes: Ausavarungnirun 2017, Table 5.2; the rest is our choice. */
#ifndef POISE_TRACE_CPU_HIERARCHY_H
#define POISE_TRACE_CPU_HIERARCHY_H

#include "trace/cpu/cache.h"
#include "trace/cpu/cpu_trace.h"

typedef enum cpu_use { CPU_FETCH, CPU_LOAD, CPU_STORE } cpu_use;

enum { CPU_MOST_REQUESTS = 3 }; /* of one use of a line: a read and two lines written back */

typedef struct cpu_hierarchy {
    uint64_t line_bytes;
    cpu_cache l1i, l1d, llc;
} cpu_hierarchy;

/* `caches` has been checked. Free with cpu_hierarchy_free whatever the outcome. */
int cpu_hierarchy_make(cpu_hierarchy *hierarchy, const cpu_caches *caches, poise_error *err);
void cpu_hierarchy_free(cpu_hierarchy *hierarchy);

typedef struct cpu_effect {
    bool l1_miss;
    uint32_t n_requests;
    cpu_request request[CPU_MOST_REQUESTS]; /* gap 0; the read first, it is what the CPU waits for */
} cpu_effect;

cpu_effect cpu_hierarchy_use(cpu_hierarchy *hierarchy, uint64_t line, cpu_use use);

#endif
