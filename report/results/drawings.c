#include "report/results/drawings.h"

#include "report/results/charts.h"
#include "report/results/courses.h"
#include "report/results/visits.h"

enum { WORDS = 256 };

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

/* The figure of a course of this number, and the launch that it is of; NULL beyond the last. */
static const results_visit *course_at(const results_report *report, size_t number, course_figure *figure)
{
    for (size_t i = 0; i < report->n_watched; i++) {
        const evaluate_course *course = results_course(report, &report->watched[i]);
        if (course_figure_at(course, number, figure))
            return &report->watched[i];
        number -= course_figures(course);
    }
    return NULL;
}

static size_t n_course_figures(const results_report *report)
{
    size_t n = 0;
    for (size_t i = 0; i < report->n_watched; i++)
        n += course_figures(results_course(report, &report->watched[i]));
    return n;
}

size_t results_drawings(const results_report *report)
{
    return n_charts(report) + 2 * report->n_visits + n_course_figures(report);
}

static void course_name(const results_report *report, size_t number, char *name, size_t size)
{
    static const char *const kinds[] = {
        [COURSE_SHARES] = "shares", [COURSE_HISTOGRAM] = "histogram", [COURSE_LINE] = "time"};
    course_figure figure;
    const results_visit *visit = course_at(report, number, &figure);
    const course_series *series = &results_course(report, visit)->series[figure.first];
    snprintf(name, size, "course-%03zu-%.60s-%.60s-%s-%.30s-%s", number + 1,
             results_program(report, visit->program)->name, results_policy_name(report, visit->policy),
             series->place, series->group, kinds[figure.kind]);
}

static void draw_course(markup *m, const results_report *report, size_t number)
{
    course_figure figure;
    char words[WORDS];
    const results_visit *visit = course_at(report, number, &figure);
    visits_words(report, visit, words, sizeof words);
    course_draw(
        m,
        &(course_drawing){
            .course = results_course(report, visit),
            .cycles =
                results_cell(report, visit->program, visit->policy)->result.launches[visit->launch].cycles,
            .launch = words,
            .figure = figure},
        true);
}

void results_drawing_name(const results_report *report, size_t drawing, char *name, size_t size)
{
    const results_chart *chart = chart_at(report, drawing);
    if (chart != NULL) {
        snprintf(name, size, "%s", chart->name);
        return;
    }
    const size_t number = drawing - n_charts(report);
    if (number >= 2 * report->n_visits) {
        course_name(report, number - 2 * report->n_visits, name, size);
        return;
    }
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
    if (number >= 2 * report->n_visits) {
        draw_course(&m, report, number - 2 * report->n_visits);
        return;
    }
    (number % 2 == 0 ? visits_plane : visits_steps)(&m, report, &report->visits[number / 2], true);
}
