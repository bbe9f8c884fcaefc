/* How the requests of a CPU program fall on rows and banks of DRAM, without time: the two measures by which
 * memory schedulers tell programs apart (Ausavarungnirun 2017, section 5.1.4). */
#ifndef POISE_TRACE_CPU_LOCALITY_H
#define POISE_TRACE_CPU_LOCALITY_H

#include "trace/cpu/cpu_trace.h"

/* What stands above the channel in a line number, from the lowest: */
typedef enum cpu_interleave {
    CPU_INTERLEAVE_ROW,  /* place in the row, bank, row: a stream stays in a row */
    CPU_INTERLEAVE_LINE, /* bank, place in the row, row: a stream goes round the banks */
} cpu_interleave;

typedef struct cpu_dram {
    int64_t channels, banks; /* banks of a channel */
    int64_t row_bytes;       /* a multiple of the line */
    int64_t window;          /* instructions that are looked at together */
    int interleave;          /* cpu_interleave */
} cpu_dram;

typedef struct cpu_locality {
    cpu_dram dram;
    uint64_t *open_row; /* of each bank: row + 1; 0 = none yet */
    uint64_t *seen;     /* window in which the bank was last asked for a miss, + 1 */
    uint64_t requests, row_hits;
    uint64_t position;   /* instruction of the last request */
    uint64_t window;     /* the last one with a miss, + 1 */
    uint64_t windows;    /* with at least one miss */
    uint64_t banks_busy; /* sum over these windows */
} cpu_locality;

/* POISE_USAGE when a number is out of range. Free with cpu_locality_free whatever the outcome. */
int cpu_locality_make(cpu_locality *locality, const cpu_dram *dram, poise_error *err);
void cpu_locality_free(cpu_locality *locality);

/* Takes the next request. `line_bytes` as in the trace's header, at most row_bytes. */
void cpu_locality_add(cpu_locality *locality, const cpu_request *request, int64_t line_bytes);

/* Requests, misses and write-backs alike, that ask for the row that the request before in the same bank asked
 * for, divided by all requests: one row stays open in each bank, requests are served in order. 0 without any.
 */
double cpu_locality_row_hit_rate(const cpu_locality *locality);

/* Different banks of all channels that the misses of `window` instructions fall on (windows begin at
 * multiples of `window`), mean of the windows with a miss. An upper limit: it takes misses of a window as
 * independent. 0 without any. */
double cpu_locality_banks_busy(const cpu_locality *locality);

#endif
