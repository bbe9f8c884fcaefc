/* The CPU cores of the machine, beside its SMs: their programs' misses and write-backs on the way to the
 * memory controllers, or to the L2, and back (machine options cpu_*).
 *
 * Core c is source number of SMs + c of its requests and a program, that is an address space, of its own
 * behind those of the GPU. Its lines lie apart from those of all others: the physical address is the virtual
 * one with the number of the program above it.
 *
 * At the memory controllers requests of all cores wait in one queue for each channel, from which the channel
 * admits in turn with the miss queues of its L2 banks (sim/dram/front_end.c). They are whole lines of the
 * CPU, of 64 bytes as a rule: two sectors of a line of 128 bytes, one entry of the scheduler queue and as
 * many columns as they fill. At the L2 each core has a port of the crossbar, reads are loads and write-backs
 * are stores.
 *
 * Cores run with the memory side of the exchange windows, in the thread that simulates it: results do not
 * depend on the number of threads. */
#ifndef POISE_SIM_CPU_CORES_H
#define POISE_SIM_CPU_CORES_H

#include "sim/base/base.h"
#include "sim/cpu/core.h"
#include "sim/dram/dram.h"
#include "sim/network/crossbar.h"

/* The choices of cpu_at. */
enum { CPU_AT_MEMORY, CPU_AT_L2 };

/* A line on its way back. */
typedef struct cpu_reply {
    uint64_t ready; /* core cycle of the GPU in which it is there */
    uint16_t mshr;
} cpu_reply;
DEFINE_FIFO(cpu_reply_fifo, cpu_reply)

struct sim_cpus;

typedef struct sim_cpu {
    cpu_core core;
    struct sim_cpus *all;
    uint32_t index;
    cpu_reply_fifo replies; /* in order of time */
    uint32_t written;       /* write-backs that the memory has taken since the core ran */
    packet_fifo leaving;    /* cpu_at = l2: on the way to the crossbar, or waiting for room there */
} sim_cpu;

typedef struct sim_cpus {
    sim_base *base;
    crossbar *crossbar;
    dram_channel *channels;
    sim_cpu *cpu;         /* [n] */
    uint32_t n;           /* 0 in most machines */
    uint32_t first_space; /* address space of the first core's program: the owner's to set */
} sim_cpus;

/* What cores are connected to. */
typedef struct cpus_surroundings {
    crossbar *crossbar;
    dram_channel *channels;
} cpus_surroundings;

/* The cores of base->n_cpus programs, which must outlive them. POISE_USAGE: lines that are longer than the
 * GPU's. Freed by cpus_free whatever the outcome. */
int cpus_make(sim_cpus *cpus, sim_base *base, const cpu_program *const *programs,
              const cpus_surroundings *around, poise_error *err);
/* All begin their programs, in core cycle 0. */
void cpus_begin(sim_cpus *cpus);
/* Lets core `index`, which may sleep, go on up to core cycle `now` of the GPU. */
void cpus_catch_up(sim_cpus *cpus, uint32_t index, uint64_t now);

/* Runs core `index` in the current core cycle. */
void cpus_run(sim_cpus *cpus, uint32_t index);
/* The line of `mshr` of core `source` leaves memory or crossbar in core cycle `when`, not before those that
 * left for this core; a write-back of it has been taken. */
void cpus_reply(sim_cpus *cpus, uint32_t source, uint16_t mshr, uint64_t when);
void cpus_written(sim_cpus *cpus, uint32_t source);
/* The cores as those whose requests wait in the CPUs' queue of a channel. */
dram_input cpus_input(sim_cpus *cpus);

#endif
