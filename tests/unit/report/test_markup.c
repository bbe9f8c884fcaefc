/* Whatever a text holds, what comes out is well-formed and shows the text. */
#include "report/page/markdown.h"
#include "tests/unit/report/written.h"

static void assert_escaped(const char *text, const char *expected)
{
    written w;
    written_begin(&w);
    markup_escape(w.m.out, text);
    written_end(&w);
    assert_string_equal(w.text, expected);
    free(w.text);
}

static void texts_are_escaped(void **state)
{
    (void)state;
    assert_escaped("<script>alert(\"1\" & '2')</script>",
                   "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
    assert_escaped("&amp;", "&amp;amp;");
    assert_escaped("a\tb\nc", "a\tb\nc");
    assert_escaped("größe 核 😀", "größe 核 😀");
}

#define BAD "\xef\xbf\xbd"

static void what_is_no_character_is_replaced(void **state)
{
    (void)state;
    assert_escaped("a\x01\x1b[31mb\x7f", "a" BAD BAD "[31mb" BAD);
    assert_escaped("\x80\xff", BAD BAD);
    assert_escaped("\xc3", BAD);                         /* cut */
    assert_escaped("\xe6\xa0", BAD BAD);                 /* cut */
    assert_escaped("\xc0\xbc", BAD BAD);                 /* "<" in too many bytes */
    assert_escaped("\xe0\x80\xbc", BAD BAD BAD);         /* the same */
    assert_escaped("\xed\xa0\x80", BAD BAD BAD);         /* half of a pair */
    assert_escaped("\xef\xbf\xbf", BAD BAD BAD);         /* no character of XML */
    assert_escaped("\xf4\x90\x80\x80", BAD BAD BAD BAD); /* beyond the last */
    assert_escaped("\xc2\x85", BAD BAD);                 /* a control of Latin-1 */
}

static void elements_are_ended_by_their_names(void **state)
{
    (void)state;
    written w;
    written_begin(&w);
    markup_begin(&w.m, "a");
    markup_attribute(&w.m, "href", "x\"y");
    markup_begin(&w.m, "b");
    markup_format(&w.m, "%d < %s", 1, "<2>");
    markup_end(&w.m);
    markup_begin(&w.m, "circle");
    markup_number(&w.m, "r", 0.5);
    markup_end(&w.m);
    markup_begin(&w.m, "circle");
    markup_element(&w.m, "title", NULL, "t");
    markup_end(&w.m);
    markup_element(&w.m, "td", "k", "");
    markup_end(&w.m);
    markup_end(&w.m); /* one too many */
    written_end(&w);
    assert_string_equal(w.text, "<a href=\"x&quot;y\"><b>1 &lt; &lt;2&gt;</b><circle r=\"0.5\"/>"
                                "<circle><title>t</title></circle><td class=\"k\"></td></a>");
    free(w.text);
}

static void deep_elements_do_no_harm(void **state)
{
    (void)state;
    written w;
    written_begin(&w);
    for (int i = 0; i < 2 * MARKUP_DEPTH; i++)
        markup_begin(&w.m, "g");
    for (int i = 0; i < 2 * MARKUP_DEPTH; i++)
        markup_end(&w.m);
    written_end(&w);
    assert_int_equal(count_of(w.text, "<g>"), 2 * MARKUP_DEPTH);
    assert_int_equal(count_of(w.text, "</g>"), 2 * MARKUP_DEPTH);
    free(w.text);
}

static void assert_short(const char *text, size_t most, const char *expected)
{
    written w;
    written_begin(&w);
    markup_text_short(&w.m, text, most);
    written_end(&w);
    assert_string_equal(w.text, expected);
    free(w.text);
}

static void long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    assert_short("abcd", 4, "abcd");
    assert_short("abcde", 4, "abc…");
    assert_short("äöü€x", 4, "äöü…");
    assert_short("<<<<<", 4, "&lt;&lt;&lt;…");
}

static void assert_markdown(const char *text, const char *expected)
{
    written w;
    written_begin(&w);
    markdown_escape(w.m.out, text);
    written_end(&w);
    assert_string_equal(w.text, expected);
    free(w.text);
}

static void markdown_is_escaped(void **state)
{
    (void)state;
    assert_markdown("atax_kernel1", "atax_kernel1");
    assert_markdown("__k__", "\\_\\_k\\_\\_");
    assert_markdown("a|b\nc", "a\\|b" BAD "c");
    assert_markdown("<b>[x](y)`*", "\\<b\\>\\[x\\](y)\\`\\*");
    assert_markdown("\xff", BAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(what_is_no_character_is_replaced),
        cmocka_unit_test(elements_are_ended_by_their_names),
        cmocka_unit_test(deep_elements_do_no_harm),
        cmocka_unit_test(long_texts_are_cut_between_characters),
        cmocka_unit_test(markdown_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
