/* The option string of clBuildProgram. */
#include "capture/compiler/build_options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_words(void **state)
{
    (void)state;
    capture_options options;
    assert_int_equal(
        capture_options_parse("  -DN=4\t-D NAME=\"a b\" -I 'my dir' -cl-mad-enable ", &options, NULL), 0);
    const char *const expected[] = {"-DN=4", "-D", "NAME=a b", "-I", "my dir", "-cl-mad-enable"};
    assert_int_equal(options.n_words, 6);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(options.words[i], expected[i]);
    assert_null(options.words[6]);
    capture_options_free(&options);
}

static void test_empty(void **state)
{
    (void)state;
    capture_options options;
    assert_int_equal(capture_options_parse("", &options, NULL), 0);
    assert_int_equal(options.n_words, 0);
    capture_options_free(&options);
}

/* Options for other vendors' hardware change nothing and are left out. */
static void test_dropped(void **state)
{
    (void)state;
    capture_options options;
    assert_int_equal(capture_options_parse("-cl-nv-maxrregcount=32 -g -cl-opt-disable -w", &options, NULL),
                     0);
    assert_int_equal(options.n_words, 1);
    assert_string_equal(options.words[0], "-w");
    capture_options_free(&options);
}

/* What would steer the compiler is refused by name. */
static void test_refused(void **state)
{
    (void)state;
    const char *const refused[] = {"-o", "-Xclang", "file.c", "-load=x.so", "-cl-std=CL2.0"};
    for (size_t i = 0; i < 5; i++) {
        capture_options options;
        poise_error err = {0};
        assert_int_equal(capture_options_parse(refused[i], &options, &err), POISE_USAGE);
        assert_non_null(strstr(err.text, refused[i]));
    }
}

static void test_value_missing(void **state)
{
    (void)state;
    capture_options options;
    assert_int_equal(capture_options_parse("-w -D", &options, NULL), POISE_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),   cmocka_unit_test(test_empty),         cmocka_unit_test(test_dropped),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_value_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
