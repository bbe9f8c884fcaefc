/* The page of an evaluation. */
#include "evaluate/output.h"
#include "report/page/assets.h"
#include "report/page/page.h"
#include "report/results/cell_table.h"
#include "report/results/charts.h"
#include "report/results/courses.h"
#include "report/results/data.h"
#include "report/results/origin.h"
#include "report/results/output.h"
#include "report/results/told.h"
#include "report/results/visits.h"
#include "report/table/table.h"

#include <math.h>
#include <stdio.h>

enum { WORDS = 256, MOST_OPEN = 6 };

/* ---- overview ---- */

static const char *mean_word(const results_report *report)
{
    switch (results_comparison(report)->request.mean) {
    case EVALUATE_MEAN_GEOMETRIC: return "geometric";
    case EVALUATE_MEAN_ARITHMETIC: return "arithmetic";
    default: return "harmonic";
    }
}

static void put_overview(markup *m, const results_report *report)
{
    const evaluate_policy_list *list = &report->results->policies;
    const evaluate_comparison *comparison = results_comparison(report);
    char help[48];
    snprintf(help, sizeof help, "%s mean of the speedups", mean_word(report));
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_format(m, "%zu policies on %zu programs, from ", list->n, report->results->n_programs);
    report_name(m, report->name);
    markup_text(m, ". Speedups are ratios of the core cycles of whole programs to those under ");
    report_name(m, results_policy_name(report, list->baseline));
    if (results_base_machine(report) != NULL) {
        markup_text(m, " on ");
        report_name(m, results_base_machine(report));
    }
    markup_format(m, "; their mean is %s.", mean_word(report));
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    for (size_t k = 0; k < list->n; k++) {
        if (k != list->baseline)
            page_figure(m, number_speedup(comparison->means[k].speedup).text, results_policy_name(report, k),
                        help);
    }
    markup_end(m);
    markup_line(m);
}

static void put_warnings(markup *m, const results_report *report)
{
    const evaluate_comparison *comparison = results_comparison(report);
    if (comparison->n_warnings == 0)
        return;
    page_heading(m, "Read with care");
    markup_begin(m, "ul");
    markup_attribute(m, "class", "warnings");
    markup_line(m);
    for (size_t i = 0; i < comparison->n_warnings; i++) {
        markup_element(m, "li", NULL, comparison->warnings[i]);
        markup_line(m);
    }
    markup_end(m);
    markup_line(m);
}

/* ---- figures: the script replaces what stands in them ---- */

static void begin_chart(markup *m, const char *kind, const char *name)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll chart");
    markup_attribute(m, kind, name);
    markup_line(m);
}

static void put_charts(markup *m, const results_report *report)
{
    size_t n;
    const results_chart *chart = results_chart_table(&n);
    page_heading(m, "Programs and policies");
    markup_begin(m, "div");
    markup_attribute(m, "id", "explore");
    markup_end(m);
    markup_line(m);
    for (size_t i = 0; i < n; i++) {
        if (!results_chart_is_shown(report, &chart[i]))
            continue;
        begin_chart(m, "data-chart", chart[i].name);
        results_chart_draw(m, report, &chart[i], false);
        markup_end(m);
        markup_line(m);
    }
}

static void put_visit(markup *m, const results_report *report, size_t i)
{
    const results_visit *visit = &report->visits[i];
    const evaluate_facts *facts =
        &results_cell(report, visit->program, visit->policy)->result.facts[visit->launch];
    char words[WORDS];
    visits_words(report, visit, words, sizeof words);
    markup_begin(m, "details");
    markup_attribute(m, "class", "launch");
    if (report->n_visits <= MOST_OPEN || i == 0)
        markup_attribute(m, "open", "open");
    markup_begin(m, "summary");
    report_name(m, words);
    markup_begin(m, "span");
    markup_format(m, "%s changes", number_grouped(facts->tuple_changes).text);
    markup_end(m);
    markup_begin(m, "span");
    markup_format(m, "%s of the time searching",
                  number_share((double)facts->search_cycles / (double)facts->tuple_cycles).text);
    markup_end(m);
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "body pairs");
    markup_line(m);
    visits_plane(m, report, visit, false);
    begin_chart(m, "data-visit", number_short((double)i).text);
    visits_steps(m, report, visit, false);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_visits(markup *m, const results_report *report)
{
    if (report->n_visits == 0)
        return;
    page_heading(m, "Warp-tuples chosen at runtime");
    page_words(m,
               "For each program the launch of most cycles under each policy that changes its tuple. Discs "
               "stand at the "
               "tuples that were set, their areas are shares of the time of all SMs; the line is the way of "
               "one SM. A "
               "square is the tuple of SWL, a diamond that of Static-Best. Behind them, where a profile of "
               "the launch was "
               "given: the speedup of each tuple alone, filled where it is faster than {W,W}.");
    for (size_t i = 0; i < report->n_visits; i++)
        put_visit(m, report, i);
}

