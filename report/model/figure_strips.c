/* Strip plots: a line for each program, a mark for each kernel. */
#include "report/model/figures.h"
#include "report/model/plot.h"

#include <math.h>
#include <stdio.h>

enum { LEAST_LINE = 18, MOST_LINE = 27, LEFT = 118, TOP = 32, FOOT = 42, NAME_AT = 8, NAME_LENGTH = 16, TEXT = 160 };

typedef double strip_value(const model_row *row, int output);
typedef plot_words strip_words(const model_row *row, int output);

typedef struct strips {
    const model_report *report;
    const model_part *part;
    int output;
    strip_value *value;
    strip_words *words;
    plot plot;
} strips;

/* Geometric mean of the values of a program. */
static double mean_of(const strips *s, size_t series)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < s->part->n; i++) {
        const model_row *row = &s->part->rows[i];
        if (row->series == series) {
            sum += log(s->value(row, s->output));
            n++;
        }
    }
    return exp(sum / (double)n);
}

static size_t count_lines(const model_report *report, const model_part *part)
{
    size_t n = 0;
    for (size_t series = 0; series < report->n_series; series++)
        n += part->shown[series];
    return n;
}

static void put_program(markup *m, const strips *s, size_t series, double place)
{
    const double y = scale_at(&s->plot.y, place), mean = mean_of(s, series);
    markup_begin(m, "text");
    markup_number(m, "x", NAME_AT);
    markup_number(m, "y", y + 4);
    markup_text_short(m, s->report->series[series], NAME_LENGTH);
    markup_end(m);
    plot_line(m, &s->plot, "grid", s->plot.x.low, place, s->plot.x.high, place);
    for (size_t i = 0; i < s->part->n; i++) {
        const model_row *row = &s->part->rows[i];
        if (row->series == series)
            plot_mark(m, &s->plot, row, s->value(row, s->output), place, s->words(row, s->output).text);
    }
    const double at = fmin(fmax(mean, s->plot.x.low), s->plot.x.high);
    plot_line(m, &s->plot, "mean-tick", at, place - 0.4, at, place + 0.4);
    markup_line(m);
}

/* As high as the figure beside it, where lines are neither too narrow nor too wide. */
static double line_height(size_t lines)
{
    const double even = (PLOT_HEIGHT - TOP - FOOT) / (double)(lines == 0 ? 1 : lines);
    return fmin(fmax(even, LEAST_LINE), MOST_LINE);
}

double figure_strips_height(const model_report *report, const model_part *part)
{
    const size_t lines = count_lines(report, part);
    return TOP + line_height(lines) * (double)lines + FOOT;
}

static void put_strips(markup *m, strips *s, double low, double high, const char *title, const char *x_title)
{
    const size_t lines = count_lines(s->report, s->part);
    const double bottom = TOP + line_height(lines) * (double)lines;
    s->plot.box = (plot_box){.left = LEFT, .top = TOP, .right = plot_frame.right, .bottom = bottom};
    s->plot.x = plot_scale_x(&s->plot.box, low, high);
    s->plot.y = (scale){.low = 0.5, .high = (double)lines + 0.5, .from = TOP, .to = bottom};
    const plot_ticks x = plot_ticks_of_ratios(&s->plot.x);
    plot_begin(m, PLOT_WIDTH, bottom + FOOT, title);
    axis_x(m, &s->plot.box, x.tick, x.n, x_title);
    plot_line(m, &s->plot, "level-one", 1, s->plot.y.low, 1, s->plot.y.high);
    markup_line(m);
    size_t place = 0;
    for (size_t series = 0; series < s->report->n_series; series++) {
        if (s->part->shown[series])
            put_program(m, s, series, (double)++place);
    }
    markup_end(m);
    markup_line(m);
}

/* ---- residuals ---- */

static double residual(const model_row *row, int output)
{
    return row->observed[output] / row->fitted[output];
}

void figure_by_program(markup *m, const model_report *report, const model_part *part, int output)
{
    strips s = {.report = report, .part = part, .output = output, .value = residual, .words = plot_prediction_words};
    char title[TEXT];
    double most = 2;
    for (size_t i = 0; i < part->n; i++) {
        const double ratio = residual(&part->rows[i], output);
        most = fmin(fmax(most, fmax(ratio, 1 / ratio)), PLOT_MOST_RATIO);
    }
    snprintf(title, sizeof title, "Residuals of ln %s by program", model_output_name[output]);
    put_strips(m, &s, 1 / (most * 1.1), most * 1.1, title, "target / prediction");
}

/* ---- loss ---- */

static double kept(const model_row *row, int output)
{
    (void)output;
    return row->predicted.speedup / row->best.speedup;
}

void figure_loss(markup *m, const model_report *report, const model_part *part, int output)
{
    strips s = {.report = report, .part = part, .output = output, .value = kept, .words = plot_speedup_words};
    double least = 0.7;
    for (size_t i = 0; i < part->n; i++)
        least = fmax(fmin(least, kept(&part->rows[i], output)), 1 / PLOT_MOST_RATIO);
    put_strips(m, &s, least / 1.05, 1.05, "What is left of the best speedup, by program",
               "S of the predicted tuple / S of Static-Best");
}
