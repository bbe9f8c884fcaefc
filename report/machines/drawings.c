#include "report/machines/output.h"
#include "report/plot/bars.h"
#include "report/results/charts.h"

#include <math.h>

/* Bars under one policy, or of the means under all. */
typedef struct charted {
    const machines_report *report;
    const results_chart *chart;
    size_t policy;
    bool is_of_means;
    char title[160];
} charted;

static double value(const void *context, size_t group, size_t series, size_t part)
{
    const charted *c = context;
    const size_t machine = c->is_of_means ? group : series, policy = c->is_of_means ? series : c->policy;
    const size_t program = c->is_of_means ? machines_request(c->report)->n_programs : group;
    const evaluate_metric_info *info = results_metric(&c->chart->parts[part]);
    return info->scale * evaluate_metric_value(machines_metrics(c->report, machine, program, policy), info);
}

static const char *group_name(const void *context, size_t group)
{
    const charted *c = context;
    const evaluate_request *request = machines_request(c->report);
    if (c->is_of_means)
        return machines_machine(c->report, group);
    return group < request->n_programs
               ? request->programs[group].name
               : evaluate_mean_name(evaluate_mean_of(results_metric(&c->chart->parts[0]), request->mean));
}

static const char *series_name(const void *context, size_t series)
{
    const charted *c = context;
    return c->is_of_means ? machines_policy(c->report, series) : machines_machine(c->report, series);
}

static const char *part_label(const void *context, size_t part)
{
    return ((const charted *)context)->chart->parts[part].label;
}

static int decimals(const void *context, size_t part)
{
    return results_metric(&((const charted *)context)->chart->parts[part])->decimals;
}

static plot_bars bars_of(const charted *c)
{
    const evaluate_request *request = machines_request(c->report);
    const size_t n_machines = c->report->results->all.n;
    return (plot_bars){.title = c->title,
                       .level = c->chart->level,
                       .n_groups = c->is_of_means ? n_machines : request->n_programs + 1,
                       .n_series = c->is_of_means ? request->policies->n : n_machines,
                       .n_parts = c->chart->n_parts,
                       .context = c,
                       .value = value,
                       .group_name = group_name,
                       .series_name = series_name,
                       .part_label = part_label,
                       .decimals = decimals};
}

static void give_title(charted *c)
{
    const evaluate_request *request = machines_request(c->report);
    if (c->is_of_means)
        snprintf(c->title, sizeof c->title, "%.80s: %s over programs", c->chart->title,
                 evaluate_mean_name(evaluate_mean_of(results_metric(&c->chart->parts[0]), request->mean)));
    else if (request->policies->n > 1)
        snprintf(c->title, sizeof c->title, "%.80s: %.70s", c->chart->title,
                 machines_policy(c->report, c->policy));
    else
        snprintf(c->title, sizeof c->title, "%.150s", c->chart->title);
}

/* The first chart is that of the speedups. False: there are no more drawings. */
static bool find(const machines_report *report, size_t drawing, charted *found)
{
    size_t n;
    const results_chart *chart = results_chart_table(&n);
    *found = (charted){.report = report, .chart = &chart[0], .is_of_means = true};
    if (drawing-- == 0)
        return true;
    for (size_t i = 0; i < n; i++) {
        for (size_t policy = 0; policy < machines_request(report)->policies->n; policy++) {
            *found = (charted){.report = report, .chart = &chart[i], .policy = policy};
            const plot_bars bars = bars_of(found);
            if (plot_bars_highest(&bars) > 0 && drawing-- == 0)
                return true;
        }
    }
    return false;
}

size_t machines_drawings(const machines_report *report)
{
    charted c;
    size_t n = 0;
    while (find(report, n, &c))
        n++;
    return n;
}

void machines_drawing_name(const machines_report *report, size_t drawing, char *name, size_t size)
{
    charted c;
    const bool is_found = find(report, drawing, &c);
    if (!is_found || c.is_of_means)
        snprintf(name, size, "means");
    else if (machines_request(report)->policies->n > 1)
        snprintf(name, size, "%s-%zu-%.60s", c.chart->name, c.policy + 1, machines_policy(report, c.policy));
    else
        snprintf(name, size, "%s", c.chart->name);
}

void machines_drawing_draw(markup *m, const machines_report *report, size_t drawing, bool alone)
{
    charted c;
    if (!find(report, drawing, &c))
        return;
    give_title(&c);
    const plot_bars bars = bars_of(&c);
    plot_bars_draw(m, &bars, alone);
}
