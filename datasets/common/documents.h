/* Documents as vectors of term frequencies: element t counts the words whose hash is t modulo `terms`. */
#ifndef POISE_DATASETS_DOCUMENTS_H
#define POISE_DATASETS_DOCUMENTS_H

#include <stdint.h>

typedef struct documents {
    uint32_t n;
    uint32_t stride;     /* elements of a vector: `terms` rounded up to four, the rest zero */
    const float *vector; /* n x stride; owned by memory.h */
} documents;

/* `n` documents of `words` words whose ranks follow Zipf's law over 8 * terms words (our choice: the hash
 * merges some, as it does with a natural vocabulary). n, terms, words > 0. */
documents documents_generate(uint32_t n, uint32_t terms, uint32_t words, uint64_t seed);

/* Lines of the file, at most `n`, a document each; a word is a run of letters and lines without one do not
 * count. Fails with a sentence when there is none. */
documents documents_read(const char *path, uint32_t n, uint32_t terms);

#endif
