/* What programs lose by each other. The list is metrics.def, docs/MIXES.md defines them. */
#ifndef POISE_EVALUATE_MIX_METRICS_H
#define POISE_EVALUATE_MIX_METRICS_H

#include "evaluate/mix/run.h"

/* Undefined ones are NaN. */
typedef struct evaluate_mix_metrics {
#define MIX_METRIC(member, ...) double member;
#include "evaluate/mix/metrics.def"
#undef MIX_METRIC
} evaluate_mix_metrics;

typedef enum evaluate_mix_mean { EVALUATE_MIX_ARITHMETIC, EVALUATE_MIX_HARMONIC } evaluate_mix_mean;

typedef struct evaluate_mix_metric_info {
    const char *name, *unit, *title;
    bool of_cpus;           /* defined where there are CPU programs only */
    evaluate_mix_mean mean; /* over mixes */
    size_t offset;          /* of the double in evaluate_mix_metrics */
} evaluate_mix_metric_info;

/* All in table order; *n is their number. */
const evaluate_mix_metric_info *evaluate_mix_metric_table(size_t *n);
static inline double evaluate_mix_metric_value(const evaluate_mix_metrics *metrics,
                                               const evaluate_mix_metric_info *info)
{
    return *(const double *)poise_const_member(metrics, info->offset);
}

/* "arithmetic mean" or "harmonic mean". */
const char *evaluate_mix_mean_name(const evaluate_mix_metric_info *info);

/* Instructions per CPU cycle, 0 before the first. */
double evaluate_cpu_ipc(const cpu_counts *counts);

/* IPC alone / IPC side by side; NaN where one of them is 0. */
double evaluate_mix_slowdown(const sim_mix_result *shared, const sim_mix_result *alone);
double evaluate_cpu_slowdown(const sim_cpu_result *shared, const sim_cpu_result *alone);

/* Of n programs and n_cpus CPU cores. */
evaluate_mix_metrics evaluate_mix_metrics_of(const evaluate_mix_outcome *shared,
                                             const evaluate_mix_outcome *alone, size_t n, size_t n_cpus);

#endif
