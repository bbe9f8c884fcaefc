#include "report/profile/figures.h"

#include "report/plot/axis.h"
#include "report/profile/columns.h"
#include "report/profile/warp_axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Pixels. */
static const plot_box box = {.left = 54, .top = 26, .right = 378, .bottom = 350};
enum {
    WIDTH = 388,
    HEIGHT = 392,
    TITLE_FOOT = 14,
    MOST_CELL = 40,      /* a launch with few warps has no giant bubbles */
    LABEL_DISTANCE = 18, /* between labels of an axis */
    LEGEND_LINE = 18,
    LEGEND_BUBBLE = 8, /* most radius of a bubble of the legend */
    LEAST_RADIUS = 2,  /* of a bubble: a smaller one would not look hollow */
    EVEN_RADIUS = 1,
    LEAST_FRAME = 8,
};

/* Radii, in cells. */
#define MOST_RADIUS 0.48
#define FRAME       0.5 /* half the side of the frame of a chosen tuple */
#define CORNER      1.3 /* of a frame on its corner, as a multiple */

/* A bubble of this magnitude or the largest of the launch, whichever is more, fills its cell: differences of
 * a few percent stay small (our choice). */
#define FULL_SPEEDUP 1.1

typedef struct plane {
    const profile_launch *launch;
    warp_axis axis;
    int below;        /* 1: a row of p = 0 lies below that of the first value, else 0 */
    double cell;      /* pixels */
    double magnitude; /* that fills a cell */
} plane;

typedef enum bubble_class { FASTER, SLOWER, EVEN, BUBBLE_CLASSES } bubble_class;
static const char *const class_names[BUBBLE_CLASSES] = {"faster", "slower", "even"};

static bubble_class class_of(double speedup)
{
    if (fabs(speedup - 1) < FIGURE_EVEN)
        return EVEN;
    return speedup > 1 ? FASTER : SLOWER;
}

double figure_magnitude(double speedup)
{
    return fabs(log(speedup));
}

static plane plane_of(const profile_launch *launch)
{
    plane p = {.launch = launch, .axis = warp_axis_of(&launch->speedup)};
    p.below = surface_least_p(&launch->speedup) == 0 ? 1 : 0;
    p.cell = fmin((box.right - box.left) / (p.axis.n + p.below), MOST_CELL);
    p.magnitude = figure_magnitude(FULL_SPEEDUP);
    for (size_t i = 0; i < profile_points(launch->speedup.warps); i++)
        p.magnitude = fmax(p.magnitude, figure_magnitude(launch->speedup.value[i])); /* NaN is ignored */
    return p;
}

static double radius_of(const plane *p, double speedup)
{
    if (class_of(speedup) == EVEN)
        return EVEN_RADIUS / p->cell;
    return fmax(LEAST_RADIUS / p->cell, MOST_RADIUS * figure_magnitude(speedup) / p->magnitude);
}

static int row_of(const plane *p, uint32_t polluting)
{
    return polluting == 0 ? 1 : p->axis.place[polluting] + p->below;
}

static void put_bubble(markup *m, const plane *p, uint32_t n, uint32_t polluting)
{
    const sim_counters *counters = profile_at(p->launch->source, n, polluting);
    const double speedup = surface_at(&p->launch->speedup, n, polluting);
    markup_begin(m, "circle");
    markup_attribute_format(m, "cx", "%d", p->axis.place[n]);
    markup_attribute_format(m, "cy", "%d", row_of(p, polluting));
    markup_attribute_format(m, "r", "%.2f", radius_of(p, speedup));
    markup_begin(m, "title");
    markup_format(m, "{%" PRIu32 ",%" PRIu32 "} %s, %s cycles, L1 hits %s", n, polluting,
                  number_speedup(speedup).text, number_grouped(counters->cycles).text,
                  number_share(sim_l1_hit_rate(counters)).text);
    markup_end(m);
    markup_end(m);
}

static void put_bubbles(markup *m, const plane *p, bubble_class class)
{
    markup_begin(m, "g");
    markup_attribute(m, "class", class_names[class]);
    for (uint32_t n = 1; n <= p->launch->speedup.warps; n++) {
        for (uint32_t polluting = 0; polluting <= n; polluting++) {
            const double speedup = surface_at(&p->launch->speedup, n, polluting);
            if (!isnan(speedup) && class_of(speedup) == class)
                put_bubble(m, p, n, polluting);
        }
    }
    markup_end(m);
    markup_line(m);
}

/* A square on its corner for the best tuple, one on its side for the target: both are seen where they are
 * the same. */
static void put_frame(markup *m, const char *class_name, double x, double y, double half, bool on_corner)
{
    static const char *const forms[] = {"M%s %sh%sv%sh-%sz", "M%s %sl%s %sl-%s %sl-%s -%sz"};
    const number_text side = number_short(2 * half), slope = number_short(CORNER * half);
    const double left = x - half, top = y - half;
    markup_begin(m, "path");
    markup_attribute(m, "class", class_name);
    if (on_corner) {
        const char *s = slope.text;
        markup_attribute_format(m, "d", forms[1], number_short(x).text, number_short(y - CORNER * half).text,
                                s, s, s, s, s, s);
    } else {
        markup_attribute_format(m, "d", forms[0], number_short(left).text, number_short(top).text, side.text,
                                side.text, side.text);
    }
    markup_end(m);
}

