/* How fast and how large is the simulator? Measures simulation rates, memory and scaling, of independent
 * simulations and of one that uses several threads, on the machine it runs on. Nothing here judges the
 * figures. */
#ifndef POISE_BENCH_BENCH_H
#define POISE_BENCH_BENCH_H

#include "bench/report.h"

/* Measures everything. On success and on failure the caller frees with bench_report_free. A simulation that
 * fails, or does not repeat its counters, is POISE_FAILED with the name of the subject. */
int bench_run(bench_report *report, const bench_request *request, poise_error *err);

#endif
