/* A .cpu file in memory, for those who walk it more than once: the simulator's CPU cores (sim/cpu). Read-only
 * once it is read, so several cores may share it. */
#ifndef POISE_TRACE_CPU_PROGRAM_H
#define POISE_TRACE_CPU_PROGRAM_H

#include "trace/cpu/cpu_trace.h"

/* A request of instruction number `position`, counted from 0. */
typedef struct cpu_program_request {
    uint64_t position;
    uint64_t coded; /* line << 1 | write_back: a million of them are read by each core */
} cpu_program_request;

/* `line` is address / line_bytes. */
static inline cpu_program_request cpu_program_request_make(uint64_t position, uint64_t line, bool write_back)
{
    return (cpu_program_request){position, line << 1 | write_back};
}
static inline uint64_t cpu_program_line(const cpu_program_request *request)
{
    return request->coded >> 1;
}
static inline bool cpu_program_writes_back(const cpu_program_request *request)
{
    return request->coded & 1;
}

typedef struct cpu_program {
    cpu_header header;
    cpu_totals totals; /* at least one instruction, at most CPU_PROGRAM_INSTRUCTIONS */
    size_t n;
    cpu_program_request *request; /* in order of position */
} cpu_program;

#define CPU_PROGRAM_INSTRUCTIONS (UINT64_C(1) << 56)

/* Reads a whole file. Free with cpu_program_free whatever the outcome. POISE_DAMAGED names the place;
 * POISE_FAILED: it cannot be read, there is no memory, or it has no instructions or too many. */
int cpu_program_read(cpu_program *program, const char *path, poise_error *err);
void cpu_program_free(cpu_program *program);

#endif
