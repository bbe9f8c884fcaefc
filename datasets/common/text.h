/* Text that a workload scans: generated words, or a file of the user, and where its lines begin. */
#ifndef POISE_DATASETS_TEXT_H
#define POISE_DATASETS_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* {0} is an empty one, to be added to. Owned by memory.h. */
typedef struct text {
    const char *content;
    size_t n;
    char *room; /* content as text_add writes it */
    size_t capacity;
} text;

typedef struct text_line {
    uint32_t first, n; /* its first byte and how many, without the newline */
} text_line;

/* Appends what printf would write. */
void text_add(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for any word that text_word makes, its end included. */
enum { TEXT_WORD_BYTES = 14 };

/* The word of rank `k` of an invented language: letters only, the same on every machine, different for every
 * rank, and like natural words longer for rarer ones (3 letters for the first 70, 5 for the next 4,830).
 * Returns `word`. */
const char *text_word(uint32_t k, char word[TEXT_WORD_BYTES]);

/* The whole file. Fails with a sentence when it cannot be read, is empty or has 2^31 bytes or more: kernels
 * index it with 32 bits. */
text text_read(const char *path);

/* The lines that are not empty; the array is owned by memory.h. */
const text_line *text_lines(const text *of, uint32_t *n_lines);

#endif
