/* The page of a data set of loads, and its other forms. */
#include "report/loads/output.h"
#include "report/page/page.h"
#include "report/plot/plot.h"
#include "report/plot/series.h"
#include "report/plot/sheet.h"
#include "report/plot/strip.h"
#include "report/table/table.h"

static number_text loss(double value)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%.2f", value);
    return out;
}

static void put_numbers(markup *m, const loads_report *report)
{
    const load_losses *losses = &report->losses;
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    page_figure(m, number_grouped(losses->loads).text, "Loads", "to train on, with a measured margin");
    page_figure(m, number_grouped(losses->programs).text, "Programs", "that these are of");
    page_figure(m, number_grouped(losses->allocate).text, "Allocate", "loads with a margin above 0");
    page_figure(m, loss(losses->all).text, "All margins",
                "sum of |margin|: what a rule loses that is always wrong");
    page_figure(m, loss(losses->always).text, "Always", "lost when every load allocates");
    page_figure(m, loss(losses->never).text, "Never", "lost when none does");
    markup_end(m);
    markup_line(m);
}

static void put_cell(markup *m, const char *text)
{
    markup_element(m, "td", "text", text);
}

static void put_rules(markup *m, const loads_report *report)
{
    page_heading(m, "Rules of one threshold");
    page_words(
        m, "A load allocates when one value is on the right side of a threshold. Lost: sum of |margin| of "
           "the loads for which that is wrong.");
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Value", "what the rule looks at", "text");
    page_column(m, "Allocates", "the threshold that suits these loads best", "text");
    page_column(m, "Lost", "by the loads that have chosen the threshold", NULL);
    page_column(m, "Left out", "when each program's loads are judged by a threshold of the other programs",
                NULL);
    page_column(m, "Meaning", "of the value", "text");
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < report->n_rules; i++) {
        const loads_rule_line *rule = &report->rules[i];
        markup_begin(m, "tr");
        put_cell(m, rule->name);
        put_cell(m, rule->allocates);
        page_value(m, rule->lost, loss(rule->lost).text, NULL);
        page_value(m, rule->left_out, loss(rule->left_out).text, NULL);
        put_cell(m, rule->definition);
        markup_end(m);
        markup_line(m);
    }
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_figures(markup *m, const loads_report *report)
{
    page_heading(m, "What tells");
    page_words(m, "A mark for each load, by program, at what it is worth that the load allocates; hollow: "
                  "not trained on. Point at a mark for "
                  "its load.");
    series_list(m, report->series, NULL, report->n_series);
    markup_begin(m, "div");
    markup_attribute(m, "class", "pairs");
    markup_line(m);
    for (size_t i = 0; i < report->n_rules; i++)
        figure_margins(m, report, i);
    markup_end(m);
    markup_line(m);
}

static void put_origin(markup *m, const loads_report *report)
{
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Data set", report->name);
    page_term(m, "Hash of the data set", report->data->hash);
    page_term(m, "Hash of the profiles", report->data->profile_hash);
    page_term(m, "Hash of the machine", report->data->config_hash);
    markup_end(m);
    markup_line(m);
}

void loads_report_html(const loads_report *report, FILE *out)
{
    markup m = {.out = out};
    const report_table table = loads_table(report);
    strip_column strip = {"Speedup by allocating", .bar = offsetof(loads_line, at),
                          .stroke = offsetof(loads_line, none), .square = offsetof(loads_line, none),
                          .diamond = offsetof(loads_line, none)};
    strip_fit(&strip, &table);
    const table_drawing drawing = strip_drawing(&strip);
    page_begin(&m, "Data set of loads");
    markup_begin(&m, "p");
    markup_attribute(&m, "class", "soft");
    markup_text(&m, "What single loads do, and what their right to allocate L1 lines is worth, from ");
    report_name(&m, report->name);
    markup_text(&m, ". Margin: ln(cycles when the load goes around / cycles when it allocates).");
    if (!report->final)
        markup_text(&m, " The evaluation split was not looked at (--final shows it).");
    markup_end(&m);
    markup_line(&m);
    put_numbers(&m, report);
    put_rules(&m, report);
    put_figures(&m, report);
    page_heading(&m, "Loads");
    page_words(&m, "Last column: how much faster the launch is when the load allocates; logarithmic. The "
                   "filter hides marks in "
                   "the figures, too.");
    page_tools(&m);
    report_table_html(&m, &table, "kernels", false, &drawing);
    put_origin(&m, report);
    page_end(&m);
}

/* ---- other forms ---- */

typedef struct context {
    const loads_report *report;
    size_t first;
} context;

static double height_of(const void *of, size_t i)
{
    (void)of;
    (void)i;
    return PLOT_HEIGHT;
}

static void draw(markup *m, const void *of, size_t i)
{
    const context *c = of;
    figure_margins(m, c->report, c->first + i);
}

void loads_report_svg(const loads_report *report, size_t first, size_t n, FILE *out)
{
    const context c = {report, first};
    const sheet s = {.title = "What loads do, and what their right to allocate is worth",
                     .heading = "Margins of loads",
                     .names = report->series,
                     .shown = NULL,
                     .n_names = report->n_series,
                     .n = n,
                     .context = &c,
                     .height = height_of,
                     .draw = draw};
    sheet_write(&s, out);
}

int loads_report_markdown(const loads_report *report, FILE *out, poise_error *err)
{
    const report_table rules = loads_rules_table(report), loads = loads_table(report);
    const load_losses *losses = &report->losses;
    fprintf(
        out,
        "%zu loads of %zu programs to train on. Lost of %.2f: %.2f if all allocate, %.2f if none does.\n\n",
        losses->loads, losses->programs, losses->all, losses->always, losses->never);
    int code = report_table_markdown(&rules, out, err);
    fputc('\n', out);
    return code == POISE_OK ? report_table_markdown(&loads, out, err) : code;
}
