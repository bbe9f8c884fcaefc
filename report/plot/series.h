/* Marks of several series in one figure, such as programs: told apart by shape and colour, so that people
 * who see few colours can tell them, too. */
#ifndef POISE_REPORT_PLOT_SERIES_H
#define POISE_REPORT_PLOT_SERIES_H

#include "report/page/markup.h"

/* Shapes and colours have no common divisor: 30 series look different, then they repeat. */
enum { SERIES_SHAPES = 6, SERIES_COLOURS = 5 };

/* A mark of series `series`, hollow for what counts less; content may follow, a <title>, before markup_end.
 */
void series_mark_begin(markup *m, size_t series, bool hollow, double x, double y);

/* Which series is which, of those that are shown[n] (NULL = all): a list for a page, as wide as there is
 * room. */
void series_list(markup *m, const char *const *names, const bool *shown, size_t n);

/* The same as an <svg> of `width` pixels, for files of figures; series_legend_height() is how high it
 * becomes. */
void series_legend(markup *m, const char *const *names, const bool *shown, size_t n, double width);
double series_legend_height(const bool *shown, size_t n, double width);

#endif
