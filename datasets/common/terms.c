#include "datasets/common/terms.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *left, const void *right)
{
    const term *a = left, *b = right;
    int order = memcmp(a->name, b->name, a->length < b->length ? a->length : b->length);
    if (order == 0)
        order = (a->length > b->length) - (a->length < b->length);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

void terms_sort(term *terms, size_t n)
{
    if (n > 0)
        qsort(terms, n, sizeof *terms, by_name);
}

int terms_equal(const term *a, const term *b)
{
    return a->length == b->length && memcmp(a->name, b->name, a->length) == 0;
}

uint32_t term_length(const char *name, size_t limit)
{
    uint32_t n = 0;
    while (n < limit && name[n] != '"' && (unsigned char)name[n] > ' ')
        n++;
    return n;
}
