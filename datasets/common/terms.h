/* Names in a text, as MapReduce programs find them: page names that end with a quotation mark or white space.
 */
#ifndef POISE_DATASETS_TERMS_H
#define POISE_DATASETS_TERMS_H

#include <stddef.h>
#include <stdint.h>

/* A name that was found, and what belongs to it: the document that it stands in, or the views of a page. */
typedef struct term {
    const char *name; /* in the text: not ended by a zero byte */
    uint32_t length;
    uint32_t number;
} term;

/* Sorts by name, names that are equal by number. */
void terms_sort(term *terms, size_t n);

/* Whether the names are equal. */
int terms_equal(const term *a, const term *b);

/* Bytes in front of the first quotation mark, white space or control character: `limit` when there is none.
 */
uint32_t term_length(const char *name, size_t limit);

#endif
