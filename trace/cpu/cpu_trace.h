/* What a program on a CPU asks of the memory: the misses of its last-level cache with the instructions
 * between them (.cpu files), for studies of memory controllers that CPUs and a GPU share (staged memory
 * scheduling, Ausavarungnirun 2017, chapter 5). docs/CPU.md has the layout. */
#ifndef POISE_TRACE_CPU_TRACE_H
#define POISE_TRACE_CPU_TRACE_H

#include "common/error.h"
#include "trace/format/container.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CPU_COMMAND_BYTES = 1024 };

/* Sizes of the caches. Signed, for option tables store them. */
typedef struct cpu_caches {
    int64_t line_bytes;
    int64_t l1_bytes, l1_ways; /* of each of the two, instructions and data */
    int64_t llc_bytes, llc_ways;
} cpu_caches;

typedef struct cpu_header {
    cpu_caches caches;
    char command[CPU_COMMAND_BYTES]; /* of the program that ran; "" = not known */
} cpu_header;

typedef struct cpu_totals {
#define CPU_TOTAL(name, meaning) uint64_t name;
#include "trace/cpu/totals.def"
#undef CPU_TOTAL
} cpu_totals;

typedef struct cpu_request {
    uint64_t
        gap; /* instructions from that of the request before; of the first: from the recorded part's first */
    uint64_t line; /* address / line_bytes, below 2^60 */
    bool write_back;
} cpu_request;

/* Takes requests in order; what it returns other than 0 ends the walk with that code. */
typedef int cpu_visit(void *user, const cpu_request *request, poise_error *err);

/* ---- writing ---- */

typedef struct cpu_output {
    trace_output out;
    trace_bytes content; /* of the chunk under way */
    uint64_t line;       /* of the request before, 0 at the beginning of a chunk */
} cpu_output;

/* Writes to `stream`, which like `name` (for messages) stays the caller's. Free with cpu_output_free whatever
 * the outcome. */
int cpu_output_begin(cpu_output *output, FILE *stream, const char *name, const cpu_header *header,
                     poise_error *err);
int cpu_output_add(cpu_output *output, const cpu_request *request, poise_error *err);
int cpu_output_end(cpu_output *output, const cpu_totals *totals, poise_error *err);
void cpu_output_free(cpu_output *output);

/* ---- reading ---- */

/* Reads a whole file with the memory of one chunk. `header` is filled before the first visit, `totals` at the
 * end, when they have been found to fit the requests. `visit` may be NULL. POISE_DAMAGED names the place. */
int cpu_trace_read(FILE *stream, const char *name, cpu_header *header, cpu_totals *totals, cpu_visit *visit,
                   void *user, poise_error *err);

/* Whether caches of these sizes can be built: whole numbers of sets, lines of a power of two. */
int cpu_caches_check(const cpu_caches *caches, poise_error *err);

#endif
