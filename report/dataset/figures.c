#include "report/dataset/figures.h"

#include "report/plot/strips.h"

#include <math.h>
#include <stdio.h>

static size_t add(dataset_drawing *drawings, size_t n, dataset_drawing drawing)
{
    drawings[n] = drawing;
    return n + 1;
}

size_t dataset_drawings(const dataset_report *report, dataset_drawing drawings[DATASET_DRAWINGS])
{
    size_t n = 0;
    for (size_t i = 0; i < report->n_parts; i++) {
        const dataset_part *part = &report->part[i];
        const double high = strips_height(part->shown, report->n_series);
        n = add(drawings, n, (dataset_drawing){"targets-n", figure_targets, PLOT_HEIGHT, part, 0});
        n = add(drawings, n, (dataset_drawing){"targets-p", figure_targets, PLOT_HEIGHT, part, 1});
        n = add(drawings, n, (dataset_drawing){"worth", figure_worth, high, part, 0});
        for (int x = 0; x < FEATURES_COUNT; x++) {
            if (x != MODEL_X_constant)
                n = add(drawings, n,
                        (dataset_drawing){model_feature_name[report->data->view][x], figure_feature, high,
                                          part, x});
        }
    }
    return n;
}

/* ---- strip plots ---- */

typedef struct context {
    const dataset_part *part;
    int which;
    model_view view;
} context;

static plot_kernel kernel_of(const void *c, size_t i)
{
    const dataset_line *line = &((const context *)c)->part->lines[i];
    return (plot_kernel){line->series, line->number, line->run,
                         line->kernel, line->launch, line->source->excluded != 0};
}

static strips strips_of(const dataset_report *report, const context *c)
{
    return (strips){.names = report->series,
                    .shown = c->part->shown,
                    .n_names = report->n_series,
                    .n = c->part->n,
                    .context = c,
                    .kernel = kernel_of,
                    .level = NAN};
}

static double worth(const void *c, size_t i)
{
    const double speedup = ((const context *)c)->part->lines[i].target.speedup;
    return isnan(speedup) ? 1 : speedup;
}

static plot_words worth_words(const void *c, size_t i)
{
    const dataset_line *line = &((const context *)c)->part->lines[i];
    plot_words out;
    snprintf(out.text, sizeof out.text, "target %s %s, best %s %s; %.100s",
             report_tuple_text(&line->target).text, number_speedup(line->target.speedup).text,
             report_tuple_text(&line->best).text, number_speedup(line->best.speedup).text, line->use);
    return out;
}

void figure_worth(markup *m, const dataset_report *report, const dataset_part *part, int which)
{
    const context c = {part, which, report->data->view};
    strips s = strips_of(report, &c);
    s.title = "Speedup of the targets, by program";
    s.x_title = "S of the target";
    s.value = worth;
    s.words = worth_words;
    s.logarithmic = true;
    s.level = 1;
    s.low = 0.9;
    s.high = 1.5;
    for (size_t i = 0; i < part->n; i++) {
        s.low = fmin(s.low, worth(&c, i) / 1.04);
        s.high = fmax(s.high, worth(&c, i) * 1.04);
    }
    strips_draw(m, &s);
}

static double feature(const void *of, size_t i)
{
    const context *c = of;
    return c->part->lines[i].source->x[c->which];
}

static plot_words feature_words(const void *of, size_t i)
{
    const context *c = of;
    const dataset_line *line = &c->part->lines[i];
    plot_words out;
    snprintf(out.text, sizeof out.text, "%s = %.4g, target %s", model_feature_name[c->view][c->which],
             feature(of, i), report_tuple_text(&line->target).text);
    return out;
}

void figure_feature(markup *m, const dataset_report *report, const dataset_part *part, int which)
{
    const context c = {part, which, report->data->view};
    strips s = strips_of(report, &c);
    s.title = model_feature_name[report->data->view][which];
    s.x_title = model_feature_definition[report->data->view][which];
    s.value = feature;
    s.words = feature_words;
    for (size_t i = 0; i < part->n; i++) {
        s.low = fmin(s.low, feature(&c, i));
        s.high = fmax(s.high, feature(&c, i));
    }
    strips_draw(m, &s);
}
