#include "report/profile/figures.h"

#include "report/plot/axis.h"

#include <inttypes.h>

enum {
    WIDTH = 872,
    HEIGHT = 432,
    MARGIN = 10,
    HEADING_FOOT = 24,
    TOP = 36,
    SECOND = 404,
    HEADING_LENGTH = 96
};

static void put_at(markup *m, double x, void (*figure)(markup *m, const profile_launch *launch),
                   const profile_launch *launch)
{
    markup_begin(m, "g");
    markup_attribute_format(m, "transform", "translate(%g %d)", x, TOP);
    figure(m, launch);
    markup_end(m);
}

void figure_launch(markup *m, const profile_launch *launch)
{
    figure_begin(m, WIDTH, HEIGHT, "Speedup of the warp-tuples of a kernel launch", true);
    markup_begin(m, "text");
    markup_attribute(m, "class", "heading");
    markup_attribute_format(m, "x", "%d", MARGIN + 54);
    markup_attribute_format(m, "y", "%d", HEADING_FOOT);
    markup_text_short(m, launch->run, HEADING_LENGTH / 2);
    markup_text(m, " / ");
    markup_text_short(m, launch->kernel, HEADING_LENGTH / 2);
    markup_format(m, ", launch %" PRIu64, launch->launch);
    markup_end(m);
    markup_line(m);
    put_at(m, MARGIN, figure_plane, launch);
    put_at(m, SECOND, figure_curves, launch);
    markup_end(m);
    markup_line(m);
}
