/* Do text fields come out as RFC 4180 has them? */
#include "common/csv.h"
#include "tests/test.h"

static void assert_field(const char *text, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    poise_csv_text(out, text);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(written, expected);
    free(written);
}

static void plain_text_stays_plain(void **state)
{
    (void)state;
    assert_field("atax_kernel1", "atax_kernel1");
    assert_field("", "");
    assert_field("two words; 'single'", "two words; 'single'");
}

static void separators_are_quoted(void **state)
{
    (void)state;
    assert_field("a, b", "\"a, b\"");
    assert_field("line 1\nline 2", "\"line 1\nline 2\"");
    assert_field("carriage\rreturn", "\"carriage\rreturn\"");
    assert_field("say \"so\"", "\"say \"\"so\"\"\"");
    assert_field("\"", "\"\"\"\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays_plain),
        cmocka_unit_test(separators_are_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
