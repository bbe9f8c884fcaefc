#include "report/model/output.h"
#include "report/plot/sheet.h"

typedef struct context {
    const model_report *report;
    const model_drawing *drawings;
} context;

static double height_of(const void *of, size_t i)
{
    const context *c = of;
    return c->drawings[i].figure->height(c->report, c->drawings[i].part);
}

static void draw(markup *m, const void *of, size_t i)
{
    const context *c = of;
    c->drawings[i].figure->draw(m, c->report, c->drawings[i].part, c->drawings[i].output);
}

void model_report_svg(const model_report *report, const model_drawing *drawings, size_t n, FILE *out)
{
    char heading[MODEL_NAME_TEXT + 64];
    const context c = {report, drawings};
    /* what is said of a part holds for the whole only when there is no other */
    const bool of_part = n == 1 ? drawings[0].figure->by_part : report->n_parts == 1;
    snprintf(heading, sizeof heading, "Model %s%s%s", report->model->name, of_part ? ": " : "",
             of_part ? drawings[0].part->title : "");
    const sheet s = {.title = "Predictions of a model",
                     .heading = heading,
                     .names = report->series,
                     .shown = n == 1 ? drawings[0].part->shown : NULL,
                     .n_names = report->n_series,
                     .n = n,
                     .context = &c,
                     .height = height_of,
                     .draw = draw};
    sheet_write(&s, out);
}
