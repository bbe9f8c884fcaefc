#include "evaluate/mix/metrics.h"

#include <math.h>

const evaluate_mix_metric_info *evaluate_mix_metric_table(size_t *n)
{
    static const evaluate_mix_metric_info table[] = {
#define MIX_METRIC(member, unit, of_cpus, mean, title) \
    {#member, (unit), (title), (of_cpus), EVALUATE_MIX_##mean, offsetof(evaluate_mix_metrics, member)},
#include "evaluate/mix/metrics.def"
#undef MIX_METRIC
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

const char *evaluate_mix_mean_name(const evaluate_mix_metric_info *info)
{
    return info->mean == EVALUATE_MIX_HARMONIC ? "harmonic mean" : "arithmetic mean";
}

static double slowdown(double side_by_side, double by_itself)
{
    return side_by_side > 0 && by_itself > 0 ? by_itself / side_by_side : NAN;
}

double evaluate_cpu_ipc(const cpu_counts *counts)
{
    return counts->cycles > 0 ? (double)counts->instructions / (double)counts->cycles : 0;
}

double evaluate_mix_slowdown(const sim_mix_result *shared, const sim_mix_result *alone)
{
    return slowdown(sim_ipc(&shared->counters), sim_ipc(&alone->counters));
}

double evaluate_cpu_slowdown(const sim_cpu_result *shared, const sim_cpu_result *alone)
{
    return slowdown(evaluate_cpu_ipc(&shared->counts), evaluate_cpu_ipc(&alone->counts));
}

evaluate_mix_metrics evaluate_mix_metrics_of(const evaluate_mix_outcome *shared,
                                             const evaluate_mix_outcome *alone, size_t n, size_t n_cpus)
{
    double sum = 0, most = 0, most_of_cpus = 0, least = INFINITY, speedup[2] = {0, 0};
    evaluate_mix_metrics m = {0};
    for (size_t i = 0; i < n + n_cpus; i++) {
        const double one = i < n ? evaluate_mix_slowdown(&shared->programs[i], &alone->programs[i])
                                 : evaluate_cpu_slowdown(&shared->cpus[i - n], &alone->cpus[i - n]);
        speedup[i >= n] += 1 / one;
        sum += one;
        most = fmax(most, one);
        most_of_cpus = i < n ? most_of_cpus : fmax(most_of_cpus, one);
        least = fmin(least, one);
    }
    for (size_t i = 0; i < n; i++)
        m.ipc_total += sim_ipc(&shared->programs[i].counters);
    m.weighted_speedup = speedup[0] + speedup[1];
    m.harmonic_speedup = (double)(n + n_cpus) / sum;
    m.maximum_slowdown = isnan(sum) ? NAN : most;
    m.unfairness = isnan(sum) ? NAN : most / least;
    m.gpu_speedup = n_cpus > 0 && n > 0 ? speedup[0] : NAN;
    m.cpu_weighted_speedup = n_cpus > 0 ? speedup[1] : NAN;
    m.cpu_max_slowdown = n_cpus > 0 && !isnan(speedup[1]) ? most_of_cpus : NAN;
    return m;
}
