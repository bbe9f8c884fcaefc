/* The format strings of printf in kernels: OpenCL's conversions, and formats that are none. */
#include "capture/runtime/print_format.h"
#include "tests/test.h"

static const print_value values[] = {
    {PRINT_INTEGER, 4, 0xfffffffe, 0.0, NULL},
    {PRINT_REAL, 0, 0, 1.5, NULL},
    {PRINT_POINTER, 0, 0, 0.0, "text"},
    {PRINT_INTEGER, 1, 'x', 0.0, NULL},
};
enum { N_VALUES = sizeof values / sizeof *values };

static int print(const char *format, size_t first, char out[64])
{
    return capture_print_format(format, values + first, N_VALUES - first, out, 64);
}

static void values_print_by_their_conversion(void **state)
{
    (void)state;
    char out[64];
    assert_int_equal(print("%d|%.3f|%s|%c", 0, out), 15);
    assert_string_equal(out, "-2|1.500|text|x");
    print("%u %%", 0, out);
    assert_string_equal(out, "4294967294 %");
    print("%hhx %hx", 0, out);
    assert_string_equal(out, "fe ?"); /* a real number is no %hx */
}

static void vectors_and_missing_values(void **state)
{
    (void)state;
    char out[64];
    assert_int_equal(print("%v2hhd", 3, out), 5);
    assert_string_equal(out, "120,?");
}

static void other_formats_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"%n",   "%*d",
                                      "%",    "%5",
                                      "%v5f", "%v",
                                      "%q",   "%v2",
                                      "%1$d", "%00000000000000000000000000000000000000d",
                                      "%.",   "%v99999999999f"};
    char out[64];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(print(bad[i], 0, out), -1);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    char out[64];
    assert_int_equal(print("%1000d", 0, out), -1);
    assert_int_equal(print("%.63f%s", 1, out), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_print_by_their_conversion),
        cmocka_unit_test(vectors_and_missing_values),
        cmocka_unit_test(other_formats_are_refused),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
