/* What is measured, what came of it, and the rates that follow. */
#ifndef POISE_BENCH_REPORT_H
#define POISE_BENCH_REPORT_H

#include "bench/host.h"
#include "sim/sim.h"

/* A launch to simulate; its trace is shared by all simulations. */
typedef struct bench_subject {
    char *name; /* of a built-in kernel, or the path of a file */
    warp_trace trace;
    double load_s; /* seconds to read and decode the file, or to make the trace */
} bench_subject;

typedef struct bench_request {
    const sim_config *config;
    const policy_scheme *scheme;
    const bench_subject *subjects;
    size_t n_subjects;    /* >= 1 */
    uint32_t repeats;     /* simulations of each subject that are timed, >= 1 */
    const uint32_t *jobs; /* numbers of simultaneous simulations to compare; the first is the baseline */
    size_t n_jobs;
    const uint32_t *threads; /* numbers of threads of one simulation to compare with that */
    size_t n_threads;
} bench_request;

/* Repeated simulations of one subject. Times are around sim_launch only: reading the trace and making the
 * simulator stand apart. */
typedef struct bench_kernel {
    sim_counters counters; /* equal in all repeats */
    /* One element for each repeat, each array ascending. */
    double *create_s;  /* seconds of sim_create */
    double *elapsed_s; /* of the monotonic clock */
    double *cpu_s;     /* of processor time */
} bench_kernel;

/* The same set of independent simulations, `jobs` at a time with `sim_threads` each. */
typedef struct bench_scaling {
    uint32_t jobs;
    uint32_t sim_threads; /* threads of one simulation */
    size_t simulations;   /* in the set */
    double elapsed_s;     /* median of up to three repeats */
    double cpu_s;         /* the same; with jobs * elapsed_s far above it, cores were not to be had */
    double speedup;       /* over the first entry */
} bench_scaling;

typedef struct bench_memory {
    uint64_t peak_bytes;   /* of the whole process up to the last timed simulation; 0 = unknown */
    uint64_t traces_bytes; /* all decoded traces */
    uint64_t point_bytes;  /* growth for one more simulator, worst subject; 0 = unknown */
    size_t point_subject;  /* that subject */
} bench_memory;

typedef struct bench_report {
    bench_request request; /* points to what the caller owns */
    bench_host host;
    bench_kernel *kernels;  /* one for each subject */
    bench_scaling *scaling; /* one for each entry of request.jobs, then of request.threads */
    size_t n_scaling;
    bench_memory memory;
} bench_report;

/* A rate: its name in the files, the heading of the table, and the events that it counts. */
typedef struct bench_rate {
    const char *name, *heading;
    double (*events)(const sim_counters *c);
} bench_rate;
const bench_rate *bench_rate_table(size_t *n);
/* Events per second of the median repeat. */
double bench_rate_value(const bench_report *report, size_t kernel, const bench_rate *rate);
/* Geometric mean over all kernels. */
double bench_rate_mean(const bench_report *report, const bench_rate *rate);

/* Bytes that a decoded trace takes. */
uint64_t bench_trace_bytes(const warp_trace *trace);

/* Frees what bench_run has allocated; the request stays the caller's. */
void bench_report_free(bench_report *report);

#endif
