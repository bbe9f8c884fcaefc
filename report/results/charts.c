#include "report/results/charts.h"

#include "report/plot/plot.h"
#include "report/plot/series.h"

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

/* NaN where it is undefined; of the program after the last one the mean over all. */
static double value_of(const results_report *report, size_t program, size_t policy, const results_part *part)
{
    const evaluate_metric_info *info = results_metric(part);
    const evaluate_metrics *metrics = program == report->results->n_programs
                                          ? &results_comparison(report)->means[policy]
                                          : results_metrics(report, program, policy);
    return info->scale * evaluate_metric_value(metrics, info);
}

/* Sum of the parts that are known. */
static double height_of(const results_report *report, const results_chart *chart, size_t program,
                        size_t policy)
{
    double sum = 0;
    for (size_t i = 0; i < chart->n_parts; i++) {
        const double value = value_of(report, program, policy, &chart->parts[i]);
        sum += isnan(value) ? 0 : value;
    }
    return sum;
}

static double highest(const results_report *report, const results_chart *chart)
{
    double most = 0;
    for (size_t i = 0; i < report->results->n_programs; i++) {
        for (size_t k = 0; k < report->results->policies.n; k++)
            most = fmax(most, height_of(report, chart, i, k));
    }
    return most;
}

bool results_chart_is_shown(const results_report *report, const results_chart *chart)
{
    return highest(report, chart) > 0;
}

/* ---- bars ---- */

/* Pixels; characters. */
enum {
    MOST_BAR = 12,
    LEAST_BAR = 4,
    GAP = 16,
    LEFT = 62,
    RIGHT = 12,
    TITLE_FOOT = 14,
    LEGEND_LINE = 17,
    LEGEND_ENTRY = 164,
    LEGEND_NAME = 22,
    PLOT_HIGH = 190,
    LEAST_WIDTH = 420,
    PAGE_WIDTH = 1150,
    SLANTED = 62, /* for the names of programs */
    NAME_LENGTH = 15,
    MOST_TICKS = 6
};

typedef struct bars {
    const results_report *report;
    const results_chart *chart;
    size_t n_groups, n_policies; /* programs and their mean */
    size_t legend_columns, legend_lines;
    double bar, width, height;
    plot_box box;
    scale y;
} bars;

static size_t lines_of(size_t entries, size_t columns)
{
    return (entries + columns - 1) / columns;
}

static bars bars_of(const results_report *report, const results_chart *chart)
{
    bars b = {.report = report,
              .chart = chart,
              .n_groups = report->results->n_programs + 1,
              .n_policies = report->results->policies.n};
    const double fitting = (PAGE_WIDTH - LEFT - RIGHT) / (double)b.n_groups - GAP;
    b.bar = fmax(LEAST_BAR, fmin(MOST_BAR, fitting / (double)b.n_policies));
    const double groups = (double)b.n_groups * ((double)b.n_policies * b.bar + GAP);
    b.width = fmax(LEAST_WIDTH, LEFT + groups + RIGHT);
    b.legend_columns = (size_t)((b.width - LEFT) / LEGEND_ENTRY);
    b.legend_lines = lines_of(b.n_policies, b.legend_columns);
    if (chart->n_parts > 1)
        b.legend_lines += lines_of(chart->n_parts, b.legend_columns);
    b.box = (plot_box){.left = LEFT, .right = LEFT + groups};
    b.box.top = TITLE_FOOT + 12 + (double)b.legend_lines * LEGEND_LINE;
    b.box.bottom = b.box.top + PLOT_HIGH;
    b.height = b.box.bottom + SLANTED;
    b.y = (scale){
        .low = 0, .high = fmax(highest(report, chart), chart->level), .from = b.box.bottom, .to = b.box.top};
    return b;
}

static const char *group_name(const bars *b, size_t program)
{
    if (program + 1 < b->n_groups)
        return results_program(b->report, program)->name;
    return evaluate_mean_name(results_metric(&b->chart->parts[0])->mean);
}

static double bar_left(const bars *b, size_t program, size_t policy)
{
    const double group = (double)b->n_policies * b->bar + GAP;
    return b->box.left + (double)program * group + GAP / 2.0 + (double)policy * b->bar;
}

