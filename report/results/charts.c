#include "report/results/charts.h"

#include "report/plot/bars.h"

#include <math.h>
#include <string.h>

const results_chart *results_chart_table(size_t *n)
{
    static const results_chart table[] = {
        {"speedup", "Speedup over the baseline", 1, 1, {{"speedup", NULL}}},
        {"hit-rate",
         "L1 load hit rate, %",
         0,
         2,
         {{"l1_intra_rate", "same warp"}, {"l1_inter_rate", "another warp"}}},
        {"miss-latency", "Mean L1 miss latency, core cycles", 0, 1, {{"miss_latency", NULL}}},
        {"dram", "DRAM data bus utilisation, %", 0, 1, {{"dram_utilisation", NULL}}},
        {"crossbar", "Use of the crossbar from L2 to SMs, %", 0, 1, {{"reply_utilisation", NULL}}},
        {"idle", "Scheduler cycles with resident warps and no issue, %", 0, 1, {{"idle_share", NULL}}},
        {"stalls",
         "What schedulers wait for, % of the cycles with unfinished warps",
         0,
         4,
         {{"stall_memory", "memory"},
          {"stall_compute", "function units"},
          {"stall_fetch", "instructions"},
          {"stall_sync", "barriers"}}},
        {"overhead",
         "Inference overhead: time under tuples that are tried, %",
         0,
         1,
         {{"search_share", NULL}}},
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

const evaluate_metric_info *results_metric(const results_part *part)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(table[i].name, part->metric) == 0)
            return &table[i];
    }
    return &table[0]; /* never: a test looks at every part */
}

/* What the bars of a chart are drawn from. */
typedef struct charted {
    const results_report *report;
    const results_chart *chart;
} charted;

/* NaN where it is undefined; of the program after the last one the mean over all. */
static double value_of(const results_report *report, size_t program, size_t policy, const results_part *part)
{
    const evaluate_metric_info *info = results_metric(part);
    const evaluate_metrics *metrics = program == report->results->n_programs
                                          ? &results_comparison(report)->means[policy]
                                          : results_metrics(report, program, policy);
    return info->scale * evaluate_metric_value(metrics, info);
}

static double value(const void *context, size_t program, size_t policy, size_t part)
{
    const charted *c = context;
    return value_of(c->report, program, policy, &c->chart->parts[part]);
}

static const char *group_name(const void *context, size_t program)
{
    const charted *c = context;
    if (program < c->report->results->n_programs)
        return results_program(c->report, program)->name;
    return evaluate_mean_name(results_mean(c->report, results_metric(&c->chart->parts[0])));
}

static const char *series_name(const void *context, size_t policy)
{
    const charted *c = context;
    return results_policy_name(c->report, policy);
}

static const char *part_label(const void *context, size_t part)
{
    const charted *c = context;
    return c->chart->parts[part].label;
}

static int decimals(const void *context, size_t part)
{
    const charted *c = context;
    return results_metric(&c->chart->parts[part])->decimals;
}

/* Programs, then their mean. */
static plot_bars bars_of(const charted *c)
{
    return (plot_bars){.title = c->chart->title,
                       .level = c->chart->level,
                       .n_groups = c->report->results->n_programs + 1,
                       .n_series = c->report->results->policies.n,
                       .n_parts = c->chart->n_parts,
                       .context = c,
                       .value = value,
                       .group_name = group_name,
                       .series_name = series_name,
                       .part_label = part_label,
                       .decimals = decimals};
}

bool results_chart_is_shown(const results_report *report, const results_chart *chart)
{
    const charted c = {report, chart};
    const plot_bars bars = bars_of(&c);
    return plot_bars_highest(&bars) > 0;
}

void results_chart_draw(markup *m, const results_report *report, const results_chart *chart, bool alone)
{
    const charted c = {report, chart};
    const plot_bars bars = bars_of(&c);
    plot_bars_draw(m, &bars, alone);
}
