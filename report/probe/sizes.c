#include "report/probe/output.h"

#include <math.h>
#include <string.h>

enum { ABOVE = 4, APART = 60, LEVEL = 12 }; /* pixels; characters of the name of a part */

number_text probe_size_text(double bytes)
{
    static const char units[] = " KMG";
    number_text out;
    size_t i = 0;
    while (i < 3 && bytes >= 1024) {
        bytes /= 1024;
        i++;
    }
    if (i == 0)
        snprintf(out.text, sizeof out.text, "%g", bytes);
    else
        snprintf(out.text, sizeof out.text, "%g%c", round(100 * bytes) / 100, units[i]);
    return out;
}

scale probe_scale_sizes(const probe_surface *surface, const plot_box *box)
{
    const double least = (double)surface->size[0], most = (double)surface->size[surface->n_sizes - 1];
    return plot_scale_x(box, least, most > least ? most : 2 * least);
}

plot_ticks probe_size_ticks(const scale *sizes, int most)
{
    double values[SCALE_MAX_TICKS];
    const int n = scale_doublings(sizes, most, values);
    return plot_ticks_at(sizes, values, n, probe_size_text);
}

/* Where the level of a finding ends: "l1.capacity" and "tlb1.reach" are such. */
static bool is_edge(const probe_finding *f, char level[LEVEL])
{
    const char *dot = strchr(f->name, '.');
    if (dot == NULL || !(f->least > 0) || isinf(f->least) || (size_t)(dot - f->name) >= LEVEL ||
        (strcmp(dot, ".capacity") != 0 && strcmp(dot, ".reach") != 0))
        return false;
    snprintf(level, LEVEL, "%.*s", (int)(dot - f->name), f->name);
    return true;
}

void probe_put_edges(markup *m, const plot *p, const probe_findings *findings)
{
    double before = -APART;
    for (uint32_t i = 0; i < findings->n; i++) {
        char level[LEVEL];
        if (!is_edge(&findings->list[i], level))
            continue;
        const double bytes = findings->list[i].least;
        if (bytes < p->x.low || bytes > p->x.high)
            continue;
        plot_line(m, p, "even-line", bytes, p->y.low, bytes, p->y.high);
        const double at = scale_at(&p->x, bytes);
        if (fabs(at - before) >= APART / 3.0)
            axis_text(m, at, p->box.top - ABOVE, "middle", level);
        before = at;
    }
    markup_line(m);
}
