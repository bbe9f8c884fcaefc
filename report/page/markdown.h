/* Texts for Markdown. */
#ifndef POISE_REPORT_PAGE_MARKDOWN_H
#define POISE_REPORT_PAGE_MARKDOWN_H

#include <stdio.h>

/* Writes `text` for a cell of a table: what Markdown or HTML would take for more than text is escaped; line
 * breaks, control characters and bytes that are not UTF-8 become U+FFFD. */
void markdown_escape(FILE *out, const char *text);

#endif
