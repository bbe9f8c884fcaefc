/* Is the nearest name the one that the fewest edits make of a word, and none where that are too many? */
#include "common/nearest.h"
#include "common/options.h"
#include "common/random.h"
#include "tests/test.h"

static void nearest_word_is_near(void **state)
{
    (void)state;
    static const char *const names[] = {"profile", "predict", "report", NULL};
    assert_string_equal(poise_nearest("profil", names), "profile");
    assert_string_equal(poise_nearest("preidct", names), "predict");
    assert_string_equal(poise_nearest("reprot", names), "report");
    assert_null(poise_nearest("xyzzy", names));
    assert_string_equal(poise_nearest("REPORT", names), "report");
    /* As far away as is allowed, by other letters; by the same ones in another order; and once too far. */
    assert_string_equal(poise_nearest("prdefgh", (const char *const[]){"prdexyz", NULL}), "prdexyz");
    assert_string_equal(poise_nearest("abcdef", (const char *const[]){"abcxy", NULL}), "abcxy");
    assert_string_equal(poise_nearest("abcdefg", (const char *const[]){"abcdexyz", NULL}), "abcdexyz");
    assert_string_equal(poise_nearest("abab", (const char *const[]){"baba", NULL}), "baba");
    assert_null(poise_nearest("prdefgh", (const char *const[]){"prdwxyz", NULL}));
    assert_null(poise_nearest("abcdefghi", (const char *const[]){"ihgfedcba", NULL}));
    static const char *const letters[] = {"k", "n", "kb", NULL};
    assert_null(poise_nearest("", letters));
    assert_null(poise_nearest("x", letters));
    assert_null(poise_nearest("xy", letters + 1));
    assert_string_equal(poise_nearest("b", letters), "kb");
    assert_null(poise_nearest("p", (const char *const[]){NULL}));
}

/* Words and names of 63 letters are compared, longer ones are nothing's name. */
static void long_words_are_not_compared(void **state)
{
    (void)state;
    char longest[65];
    memset(longest, 'a', sizeof longest);
    longest[64] = '\0';
    const char *const longer = longest, *const names[] = {longest + 1, NULL};
    assert_ptr_equal(poise_nearest(names[0], names), names[0]);
    assert_null(poise_nearest(longer, names));
    assert_null(poise_nearest(names[0], (const char *const[]){longer, NULL}));
}

/* ---- beside all edits ---- */

enum { LONGEST = 14, NAMES = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, substitutions and swaps of neighbours, each cell of the table by its definition. */
static size_t count_edits(const char *a, const char *b)
{
    size_t edits[LONGEST + 1][LONGEST + 1] = {{0}};
    for (size_t i = 0; i <= strlen(a); i++)
        for (size_t j = 0; j <= strlen(b); j++) {
            edits[i][j] = i + j;
            if (i == 0 || j == 0)
                continue;
            edits[i][j] = least(edits[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                                least(edits[i - 1][j], edits[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                edits[i][j] = least(edits[i][j], edits[i - 2][j - 2] + 1);
        }
    return edits[strlen(a)][strlen(b)];
}

/* The first of those with the fewest edits: at most a third of the word and one, and a letter stays. */
static const char *nearest_by_all_edits(const char *word, const char *const *names)
{
    const char *nearest = NULL;
    size_t fewest = 2 + strlen(word) / 3;
    for (; *names; names++) {
        const size_t edits = count_edits(word, *names);
        if (edits >= fewest || (edits > 0 && edits >= strlen(word) && edits >= strlen(*names)))
            continue;
        fewest = edits;
        nearest = *names;
    }
    return nearest;
}

static char random_letter(poise_random *random)
{
    return "abcd@"[poise_random_below(random, 5)];
}

static void random_word(poise_random *random, char word[LONGEST + 1])
{
    const size_t length = poise_random_below(random, LONGEST + 1);
    for (size_t i = 0; i < length; i++)
        word[i] = random_letter(random);
    word[length] = '\0';
}

/* Another letter, one more, one less, two of them swapped. */
static void edit_word(poise_random *random, char word[LONGEST + 1])
{
    const size_t length = strlen(word), at = poise_random_below(random, length + 1);
    const char letter = at < length ? word[at] : '\0';
    switch (poise_random_below(random, 4)) {
    case 0:
        if (letter)
            word[at] = random_letter(random);
        break;
    case 1:
        if (length == LONGEST)
            break;
        memmove(word + at + 1, word + at, length - at + 1);
        word[at] = random_letter(random);
        break;
    case 2:
        if (letter)
            memmove(word + at, word + at + 1, length - at);
        break;
    default:
        if (!letter || at == 0)
            break;
        word[at] = word[at - 1];
        word[at - 1] = letter;
    }
}

static bool is_far(const char *word, const char *name)
{
    return poise_is_far(poise_letters(word, strlen(word)), strlen(word), poise_letters(name, strlen(name)));
}

static void nearest_word_has_the_fewest_edits(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 1);
    uint32_t n_near = 0, n_far = 0;
    for (int round = 0; round < 30000; round++) {
        char word[LONGEST + 1], text[NAMES][LONGEST + 1];
        const char *names[NAMES + 1] = {NULL};
        random_word(&random, word);
        for (int i = 0; i < NAMES; i++) {
            memcpy(text[i], word, sizeof word);
            for (uint64_t edits = poise_random_below(&random, 12); edits; edits--)
                edit_word(&random, text[i]);
            names[i] = text[i];
        }
        const char *nearest = poise_nearest(word, names), *expected = nearest_by_all_edits(word, names);
        if (nearest != expected)
            fail_msg("'%s' of %s, %s, %s: '%s', not '%s'", word, names[0], names[1], names[2],
                     nearest ? nearest : "none", expected ? expected : "none");
        assert_false(nearest && is_far(word, nearest));
        n_near += expected != NULL;
        n_far += is_far(word, names[0]);
    }
    assert_true(n_near > 20000 && n_near < 30000);
    assert_true(n_far > 100);
    assert_int_equal(poise_letters("a-B_c", 5), poise_letters("abc", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_word_is_near),
        cmocka_unit_test(long_words_are_not_compared),
        cmocka_unit_test(nearest_word_has_the_fewest_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