static void put_course(markup *m, const results_report *report, size_t i)
{
    const results_visit *visit = &report->watched[i];
    char words[WORDS];
    visits_words(report, visit, words, sizeof words);
    course_drawing drawing = {
        .course = results_course(report, visit),
        .cycles = results_cell(report, visit->program, visit->policy)->result.launches[visit->launch].cycles,
        .launch = words};
    markup_begin(m, "details");
    markup_attribute(m, "class", "launch");
    if (report->n_watched <= MOST_OPEN || i == 0)
        markup_attribute(m, "open", "open");
    markup_begin(m, "summary");
    report_name(m, words);
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "body pairs");
    markup_line(m);
    for (size_t k = 0; course_figure_at(drawing.course, k, &drawing.figure); k++)
        course_draw(m, &drawing, false);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_courses(markup *m, const results_report *report)
{
    if (report->n_watched == 0)
        return;
    page_heading(m, "In the course of launches");
    page_words(m,
               "For each program and policy the launch of most cycles: what the policies have said in their "
               "own epochs, and what the machine has done. What is a part of a whole, such as warps of a "
               "type, is drawn as its share over time and in the whole launch; what is not, as a line.");
    for (size_t i = 0; i < report->n_watched; i++)
        put_course(m, report, i);
}

/* ---- the table ---- */

static void put_row(markup *m, const results_report *report, size_t program, size_t policy)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    markup_begin(m, "tr");
    report_name_cell(m, results_program(report, program)->name);
    report_name_cell(m, results_policy_name(report, policy));
    for (size_t i = 0; i < n; i++) {
        const double value = evaluate_metric_value(results_metrics(report, program, policy), &table[i]);
        char text[40];
        snprintf(text, sizeof text, "%.*f", table[i].decimals, table[i].scale * value);
        page_value(m, value, isnan(value) ? "–" : text, NULL);
    }
    markup_end(m);
    markup_line(m);
}

static void put_head(markup *m)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    page_column(m, "program", "folder of the traces", "text");
    page_column(m, "policy", "warp scheduler", "text");
    for (size_t i = 0; i < n; i++)
        page_column(m, table[i].name, table[i].title, NULL);
}

static void print_csv(const void *content, FILE *out)
{
    evaluate_print_csv(content, out);
}

static void put_table(markup *m, const results_report *report)
{
    page_heading(m, "All metrics");
    page_words(m, "Point at a column for its meaning, click to sort; shares in %.");
    results_csv_link(m, RESULTS_CSV_WORDS, print_csv, results_comparison(report));
    results_cell_table(m, report, put_head, put_row);
}

/* ---- provenance ---- */

static void put_traces(markup *m, const results_report *report)
{
    markup_begin(m, "details");
    markup_element(m, "summary", NULL, "Traces");
    markup_begin(m, "pre");
    for (size_t i = 0; i < report->results->n_programs; i++) {
        const evaluate_program *program = results_program(report, i);
        for (size_t k = 0; k < program->n_launches; k++) {
            const evaluate_launch *launch = &program->launches[k];
            markup_format(m, "%s ", launch->trace_hash);
            markup_text(m, program->name);
            markup_format(m, " %u ", launch->index);
            markup_text(m, launch->kernel);
            markup_format(m, ", W %u, filled %u\n", launch->warps, launch->filled_warps);
        }
    }
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

/* The library, the data, and what draws them; without a library the drawn figures stand. */
static void put_scripts(markup *m, const results_report *report)
{
    const char *library = (const char *)report_library_js;
    if (library[0] == '\0')
        return;
    markup_begin(m, "script");
    markup_attribute(m, "type", "application/json");
    markup_attribute(m, "id", "data");
    markup_text(m, "");
    markup_raw(m, "\n");
    results_data(report, m->out);
    markup_end(m);
    markup_line(m);
    page_script(m, library);
    page_script(m, report_charts_js);
}

void results_report_html(const results_report *report, FILE *out)
{
    markup m = {.out = out};
    page_begin(&m, "Evaluation of warp schedulers");
    put_overview(&m, report);
    results_names(&m, &report->results->policies);
    put_warnings(&m, report);
    put_charts(&m, report);
    put_visits(&m, report);
    put_courses(&m, report);
    put_table(&m, report);
    results_told(&m, report);
    results_origin(&m, report->results, report->name);
    put_traces(&m, report);
    put_scripts(&m, report);
    page_end(&m);
}
