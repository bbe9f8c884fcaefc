#include "report/dataset/figures.h"
#include "report/plot/plot.h"

#include <math.h>
#include <stdio.h>

enum { BARS = DATASET_SCALED_WARPS, MOST_TICKS = 7, LABEL_EVERY = 4, HALF_GAP = 1, TEXT = 96 };

typedef struct histogram {
    size_t used[BARS + 1], left_out[BARS + 1]; /* by target */
    size_t most;
} histogram;

static histogram count(const dataset_part *part, int which)
{
    histogram h = {.most = 1};
    for (size_t i = 0; i < part->n; i++) {
        const dataset_row *row = part->lines[i].source;
        const double scaled = which == 0 ? row->scaled_n : row->scaled_p;
        const size_t bar = (size_t)fmin(fmax(floor(scaled + 0.5), 0), BARS);
        (row->excluded == 0 ? h.used : h.left_out)[bar]++;
        const size_t high = h.used[bar] + h.left_out[bar];
        h.most = high > h.most ? high : h.most;
    }
    return h;
}

static void put_bar(markup *m, const plot *p, const char *class_name, int bar, size_t from, size_t n,
                    const char *what)
{
    if (n == 0)
        return;
    const double left = scale_at(&p->x, bar - 0.5), right = scale_at(&p->x, bar + 0.5);
    const double top = scale_at(&p->y, (double)(from + n)), bottom = scale_at(&p->y, (double)from);
    markup_begin(m, "rect");
    markup_attribute(m, "class", class_name);
    markup_number(m, "x", left + HALF_GAP);
    markup_number(m, "y", top);
    markup_number(m, "width", right - left - 2 * HALF_GAP);
    markup_number(m, "height", bottom - top);
    markup_begin(m, "title");
    markup_format(m, "%d: %zu kernel%s %s", bar, n, n == 1 ? "" : "s", what);
    markup_end(m);
    markup_end(m);
}

static int label_bars(const plot *p, axis_tick ticks[BARS + 1])
{
    int n = 0;
    for (int bar = 0; bar <= BARS; bar++) {
        if (bar <= 1 || bar % LABEL_EVERY == 0)
            ticks[n++] = (axis_tick){scale_at(&p->x, bar), number_short(bar)};
    }
    return n;
}

void figure_targets(markup *m, const dataset_report *report, const dataset_part *part, int which)
{
    (void)report;
    char title[TEXT], x_title[TEXT];
    axis_tick ticks[BARS + 1];
    const histogram h = count(part, which);
    plot p = {.box = plot_frame};
    p.x = (scale){.low = -0.5, .high = BARS + 0.5, .from = p.box.left, .to = p.box.right};
    p.y = (scale){.low = 0, .high = (double)h.most, .from = p.box.bottom, .to = p.box.top};
    const plot_ticks y = plot_ticks_nice(&p.y, h.most < MOST_TICKS ? (int)h.most + 1 : MOST_TICKS);
    snprintf(title, sizeof title, "Targets %s: learned from (filled), left out (hollow)",
             which == 0 ? "N" : "p");
    snprintf(x_title, sizeof x_title, "target %s, of %d warps", which == 0 ? "N" : "p", BARS);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT, title);
    axis_y(m, &p.box, y.tick, y.n, "kernels", true);
    axis_x(m, &p.box, ticks, label_bars(&p, ticks), x_title);
    markup_line(m);
    for (int bar = 0; bar <= BARS; bar++) {
        put_bar(m, &p, "column", bar, 0, h.used[bar], "not left out");
        put_bar(m, &p, "column hollow", bar, h.used[bar], h.left_out[bar], "left out");
    }
    markup_end(m);
    markup_line(m);
}
