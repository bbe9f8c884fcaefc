#include "report/page/page.h"
#include "report/plot/sheet.h"
#include "report/probe/output.h"
#include "report/table/number.h"

#include <math.h>

static void put_numbers(markup *m, const probe_report *report)
{
    const probe_result *r = report->result;
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers");
    markup_line(m);
    page_figure(m, number_grouped(probe_result_asked(r)).text, "Points", "sizes and strides that were asked");
    page_figure(m, number_grouped(r->findings.n).text, "Findings",
                "what follows from them and further chases");
    if (report->other != NULL) {
        const probe_residual d = probe_compare(&r->surface, &report->other->surface);
        page_figure(m, number_share(d.typical).text, "Difference",
                    "root of the mean square of relative differences of the two surfaces");
        page_figure(m, number_tenths(d.worst).text, "Largest difference", r->unit);
    }
    markup_end(m);
    markup_line(m);
}

static void put_overview(markup *m, const probe_report *report)
{
    const probe_result *r = report->result;
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_text(m, probe_result_is_device(r) ? "Pointer chases on the device "
                                             : "Pointer chases on the simulated machine ");
    markup_element(m, "bdi", NULL, r->subject);
    if (r->policies[0] != '\0') {
        markup_text(m, " with ");
        markup_element(m, "bdi", NULL, r->policies);
    }
    markup_format(m, ", times in %s; from ", r->unit);
    markup_element(m, "bdi", NULL, report->name);
    if (report->other != NULL) {
        markup_text(m, ", beside ");
        markup_element(m, "bdi", NULL, report->other_name);
    }
    markup_text(m, ".");
    markup_end(m);
    markup_line(m);
    put_numbers(m, report);
}

static void put_finding(markup *m, const probe_finding *f)
{
    char value[PROBE_VALUE];
    const bool is_unknown = isnan(f->least);
    probe_value_text(value, f);
    markup_begin(m, "tr");
    markup_element(m, "td", "text", f->name);
    page_value(m, f->least, value, NULL);
    page_value(m, f->confidence, is_unknown ? "–" : number_share(f->confidence).text, NULL);
    markup_element(m, "td", "text", f->why);
    markup_end(m);
    markup_line(m);
}

static void put_findings(markup *m, const probe_findings *findings)
{
    if (findings->n == 0)
        return;
    page_heading(m, "Found");
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "What", "part of the memory system, and what of it", "text");
    page_column(m, "Value", "or the range in which it lies", NULL);
    page_column(m, "Confidence", "that it lies there", NULL);
    page_column(m, "Evidence", "or why it is not identifiable", "text");
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
    for (uint32_t i = 0; i < findings->n; i++)
        put_finding(m, &findings->list[i]);
    for (int i = 0; i < 3; i++)
        markup_end(m);
    markup_line(m);
}

static void put_figures(markup *m, const probe_report *report)
{
    page_heading(m, "Measured");
    page_words(m,
               "A chase goes round words of a buffer, each load waiting for the one before. What fits into a "
               "level is as fast as the level; strides below a line hit the line that the load before has "
               "brought; few lines far apart fit again. Broken lines stand where a level was found to end.");
    markup_begin(m, "div");
    markup_attribute(m, "class", "figures");
    probe_figure_curves(m, report);
    probe_figure_map(m, report);
    if (report->other != NULL)
        probe_figure_residual(m, report);
    markup_end(m);
    markup_line(m);
}

static void put_origin(markup *m, const probe_report *report)
{
    const probe_result *r = report->result;
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Probe", report->name);
    page_term(m, "Hash", r->hash);
    if (report->other != NULL)
        page_term(m, "Beside", report->other_name);
    markup_end(m);
    markup_line(m);
    page_folded(m, "The machine", r->config_text);
}

void probe_report_html(const probe_report *report, FILE *out)
{
    markup m = {.out = out};
    page_begin(&m, "What a memory system is");
    put_overview(&m, report);
    put_figures(&m, report);
    put_findings(&m, &report->result->findings);
    put_origin(&m, report);
    page_end(&m);
}

/* ---- figures as a file ---- */

static double height_of(const void *context, size_t i)
{
    (void)context, (void)i;
    return PLOT_HEIGHT + 60;
}

static void draw(markup *m, const void *context, size_t i)
{
    static void (*const figures[])(markup * m, const probe_report *report) = {
        probe_figure_curves, probe_figure_map, probe_figure_residual};
    figures[i](m, context);
}

void probe_report_svg(const probe_report *report, FILE *out)
{
    const sheet s = {.title = "Time of a load over size and stride",
                     .heading = report->result->subject,
                     .n = report->other != NULL ? 3 : 2,
                     .context = report,
                     .height = height_of,
                     .draw = draw};
    sheet_write(&s, out);
}
