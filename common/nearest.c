#include "common/nearest.h"

#include "common/options.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST_WORD = 63 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* `_` and `-` are one character in option names, and GTO was meant to be gto. */
static void fold(const char *word, size_t length, char folded[LONGEST_WORD])
{
    for (size_t i = 0; i < length; i++)
        folded[i] = word[i] == '_' ? '-' : (char)tolower((unsigned char)word[i]);
}

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b (optimal string alignment);
 * both at most LONGEST_WORD long. If there are more than `most`, some number above `most`: then only cells
 * that near the diagonal are looked at, until a row has nothing as good. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length, size_t most)
{
    size_t rows[3][LONGEST_WORD + 2];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        const size_t from = i > most ? i - most : 1, to = smaller(b_length, i + most);
        size_t best = i;
        row[from - 1] = i;    /* as many at least; in another column than the first more than `most` */
        row[to + 1] = to + 1; /* more than `most`, too: the row below sees it above its last cell */
        for (size_t j = from; j <= to; j++) {
            const size_t changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = smaller(changed, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
            best = smaller(best, row[j]);
        }
        if (best > most) /* a swap with the row below begins no lower than a substitution here */
            return most + 1;
        size_t *recycled = before;
        before = above;
        above = row;
        row = recycled;
    }
    return above[b_length];
}

uint32_t poise_letters(const char *word, size_t length)
{
    uint32_t letters = 0;
    for (size_t i = 0; i < length; i++)
        letters |= UINT32_C(1) << ((unsigned char)word[i] & 31);
    return letters & ~(UINT32_C(1) << ('-' & 31) | UINT32_C(1) << ('_' & 31));
}

/* Edits that are no misspelling: further than a third of the word away is another word. */
static size_t most_edits(size_t length)
{
    return 1 + length / 3;
}

/* Each edit gives and takes one letter at most. */
static bool have_other_letters(uint32_t a, uint32_t b, size_t most)
{
    return (size_t)__builtin_popcount(a & ~b) > most || (size_t)__builtin_popcount(b & ~a) > most;
}

bool poise_is_far(uint32_t letters, size_t length, uint32_t name_letters)
{
    return have_other_letters(letters, name_letters, most_edits(length));
}

enum {
    LETTERS = 64 /* what is the same modulo it is taken for one letter: words are then nearer, not further */
};

static void count_letters(const char *word, size_t length, signed char count[LETTERS])
{
    memset(count, 0, LETTERS);
    for (size_t i = 0; i < length; i++)
        count[(unsigned char)word[i] % LETTERS]++;
}

/* At least as many edits as this turn a word of `length` letters into another: each takes or gives one of the
 * letters that they do not share. Quick to see, and most names are further away. */
static size_t fewest_edits(const signed char count[LETTERS], size_t length, const char *other,
                           size_t other_length)
{
    signed char left[LETTERS];
    size_t shared = 0;
    memcpy(left, count, LETTERS);
    for (size_t i = 0; i < other_length; i++)
        shared += left[(unsigned char)other[i] % LETTERS]-- > 0;
    return (length > other_length ? length : other_length) - shared;
}

const char *poise_nearest(const char *word, const char *const *names)
{
    const size_t length = strlen(word);
    if (length > LONGEST_WORD)
        return NULL;
    size_t best = most_edits(length);
    const char *nearest = NULL;
    char folded[LONGEST_WORD], name[LONGEST_WORD];
    signed char count[LETTERS];
    fold(word, length, folded);
    count_letters(folded, length, count);
    const uint32_t letters = poise_letters(word, length);
    for (; *names != NULL; names++) {
        const size_t name_length = strlen(*names);
        if (name_length > LONGEST_WORD || name_length > length + best || length > name_length + best ||
            have_other_letters(letters, poise_letters(*names, name_length), best))
            continue;
        fold(*names, name_length, name);
        if (fewest_edits(count, length, name, name_length) > best)
            continue;
        const size_t distance = edit_distance(folded, length, name, name_length, best);
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
