/* Scatter plots: predicted against target, target over prediction, speedup against the best speedup. */
#include "report/model/figures.h"
#include "report/model/mark.h"

#include <math.h>
#include <stdio.h>

/* Our choices: room beside 1 and the most warps; the band in which a prediction is close. */
static const double room = 1.25, band = 0.25;

enum { TEXT = 160 };

typedef struct range {
    double low, high;
} range;

static range range_of_warps(const model_report *report)
{
    return (range){1 / room, report->model->max_warps * room};
}

static void put_title(markup *m, const char *form, int output)
{
    char title[TEXT];
    snprintf(title, sizeof title, form, model_output_name[output]);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT, title);
}

static void put_axes(markup *m, const plot *p, const plot_ticks *x, const plot_ticks *y, const char *x_title,
                     const char *y_title)
{
    axis_y(m, &p->box, y->tick, y->n, y_title, true);
    axis_x(m, &p->box, x->tick, x->n, x_title);
    markup_line(m);
}

/* ---- predicted against target ---- */

/* Both axes have the same ends, low and high. */
static void put_band(markup *m, const plot *p)
{
    const double low = p->x.low, high = p->x.high;
    const double x[] = {low, low, high / (1 + band), high, high, low / (1 - band)};
    const double y[] = {low, low * (1 + band), high, high, high * (1 - band), low};
    char path[TEXT] = "";
    size_t length = 0;
    for (int i = 0; i < 6; i++)
        length += (size_t)snprintf(path + length, sizeof path - length, "%.1f,%.1f ", scale_at(&p->x, x[i]),
                                   scale_at(&p->y, y[i]));
    markup_begin(m, "polygon");
    markup_attribute(m, "class", "band");
    markup_attribute(m, "points", path);
    markup_end(m);
    plot_line(m, p, "even-line", low, low, high, high);
    markup_line(m);
}

static void put_prediction(markup *m, const plot *p, const model_row *row, int output, double x, double y)
{
    const plot_kernel kernel = model_kernel_of(row);
    plot_mark(m, p, &kernel, x, y, model_prediction_words(row, output).text);
}

void figure_predicted(markup *m, const model_report *report, const model_part *part, int output)
{
    char x_title[TEXT], y_title[TEXT];
    const range warps = range_of_warps(report);
    plot p = {.box = plot_frame};
    p.x = plot_scale_x(&p.box, warps.low, warps.high);
    p.y = plot_scale_y(&p.box, warps.low, warps.high);
    const plot_ticks x = plot_ticks_of_warps(&p.x), y = plot_ticks_of_warps(&p.y);
    snprintf(x_title, sizeof x_title, "target %s, of %d warps", model_output_name[output],
             report->model->max_warps);
    snprintf(y_title, sizeof y_title, "predicted %s", model_output_name[output]);
    put_title(m, "Predicted %s against the target, band ±25 %%", output);
    put_band(m, &p);
    put_axes(m, &p, &x, &y, x_title, y_title);
    for (size_t i = 0; i < part->n; i++)
        put_prediction(m, &p, &part->rows[i], output, part->rows[i].observed[output],
                       part->rows[i].fitted[output]);
    markup_end(m);
    markup_line(m);
}

/* ---- target over prediction, against the prediction ---- */

void figure_by_fitted(markup *m, const model_report *report, const model_part *part, int output)
{
    char x_title[TEXT];
    const range warps = range_of_warps(report);
    const double most = model_most_residual(part, output);
    plot p = {.box = plot_frame};
    p.x = plot_scale_x(&p.box, warps.low, warps.high);
    p.y = plot_scale_y(&p.box, 1 / most, most);
    const plot_ticks x = plot_ticks_of_warps(&p.x), y = plot_ticks_of_ratios(&p.y);
    snprintf(x_title, sizeof x_title, "predicted %s, of %d warps", model_output_name[output],
             report->model->max_warps);
    put_title(m, "Residuals of ln %s against the prediction", output);
    put_axes(m, &p, &x, &y, x_title, "target / prediction");
    plot_line(m, &p, "level-one", p.x.low, 1, p.x.high, 1);
    for (size_t i = 0; i < part->n; i++) {
        const model_row *row = &part->rows[i];
        put_prediction(m, &p, row, output, row->fitted[output], row->observed[output] / row->fitted[output]);
    }
    markup_end(m);
    markup_line(m);
}

/* ---- speedups ---- */

static range range_of_speedups(const model_part *part)
{
    range found = {0.9, 1.2};
    for (size_t i = 0; i < part->n; i++) {
        found.low = fmin(found.low, part->rows[i].predicted.speedup);
        found.high = fmax(found.high, part->rows[i].best.speedup);
    }
    return (range){found.low / 1.04, found.high * 1.04};
}

void figure_speedup(markup *m, const model_report *report, const model_part *part, int output)
{
    (void)report;
    const range speedups = range_of_speedups(part);
    plot p = {.box = plot_frame};
    p.x = plot_scale_x(&p.box, speedups.low, speedups.high);
    p.y = plot_scale_y(&p.box, speedups.low, speedups.high);
    const plot_ticks x = plot_ticks_of_ratios(&p.x), y = plot_ticks_of_ratios(&p.y);
    put_title(m, "Speedup of the predicted tuples", output);
    plot_line(m, &p, "even-line", speedups.low, speedups.low, speedups.high, speedups.high);
    put_axes(m, &p, &x, &y, "S of the fastest tuple (Static-Best)", "S of the predicted tuple");
    plot_line(m, &p, "level-one", p.x.low, 1, p.x.high, 1);
    for (size_t i = 0; i < part->n; i++) {
        const model_row *row = &part->rows[i];
        const plot_kernel kernel = model_kernel_of(row);
        plot_mark(m, &p, &kernel, row->best.speedup, row->predicted.speedup, model_speedup_words(row).text);
    }
    markup_end(m);
    markup_line(m);
}
