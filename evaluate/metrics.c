#include "evaluate/metrics.h"

#include <math.h>

const evaluate_metric_info *evaluate_metric_table(size_t *n)
{
    static const evaluate_metric_info table[] = {
#define METRIC(member, unit, scale, decimals, mean, title) \
    {#member, unit, title, scale, decimals, EVALUATE_MEAN_##mean, offsetof(evaluate_metrics, member)},
#include "evaluate/metrics.def"
#undef METRIC
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

static double ratio(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : NAN;
}

/* Share of the DRAM command cycles of all channels in which data was on the bus. */
static double dram_utilisation(const sim_counters *c, const sim_config *config)
{
    double dram_cycles = (double)c->cycles * config->dram_mhz / config->core_mhz;
    return ratio((double)c->dram_busy, dram_cycles * (double)config->channels);
}

evaluate_metrics evaluate_metrics_of(const sim_counters *one, const sim_counters *baseline,
                                     const sim_config *config)
{
    return (evaluate_metrics){
        .cycles = (double)one->cycles,
        .speedup = ratio((double)baseline->cycles, (double)one->cycles),
        .ipc = sim_ipc(one),
        .l1_hit_rate = sim_l1_hit_rate(one),
        .l1_intra_share = ratio((double)one->l1_intra_hits, (double)one->l1_read_hits),
        .miss_latency = sim_miss_latency(one),
        .relative_latency = ratio(sim_miss_latency(one), sim_miss_latency(baseline)),
        .dram_utilisation = dram_utilisation(one, config),
    };
}

static double mean_of(const evaluate_metrics *all, size_t n, size_t stride, const evaluate_metric_info *info)
{
    double sum = 0;
    size_t defined = 0;
    for (size_t i = 0; i < n; i++) {
        double value = evaluate_metric_value(&all[i * stride], info);
        if (isnan(value))
            continue;
        sum += info->mean == EVALUATE_MEAN_HARMONIC ? 1 / value : value;
        defined++;
    }
    if (info->mean == EVALUATE_MEAN_NONE || defined == 0)
        return NAN;
    return info->mean == EVALUATE_MEAN_HARMONIC ? (double)defined / sum : sum / (double)defined;
}

evaluate_metrics evaluate_metrics_mean(const evaluate_metrics *all, size_t n, size_t stride)
{
    evaluate_metrics mean;
    size_t n_metrics;
    const evaluate_metric_info *table = evaluate_metric_table(&n_metrics);
    for (size_t i = 0; i < n_metrics; i++)
        *(double *)(void *)((char *)&mean + table[i].offset) = mean_of(all, n, stride, &table[i]);
    return mean;
}
