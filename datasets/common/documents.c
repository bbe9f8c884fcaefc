#include "datasets/common/documents.h"

#include "datasets/common/memory.h"
#include "datasets/common/text.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

#include <ctype.h>

/* Counts the words of a line and returns how many there were. FNV-1a of the word in lower case. */
static uint32_t count_terms(const char *at, uint32_t n, uint32_t terms, float *vector)
{
    const uint32_t basis = 2166136261u, prime = 16777619u;
    uint32_t hash = basis, words = 0;
    for (uint32_t i = 0; i <= n; i++) {
        const int letter = i < n ? tolower((unsigned char)at[i]) : ' ';
        if (letter >= 'a' && letter <= 'z') {
            hash = (hash ^ (uint32_t)letter) * prime;
        } else if (hash != basis) {
            vector[hash % terms] += 1.0f;
            words++;
            hash = basis;
        }
    }
    return words;
}

static documents count_all(const text *lines_of, uint32_t n, uint32_t terms)
{
    uint32_t n_lines;
    const text_line *line = text_lines(lines_of, &n_lines);
    documents docs = {.stride = (terms + 3) / 4 * 4};
    float *vector = memory_array((size_t)n * docs.stride, sizeof *vector);
    for (uint32_t i = 0; i < n_lines && docs.n < n; i++)
        docs.n += count_terms(lines_of->content + line[i].first, line[i].n, terms,
                              vector + (size_t)docs.n * docs.stride) > 0;
    docs.vector = vector;
    return docs;
}

documents documents_generate(uint32_t n, uint32_t terms, uint32_t words, uint64_t seed)
{
    random_source random = {seed};
    const zipf law = zipf_prepare(8 * terms);
    text whole = {0};
    char word[TEXT_WORD_BYTES];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t w = 0; w < words; w++)
            text_add(&whole, w + 1 < words ? "%s " : "%s\n", text_word(zipf_draw(&law, &random), word));
    return count_all(&whole, n, terms);
}

documents documents_read(const char *path, uint32_t n, uint32_t terms)
{
    const text whole = text_read(path);
    const documents docs = count_all(&whole, n, terms);
    if (docs.n == 0)
        workload_damaged("%s has no line with a word", path);
    return docs;
}
