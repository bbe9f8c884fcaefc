/* What a function writes to a stream, as text. */
#ifndef POISE_TESTS_REPORT_WRITTEN_H
#define POISE_TESTS_REPORT_WRITTEN_H

#include "report/page/markup.h"
#include "tests/test.h"

/* A markup into memory; `text` is set by written_end. */
typedef struct written {
    markup m;
    char *text;
    size_t size;
} written;

static inline void written_begin(written *w)
{
    *w = (written){.text = NULL};
    w->m.out = open_memstream(&w->text, &w->size);
    assert_non_null(w->m.out);
}

/* The caller frees w->text. */
static inline void written_end(written *w)
{
    assert_int_equal(w->m.depth, 0);
    assert_int_equal(fclose(w->m.out), 0);
}

static inline size_t count_of(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        n++;
    return n;
}

/* Text between `start` and `end`, malloc'ed. */
static inline char *text_between(const char *text, const char *start, const char *end)
{
    const char *from = strstr(text, start);
    assert_non_null(from);
    const char *to = strstr(from, end);
    assert_non_null(to);
    char *part = strndup(from, (size_t)(to - from));
    assert_non_null(part);
    return part;
}

#endif
