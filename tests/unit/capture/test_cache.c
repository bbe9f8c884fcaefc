/* The files of the cache of compiled kernels, and what decides which of them fits. */
#include "capture/platform/program/cache.h"
#include "capture/platform/program/included_files.h"
#include "tests/folder.h"

static char key_a[] = "00112233445566778899aabbccddeeff", key_b[] = "ffeeddccbbaa99887766554433221100";

static void keep(const char *key, const char *result, const char *log)
{
    spill(test_path("result"), result, strlen(result));
    spill(test_path("log"), log, strlen(log));
    capture_cache_store(key, test_path("result"), test_path("log"));
}

static bool fetch(const char *key)
{
    return capture_cache_fetch(key, test_path("result2"), test_path("log2"));
}

static void assert_file(const char *name, const char *text)
{
    size_t size;
    char *data = slurp(test_path(name), &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(data, text, size);
    free(data);
}

static void what_is_kept_comes_back(void **state)
{
    (void)state;
    setenv("POISE_CACHE", test_path("cache"), 1);
    assert_true(capture_cache_is_on());
    assert_false(fetch(key_a));
    keep(key_a, "program", "a warning\n");
    keep(key_b, "", "");
    assert_true(fetch(key_a));
    assert_file("result2", "program");
    assert_file("log2", "a warning\n");
    assert_true(fetch(key_b));
    assert_file("result2", "");
    assert_false(fetch(""));
    setenv("POISE_CACHE", "off", 1);
    assert_false(capture_cache_is_on());
    assert_false(fetch(key_a));
    setenv("POISE_CACHE", test_path("cache"), 1);
}

/* Every byte, a length less, and a file under another's name. */
static void damaged_files_are_removed(void **state)
{
    (void)state;
    char path[256], other[256];
    size_t size;
    snprintf(path, sizeof path, "%s/kernels/%s", test_path("cache"), key_a);
    snprintf(other, sizeof other, "%s/kernels/%s", test_path("cache"), key_b);
    keep(key_a, "program", "log");
    char *good = slurp(path, &size);
    for (size_t i = 0; i < size; i++) {
        good[i] ^= 1;
        spill(path, good, size);
        good[i] ^= 1;
        if (fetch(key_a) || access(path, F_OK) == 0)
            fail_msg("byte %zu", i);
        spill(path, good, i);
        assert_false(fetch(key_a));
    }
    spill(other, good, size);
    assert_false(fetch(key_b));
    spill(path, good, size);
    assert_true(fetch(key_a));
    free(good);
}

/* What a source that includes "x.h" depends on, with these include folders. */
static void hash_of(const char *source, char *const *words, size_t n_words, char digits[POISE_HASH_TEXT])
{
    const capture_text text = {"", source, strlen(source)};
    capture_file_set found;
    poise_hash *hash = poise_hash_new();
    assert_true(capture_hash_included(hash, &text, 1, words, n_words, &found));
    poise_hash_finish(hash, digits);
    capture_file_set_free(&found);
}

static void every_place_of_an_included_file_counts(void **state)
{
    (void)state;
    char first[256], second[256], before[POISE_HASH_TEXT], after[POISE_HASH_TEXT];
    char option[] = "-I";
    mkdir(test_path("one"), 0700);
    snprintf(first, sizeof first, "-I%s", test_path("one"));
    snprintf(second, sizeof second, "%s", test_path("two"));
    char *words[] = {first, option, second};
    static const char source[] = "#include <x.h>\n";
    hash_of(source, words, 3, before);
    hash_of(source, words, 3, after);
    assert_string_equal(before, after);
    mkdir(test_path("two"), 0700);
    spill(test_path("two/x.h"), "#include \"../one/y.h\"\n", 22);
    hash_of(source, words, 3, after);
    assert_string_not_equal(before, after);
    hash_of(source, words, 3, before);
    spill(test_path("one/y.h"), "#include \"../two/x.h\"\n", 22); /* in a circle */
    hash_of(source, words, 3, after);
    assert_string_not_equal(before, after);
    hash_of("int a;", words, 3, before);
    spill(test_path("one/x.h"), "", 0);
    hash_of("int a;", words, 3, after); /* includes nothing */
    assert_string_equal(before, after);
}

static void files_that_nobody_looked_at_are_noticed(void **state)
{
    (void)state;
    char rule[512];
    const capture_text text = {"", "#include \"x.h\"\n", 15};
    char option[] = "-I", folder[256];
    snprintf(folder, sizeof folder, "%s", test_path("two"));
    char *words[] = {option, folder};
    capture_file_set found;
    poise_hash *hash = poise_hash_new();
    char digits[POISE_HASH_TEXT];
    assert_true(capture_hash_included(hash, &text, 1, words, 2, &found));
    poise_hash_finish(hash, digits);
    spill(test_path("a $b.h"), "", 0);
    snprintf(rule, sizeof rule, "out.o: %s/two/x.h \\\n  %s/one/y.h\n", test_folder, test_folder);
    spill(test_path("rule"), rule, strlen(rule));
    assert_true(capture_rule_is_within(test_path("rule"), &found, "/none", "/none"));
    snprintf(rule, sizeof rule, "out.o: %s/two/x.h %s/a\\ $$b.h\n", test_folder, test_folder);
    spill(test_path("rule"), rule, strlen(rule));
    assert_false(capture_rule_is_within(test_path("rule"), &found, "/none", "/none"));
    assert_true(capture_rule_is_within(test_path("rule"), &found, "/none", test_path("a $b.h")));
    assert_true(capture_rule_is_within(test_path("rule"), &found, test_folder, "/none"));
    assert_false(capture_rule_is_within(test_path("absent"), &found, "/none", "/none"));
    capture_file_set_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_comes_back),
        cmocka_unit_test(damaged_files_are_removed),
        cmocka_unit_test(every_place_of_an_included_file_counts),
        cmocka_unit_test(files_that_nobody_looked_at_are_noticed),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
