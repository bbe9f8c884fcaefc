#include "evaluate/metrics.h"

#include "common/member.h"
#include "sim/measure/energy.h"

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

const char *evaluate_mean_name(evaluate_mean mean)
{
    switch (mean) {
    case EVALUATE_MEAN_HARMONIC: return "harmonic mean";
    case EVALUATE_MEAN_GEOMETRIC: return "geometric mean";
    default: return "arithmetic mean";
    }
}

static double ratio(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : NAN;
}

/* Share of the DRAM command cycles of all channels in which data was on the bus. */
static double dram_utilisation(const sim_counters *c, const sim_config *config)
{
    double dram_cycles = (double)c->cycles * config->dram_mhz / config->core_mhz;
    return ratio((double)c->dram_busy, dram_cycles * config->channels);
}

/* Share of the flits that the ports of the narrower side of the crossbar could have moved. */
static double crossbar_utilisation(uint64_t flits, const sim_counters *c, const sim_config *config)
{
    const double cycles = (double)c->cycles * config->icnt_mhz / config->core_mhz;
    const uint32_t ports = config->sms < config->l2_banks ? config->sms : config->l2_banks;
    return ratio((double)flits, cycles * ports);
}

static double l1_stall_share(const sim_counters *c)
{
    return ratio((double)(c->l1_stall_line + c->l1_stall_mshr + c->l1_stall_queue),
                 (double)c->sm_active_cycles);
}

static double energy_of(const sim_counters *c, const sim_config *config)
{
    const sim_energy energy = sim_energy_of(c, config);
    return sim_energy_total(&energy);
}

/* Performance over power: what has been done over energy. */
static double work_per_joule(const sim_counters *c, const sim_config *config)
{
    return ratio((double)c->thread_insts, energy_of(c, config));
}

evaluate_metrics evaluate_metrics_of(const sim_counters *one, const evaluate_facts *facts,
                                     const sim_counters *baseline, const sim_config *config)
{
    return evaluate_metrics_against(one, facts, config, baseline, config);
}

evaluate_metrics evaluate_metrics_against(const sim_counters *one, const evaluate_facts *facts,
                                          const sim_config *config, const sim_counters *baseline,
                                          const sim_config *baseline_config)
{
    const double clocks = (double)config->core_mhz / (double)baseline_config->core_mhz;
    const double accesses = (double)one->l1_read_accesses, resident = (double)facts->stall_resident;
    const double steered = (double)facts->tuple_cycles;
    return (evaluate_metrics){
        .cycles = (double)one->cycles,
        .speedup = clocks * ratio((double)baseline->cycles, (double)one->cycles),
        .ipc = sim_ipc(one),
        .l1_hit_rate = sim_l1_hit_rate(one),
        .l1_intra_rate = ratio((double)one->l1_intra_hits, accesses),
        .l1_inter_rate = ratio((double)(one->l1_read_hits - one->l1_intra_hits), accesses),
        .l1_intra_share = ratio((double)one->l1_intra_hits, (double)one->l1_read_hits),
        .miss_latency = sim_miss_latency(one),
        .relative_latency = ratio(sim_miss_latency(one), sim_miss_latency(baseline)) / clocks,
        .dram_utilisation = dram_utilisation(one, config),
        .row_hit_rate = ratio((double)one->dram_row_hits, (double)(one->dram_reads + one->dram_writes)),
        .l2_miss_rate = ratio((double)(one->l2_reads - one->l2_read_hits), (double)one->l2_reads),
        .dram_reads_per_miss = ratio((double)one->dram_reads, (double)one->l1_read_misses),
        .energy = energy_of(one, config),
        .efficiency = ratio(work_per_joule(one, config), work_per_joule(baseline, baseline_config)),
        .request_utilisation = crossbar_utilisation(one->request_flits, one, config),
        .reply_utilisation = crossbar_utilisation(one->reply_flits, one, config),
        .idle_share =
            ratio((double)one->issue_slots_idle, (double)one->sm_active_cycles * config->schedulers),
        .l1_stall_share = l1_stall_share(one),
        .stall_memory = ratio((double)(facts->stall_str_mem + facts->stall_data_mem), resident),
        .stall_compute = ratio((double)(facts->stall_str_alu + facts->stall_data_alu), resident),
        .stall_fetch = ratio((double)facts->stall_fetch, resident),
        .stall_sync = ratio((double)facts->stall_sync, resident),
        .mean_n = ratio((double)facts->tuple_n_cycles, steered),
        .mean_p = ratio((double)facts->tuple_p_cycles, steered),
        .search_share = ratio((double)facts->search_cycles, steered),
    };
}

/* A mean is the value whose term is the mean of the terms. */
static double term(evaluate_mean mean, double value)
{
    switch (mean) {
    case EVALUATE_MEAN_HARMONIC: return 1 / value;
    case EVALUATE_MEAN_GEOMETRIC: return log(value);
    default: return value;
    }
}

static double of_terms(evaluate_mean mean, double sum, double n)
{
    switch (mean) {
    case EVALUATE_MEAN_HARMONIC: return n / sum;
    case EVALUATE_MEAN_GEOMETRIC: return exp(sum / n);
    default: return sum / n;
    }
}

static double mean_of(const evaluate_metrics *all, size_t n, size_t stride, const evaluate_metric_info *info,
                      evaluate_mean mean)
{
    double sum = 0;
    size_t defined = 0;
    for (size_t i = 0; i < n; i++) {
        double value = evaluate_metric_value(&all[i * stride], info);
        if (isnan(value))
            continue;
        sum += term(mean, value);
        defined++;
    }
    return mean == EVALUATE_MEAN_NONE || defined == 0 ? NAN : of_terms(mean, sum, (double)defined);
}

evaluate_metrics evaluate_metrics_mean(const evaluate_metrics *all, size_t n, size_t stride)
{
    return evaluate_metrics_mean_by(all, n, stride, EVALUATE_MEAN_NONE);
}

evaluate_metrics evaluate_metrics_mean_by(const evaluate_metrics *all, size_t n, size_t stride,
                                          evaluate_mean of_ratios)
{
    evaluate_metrics mean;
    size_t n_metrics;
    const evaluate_metric_info *table = evaluate_metric_table(&n_metrics);
    for (size_t i = 0; i < n_metrics; i++)
        *(double *)poise_member(&mean, table[i].offset) =
            mean_of(all, n, stride, &table[i], evaluate_mean_of(&table[i], of_ratios));
    return mean;
}
