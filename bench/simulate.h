/* One timed simulation. Internal to the benchmark. */
#ifndef POISE_BENCH_SIMULATE_H
#define POISE_BENCH_SIMULATE_H

#include "bench/report.h"

typedef struct bench_times {
    double create_s, elapsed_s, cpu_s;
} bench_times;

/* Makes a simulator with `threads` threads and runs subject `i` on it. With `kept` the simulator is stored
 * there and the caller destroys it. `config` may differ from that of the request. */
int bench_simulate(const bench_request *request, const sim_config *config, size_t i, uint32_t threads,
                   sim_counters *counters, bench_times *times, simulator **kept, poise_error *err);

/* Fills report->scaling. */
int bench_measure_scaling(bench_report *report, poise_error *err);

/* Fills report->memory but for the peak. Raises the peak of the process: read that before. */
int bench_measure_memory(bench_report *report, poise_error *err);

#endif
