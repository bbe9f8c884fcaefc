/* Are tables of numbers read as written, and everything else refused with its place? */
#include "tests/test.h"
#include "train/table/number_table.h"

static int parse(const char *text, number_table *table, poise_error *err)
{
    char *copy = strdup(text);
    assert_non_null(copy);
    return number_table_parse(copy, strlen(copy), "t.csv", table, err);
}

static void names_and_numbers_are_read(void **state)
{
    (void)state;
    number_table table;
    assert_int_equal(parse("a,\"b c\",y\r\n1,-2.5e3,+3\r\n\r\n 4 ,.5,\"6\"", &table, NULL), POISE_OK);
    assert_int_equal(table.cols, 3);
    assert_int_equal(table.rows, 2);
    assert_string_equal(table.name[1], "b c");
    const double expected[6] = {1, -2500, 3, 4, 0.5, 6};
    assert_memory_equal(table.value, expected, sizeof expected);
    number_table_free(&table);
}

/* As spreadsheets write UTF-8. */
static void a_byte_order_mark_is_no_name(void **state)
{
    (void)state;
    number_table table;
    assert_int_equal(parse("\xef\xbb\xbfy,x\n1,2\n", &table, NULL), POISE_OK);
    assert_string_equal(table.name[0], "y");
    number_table_free(&table);
}

static void a_table_may_have_no_rows(void **state)
{
    (void)state;
    number_table table;
    assert_int_equal(parse("a,y", &table, NULL), POISE_OK);
    assert_int_equal(table.rows, 0);
    number_table_free(&table);
}

static void anything_else_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "t.csv: it is empty"},
        {"\n\n", "t.csv: it is empty"},
        {"a,,y\n1,2,3", "t.csv:1: the name of column 2 is missing"},
        {"a,\"y\n1,2", "t.csv:1: the name of column 2 is missing or badly quoted"},
        {"a,\"y\"z\n1,2", "badly quoted"},
        {"a,y,a\n1,2,3", "t.csv: two columns are called 'a'"},
        {"a,y\n1,2\n3", "t.csv:3: there is no column 'y': 1 fields instead of 2"},
        {"a,y\n1,2,3", "t.csv:2: more fields than the 2 names"},
        {"a,y\n1,2\n\n3,", "t.csv:4: column 'y': '' is not a finite number"},
        {"a,y\n1,x", "column 'y': 'x' is not a finite number"},
        {"a,y\n1,nan", "'nan' is not a finite number"},
        {"a,y\n1,inf", "'inf' is not a finite number"},
        {"a,y\n1,1e999", "'1e999' is not a finite number"},
        {"a,y\n1,0x10", "'0x10' is not a finite number"},
        {"a,y\n1,1 2", "'1 2' is not a finite number"},
        {"a,y\n1,\"2", "there is no column 'y'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        number_table table;
        poise_error err = {0};
        assert_int_equal(parse(cases[i].text, &table, &err), POISE_DAMAGED);
        assert_contains(err.text, cases[i].reason);
        number_table_free(&table);
    }
}

static void a_byte_of_zero_is_refused(void **state)
{
    (void)state;
    char *text = malloc(8);
    assert_non_null(text);
    memcpy(text, "a,y\n1\0,", 8);
    number_table table;
    poise_error err = {0};
    assert_int_equal(number_table_parse(text, 7, "t.csv", &table, &err), POISE_DAMAGED);
    assert_contains(err.text, "no text");
    number_table_free(&table);
}

static void too_many_columns_are_refused(void **state)
{
    (void)state;
    char *text = malloc((size_t)8 * NUMBER_TABLE_COLUMNS);
    assert_non_null(text);
    size_t size = 0;
    for (int i = 0; i <= NUMBER_TABLE_COLUMNS; i++)
        size += (size_t)sprintf(text + size, "c%d,", i);
    text[size - 1] = '\0';
    number_table table;
    poise_error err = {0};
    assert_int_equal(number_table_parse(text, size - 1, "t.csv", &table, &err), POISE_DAMAGED);
    assert_contains(err.text, "more than 1024 columns");
    number_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers_are_read),
        cmocka_unit_test(a_byte_order_mark_is_no_name),
        cmocka_unit_test(a_table_may_have_no_rows),
        cmocka_unit_test(anything_else_is_refused_with_its_place),
        cmocka_unit_test(a_byte_of_zero_is_refused),
        cmocka_unit_test(too_many_columns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
