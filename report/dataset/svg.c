#include "report/dataset/output.h"
#include "report/plot/sheet.h"

typedef struct context {
    const dataset_report *report;
    const dataset_drawing *drawings;
} context;

static double height_of(const void *of, size_t i)
{
    return ((const context *)of)->drawings[i].height;
}

static void draw(markup *m, const void *of, size_t i)
{
    const context *c = of;
    c->drawings[i].draw(m, c->report, c->drawings[i].part, c->drawings[i].which);
}

void dataset_report_svg(const dataset_report *report, const dataset_drawing *drawings, size_t n, FILE *out)
{
    const context c = {report, drawings};
    const sheet s = {.title = "Targets and features of a data set",
                     .heading = drawings[0].part->title,
                     .names = report->series,
                     .shown = n == 1 ? drawings[0].part->shown : NULL,
                     .n_names = report->n_series,
                     .n = n,
                     .context = &c,
                     .height = height_of,
                     .draw = draw};
    sheet_write(&s, out);
}
