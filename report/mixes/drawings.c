#include "report/mixes/output.h"
#include "report/plot/bars.h"

#include <math.h>
#include <string.h>

typedef struct charted {
    const mixes_report *report;
    const evaluate_mix_metric_info *metric;
} charted;

static double value(const void *context, size_t mix, size_t policy, size_t part)
{
    const charted *c = context;
    const evaluate_mixes *mixes = &c->report->results->of_mixes;
    (void)part;
    return mix == mixes->request.n_mixes
               ? evaluate_mixes_mean(mixes, c->metric, policy)
               : evaluate_mix_metric_value(&evaluate_mix_cell_of(mixes, mix, policy)->metrics, c->metric);
}

static const char *group_name(const void *context, size_t mix)
{
    const charted *c = context;
    return mix == c->report->results->n_mixes ? "mean" : c->report->results->mixes[mix].name;
}

static const char *series_name(const void *context, size_t policy)
{
    const charted *c = context;
    return c->report->results->policies.policies[policy].short_name;
}

static const char *part_label(const void *context, size_t part)
{
    (void)context, (void)part;
    return NULL;
}

static int decimals(const void *context, size_t part)
{
    (void)context, (void)part;
    return 3;
}

/* Mixes, then their mean; where nobody loses a slowdown is 1. */
static plot_bars bars_of(const charted *c)
{
    const bool is_slowdown =
        strcmp(c->metric->name, "maximum_slowdown") == 0 || strcmp(c->metric->name, "unfairness") == 0;
    return (plot_bars){.title = c->metric->title,
                       .level = is_slowdown ? 1 : 0,
                       .n_groups = c->report->results->n_mixes + 1,
                       .n_series = c->report->results->policies.n,
                       .n_parts = 1,
                       .context = c,
                       .value = value,
                       .group_name = group_name,
                       .series_name = series_name,
                       .part_label = part_label,
                       .decimals = decimals};
}

const evaluate_mix_metric_info *mixes_drawing_metric(const mixes_report *report, size_t drawing)
{
    size_t n;
    const evaluate_mix_metric_info *metric = evaluate_mix_metric_table(&n);
    for (size_t i = 0; i < n; i++) {
        const charted c = {report, &metric[i]};
        const plot_bars bars = bars_of(&c);
        if (plot_bars_highest(&bars) > 0 && drawing-- == 0)
            return &metric[i];
    }
    return NULL;
}

size_t mixes_drawings(const mixes_report *report)
{
    size_t n = 0;
    while (mixes_drawing_metric(report, n) != NULL)
        n++;
    return n;
}

void mixes_drawing_name(const mixes_report *report, size_t drawing, char *name, size_t size)
{
    const evaluate_mix_metric_info *metric = mixes_drawing_metric(report, drawing);
    snprintf(name, size, "%s", metric == NULL ? "none" : metric->name);
}

void mixes_drawing_draw(markup *m, const mixes_report *report, size_t drawing, bool alone)
{
    const charted c = {report, mixes_drawing_metric(report, drawing)};
    if (c.metric == NULL)
        return;
    const plot_bars bars = bars_of(&c);
    plot_bars_draw(m, &bars, alone);
}
