/* Mixes: programs side by side on one machine (sim/mix.h), the SMs that each has, and what they lose by each
 * other. docs/MIXES.md defines the metrics. */
#ifndef POISE_EVALUATE_MIX_MIX_H
#define POISE_EVALUATE_MIX_MIX_H

#include "sim/mix.h"
#include "trace/files.h"

#include <stdatomic.h>

/* The SMs that somebody asks for. */
typedef struct evaluate_sms {
    uint32_t n;     /* 0 = an equal share of what is left */
    uint32_t first; /* used when is_placed; otherwise the first that are free */
    bool is_placed;
} evaluate_sms;

typedef struct evaluate_mix_program {
    char *name, *folder;
    trace_files files; /* launches, in order */
    evaluate_sms sms;
} evaluate_mix_program;

typedef struct evaluate_mix {
    char *name; /* NULL = it has none */
    size_t n;
    evaluate_mix_program *programs;
} evaluate_mix;

/* Cuts "@8" or "@0-7" off the end of `word`, which names traces, and stores what it asks for; without it n =
 * 0. An empty range is POISE_USAGE. */
int evaluate_sms_split(char *word, evaluate_sms *sms, poise_error *err);
/* Appends the program whose launches are the traces of `folder`. */
int evaluate_mix_add(evaluate_mix *mix, const char *folder, const evaluate_sms *sms, poise_error *err);
/* A zeroed one is fine. */
void evaluate_mix_free(evaluate_mix *mix);

/* SMs first .. first + n - 1. */
typedef struct evaluate_range {
    uint32_t first, n;
} evaluate_range;

/* Deals `sms` SMs to the programs: first to those that name them, then to those that name a number, then
 * equal shares of the rest, of which the first programs have one more when it does not divide. POISE_USAGE
 * when there are not enough. */
int evaluate_mix_partition(const evaluate_mix *mix, uint32_t sms, evaluate_range *ranges, poise_error *err);

typedef struct evaluate_mix_machine {
    const sim_config *config;
    sim_policies policies;
    uint32_t threads;        /* of a simulation */
    const atomic_bool *stop; /* NULL = none */
} evaluate_mix_machine;

/* Runs the programs side by side; results[mix->n]. *whole (may be NULL): the machine's counters. Holds one
 * trace of each program in memory at a time. *stuck, if it is not NULL, becomes the report of
 * sim_stuck_report as text that the caller frees, or NULL. */
int evaluate_mix_run(const evaluate_mix *mix, const evaluate_range *ranges,
                     const evaluate_mix_machine *machine, sim_mix_result *results, sim_counters *whole,
                     char **stuck, poise_error *err);
/* Runs one of them alone on the SMs 0 .. sms - 1. */
int evaluate_mix_run_alone(const evaluate_mix_program *program, uint32_t sms,
                           const evaluate_mix_machine *machine, sim_mix_result *result, poise_error *err);

typedef struct evaluate_mix_metrics {
    double weighted_speedup; /* sum over programs of IPC side by side / IPC alone */
    double harmonic_speedup; /* harmonic mean of these */
    double maximum_slowdown; /* largest IPC alone / IPC side by side */
    double unfairness;       /* largest / smallest of these */
    double ipc;              /* sum of the programs' */
} evaluate_mix_metrics;

/* IPC alone / IPC side by side; NaN where one of them is 0. */
double evaluate_mix_slowdown(const sim_mix_result *shared, const sim_mix_result *alone);
evaluate_mix_metrics evaluate_mix_metrics_of(const sim_mix_result *shared, const sim_mix_result *alone,
                                             size_t n);

#endif
