#include "report/design/output.h"
#include "report/page/page.h"
#include "report/plot/series.h"
#include "report/table/table.h"
#include "sim/config/area.h"

#include <stdlib.h>

static number_text decimals(double value, int n)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%.*f", n, value);
    return out;
}

static void put_overview(markup *m, const design_report *report)
{
    const design_result *result = report->result;
    const design_row *best = design_result_best(result);
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_format(m,
                  "Machines within a budget of area, each judged by the %s mean speed-up of %zu programs "
                  "over the base, from ",
                  design_mean_names[result->mean], result->n_programs);
    report_name(m, report->name);
    markup_text(m, result->is_cut ? ". The search was cut short." : ".");
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    page_figure(m, decimals(best->mean, 3).text, "Speed-up", "mean of the programs that it was chosen on");
    page_figure(m, best->judged > 0 ? decimals(best->judged, 3).text : "–", "Judged",
                "mean of programs left out");
    page_figure(m, decimals(best->area, 2).text, "mm^2", "more than the base");
    page_figure(m, decimals(100 * best->area / SIM_AREA_DIE_MM2, 2).text, "% of the die", "of 700 mm^2");
    page_figure(m, decimals(result->budget, 2).text, "Budget", "mm^2");
    page_figure(m, number_grouped((uint64_t)result->n_rows).text, "Machines", "that were simulated");
    markup_end(m);
    markup_line(m);
}

/* ---- tables of machines ---- */

static void begin_table(markup *m, bool has_judges)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Machine", "base, best = chosen by the search, or compared", "text");
    page_column(m, "mm^2", "area more than the base", NULL);
    page_column(m, "% of die", "the same", NULL);
    page_column(m, "Speed-up", "mean over the base", NULL);
    if (has_judges)
        page_column(m, "Judged", "mean over the base of programs left out", NULL);
    page_column(m, "Differs", "from the base", "text");
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
}

static void end_table(markup *m)
{
    for (int i = 0; i < 3; i++)
        markup_end(m);
    markup_line(m);
}

static void put_row(markup *m, const design_row *row, bool has_judges)
{
    markup_begin(m, "tr");
    markup_element(m, "td", "text", row->label);
    page_value(m, row->area, decimals(row->area, 2).text, NULL);
    page_value(m, row->area, decimals(100 * row->area / SIM_AREA_DIE_MM2, 2).text, NULL);
    page_value(m, row->mean, decimals(row->mean, 3).text, NULL);
    if (has_judges)
        page_value(m, row->judged, row->judged > 0 ? decimals(row->judged, 3).text : "–", NULL);
    markup_element(m, "td", "text", row->change);
    markup_end(m);
    markup_line(m);
}

static void put_named(markup *m, const design_result *result)
{
    page_heading(m, "Machines");
    begin_table(m, result->n_judges > 0);
    for (size_t i = 0; i < result->n_rows; i++) {
        if (result->rows[i].label[0] != '\0')
            put_row(m, &result->rows[i], result->n_judges > 0);
    }
    end_table(m);
}

static void put_front(markup *m, const design_result *result)
{
    size_t n;
    const design_row **front = design_result_front(result, &n);
    page_heading(m, "Pareto front");
    page_words(m, "No other machine of the search has at most the area and at least the speed-up.");
    begin_table(m, false);
    for (size_t i = 0; front != NULL && i < n; i++)
        put_row(m, front[i], false);
    end_table(m);
    free(front);
}

/* ---- programs ---- */

static void put_programs(markup *m, const design_result *result, const design_program_name *programs,
                         size_t n, const uint64_t *cycles, const char *title)
{
    if (n == 0)
        return;
    page_heading(m, title);
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Program", "its speed-up over the base", "text");
    for (size_t i = 1; i < result->n_rows; i++) {
        if (result->rows[i].label[0] != '\0')
            page_column(m, result->rows[i].label, result->rows[i].change, NULL);
    }
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t k = 0; k < n; k++) {
        markup_begin(m, "tr");
        markup_element(m, "td", "text", programs[k].name);
        for (size_t i = 1; i < result->n_rows; i++) {
            const double speedup = cycles[i * n + k] > 0 ? (double)cycles[k] / (double)cycles[i * n + k] : 0;
            if (result->rows[i].label[0] != '\0')
                page_value(m, speedup, speedup > 0 ? decimals(speedup, 3).text : "–", NULL);
        }
        markup_end(m);
        markup_line(m);
    }
    end_table(m);
}

static void put_origin(markup *m, const design_report *report)
{
    const design_result *result = report->result;
    page_heading(m, "Knobs");
    markup_begin(m, "dl");
    markup_line(m);
    for (size_t i = 0; i < result->n_knobs; i++)
        page_term(m, result->knobs[i].option, result->knobs[i].values);
    markup_end(m);
    markup_line(m);
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Search", report->name);
    page_term(m, "Hash", result->hash);
    page_term(m, "Hash of the base", result->config_hash);
    page_term(m, "Policy", result->policy);
    markup_end(m);
    markup_line(m);
    page_folded(m, "The base", result->config);
}

void design_report_html(const design_report *report, FILE *out)
{
    const design_result *result = report->result;
    markup m = {.out = out};
    page_begin(&m, "Design of a machine");
    put_overview(&m, report);
    page_heading(&m, "Area and speed-up");
    page_words(&m, "A mark for each machine by what has asked for it, hollow off the front; the line is the "
                   "Pareto front, "
                   "dashed the budget. Point at a mark for its machine.");
    series_list(&m, design_stage_names, NULL, DESIGN_STAGES);
    design_figure(&m, report);
    put_named(&m, result);
    put_programs(&m, result, result->programs, result->n_programs, result->cycles, "Programs");
    put_programs(&m, result, result->judges, result->n_judges, result->judge_cycles, "Programs left out");
    put_front(&m, result);
    put_origin(&m, report);
    page_end(&m);
}
