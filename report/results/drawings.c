#include "report/results/drawings.h"

#include "report/results/charts.h"
#include "report/results/visits.h"

/* The shown chart of this number; NULL beyond the last. */
static const results_chart *chart_at(const results_report *report, size_t number)
{
    size_t n;
    const results_chart *chart = results_chart_table(&n);
    for (size_t i = 0; i < n; i++) {
        if (results_chart_is_shown(report, &chart[i]) && number-- == 0)
            return &chart[i];
    }
    return NULL;
}

static size_t n_charts(const results_report *report)
{
    size_t n = 0;
    while (chart_at(report, n) != NULL)
        n++;
    return n;
}

size_t results_drawings(const results_report *report)
{
    return n_charts(report) + 2 * report->n_visits;
}

void results_drawing_name(const results_report *report, size_t drawing, char *name, size_t size)
{
    const results_chart *chart = chart_at(report, drawing);
    if (chart != NULL) {
        snprintf(name, size, "%s", chart->name);
        return;
    }
    const size_t number = drawing - n_charts(report);
    const results_visit *visit = &report->visits[number / 2];
    snprintf(name, size, "tuples-%03zu-%.60s-%.60s-%s", number / 2 + 1,
             results_program(report, visit->program)->name, results_policy_name(report, visit->policy),
             number % 2 == 0 ? "plane" : "time");
}

void results_drawing_svg(const results_report *report, size_t drawing, FILE *out)
{
    markup m = {.out = out};
    const results_chart *chart = chart_at(report, drawing);
    if (chart != NULL) {
        results_chart_draw(&m, report, chart, true);
        return;
    }
    const size_t number = drawing - n_charts(report);
    (number % 2 == 0 ? visits_plane : visits_steps)(&m, report, &report->visits[number / 2], true);
}
