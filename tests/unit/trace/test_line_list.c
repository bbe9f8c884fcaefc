/* Lists of line words in memory: do all forms give the words back, and is the shortest one taken? */
#include "common/random.h"
#include "trace/line_list.h"
#include "trace/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Of the count word, to be kept. */
enum { MULTIPLICITY = 7 << 8 };

/* A list of n words, packed; behind it a word that must not change. */
static uint32_t packed[TRACE_MAX_LINES + 2];

static uint32_t pack(const uint32_t *word, uint32_t n)
{
    packed[0] = n | MULTIPLICITY;
    memcpy(packed + 1, word, n * sizeof *word);
    packed[1 + n] = 0xdeadbeef;
    const uint32_t size = line_list_pack(packed);
    assert_int_equal(packed[1 + n], 0xdeadbeef);
    assert_int_equal(size, line_list_size(packed[0]));
    assert_int_equal(packed[0] & 0xffff, n | MULTIPLICITY);
    assert_int_equal(packed[0] >> TRACE_DEPTHS_SHIFT & 1, 0);
    uint32_t sectors = 0, halves = 0;
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(line_list_word(packed, i), word[i]);
        sectors += (uint32_t)__builtin_popcount(word_sectors(word[i]));
        halves += (uint32_t)((word[i] & 0x3) != 0) + ((word[i] & 0xc) != 0);
    }
    assert_int_equal(line_list_segments(packed, 1), sectors);
    assert_int_equal(line_list_segments(packed, 2), halves);
    assert_int_equal(line_list_segments(packed, 4), n);
    return size;
}

/* n lines from `line` on, each `distance` further, with `sectors`. */
static uint32_t pack_run(uint32_t line, uint32_t distance, uint32_t n, uint32_t sectors)
{
    uint32_t word[TRACE_MAX_LINES];
    for (uint32_t i = 0; i < n; i++)
        word[i] = line_word(line + i * distance, sectors);
    return pack(word, n);
}

static void equal_distances_take_two_words(void **state)
{
    (void)state;
    assert_int_equal(pack_run(100, 1, 32, 0xf), 2);
    assert_int_equal(pack_run(1 << 27, 1 << 20, 64, 1), 2);
    assert_int_equal(pack_run(5000, (uint32_t)-7, 64, 2), 2); /* down */
    assert_int_equal(pack_run(9, 0, 3, 4), 2);
    assert_int_equal(pack_run(9, 1, 2, 4), 2);
    assert_true(line_list_is_plain(packed[0]));
    assert_int_equal(pack_run(9, 1, 1, 4), 1);
    assert_true(line_list_is_plain(packed[0]));
}

/* Lines 0 to `span` from `line` on, as many words as there are fields of 32 bits for. */
static void far_lines_take_more_bits(void **state)
{
    (void)state;
    for (uint32_t bits = 1; bits <= 28; bits++) {
        uint32_t word[32] = {0};
        for (uint32_t i = 0; i < 32; i++)
            word[i] = line_word(i % 3 == 1 ? (1u << bits) - 1 : i % 2, 3);
        const uint32_t expected = 1 + bits < 32 ? 1 + bits : 32;
        assert_int_equal(pack(word, 32), expected);
        assert_true(packed[0] & LINE_LIST_EQUAL);
        word[5] ^= 1; /* sectors differ: four bits more */
        const uint32_t differ = 1 + bits + 4 < 32 ? 1 + bits + 4 : 32;
        assert_int_equal(pack(word, 32), differ);
        assert_false(packed[0] & LINE_LIST_EQUAL);
    }
}

/* A step that is equal only because sectors carry into the line is no run of equal sectors. */
static void sectors_are_no_distance(void **state)
{
    (void)state;
    const uint32_t word[4] = {line_word(8, 1), line_word(8, 9), line_word(9, 1), line_word(9, 9)};
    pack(word, 4);
    assert_false(packed[0] & LINE_LIST_RUN);
}

static void random_lists_come_back(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 1);
    for (int trial = 0; trial < 20000; trial++) {
        const uint32_t n = 1 + (uint32_t)poise_random_below(&random, TRACE_MAX_LINES);
        const uint32_t span = 1u << poise_random_below(&random, 29);
        const uint32_t first = (uint32_t)poise_random_below(&random, (1u << 28) - span + 1);
        const uint32_t sectors = (uint32_t)poise_random_below(&random, 16);
        uint32_t word[TRACE_MAX_LINES];
        for (uint32_t i = 0; i < n; i++)
            word[i] = line_word(first + (uint32_t)poise_random_below(&random, span),
                                sectors ? sectors : 1 + (uint32_t)poise_random_below(&random, 15));
        assert_true(pack(word, n) <= n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_distances_take_two_words),
        cmocka_unit_test(far_lines_take_more_bits),
        cmocka_unit_test(sectors_are_no_distance),
        cmocka_unit_test(random_lists_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
