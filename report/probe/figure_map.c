#include "report/probe/output.h"

#include <math.h>

/* Ticks; pixels. */
enum { MOST_TICKS = 8, KEY = 12, KEY_LINE = 18 };
/* Of the lightest cell, so that it is seen to be one. */
static const double lightest = 0.06;
/* Relative difference of the darkest cell of residuals, at least; our choice. */
static const double full_difference = 0.1;

/* What is drawn of a point: a class and how dark, 0 to 1; NAN = nothing. */
typedef struct shade {
    const char *class_name;
    double dark;
} shade;

typedef struct map {
    const probe_report *report;
    const char *title;
    double least, most; /* of all points */
    bool is_residual;
} map;

static double time_at(const probe_surface *s, uint32_t i, uint32_t j)
{
    return s->time[(size_t)i * s->n_strides + j];
}

static double relative(const map *a, uint32_t i, uint32_t j)
{
    const probe_surface *s = &a->report->result->surface;
    return probe_difference(s, &a->report->other->surface, i, j) / time_at(s, i, j);
}

static double value_at(const map *a, uint32_t i, uint32_t j)
{
    return a->is_residual ? relative(a, i, j) : time_at(&a->report->result->surface, i, j);
}

static void find_range(map *a)
{
    const probe_surface *s = &a->report->result->surface;
    a->least = INFINITY;
    a->most = a->is_residual ? full_difference : 0;
    for (uint32_t i = 0; i < s->n_sizes; i++) {
        for (uint32_t j = 0; j < s->n_strides; j++) {
            const double value = value_at(a, i, j), size = a->is_residual ? fabs(value) : value;
            if (isnan(value))
                continue;
            a->least = fmin(a->least, value);
            a->most = fmax(a->most, size);
        }
    }
}

static shade shade_of(const map *a, double value)
{
    if (a->is_residual)
        return (shade){value < 0 ? "faster-below" : "loss", fabs(value) / a->most};
    const double wide = a->most - a->least;
    return (shade){"dot", lightest + (1 - lightest) * (wide > 0 ? (value - a->least) / wide : 1)};
}

/* Where the column of a size ends: at the next one, the last as far on. */
static double end_of(const probe_surface *s, uint32_t i)
{
    const double size = (double)s->size[i];
    if (i + 1 < s->n_sizes)
        return (double)s->size[i + 1];
    return i > 0 ? size * size / (double)s->size[i - 1] : 2 * size;
}

/* Sizes and strides in equal columns and rows, whatever lies between them. */
static plot frame_of(const probe_surface *s)
{
    plot p = {.box = plot_frame};
    p.box.top += KEY_LINE;
    p.box.bottom += KEY_LINE;
    p.x = probe_scale_sizes(s, &p.box);
    p.x.high = end_of(s, s->n_sizes - 1);
    p.y = plot_scale_y(&p.box, (double)s->stride[0], 2 * (double)s->stride[s->n_strides - 1]);
    return p;
}

static void put_cell(markup *m, const map *a, const plot *p, uint32_t i, uint32_t j)
{
    const probe_surface *s = &a->report->result->surface;
    const double value = value_at(a, i, j);
    if (isnan(value))
        return;
    const shade shown = shade_of(a, value);
    const double left = scale_at(&p->x, (double)s->size[i]), right = scale_at(&p->x, end_of(s, i)),
                 foot = scale_at(&p->y, (double)s->stride[j]),
                 top = scale_at(&p->y, 2.0 * (double)s->stride[j]);
    markup_begin(m, "rect");
    markup_attribute(m, "class", shown.class_name);
    markup_number(m, "x", left);
    markup_number(m, "y", top);
    markup_number(m, "width", fmax(right - left, 1));
    markup_number(m, "height", foot - top);
    markup_number(m, "fill-opacity", shown.dark);
    markup_begin(m, "title");
    markup_format(m, "%s in steps of %s: ", probe_size_text((double)s->size[i]).text,
                  probe_size_text((double)s->stride[j]).text);
    if (a->is_residual)
        markup_format(m, "%+.1f %%", 100 * value);
    else
        markup_format(m, "%.4g %s", value, a->report->result->unit);
    markup_end(m);
    markup_end(m);
}

static void put_key(markup *m, const map *a)
{
    static const double darks[] = {0, 0.5, 1};
    for (int k = 0; k < 3; k++) {
        char text[64];
        const double value =
            a->is_residual ? a->most * (2 * darks[k] - 1) : a->least + darks[k] * (a->most - a->least);
        const double x = PLOT_TITLE_LEFT + 130.0 * k, y = PLOT_TITLE_FOOT + KEY_LINE;
        const shade shown = shade_of(a, value);
        markup_begin(m, "rect");
        markup_attribute(m, "class", shown.class_name);
        markup_number(m, "x", x);
        markup_number(m, "y", y - KEY + 2);
        markup_number(m, "width", KEY);
        markup_number(m, "height", KEY);
        markup_number(m, "fill-opacity", shown.dark);
        markup_end(m);
        if (a->is_residual)
            snprintf(text, sizeof text, "%+.0f %%", 100 * value);
        else
            snprintf(text, sizeof text, "%.4g %s", value, a->report->result->unit);
        axis_text(m, x + KEY + 5, y, NULL, text);
    }
    markup_line(m);
}

static void draw(markup *m, map *a)
{
    const probe_surface *s = &a->report->result->surface;
    find_range(a);
    plot p = frame_of(s);
    const plot_ticks x = probe_size_ticks(&p.x, MOST_TICKS), y = probe_size_ticks(&p.y, MOST_TICKS);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT + KEY_LINE, a->title);
    put_key(m, a);
    for (uint32_t i = 0; i < s->n_sizes; i++) {
        for (uint32_t j = 0; j < s->n_strides; j++)
            put_cell(m, a, &p, i, j);
        markup_line(m);
    }
    axis_y(m, &p.box, y.tick, y.n, "stride, bytes", false);
    axis_x(m, &p.box, x.tick, x.n, "size, bytes");
    probe_put_edges(m, &p, &a->report->result->findings);
    markup_end(m);
    markup_line(m);
}

void probe_figure_map(markup *m, const probe_report *report)
{
    map a = {.report = report, .title = "Time of a load over size and stride"};
    draw(m, &a);
}

void probe_figure_residual(markup *m, const probe_report *report)
{
    map a = {.report = report, .title = "How much longer a load takes on the other", .is_residual = true};
    draw(m, &a);
}
