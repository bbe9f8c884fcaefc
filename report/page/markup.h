/* Writes HTML and SVG. What comes out is well-formed XML whatever the texts hold: every element that is begun
 * is ended by its own name, and texts and attributes are escaped here and nowhere else. Names of kernels and
 * programs are not trusted. Errors stay with the stream. */
#ifndef POISE_REPORT_PAGE_MARKUP_H
#define POISE_REPORT_PAGE_MARKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { MARKUP_DEPTH = 32 }; /* elements inside each other */

typedef struct markup {
    FILE *out;
    const char *element[MARKUP_DEPTH]; /* that are open; the names must outlive it */
    int depth;
    bool in_tag; /* attributes may follow: the ">" of the innermost element is not written yet */
} markup;

/* Writes `text` for use in an element or an attribute: the five characters of XML become entities; control
 * characters, bytes that are not UTF-8 and what XML forbids become U+FFFD. */
void markup_escape(FILE *out, const char *text);

/* <ELEMENT, ended by markup_end; attributes come before the content. */
void markup_begin(markup *m, const char *element);
void markup_attribute(markup *m, const char *name, const char *value);
/* With at most three decimals: a thousandth of a pixel, or of a cell of a grid. */
void markup_number(markup *m, const char *name, double value);
void markup_attribute_format(markup *m, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void markup_end(markup *m);

/* Content. */
void markup_text(markup *m, const char *text);
void markup_format(markup *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* At most `most` characters, the last of them "…" when there are more: for places without room. */
void markup_text_short(markup *m, const char *text, size_t most);
/* Not escaped: for style sheets and scripts of our own, never for input. */
void markup_raw(markup *m, const char *text);
/* A line break that means nothing, for people who read the source. */
void markup_line(markup *m);

/* <ELEMENT CLASS>TEXT</ELEMENT>; a NULL class is none. */
void markup_element(markup *m, const char *element, const char *class_name, const char *text);

#endif
