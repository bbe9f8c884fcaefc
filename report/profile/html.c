/* The page of a profile. */
#include "report/profile/html.h"

#include "report/page/page.h"
#include "report/plot/strip.h"
#include "report/profile/columns.h"
#include "report/profile/output.h"

#include <inttypes.h>

/* A page with more launches starts folded (our choice). */
enum { MOST_OPEN = 12 };

static void put_numbers(markup *m, const profile_report *report)
{
    size_t n;
    const report_column *columns = profile_columns(&n);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers");
    markup_line(m);
    for (size_t i = 0; i < n; i++) {
        if (columns[i].kind == COLUMN_POINT)
            page_figure(m, number_speedup(profile_report_mean(report, columns[i].offset)).text,
                        columns[i].title, columns[i].help);
    }
    markup_end(m);
    markup_line(m);
}

static void put_overview(markup *m, const profile_report *report)
{
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_format(m, "%zu kernel launch%s of %zu program%s, from ", report->n, report->n == 1 ? "" : "es",
                  report->n_programs, report->n_programs == 1 ? "" : "s");
    report_name(m, report->name);
    markup_text(m, ". Speedups are over {W,W}, where all warps may issue and allocate; means are harmonic, "
                   "over the launches.");
    markup_end(m);
    markup_line(m);
    put_numbers(m, report);
}

/* Says something only where programs have several launches. */
static void put_programs(markup *m, const profile_report *report)
{
    if (report->n_programs == report->n)
        return;
    page_heading(m, "Programs");
    page_words(m, "All launches together, each under its own tuple.");
    html_program_table(m, report);
}

static void put_table(markup *m, const profile_report *report)
{
    strip_column strip = {"Best, target and best p = N", .bar = offsetof(profile_launch, best),
                          .stroke = offsetof(profile_launch, diagonal),
                          .square = offsetof(profile_launch, target),
                          .diamond = offsetof(profile_launch, best)};
    const report_table launches = profile_table(report);
    strip_fit(&strip, &launches);
    const table_drawing drawing = strip_drawing(&strip);
    page_heading(m, "Launches");
    page_words(m,
               "Last column: a bar up to the best tuple (diamond), a square at the target, a stroke at the "
               "best p = N; logarithmic.");
    page_tools(m);
    report_table_html(m, &launches, "launches", true, &drawing);
}

static void put_launches(markup *m, const profile_report *report)
{
    page_heading(m, "Warp-tuples");
    page_words(m,
               "Left: a bubble at every measured tuple, filled where it is faster than {W,W}, hollow where "
               "it is slower, grey within 0.5 %; its radius grows with |ln S|, in each launch on a scale of "
               "its own. Right: the same along two lines of the plane. Axes have the measured values, "
               "evenly spaced. Point at a mark for its numbers.");
    for (size_t i = 0; i < report->n; i++)
        html_launch(m, &report->launches[i], report->n <= MOST_OPEN);
}

static void put_origin(markup *m, const profile_report *report)
{
    const profile *source = report->source;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, source->seed);
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Profile", report->name);
    page_term(m, "Hash of the profile", source->hash);
    page_term(m, "Hash of the machine", source->config_hash);
    page_term(m, "Seed", seed);
    markup_end(m);
    markup_line(m);
    page_folded(m, "Options of the sweep", source->options);
    page_folded(m, "Machine", source->config_text);
}

void profile_report_html(const profile_report *report, FILE *out)
{
    markup m = {.out = out};
    page_begin(&m, "Profile of warp-tuples");
    put_overview(&m, report);
    put_programs(&m, report);
    put_table(&m, report);
    put_launches(&m, report);
    put_origin(&m, report);
    page_end(&m);
}
