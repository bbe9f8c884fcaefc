#include "report/mixes/courses.h"
#include "report/mixes/rows.h"
#include "report/plot/bars.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { TITLE = 160 };

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

size_t mixes_metric_drawings(const mixes_report *report)
{
    size_t n = 0;
    while (mixes_drawing_metric(report, n) != NULL)
        n++;
    return n;
}

/* ---- what each program loses ---- */

/* The programs and CPU cores of a mix. */
typedef struct slowed {
    const mixes_report *report;
    size_t mix;
} slowed;

static double slowdown(const void *context, size_t party, size_t policy, size_t part)
{
    const slowed *s = context;
    (void)part;
    return mixes_program_slowdown(&s->report->results->mixes[s->mix],
                                  evaluate_mix_cell_of(&s->report->results->of_mixes, s->mix, policy), party);
}

static const char *party_name(const void *context, size_t party)
{
    const slowed *s = context;
    return mixes_program_name(&s->report->results->mixes[s->mix], party);
}

static const char *policy_name(const void *context, size_t policy)
{
    const slowed *s = context;
    return s->report->results->policies.policies[policy].short_name;
}

void mixes_slowdowns_draw(markup *m, const mixes_report *report, size_t mix, bool alone)
{
    const slowed s = {report, mix};
    char title[TITLE];
    snprintf(title, sizeof title, "Slowdown of each program of %.100s", report->results->mixes[mix].name);
    const plot_bars bars = {.title = title,
                            .level = 1,
                            .n_groups = evaluate_mix_parties(&report->results->mixes[mix]),
                            .n_series = report->results->policies.n,
                            .n_parts = 1,
                            .context = &s,
                            .value = slowdown,
                            .group_name = party_name,
                            .series_name = policy_name,
                            .part_label = part_label,
                            .decimals = decimals};
    plot_bars_draw(m, &bars, alone);
}

/* ---- all ---- */

size_t mixes_drawings(const mixes_report *report)
{
    return mixes_metric_drawings(report) + report->results->n_mixes + mixes_courses(report);
}

/* Letters of a file's name. */
static void put_plain(char *name, size_t size, const char *text)
{
    size_t length = strlen(name);
    for (; *text != '\0' && length + 1 < size; text++)
        name[length++] = (char)(isalnum((unsigned char)*text) ? *text : '_');
    name[length] = '\0';
}

void mixes_drawing_name(const mixes_report *report, size_t drawing, char *name, size_t size)
{
    const evaluate_mix_metric_info *metric = mixes_drawing_metric(report, drawing);
    mixes_course figure;
    if (metric != NULL) {
        snprintf(name, size, "%s", metric->name);
        return;
    }
    drawing -= mixes_metric_drawings(report);
    if (drawing < report->results->n_mixes) {
        snprintf(name, size, "slowdown-%03zu-", drawing + 1);
        put_plain(name, size, report->results->mixes[drawing].name);
        return;
    }
    drawing -= report->results->n_mixes;
    snprintf(name, size, "time-%04zu-", drawing + 1);
    if (mixes_course_at(report, drawing, &figure))
        put_plain(name, size, figure.name);
}

void mixes_drawing_draw(markup *m, const mixes_report *report, size_t drawing, bool alone)
{
    const charted c = {report, mixes_drawing_metric(report, drawing)};
    mixes_course figure;
    if (c.metric != NULL) {
        const plot_bars bars = bars_of(&c);
        plot_bars_draw(m, &bars, alone);
        return;
    }
    drawing -= mixes_metric_drawings(report);
    if (drawing < report->results->n_mixes)
        mixes_slowdowns_draw(m, report, drawing, alone);
    else if (mixes_course_at(report, drawing - report->results->n_mixes, &figure))
        mixes_course_draw(m, report, &figure, alone);
}
