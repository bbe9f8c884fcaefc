#include "common/options.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_WORD = 63 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* `_` and `-` are one character in option names, and GTO was meant to be gto. */
static int same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b) ||
           ((a == '_' || a == '-') && (b == '_' || b == '-'));
}

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b (optimal string alignment);
 * both at most LONGEST_WORD long. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST_WORD + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t changed = above[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = smaller(changed, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        size_t *recycled = before;
        before = above;
        above = row;
        row = recycled;
    }
    return above[b_length];
}

const char *poise_nearest(const char *word, const char *const *names)
{
    const size_t length = strlen(word);
    if (length > LONGEST_WORD)
        return NULL;
    /* Further than a third of the word away is no misspelling but another word. */
    size_t best = 1 + length / 3;
    const char *nearest = NULL;
    for (; *names != NULL; names++) {
        const size_t name_length = strlen(*names);
        if (name_length > LONGEST_WORD)
            continue;
        const size_t distance = edit_distance(word, length, *names, name_length);
        /* Nothing of a word of one letter is left when that letter changes. */
        if (distance > 0 && distance >= length && distance >= name_length)
            continue;
        if (distance < best || (distance == best && nearest == NULL)) {
            best = distance;
            nearest = *names;
        }
    }
    return nearest;
}
