/* Metrics of one program under one policy, and their means over programs. The list is metrics.def. */
#ifndef POISE_EVALUATE_METRICS_H
#define POISE_EVALUATE_METRICS_H

#include "common/member.h"
#include "evaluate/facts.h"
#include "sim/sim.h"

#include <stddef.h>

/* A metric that is undefined (a ratio to 0) is NaN: "-" in tables, empty in CSV, null in JSON. */
typedef struct evaluate_metrics {
#define METRIC(member, unit, scale, decimals, mean, title) double member;
#include "evaluate/metrics.def"
#undef METRIC
} evaluate_metrics;

typedef enum evaluate_mean {
    EVALUATE_MEAN_NONE,
    EVALUATE_MEAN_HARMONIC,
    EVALUATE_MEAN_ARITHMETIC,
    EVALUATE_MEAN_GEOMETRIC
} evaluate_mean;

/* "harmonic mean", "arithmetic mean", "geometric mean". */
const char *evaluate_mean_name(evaluate_mean mean);

typedef struct evaluate_metric_info {
    const char *name, *unit, *title;
    double scale; /* factor of the number shown in tables */
    int decimals; /* shown in tables */
    evaluate_mean mean;
    size_t offset; /* of the double in evaluate_metrics */
} evaluate_metric_info;

/* All metrics in table order; *n is their number. */
const evaluate_metric_info *evaluate_metric_table(size_t *n);

static inline double evaluate_metric_value(const evaluate_metrics *metrics, const evaluate_metric_info *info)
{
    return *(const double *)poise_const_member(metrics, info->offset);
}

/* The mean of a metric over programs where ratios to the baseline have the mean `of_ratios` instead of the
 * harmonic one; EVALUATE_MEAN_NONE: instead of nothing. The mean of other metrics is their own. */
static inline evaluate_mean evaluate_mean_of(const evaluate_metric_info *info, evaluate_mean of_ratios)
{
    return info->mean == EVALUATE_MEAN_HARMONIC && of_ratios != EVALUATE_MEAN_NONE ? of_ratios : info->mean;
}

/* Metrics of the counters `one` and what else is known (all launches of a program) against those of the
 * baseline policy. */
evaluate_metrics evaluate_metrics_of(const sim_counters *one, const evaluate_facts *facts,
                                     const sim_counters *baseline, const sim_config *config);

/* The same where the baseline was simulated on a machine of its own. Cycles and latencies are compared as
 * times: core clocks may differ. */
evaluate_metrics evaluate_metrics_against(const sim_counters *one, const evaluate_facts *facts,
                                          const sim_config *config, const sim_counters *baseline,
                                          const sim_config *baseline_config);

/* Mean of each metric over n programs, of its own kind; undefined values are left out. Element i is
 * all[i * stride]. */
evaluate_metrics evaluate_metrics_mean(const evaluate_metrics *all, size_t n, size_t stride);
/* The same of the kind that evaluate_mean_of says. */
evaluate_metrics evaluate_metrics_mean_by(const evaluate_metrics *all, size_t n, size_t stride,
                                          evaluate_mean of_ratios);

#endif
