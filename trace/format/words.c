#include "trace/format/words.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 4096 };

int trace_words_grow(trace_words *words, size_t more, poise_error *err)
{
    size_t capacity = words->capacity > 0 ? words->capacity : FIRST_CAPACITY;
    while (capacity - words->n < more) {
        if (capacity > SIZE_MAX / sizeof(uint32_t) / 2)
            return poise_fail(err, POISE_FAILED, "a trace of more than %zu words does not fit in memory",
                              words->n);
        capacity *= 2;
    }
    uint32_t *data = realloc(words->data, capacity * sizeof *data);
    if (data == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu words of a trace", capacity);
    words->data = data;
    words->capacity = capacity;
    return POISE_OK;
}

uint32_t *trace_words_take(trace_words *words)
{
    uint32_t *data = words->data;
    if (words->n > 0) {
        uint32_t *trimmed = realloc(data, words->n * sizeof *data);
        if (trimmed != NULL) /* a failure to shrink costs memory only */
            data = trimmed;
    }
    *words = (trace_words){0};
    return data;
}
