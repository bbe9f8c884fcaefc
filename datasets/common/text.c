#include "datasets/common/text.h"

#include "datasets/common/file.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const size_t limit_bytes = (size_t)1 << 31;

/* Room for `n` more bytes. Doubling wastes what memory.h keeps, at most as much as the text itself. */
static void reserve(text *to, size_t n)
{
    if (to->n + n <= to->capacity)
        return;
    if (to->n + n >= limit_bytes)
        workload_fail("a text of %zu bytes is too long; 2^31 is the limit", to->n + n);
    to->capacity = 2 * (to->n + n);
    char *larger = memory_array(to->capacity, 1);
    if (to->n > 0)
        memcpy(larger, to->content, to->n);
    to->content = to->room = larger;
}

void text_add(text *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (n < 0)
        workload_fail("cannot format text");
    reserve(to, (size_t)n + 1);
    va_start(arguments, format);
    (void)vsnprintf(to->room + to->n, (size_t)n + 1, format, arguments);
    va_end(arguments);
    to->n += (size_t)n;
}

/* Syllables of a consonant and a vowel, as many as the rank has digits in base 70, so ranks never collide; a
 * last consonant ends the word. */
const char *text_word(uint32_t k, char word[TEXT_WORD_BYTES])
{
    static const char consonants[] = "tnshrdlcmfpgwb", vowels[] = "eaoiu";
    enum { N_VOWELS = sizeof vowels - 1, N_SYLLABLES = N_VOWELS * (sizeof consonants - 1) };
    size_t n = 0;
    do {
        const uint32_t syllable = k % N_SYLLABLES;
        word[n++] = consonants[syllable / N_VOWELS];
        word[n++] = vowels[syllable % N_VOWELS];
        k /= N_SYLLABLES;
    } while (k > 0);
    word[n++] = 'n';
    word[n] = '\0';
    return word;
}

text text_read(const char *path)
{
    size_t n;
    const char *content = file_content(path, &n);
    if (n == 0)
        workload_damaged("%s is empty", path);
    if (n >= limit_bytes)
        workload_fail("%s has %zu bytes; 2^31 is the limit", path, n);
    return (text){.content = content, .n = n};
}

/* Fills in `line` unless it is NULL and returns how many there are. */
static uint32_t find_lines(const text *of, text_line *line)
{
    uint32_t n = 0;
    const char *at = of->content, *end = of->content + of->n;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = newline ? newline : end;
        if (line_end > at && line)
            line[n] = (text_line){(uint32_t)(at - of->content), (uint32_t)(line_end - at)};
        n += line_end > at;
        at = line_end + 1;
    }
    return n;
}

const text_line *text_lines(const text *of, uint32_t *n_lines)
{
    *n_lines = find_lines(of, NULL);
    text_line *line = memory_array(*n_lines, sizeof *line);
    find_lines(of, line);
    return line;
}
