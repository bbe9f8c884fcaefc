/* Strip plots of a model: residuals and losses by program. */
#include "report/model/figures.h"
#include "report/model/mark.h"
#include "report/plot/strips.h"

#include <math.h>
#include <stdio.h>

enum { TEXT = 64 };

typedef struct context {
    const model_part *part;
    int output;
} context;

static plot_kernel kernel_of(const void *c, size_t i)
{
    return model_kernel_of(&((const context *)c)->part->rows[i]);
}

static strips strips_of(const model_report *report, const context *c)
{
    return (strips){.names = report->series,
                    .shown = c->part->shown,
                    .n_names = report->n_series,
                    .n = c->part->n,
                    .context = c,
                    .kernel = kernel_of,
                    .logarithmic = true,
                    .level = 1};
}

double figure_strips_height(const model_report *report, const model_part *part)
{
    return strips_height(part->shown, report->n_series);
}

/* ---- residuals ---- */

static double residual(const void *of, size_t i)
{
    const context *c = of;
    return c->part->rows[i].observed[c->output] / c->part->rows[i].fitted[c->output];
}

static plot_words prediction_words(const void *of, size_t i)
{
    const context *c = of;
    return model_prediction_words(&c->part->rows[i], c->output);
}

void figure_by_program(markup *m, const model_report *report, const model_part *part, int output)
{
    const context c = {part, output};
    strips s = strips_of(report, &c);
    char title[TEXT];
    snprintf(title, sizeof title, "Residuals of ln %s by program", model_output_name[output]);
    s.title = title;
    s.x_title = "target / prediction";
    s.value = residual;
    s.words = prediction_words;
    s.high = model_most_residual(part, output);
    s.low = 1 / s.high;
    strips_draw(m, &s);
}

/* ---- loss ---- */

static double kept(const void *of, size_t i)
{
    const model_row *row = &((const context *)of)->part->rows[i];
    return row->predicted.speedup / row->best.speedup;
}

static plot_words speedup_words(const void *of, size_t i)
{
    return model_speedup_words(&((const context *)of)->part->rows[i]);
}

void figure_loss(markup *m, const model_report *report, const model_part *part, int output)
{
    const context c = {part, output};
    strips s = strips_of(report, &c);
    s.title = "What is left of the best speedup, by program";
    s.x_title = "S of the predicted tuple / S of Static-Best";
    s.value = kept;
    s.words = speedup_words;
    s.low = 0.7;
    for (size_t i = 0; i < part->n; i++)
        s.low = fmax(fmin(s.low, kept(&c, i)), 1 / MODEL_MOST_RATIO);
    s.low /= 1.05;
    s.high = 1.05;
    strips_draw(m, &s);
}
