#include "report/model/figures.h"
#include "report/model/mark.h"

#include <math.h>
#include <stdio.h>

enum { MOST_TICKS = 7, STEPS = 60, TEXT = 192 };

/* Cook's distances from which an observation is looked at, and is suspect (Cook and Weisberg 1982). */
static const double contours[] = {0.5, 1};

/* Pearson residual over its standard deviation. */
static double standardised(const train_influence *of)
{
    return of->leverage < 1 ? of->pearson / sqrt(1 - of->leverage) : 0;
}

/* Residual at which Cook's distance is `distance`: r^2 h / ((1 - h) columns). */
static double contour_at(double distance, double leverage)
{
    return sqrt(distance * FEATURES_COUNT * (1 - leverage) / leverage);
}

static void put_contour(markup *m, const plot *p, double distance, double sign)
{
    char path[STEPS * 24] = "";
    size_t length = 0;
    int points = 0;
    double first_x = 0, first_y = 0;
    for (int i = 1; i < STEPS; i++) {
        const double leverage = p->x.high * i / (STEPS - 1);
        const double residual = sign * contour_at(distance, leverage);
        if (leverage >= 1 || residual < p->y.low || residual > p->y.high)
            continue;
        length += (size_t)snprintf(path + length, sizeof path - length, "%.1f,%.1f ",
                                   scale_at(&p->x, leverage), scale_at(&p->y, residual));
        if (points++ == 0) {
            first_x = leverage;
            first_y = residual;
        }
    }
    if (points < 2)
        return;
    markup_begin(m, "polyline");
    markup_attribute(m, "class", "contour");
    markup_attribute(m, "points", path);
    markup_end(m);
    const number_text label = number_short(distance);
    axis_text(m, scale_at(&p->x, first_x) - 4, scale_at(&p->y, first_y) + (sign > 0 ? 10 : -2), "end",
              label.text);
    markup_line(m);
}

static void put_kernel(markup *m, const plot *p, const model_row *row, int output)
{
    const train_influence *of = &row->influence[output];
    char text[TEXT];
    snprintf(text, sizeof text, "leverage %.3f, residual %.2f, Cook's distance %.3g; target %s", of->leverage,
             standardised(of), of->cook, report_tuple_text(&row->target).text);
    const plot_kernel kernel = model_kernel_of(row);
    plot_mark(m, p, &kernel, of->leverage, standardised(of), text);
}

void figure_influence(markup *m, const model_report *report, const model_part *part, int output)
{
    (void)report;
    char title[TEXT];
    plot p = {.box = plot_frame};
    p.x = (scale){.low = 0, .high = 0.1, .from = p.box.left, .to = p.box.right};
    p.y = (scale){.low = -1, .high = 1, .from = p.box.bottom, .to = p.box.top};
    for (size_t i = 0; i < part->n; i++) {
        const train_influence *of = &part->rows[i].influence[output];
        p.x.high = fmax(p.x.high, of->leverage);
        p.y.low = fmin(p.y.low, standardised(of));
        p.y.high = fmax(p.y.high, standardised(of));
    }
    const plot_ticks x = plot_ticks_nice(&p.x, MOST_TICKS), y = plot_ticks_nice(&p.y, MOST_TICKS);
    snprintf(title, sizeof title, "Influence on the regression of %s, Cook's distances",
             model_output_name[output]);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT, title);
    axis_y(m, &p.box, y.tick, y.n, "standardised Pearson residual", true);
    axis_x(m, &p.box, x.tick, x.n, "leverage");
    for (size_t i = 0; i < sizeof contours / sizeof contours[0]; i++) {
        put_contour(m, &p, contours[i], 1);
        put_contour(m, &p, contours[i], -1);
    }
    for (size_t i = 0; i < part->n; i++)
        put_kernel(m, &p, &part->rows[i], output);
    markup_end(m);
    markup_line(m);
}
