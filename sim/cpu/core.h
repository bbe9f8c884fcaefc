/* A CPU core that runs a recorded program (.cpu, docs/CPU.md): what stands between its misses and the memory.
 *
 * In each CPU cycle up to `width` instructions retire in order, then up to `width` enter the window of
 * `window` instructions. An instruction that misses asks for its lines as it enters, each with an MSHR that
 * is held until the line has come; it retires when it has all. Instructions that do not miss are ready at
 * once. A write-back needs a place in the write-back queue and nobody waits for it. What finds no MSHR or no
 * place lets the instructions behind it wait. Misses do not wait for each other: the recording does not know
 * which depend. At its end the program begins again; what it has done by its first end is kept apart. Source:
 * Ausavarungnirun 2017, Table 5.2 (width, window); the rest is our choice, that of trace-driven cores in
 * memory studies.
 *
 * The core knows nothing of GPUs or clocks: it counts its own cycles, and runs only those in which something
 * changes its pace. */
#ifndef POISE_SIM_CPU_CORE_H
#define POISE_SIM_CPU_CORE_H

#include "sim/base/number_pool.h"
#include "trace/cpu/cpu_program.h"

typedef struct cpu_core_shape {
    uint32_t width;       /* instructions a cycle, at least 1 */
    uint32_t window;      /* at least 1 */
    uint32_t mshrs;       /* 1 .. 65534 */
    uint32_t write_queue; /* at least 1 */
} cpu_core_shape;

typedef struct cpu_counts {
#define CPU_COUNT(name, meaning) uint64_t name;
#include "sim/cpu/counts.def"
#undef CPU_COUNT
} cpu_counts;

typedef enum cpu_stall { CPU_GOES, CPU_STALL_WINDOW, CPU_STALL_MSHR, CPU_STALL_QUEUE } cpu_stall;

/* A read on its way; in a list in program order. */
typedef struct cpu_read {
    uint64_t position; /* its instruction, counted over all rounds */
    uint64_t sent;     /* CPU cycle */
    uint16_t older, younger;
} cpu_read;

enum { CPU_NO_READ = UINT16_MAX };

/* A request to the memory. The owner answers a read with cpu_core_reply, and says with cpu_core_written when
 * a write-back has left the queue. */
typedef struct cpu_sent {
    uint64_t line; /* address / line_bytes of the program */
    bool write_back;
    uint16_t mshr; /* of a read */
} cpu_sent;

struct cpu_core;
typedef void cpu_send(void *context, struct cpu_core *core, const cpu_sent *request);

typedef struct cpu_core {
    cpu_core_shape shape;
    const cpu_program *program;
    cpu_send *send;
    void *context;

    uint64_t cycle; /* all before it have been run */
    uint64_t next;  /* the first in which something else may happen than before, UINT64_MAX = none known */
    uint64_t fetched, retired;        /* instructions, over all rounds */
    uint32_t fetch_pace, retire_pace; /* of each cycle before `next`, 0 or width */
    cpu_stall stall;                  /* of these cycles */
    uint64_t round_start;             /* number of the first instruction of this round */
    size_t request;                   /* of the program: the next to be sent */
    cpu_read *read;                   /* [mshrs] */
    number_pool mshrs;
    uint16_t oldest, youngest; /* reads on their way */
    uint32_t writes_queued;
    bool has_ended; /* once */
    cpu_counts count, first_round;
} cpu_core;

/* `program` must outlive the core. False when there is no memory; free with cpu_core_free either way. */
bool cpu_core_init(cpu_core *core, storage *from, const cpu_program *program, const cpu_core_shape *shape,
                   cpu_send *send, void *context);
/* As after cpu_core_init. */
void cpu_core_reset(cpu_core *core);

/* Runs all cycles before `past`, one by one with `every_cycle`. Returns the cycle in which it goes on by
 * itself, UINT64_MAX when a line or a place in the queue must come first. */
uint64_t cpu_core_run(cpu_core *core, uint64_t past, bool every_cycle);

/* The line of a read has come, the memory has taken a write-back: the core makes use of it in `cycle`, before
 * which it has run at the most. */
void cpu_core_reply(cpu_core *core, uint16_t mshr, uint64_t cycle);
void cpu_core_written(cpu_core *core, uint64_t cycle);

/* What it has done by its first end, or up to now when that has not come. */
cpu_counts cpu_core_counts(const cpu_core *core);
/* Instructions that have retired before `cycle`, to which it has run or could without anything new; over all
 * rounds. */
uint64_t cpu_core_retired_by(const cpu_core *core, uint64_t cycle);
/* All up to now, what it has begun again as well. */
cpu_counts cpu_core_counts_until_now(const cpu_core *core);

#endif
