/* The page of a data set. */
#include "common/member.h"
#include "report/dataset/output.h"
#include "report/page/page.h"
#include "report/plot/series.h"
#include "report/plot/strip.h"
#include "report/table/table.h"

/* Harmonic mean over the kernels that are not left out, of the tuple at `offset`. */
static number_text mean_of(const dataset_part *part, size_t offset)
{
    double sum = 0;
    for (size_t i = 0; i < part->n; i++) {
        const report_tuple *tuple = poise_const_member(&part->lines[i], offset);
        if (part->lines[i].source->excluded == 0 && tuple->speedup > 0)
            sum += 1 / tuple->speedup;
    }
    return part->n_used == 0 ? (number_text){"–"} : number_speedup((double)part->n_used / sum);
}

static size_t count_programs(const dataset_report *report, const dataset_part *part)
{
    size_t n = 0;
    for (size_t i = 0; i < report->n_series; i++)
        n += part->shown[i];
    return n;
}

static void put_numbers(markup *m, const dataset_report *report, const dataset_part *part)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    page_figure(m, number_grouped(part->n_used).text, "Kernels", "that are not left out");
    page_figure(m, number_grouped(part->n - part->n_used).text, "Left out",
                "too little to gain, too short, or without hits: the table says why");
    page_figure(m, number_grouped(count_programs(report, part)).text, "Programs", "of all these kernels");
    page_figure(m, mean_of(part, offsetof(dataset_line, target)).text, "Targets",
                "harmonic mean of S over the kernels that are not left out");
    page_figure(m, mean_of(part, offsetof(dataset_line, best)).text, "Static-Best",
                "the same, of the fastest");
    page_figure(m, mean_of(part, offsetof(dataset_line, swl)).text, "Best SWL",
                "the same, of the fastest with p = N");
    markup_end(m);
    markup_line(m);
}

static void put_part(markup *m, const dataset_report *report, const dataset_part *part)
{
    dataset_drawing drawings[DATASET_DRAWINGS];
    const size_t n = dataset_drawings(report, drawings);
    page_heading(m, part->title);
    put_numbers(m, report, part);
    series_list(m, report->series, part->shown, report->n_series);
    markup_begin(m, "div");
    markup_attribute(m, "class", "pairs");
    markup_line(m);
    for (size_t i = 0; i < n; i++) {
        if (drawings[i].part == part)
            drawings[i].draw(m, report, part, drawings[i].which);
    }
    markup_end(m);
    markup_line(m);
    page_words(m,
               "By program: a mark for each kernel, hollow when it is left out; a stroke at the mean of all. "
               "Point at a mark for its kernel.");
}

static void put_tables(markup *m, const dataset_report *report)
{
    strip_column strip = {"Target, best SWL and Static-Best", .bar = offsetof(dataset_line, best),
                          .stroke = offsetof(dataset_line, swl), .square = offsetof(dataset_line, target),
                          .diamond = offsetof(dataset_line, best)};
    const report_table all = dataset_table(report, NULL);
    strip_fit(&strip, &all);
    page_heading(m, "Kernels");
    page_words(m,
               "Last column: a bar up to Static-Best (diamond), a square at the target, a stroke at the best "
               "SWL; logarithmic. The filter hides marks in the figures, too.");
    page_tools(m);
    for (size_t i = 0; i < report->n_parts; i++) {
        const report_table table = dataset_table(report, &report->part[i]);
        const table_drawing drawing = strip_drawing(&strip);
        if (report->n_parts > 1)
            markup_element(m, "h3", NULL, report->part[i].title);
        report_table_html(m, &table, "kernels", false, &drawing);
    }
}

static void put_origin(markup *m, const dataset_report *report)
{
    const dataset *data = report->data;
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Data set", report->name);
    page_term(m, "Hash of the data set", data->hash);
    page_term(m, "Hash of the profiles", data->profile_hash);
    page_term(m, "Hash of the machine", data->config_hash);
    page_term(m, "Features",
              data->is_sampled ? "as the engines of the SMs sample them; kernels too short for "
                                 "that are not shown"
                               : "of whole kernels");
    page_term(m, "Hits",
              data->merges_hit ? "merges with a miss in flight are L1 hits"
                               : "merges with a miss in flight are no L1 hits");
    markup_end(m);
    markup_line(m);
}

void dataset_report_html(const dataset_report *report, FILE *out)
{
    markup m = {.out = out};
    page_begin(&m, "Data set");
    markup_begin(&m, "p");
    markup_attribute(&m, "class", "soft");
    markup_text(&m, "Targets and features of kernels, from ");
    report_name(&m, report->name);
    markup_text(&m, ". S is the speedup over {W,W}, where all warps may issue and allocate.");
    if (!report->final)
        markup_text(&m, " The evaluation split was not looked at (--final shows it).");
    markup_end(&m);
    markup_line(&m);
    for (size_t i = 0; i < report->n_parts; i++)
        put_part(&m, report, &report->part[i]);
    put_tables(&m, report);
    put_origin(&m, report);
    page_end(&m);
}
