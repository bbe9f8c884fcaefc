/* Where tuples are on the speedup axis that all lines of a table share: one line of its last column. */
#ifndef POISE_REPORT_STRIP_H
#define POISE_REPORT_STRIP_H

#include "report/column.h"
#include "report/markup.h"
#include "report/scale.h"

enum { STRIP_WIDTH = 150, STRIP_HEIGHT = 16 };

/* At least 1 to 2: small speedups look small (our choice). Widen it to what the lines have. */
scale strip_scale(void);
void strip_widen(scale *s, const report_tuple *tuple);

void figure_strip_axis(markup *m, const scale *s);

/* A bar from 1 to `bar`, a stroke, a square, a diamond. Tuples that there are none of are not drawn. */
typedef struct strip_marks {
    const report_tuple *bar, *stroke, *square, *diamond;
} strip_marks;

/* `title` is for screen readers. */
void figure_strip(markup *m, const strip_marks *marks, const scale *s, const char *title);

#endif
