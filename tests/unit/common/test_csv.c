/* Do fields come out, and go in, as RFC 4180 has them? */
#include "common/csv.h"
#include "tests/test.h"

#include <string.h>

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

/* ---- reading ---- */

/* The fields of `text` between bars, a line break after the last one of each line; "!" ends them when one is
 * refused. */
static void assert_fields(const char *text, const char *expected)
{
    char *copy = strdup(text), *at = copy, *shown = NULL;
    const char *field;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    assert_true(copy != NULL && out != NULL);
    do {
        bool last = false;
        field = poise_csv_field(&at, &last);
        fprintf(out, "%s%s", field == NULL ? "!" : field, field == NULL ? "" : last ? "\n" : "|");
    } while (field != NULL && *at != '\0');
    assert_int_equal(fclose(out), 0);
    assert_string_equal(shown, expected);
    free(shown);
    free(copy);
}

static void fields_are_cut_out(void **state)
{
    (void)state;
    assert_fields("", "\n");
    assert_fields("one", "one\n");
    assert_fields("a,,c\nd", "a||c\nd\n");
    assert_fields("a,b\r\nc,d\r\n", "a|b\nc|d\n");
    assert_fields("sa\"id", "sa\"id\n");
}

static void quotes_are_taken_off(void **state)
{
    (void)state;
    assert_fields("\"a, b\",\"line 1\nline 2\"\n\"\"", "a, b|line 1\nline 2\n\n");
    assert_fields("\"say \"\"so\"\"\"", "say \"so\"\n");
    assert_fields("\"\"\"\"", "\"\n");
}

static void bad_quotes_are_refused(void **state)
{
    (void)state;
    assert_fields("a,\"open", "a|!");
    assert_fields("\"", "!");
    assert_fields("\"\"\"", "!");
    assert_fields("\"a\"b", "!");
    assert_fields("a\rb", "!");
    assert_fields("a\r", "!");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays_plain), cmocka_unit_test(separators_are_quoted),
        cmocka_unit_test(fields_are_cut_out),     cmocka_unit_test(quotes_are_taken_off),
        cmocka_unit_test(bad_quotes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