static void put_rectangle(markup *m, size_t policy, size_t part, double x, double y, double width,
                          double height)
{
    markup_begin(m, "rect");
    markup_attribute_format(m, "class", "piece c%zu part%zu", policy % SERIES_COLOURS, part);
    markup_number(m, "x", x);
    markup_number(m, "y", y);
    markup_number(m, "width", width);
    markup_number(m, "height", height);
}

static void put_bar(markup *m, const bars *b, size_t program, size_t policy)
{
    double sum = 0;
    for (size_t i = 0; i < b->chart->n_parts; i++) {
        const results_part *part = &b->chart->parts[i];
        const double value = value_of(b->report, program, policy, part);
        if (isnan(value))
            continue;
        const double foot = scale_at(&b->y, sum), head = scale_at(&b->y, sum + value);
        put_rectangle(m, policy, i, bar_left(b, program, policy) + 0.5, head, b->bar - 1, foot - head);
        markup_begin(m, "title");
        markup_text(m, group_name(b, program));
        markup_text(m, ", ");
        markup_text(m, results_policy_name(b->report, policy));
        markup_format(m, ": %.*f", results_metric(part)->decimals, value);
        if (part->label != NULL)
            markup_format(m, " (%s)", part->label);
        markup_end(m);
        markup_end(m);
        sum += value;
    }
}

static void put_program(markup *m, const bars *b, size_t program)
{
    for (size_t k = 0; k < b->n_policies; k++)
        put_bar(m, b, program, k);
    const double x = (bar_left(b, program, 0) + bar_left(b, program, b->n_policies)) / 2;
    markup_begin(m, "text");
    markup_attribute_format(m, "transform", "translate(%s %s)rotate(-35)", number_short(x + 4).text,
                            number_short(b->box.bottom + 12).text);
    markup_attribute(m, "class", "end");
    markup_text_short(m, group_name(b, program), NAME_LENGTH);
    markup_end(m);
    markup_line(m);
}

static void legend_entry(markup *m, const bars *b, size_t line, size_t entry, size_t policy, size_t part,
                         const char *name)
{
    const double x = LEFT + (double)(entry % b->legend_columns) * LEGEND_ENTRY;
    const size_t lines_above = line + entry / b->legend_columns;
    const double y = TITLE_FOOT + 6 + (double)lines_above * LEGEND_LINE;
    put_rectangle(m, policy, part, x, y, 10, 10);
    markup_end(m);
    markup_begin(m, "text");
    markup_number(m, "x", x + 15);
    markup_number(m, "y", y + 9);
    markup_text_short(m, name, LEGEND_NAME);
    markup_end(m);
}

static void put_legend(markup *m, const bars *b)
{
    for (size_t k = 0; k < b->n_policies; k++)
        legend_entry(m, b, 0, k, k, 0, results_policy_name(b->report, k));
    for (size_t i = 0; b->chart->n_parts > 1 && i < b->chart->n_parts; i++)
        legend_entry(m, b, lines_of(b->n_policies, b->legend_columns), i, 0, i, b->chart->parts[i].label);
    markup_line(m);
}

void results_chart_draw(markup *m, const results_report *report, const results_chart *chart, bool alone)
{
    bars b = bars_of(report, chart);
    const plot_ticks ticks = plot_ticks_nice(&b.y, MOST_TICKS);
    figure_begin(m, b.width, b.height, chart->title, alone);
    axis_text(m, PLOT_TITLE_LEFT, TITLE_FOOT, "title", chart->title);
    put_legend(m, &b);
    axis_y(m, &b.box, ticks.tick, ticks.n, "", true);
    axis_x(m, &b.box, NULL, 0, "");
    for (size_t i = 0; i < b.n_groups; i++)
        put_program(m, &b, i);
    if (chart->level > 0) {
        const plot p = {
            .box = b.box, .x = {.low = 0, .high = 1, .from = b.box.left, .to = b.box.right}, .y = b.y};
        plot_line(m, &p, "level-one", 0, chart->level, 1, chart->level);
    }
    markup_end(m);
    markup_line(m);
}
