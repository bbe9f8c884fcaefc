/* The text of `valgrind --tool=lackey --trace-mem=yes`: "I  04001d30,3" for an instruction, then " L", " S"
 * and " M ADDRESS,BYTES" for what it loads, stores and modifies. */
#ifndef POISE_TRACE_CPU_LACKEY_H
#define POISE_TRACE_CPU_LACKEY_H

#include "trace/cpu/cpu_trace.h"

typedef enum lackey_kind {
    LACKEY_NOTHING, /* an empty line or a message of valgrind */
    LACKEY_INSTRUCTION,
    LACKEY_LOAD,
    LACKEY_STORE,
    LACKEY_MODIFY,
    LACKEY_WRONG, /* no line that lackey writes */
} lackey_kind;

typedef struct lackey_access {
    lackey_kind kind;
    uint64_t address;
    uint32_t bytes; /* 1 to 4096 */
} lackey_access;

/* One line without its line end. */
lackey_access lackey_parse(const char *line);

typedef struct lackey_plan {
    cpu_caches caches;
    int64_t skip;         /* instructions that only warm the caches */
    int64_t instructions; /* to record at most; 0 = all */
} lackey_plan;

/* Reads lackey's text up to the last instruction that is wanted and lets `visit` have the requests of the
 * recorded part. `header` is filled before the first visit. A line that is none of lackey's, and a text that
 * ends before anything is recorded, are POISE_DAMAGED; caches that cannot be are POISE_USAGE. */
int lackey_record(FILE *stream, const char *name, const lackey_plan *plan, cpu_header *header,
                  cpu_totals *totals, cpu_visit *visit, void *user, poise_error *err);

#endif
