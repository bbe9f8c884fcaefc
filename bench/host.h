/* The machine that the benchmark runs on, and what this process takes of it. */
#ifndef POISE_BENCH_HOST_H
#define POISE_BENCH_HOST_H

#include <stdint.h>

enum { BENCH_CPU_MODEL = 128 };

typedef struct bench_host {
    char cpu_model[BENCH_CPU_MODEL]; /* "unknown" where /proc/cpuinfo does not say */
    uint32_t cores;                  /* that this process may run on */
} bench_host;

bench_host bench_host_describe(void);

/* Memory of this process now (VmRSS) and at most so far (VmHWM), in bytes; 0 when the system does not say. */
uint64_t bench_memory_now(void);
uint64_t bench_memory_peak(void);

/* Gives free heap pages back to the system, so that bench_memory_now counts only what is in use. */
void bench_memory_trim(void);

/* Processor seconds of all threads of this process. */
double bench_cpu_now(void);

#endif
