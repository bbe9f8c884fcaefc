/* Generated and given texts are what the MapReduce programs take them for: Zipf's frequencies, words without
 * collisions, lines, terms and term vectors. */
#include "datasets/common/documents.h"
#include "datasets/common/memory.h"
#include "datasets/common/terms.h"
#include "datasets/common/text.h"
#include "datasets/common/zipf.h"
#include "tests/folder.h"
#include "tests/unit/datasets/ending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rank k has a share of 1 / (k + 1) / H(n); 200,000 draws are within four standard deviations of it. */
static void ranks_follow_zipf(void **state)
{
    (void)state;
    enum { N = 50, DRAWS = 200000 };
    const zipf law = zipf_prepare(N);
    random_source random = {1};
    uint32_t drawn[N] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const uint32_t rank = zipf_draw(&law, &random);
        assert_in_range(rank, 0, N - 1);
        drawn[rank]++;
    }
    double harmonic = 0.0;
    for (int k = 0; k < N; k++)
        harmonic += 1.0 / (k + 1);
    for (int k = 0; k < N; k++) {
        const double share = 1.0 / (k + 1) / harmonic;
        assert_true(fabs(drawn[k] - DRAWS * share) < 4 * sqrt(DRAWS * share * (1 - share)));
    }
}

static void one_rank_is_always_drawn(void **state)
{
    (void)state;
    const zipf law = zipf_prepare(1);
    random_source random = {7};
    for (int i = 0; i < 100; i++)
        assert_int_equal(zipf_draw(&law, &random), 0);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void words_are_letters_and_differ(void **state)
{
    (void)state;
    enum { N = 20000 };
    char(*words)[TEXT_WORD_BYTES] = memory_array(N, sizeof *words);
    for (uint32_t k = 0; k < N; k++) {
        text_word(k, words[k]);
        assert_int_equal(strspn(words[k], "abcdefghijklmnopqrstuvwxyz"), strlen(words[k]));
    }
    qsort(words, N, sizeof *words, by_bytes);
    for (uint32_t k = 1; k < N; k++)
        assert_string_not_equal(words[k - 1], words[k]);
    char last[TEXT_WORD_BYTES];
    assert_true(strlen(text_word(UINT32_MAX, last)) < TEXT_WORD_BYTES);
}

static void lines_are_those_that_are_not_empty(void **state)
{
    (void)state;
    text of = {0};
    text_add(&of, "\none\n\n%s\n%d", "three", 4);
    const char *want[] = {"one", "three", "4"};
    const size_t n_want = sizeof want / sizeof *want;
    uint32_t n = 0;
    const text_line *line = text_lines(&of, &n);
    assert_int_equal(n, n_want);
    for (size_t i = 0; i < n_want; i++) {
        assert_int_equal(line[i].n, strlen(want[i]));
        assert_memory_equal(of.content + line[i].first, want[i], line[i].n);
    }
}

static void a_term_ends_at_a_quotation_mark_or_space(void **state)
{
    (void)state;
    assert_int_equal(term_length("page\" x", 7), 4);
    assert_int_equal(term_length("page x\"", 7), 4);
    assert_int_equal(term_length("pa\tge", 5), 2);
    assert_int_equal(term_length("p\xc3\xa4ge", 5), 5);
    assert_int_equal(term_length("page", 2), 2);
    assert_int_equal(term_length("\"", 1), 0);
}

static void terms_are_sorted_by_name_then_number(void **state)
{
    (void)state;
    term t[] = {{"bb", 2, 1}, {"b", 1, 3}, {"bx", 1, 2}, {"a", 1, 9}};
    terms_sort(t, 4);
    const uint32_t want[] = {9, 2, 3, 1};
    for (int i = 0; i < 4; i++)
        assert_int_equal(t[i].number, want[i]);
    assert_true(terms_equal(&t[1], &t[2]));
    assert_false(terms_equal(&t[2], &t[3]));
}

static const char *file_with(const char *content)
{
    const char *path = test_path("text");
    spill(path, content, strlen(content));
    return path;
}

/* Two documents with the same words in another case and order have the same vector; lines without words are
 * none. */
static void documents_are_counts_of_words(void **state)
{
    (void)state;
    const char *path = file_with("Warp cache warp\n- 12 -\ncache, WARP; warp\nl1\n");
    const documents docs = documents_read(path, 10, 6);
    assert_int_equal(docs.n, 3);
    assert_int_equal(docs.stride, 8);
    assert_memory_equal(docs.vector, docs.vector + 8, 8 * sizeof(float));
    float sum[3] = {0}, largest = 0;
    for (int d = 0; d < 3; d++)
        for (int t = 0; t < 8; t++)
            sum[d] += docs.vector[8 * d + t];
    for (int t = 0; t < 8; t++)
        largest = docs.vector[t] > largest ? docs.vector[t] : largest;
    assert_true(sum[0] == 3.0f && sum[1] == 3.0f && sum[2] == 1.0f);
    assert_true(largest >= 2.0f);
    assert_true(docs.vector[6] == 0.0f && docs.vector[7] == 0.0f);
    assert_int_equal(documents_read(path, 2, 6).n, 2);
}

static void read_documents(const void *path)
{
    (void)documents_read(path, 10, 4);
}

static void a_file_without_words_is_damaged(void **state)
{
    (void)state;
    const char *path = file_with("1 2 3\n");
    assert_int_equal(ending_of(read_documents, path), 3);
    path = file_with("");
    assert_int_equal(ending_of(read_documents, path), 3);
    assert_int_equal(ending_of(read_documents, test_path("missing")), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_follow_zipf),
        cmocka_unit_test(one_rank_is_always_drawn),
        cmocka_unit_test(words_are_letters_and_differ),
        cmocka_unit_test(lines_are_those_that_are_not_empty),
        cmocka_unit_test(a_term_ends_at_a_quotation_mark_or_space),
        cmocka_unit_test(terms_are_sorted_by_name_then_number),
        cmocka_unit_test(documents_are_counts_of_words),
        cmocka_unit_test(a_file_without_words_is_damaged),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