static void put_chosen(markup *m, const plane *p, const report_tuple *tuple, bool is_best)
{
    if (tuple->n > 0)
        put_frame(m, is_best ? "chosen best" : "chosen target", p->axis.place[tuple->n], row_of(p, tuple->p),
                  fmax(FRAME, LEAST_FRAME / p->cell), is_best);
}

/* From the diagonal on: the other half has the legend. */
static void put_lines(markup *m, const plane *p)
{
    for (int place = 1; place <= p->axis.n; place++) {
        markup_begin(m, "path");
        markup_attribute(m, "class", "grid");
        markup_attribute_format(m, "d", "M%d %dH%s", place, place + p->below,
                                number_short(p->axis.n + 0.5).text);
        markup_end(m);
    }
    markup_line(m);
}

/* In cells, with p upwards. */
static void put_cells(markup *m, const plane *p)
{
    const number_text cell = number_short(p->cell), end = number_short(p->axis.n + 0.5);
    markup_begin(m, "g");
    markup_attribute_format(m, "transform", "translate(%s %s)scale(%s -%s)translate(-.5 -.5)",
                            number_short(box.left).text, number_short(box.bottom).text, cell.text, cell.text);
    markup_number(m, "stroke-width", 1.4 / p->cell);
    markup_line(m);
    put_lines(m, p);
    markup_begin(m, "path");
    markup_attribute(m, "class", "equal");
    markup_attribute_format(m, "d", "M.5 %s L%s %s", number_short(p->below + 0.5).text, end.text,
                            number_short(p->axis.n + p->below + 0.5).text);
    markup_end(m);
    for (int class = 0; class < BUBBLE_CLASSES; class ++)
        put_bubbles(m, p, (bubble_class) class);
    put_chosen(m, p, &p->launch->target, false);
    put_chosen(m, p, &p->launch->best, true);
    markup_end(m);
    markup_line(m);
}

static void put_axes(markup *m, const plane *p)
{
    axis_tick ticks[PROFILE_MAX_WARPS + 1];
    int n = warp_axis_ticks(&p->axis, box.left, p->cell, LABEL_DISTANCE, ticks);
    axis_x(m, &box, ticks, n, "N, warps that may issue");
    const double bottom = box.bottom - p->below * p->cell;
    n = warp_axis_ticks(&p->axis, bottom, -p->cell, LABEL_DISTANCE, ticks);
    if (p->below > 0 && p->cell >= LABEL_DISTANCE)
        ticks[n++] = (axis_tick){box.bottom - 0.5 * p->cell, number_short(0)};
    axis_y(m, &box, ticks, n, "p, warps that may allocate in L1", false);
    markup_line(m);
}

/* ---- legend, in the half of the plane that has no tuples ---- */

/* The largest speedup of the list whose bubble the plane and the legend have room for. */
static double legend_speedup(const plane *p)
{
    static const double list[] = {1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100};
    double chosen = list[0];
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if (figure_magnitude(list[i]) <= p->magnitude * 1.001 &&
            radius_of(p, list[i]) * p->cell <= LEGEND_BUBBLE)
            chosen = list[i];
    }
    return chosen;
}

static void legend_bubble(markup *m, const plane *p, int line, const char *class_name, const char *text)
{
    const double speedup = legend_speedup(p), y = box.top + LEGEND_LINE * (line + 0.5);
    markup_begin(m, "g");
    markup_attribute(m, "class", class_name);
    markup_begin(m, "circle");
    markup_number(m, "cx", box.left + 16);
    markup_number(m, "cy", y);
    markup_number(m, "r", radius_of(p, speedup) * p->cell);
    markup_end(m);
    markup_end(m);
    char label[64];
    snprintf(label, sizeof label, "%s %s", number_ratio(speedup).text, text);
    axis_text(m, box.left + 32, y + 4, NULL, label);
}

static void legend_tuple(markup *m, int line, const char *name, const report_tuple *tuple, bool is_best)
{
    char label[96];
    const double y = box.top + LEGEND_LINE * (line + 0.5);
    put_frame(m, is_best ? "chosen best" : "chosen target", box.left + 16, y, 5, is_best);
    snprintf(label, sizeof label, "%s %s %s", name, report_tuple_text(tuple).text,
             number_speedup(tuple->speedup).text);
    axis_text(m, box.left + 32, y + 4, NULL, label);
}

static void put_legend(markup *m, const plane *p)
{
    markup_begin(m, "g");
    markup_attribute(m, "class", "legend");
    markup_attribute(m, "stroke-width", "1.4");
    legend_bubble(m, p, 0, class_names[FASTER], "faster");
    legend_bubble(m, p, 1, class_names[SLOWER], "slower");
    legend_tuple(m, 2, "best", &p->launch->best, true);
    legend_tuple(m, 3, "target", &p->launch->target, false);
    markup_end(m);
    markup_line(m);
}

void figure_plane(markup *m, const profile_launch *launch)
{
    const plane p = plane_of(launch);
    figure_begin(m, WIDTH, HEIGHT, "Bubbles: speedup of every measured warp-tuple {N,p} over {W,W}", false);
    char title[64];
    snprintf(title, sizeof title, "Speedup over {%" PRIu64 ",%" PRIu64 "}", launch->warps, launch->warps);
    axis_text(m, box.left, TITLE_FOOT, "title", title);
    put_axes(m, &p);
    put_cells(m, &p);
    put_legend(m, &p);
    markup_end(m);
    markup_line(m);
}
