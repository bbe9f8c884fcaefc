/* Do errors carry their code and one whole sentence? */
#include "common/error.h"
#include "tests/test.h"

#include <errno.h>

static void code_and_sentence_are_recorded(void **state)
{
    (void)state;
    poise_error err;
    assert_int_equal(poise_fail(&err, POISE_USAGE, "option %s: %d", "jobs", 7), POISE_USAGE);
    assert_int_equal(err.code, POISE_USAGE);
    assert_string_equal(err.text, "option jobs: 7");
}

static void only_the_code_is_needed(void **state)
{
    (void)state;
    assert_int_equal(poise_fail(NULL, POISE_DAMAGED, "x"), POISE_DAMAGED);
    assert_int_equal(poise_fail_errno(NULL, POISE_FAILED, "x"), POISE_FAILED);
    assert_int_equal(poise_error_prefix(NULL, "x"), POISE_FAILED);
}

static void errno_is_explained(void **state)
{
    (void)state;
    poise_error err;
    errno = ENOENT;
    assert_int_equal(poise_fail_errno(&err, POISE_FAILED, "cannot open %s", "a.wtr"), POISE_FAILED);
    assert_string_equal(err.text, "cannot open a.wtr: No such file or directory");
}

static void prefix_stands_in_front(void **state)
{
    (void)state;
    poise_error err;
    poise_fail(&err, POISE_DAMAGED, "record 3 is short");
    assert_int_equal(poise_error_prefix(&err, "%s: chunk %d", "a.wtr", 2), POISE_DAMAGED);
    assert_string_equal(err.text, "a.wtr: chunk 2: record 3 is short");
}

static void long_sentences_are_cut_not_overrun(void **state)
{
    (void)state;
    struct {
        poise_error err;
        char guard[4];
    } place = {.guard = "end"};
    char longer[2 * POISE_ERROR_TEXT];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    poise_fail(&place.err, POISE_FAILED, "%s", longer);
    assert_int_equal(strlen(place.err.text), POISE_ERROR_TEXT - 1);
    poise_error_prefix(&place.err, "%s", longer);
    errno = EIO;
    poise_fail_errno(&place.err, POISE_FAILED, "%s", longer);
    assert_int_equal(strlen(place.err.text), POISE_ERROR_TEXT - 1);
    assert_string_equal(place.guard, "end");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_and_sentence_are_recorded),
        cmocka_unit_test(only_the_code_is_needed),
        cmocka_unit_test(errno_is_explained),
        cmocka_unit_test(prefix_stands_in_front),
        cmocka_unit_test(long_sentences_are_cut_not_overrun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
