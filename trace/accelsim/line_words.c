#include "trace/accelsim/line_words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

char *traceg_word(char **line)
{
    char *word = *line + strspn(*line, blanks);
    const size_t length = strcspn(word, blanks);
    if (length == 0) {
        *line = word;
        return NULL;
    }
    *line = word + length;
    if (**line != 0)
        *(*line)++ = 0;
    return word;
}

char *traceg_value(char *line, const char *key)
{
    const size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    char *value = line + length + strspn(line + length, blanks);
    if (*value++ != '=')
        return NULL;
    value += strspn(value, blanks);
    size_t end = strlen(value);
    while (end > 0 && strchr(blanks, value[end - 1]) != NULL)
        end--;
    value[end] = 0;
    return value;
}

bool traceg_number(const char *text, int base, uint64_t most, uint64_t *number)
{
    if (!(base == 16 ? isxdigit((unsigned char)*text) : isdigit((unsigned char)*text)))
        return false; /* strtoull takes blanks and signs */
    char *end;
    errno = 0;
    *number = strtoull(text, &end, base);
    return *end == 0 && errno == 0 && *number <= most;
}

bool traceg_difference(const char *text, uint64_t *difference)
{
    const bool negative = *text == '-';
    if (!traceg_number(text + negative, 10, UINT64_MAX >> 1, difference))
        return false;
    if (negative)
        *difference = 0 - *difference;
    return true;
}

bool traceg_triple(char *text, uint32_t triple[3])
{
    for (int i = 0; i < 3; i++) {
        char *comma = strchr(text, ',');
        if ((comma == NULL) != (i == 2))
            return false;
        if (comma != NULL)
            *comma = 0;
        uint64_t number;
        if (!traceg_number(text, 10, UINT32_MAX, &number))
            return false;
        triple[i] = (uint32_t)number;
        text = comma == NULL ? text : comma + 1;
    }
    return true;
}

int traceg_word_number(char **line, const char *what, int base, uint64_t most, uint64_t *number,
                       poise_error *err)
{
    const char *word = traceg_word(line);
    if (word == NULL)
        return poise_fail(err, POISE_DAMAGED, "ends before the %s", what);
    if (!traceg_number(word, base, most, number))
        return poise_fail(err, POISE_DAMAGED,
                          base == 16 ? "the %s is '%s', not a hexadecimal number up to %llx"
                                     : "the %s is '%s', not a number up to %llu",
                          what, traceg_quote(word), (unsigned long long)most);
    return POISE_OK;
}

const char *traceg_quote(const char *text)
{
    enum { SHOWN = 40 };
    static _Thread_local char quoted[SHOWN + 4];
    size_t n = 0;
    for (; n < SHOWN && text[n] != 0; n++)
        quoted[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    memcpy(quoted + n, text[n] != 0 ? "..." : "", text[n] != 0 ? 4 : 1);
    return quoted;
}
