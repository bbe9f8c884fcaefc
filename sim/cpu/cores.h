/* The CPU cores of the machine, beside its SMs: their programs' misses and write-backs on the way to the
 * memory controllers, or to the L2, and back (machine options cpu_*).
 *
 * Core c is source number of SMs + c of its requests and a program, that is an address space, of its own
 * behind those of the GPU. Its lines lie apart from those of all others: the physical address is the virtual
 * one with the number of the program above it.
 *
 * At the memory controllers requests of all cores wait in one queue for each channel, from which the channel
 * admits in turn with the miss queues of its L2 banks (dram.c). They are whole lines of the CPU, of 64 bytes
 * as a rule: two sectors of a line of 128 bytes, one entry of the scheduler queue and as many columns as they
 * fill. At the L2 each core has a port of the crossbar, reads are loads and write-backs are stores.
 *
 * Cores run with the memory side of the exchange windows, in the thread that simulates it: results do not
 * depend on the number of threads. */
#ifndef POISE_SIM_CPU_CORES_H
#define POISE_SIM_CPU_CORES_H

#include "common/error.h"
#include "sim/cpu/core.h"
#include "sim/network/packet.h"
#include "sim/sim.h"

struct gpu;

enum { CPU_APP_SHIFT = 48 };

/* The choices of cpu_at. */
enum { CPU_AT_MEMORY, CPU_AT_L2 };

/* A line on its way back. */
typedef struct cpu_reply {
    uint64_t ready; /* core cycle of the GPU in which it is there */
    uint16_t mshr;
} cpu_reply;
DEFINE_FIFO(cpu_reply_fifo, cpu_reply)

typedef struct sim_cpu {
    cpu_core core;
    struct gpu *gpu;
    uint32_t index;
    cpu_reply_fifo replies; /* in order of time */
    uint32_t written;       /* write-backs that the memory has taken since the core ran */
    packet_fifo leaving;    /* cpu_at = l2: on the way to the crossbar, or waiting for room there */
    sim_cpu_result result;
} sim_cpu;

/* The cores of gpu->n_cpus programs, which must outlive them. POISE_USAGE: lines that are longer than the
 * GPU's. Freed by cpus_free whatever the outcome. */
int cpus_make(struct gpu *gpu, const cpu_program *const *programs, poise_error *err);
void cpus_free(struct gpu *gpu);
/* All begin their programs, in core cycle 0. */
void cpus_begin(struct gpu *gpu);
/* Between windows: takes the results of those that have ended; at the end of the run, of the others. */
void cpus_exchange(struct gpu *gpu);
void cpus_end(struct gpu *gpu);
/* Nothing happens from core cycle `end` of an exchange to that of the next window, `next`: when max_cycles
 * lies before that, takes the results of those that have not ended. They go on and load the machine. */
void cpus_limit(struct gpu *gpu, uint64_t end, uint64_t next);
/* Whether each has ended its program once, or was cut short, as of the last exchange. */
bool cpus_have_ended(const struct gpu *gpu);
/* Of the program of the core that has furthest to go, or of max_cycles; 1 when all have ended. */
double cpus_share_done(const struct gpu *gpu);

/* Requests that all cores together can have outside at a time. */
uint32_t cpus_most_requests(const struct gpu *gpu);

/* Runs core `index` in the current core cycle. */
void cpus_run(struct gpu *gpu, uint32_t index);
/* The line of `mshr` of core `source` leaves memory or crossbar in core cycle `when`, not before those that
 * left for this core; a write-back of it has been taken; the crossbar has taken a packet of it. */
void cpus_reply(struct gpu *gpu, uint32_t source, uint16_t mshr, uint64_t when);
void cpus_written(struct gpu *gpu, uint32_t source);
void cpus_wake(struct gpu *gpu, uint32_t source);

#endif
