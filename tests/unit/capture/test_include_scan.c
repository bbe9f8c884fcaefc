/* What a source may include, and what makes it impossible to say so. */
#include "capture/platform/program/include_scan.h"
#include "tests/test.h"

#include <string.h>

enum { NAMES_ROOM = 256 };

static bool collect(void *context, const char *name)
{
    char *names = context;
    const size_t length = strlen(names);
    snprintf(names + length, NAMES_ROOM - length, "%s ", name);
    return true;
}

static bool refuse(void *context, const char *name)
{
    (void)context;
    (void)name;
    return false;
}

/* The names that are found, "?" when it cannot be said. */
static const char *names_in(const char *text)
{
    static char names[NAMES_ROOM];
    names[0] = '\0';
    return capture_scan_includes(text, strlen(text), collect, names) ? names : "?";
}

static void names_are_found(void **state)
{
    (void)state;
    assert_string_equal(names_in("#include \"a.h\"\nint x;\n  #  include <b/c.h>\n"), "a.h b/c.h ");
    assert_string_equal(names_in("#include \"a.h\""), "a.h ");
    assert_string_equal(names_in("#inc\\\nlude \\ \n \"a.h\"\n"), "a.h ");
    assert_string_equal(names_in("#if 0\n#include <a.h>\n#endif\n// #include \"b.h\"\n"), "a.h b.h ");
    assert_string_equal(names_in("#\tinclude\"a b.h\" // and more"), "a b.h ");
}

static void words_that_are_no_directive_do_not_matter(void **state)
{
    (void)state;
    assert_string_equal(names_in(""), "");
    assert_string_equal(names_in("/* to include: \"x.h\" */ int include; int included = 1, time_import;"),
                        "");
    assert_string_equal(names_in("#define A(b) #b\n#pragma unroll\n#\ninclude\n"), "");
    assert_string_equal(names_in("#if __has_builtin(__builtin_fma)\n#endif\nimport embed"), "");
}

static void doubt_is_said(void **state)
{
    (void)state;
    static const char *const doubtful[] = {
        "#include NAME\n",
        "#include\n",
        "#include \"a.h\n\"",
        "#include <a.h\n>",
        "#include /* a */ \"a.h\"\n",
        "# /* a */ include \"a.h\"\n",
        "%:include \"a.h\"\n",
        "?\?=include \"a.h\"\n",
        "#incl?\?/\nude \"a.h\"\n",
        "#include_next <a.h>\n",
        "#import <a.h>\n",
        "#embed \"a\"\n",
        "#if __has_include(\"a.h\")\n#endif\n",
        "#if __has_em\\\nbed(\"a.h\")\n#endif\n",
        "#define has(x) __has_##x\n",
        "constant char *a = __DATE__;\n",
        "constant char *a = __TIMESTAMP__;\n",
        "asm(\".incbin \\\"a\\\"\");\n",
    };
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
        if (strcmp(names_in(doubtful[i]), "?") != 0)
            fail_msg("not doubted: %s", doubtful[i]);
    }
    assert_false(capture_scan_includes("#include <a>", strlen("#include <a>"), refuse, NULL));
}

/* A header may hold any bytes. */
static void bytes_behind_a_zero_are_read(void **state)
{
    (void)state;
    static const char text[] = "int a;\0\n#include \"a.h\"\n";
    char names[NAMES_ROOM] = "";
    assert_true(capture_scan_includes(text, sizeof text - 1, collect, names));
    assert_string_equal(names, "a.h ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(words_that_are_no_directive_do_not_matter),
        cmocka_unit_test(doubt_is_said),
        cmocka_unit_test(bytes_behind_a_zero_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
