/* Colours and style sheets. The one table of colours is colours.def. */
#ifndef POISE_REPORT_PAGE_STYLE_H
#define POISE_REPORT_PAGE_STYLE_H

#include "report/page/markup.h"

/* Content of <style> for a page: the colours as custom properties, for light and for dark screens, and the
 * style sheets of figures and pages. */
void style_page(markup *m);

/* Content of <style> for a figure in a file of its own, on light paper. Many programs that read SVG know no
 * custom properties: the colours stand in the rules. */
void style_figure_alone(markup *m);

#endif
