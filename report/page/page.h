/* A page: one file of HTML that needs nothing else, for light and dark screens and for paper. */
#ifndef POISE_REPORT_PAGE_PAGE_H
#define POISE_REPORT_PAGE_PAGE_H

#include "report/page/markup.h"

/* Up to and with the heading; `title` also names the tab. */
void page_begin(markup *m, const char *title);
/* Footer, script, end. */
void page_end(markup *m);

/* <script>: of our own or of the library, never of input; it holds neither "]]>" nor the end of the element.
 */
void page_script(markup *m, const char *text);

/* A text of several lines that opens by a click; nothing for an empty one. */
void page_folded(markup *m, const char *title, const char *text);

/* An attribute of the open tag: an address that holds the text itself, as a file of this type. */
void page_data_address(markup *m, const char *attribute, const char *type, const char *text);

/* Heading of a section. */
void page_heading(markup *m, const char *title);

/* A paragraph that explains. */
void page_words(markup *m, const char *text);

/* Where page.js puts the filter of the tables that follow. */
void page_tools(markup *m);

/* One number of the overview, what it is, and that in more words. */
void page_figure(markup *m, const char *value, const char *label, const char *help);

/* One line of a list of terms, inside <dl>. */
void page_term(markup *m, const char *term, const char *text);

/* <th>: `help` is its tooltip, a column of class "text" stands at the left. In a table of class "sortable" a
 * click on it sorts, but not on one of class "fixed" (page.js). */
void page_column(markup *m, const char *title, const char *help, const char *class_name);

/* <td> of a number: `text` is what people read, with units and separators, `value` what sorting compares;
 * `beside` stands after it in small print unless NULL. */
void page_value(markup *m, double value, const char *text, const char *beside);

#endif
