/* Does text reach the reader of a page as it was written, whatever troff would make of it? */
#include "cli/help/roff.h"
#include "tests/test.h"

static char written[4096];

/* What `write` makes of `text`. */
static const char *made(void (*write)(const char *text, FILE *out), const char *text)
{
    FILE *out = fmemopen(written, sizeof written, "w");
    assert_non_null(out);
    write(text, out);
    fclose(out);
    return written;
}

static void nothing_in_a_text_is_a_request(void **state)
{
    (void)state;
    assert_string_equal(made(roff_text, ".wtr files"), "\\&.wtr files");
    assert_string_equal(made(roff_text, "'x' `y` a\\b"), "\\(aqx\\(aq \\(gay\\(ga a\\eb");
    assert_string_equal(made(roff_text, "mu^2 ~/x"), "mu\\(ha2 \\(ti/x");
    assert_string_equal(made(roff_prose, "see\n.TH and\n'so'"), "see\n\\&.TH and\n\\(aqso\\(aq\n");
}

static void options_can_be_copied_and_words_hyphenated(void **state)
{
    (void)state;
    assert_string_equal(made(roff_text, "--grid and -o of warp-tuples"),
                        "\\-\\-grid and \\-o of warp-tuples");
    assert_string_equal(made(roff_literal, "time-limit"), "\\fBtime\\-limit\\fR");
}

static void capitals_of_a_synopsis_stand_for_something(void **state)
{
    (void)state;
    assert_string_equal(made(roff_synopsis, "-o FILE TRACE..."), "\\-o \\fIFILE\\fR \\fITRACE\\fR...\n");
    assert_string_equal(made(roff_synopsis, "KEY=VALUE"), "\\fIKEY\\fR=\\fIVALUE\\fR\n");
}

static void lists_of_help_become_items(void **state)
{
    (void)state;
    assert_string_equal(
        made(roff_prose, "Which:\n  info    what is\n          in it\n  all of it: more\nEnd.\n\nNew."),
        "Which:\n.TP\n\\fBinfo\\fR\nwhat is\nin it\n.TP\n\\fBall of it\\fR\nmore\n.PP\nEnd.\n.PP\nNew.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_a_text_is_a_request),
        cmocka_unit_test(options_can_be_copied_and_words_hyphenated),
        cmocka_unit_test(capitals_of_a_synopsis_stand_for_something),
        cmocka_unit_test(lists_of_help_become_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
