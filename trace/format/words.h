/* The growing array of stream words while a trace is built; used by the reader and the generators. */
#ifndef POISE_TRACE_FORMAT_WORDS_H
#define POISE_TRACE_FORMAT_WORDS_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct trace_words {
    uint32_t *data;
    size_t n, capacity;
} trace_words;

/* Makes room for at least `more` words behind the last by growing geometrically. Slow path of
 * trace_words_reserve. */
int trace_words_grow(trace_words *words, size_t more, poise_error *err);

static inline int trace_words_reserve(trace_words *words, size_t more, poise_error *err)
{
    return words->capacity - words->n >= more ? 0 : trace_words_grow(words, more, err);
}

/* Gives up the array, trimmed to what is used; the caller frees it. NULL only when no word was added. */
uint32_t *trace_words_take(trace_words *words);

#endif
