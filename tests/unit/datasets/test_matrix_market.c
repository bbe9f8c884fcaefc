/* Matrix Market files: what the standard allows is read, everything else is refused with line and reason. */
#include "datasets/common/matrix_market.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define BANNER "%%MatrixMarket matrix coordinate pattern general\n"
#define REAL   "%%MatrixMarket matrix coordinate real general\n"

static void entries_are_read_in_order(void **state)
{
    (void)state;
    static const char *const texts[] = {
        BANNER "3 3 2\n1 2\n3 1\n",
        BANNER "% a comment\n\n 3\t3  2 \n1 2\n% another\n3 1",
        "%%matrixmarket MATRIX Coordinate Pattern GENERAL\r\n3 3 2\r\n1 2\r\n3 1\r\n\r\n",
        REAL "3 3 2\n1 2 -1.5e-300\n3 1 inf\n",
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n1 2 7\n3 1 -7\n",
        "%%MatrixMarket matrix coordinate complex hermitian\n3 3 2\n1 2 0 1\n3 1 1.5 2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        matrix_market m;
        char error[MATRIX_MARKET_ERROR_BYTES];
        assert_int_equal(matrix_market_parse(&m, texts[i], strlen(texts[i]), error), 0);
        assert_int_equal(m.rows, 3);
        assert_int_equal(m.n_entries, 2);
        assert_true(m.row[0] == 0 && m.col[0] == 1 && m.row[1] == 2 && m.col[1] == 0);
        matrix_market_free(&m);
    }
}

static void mistakes_are_named_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "line 0: no Matrix Market file: it does not begin with %%MatrixMarket"},
        {"1 2\n", "line 1: no Matrix Market file: it does not begin with %%MatrixMarket"},
        {"%%MatrixMarket matrix\n", "line 1: the banner needs object, format, field and symmetry"},
        {"%%MatrixMarket matrix array real general\n",
         "line 1: 'matrix array' is not read, only 'matrix coordinate'"},
        {"%%MatrixMarket matrix coordinate quaternion general\n", "line 1: unknown field 'quaternion'"},
        {"%%MatrixMarket matrix coordinate real triangular\n", "line 1: unknown symmetry 'triangular'"},
        {BANNER "% only a comment\n", "line 2: the file ends before the line of sizes"},
        {BANNER "3 3\n", "line 2: the number of entries is missing"},
        {BANNER "3 3 1 1\n1 1\n", "line 2: more than three sizes"},
        {BANNER "3 4 1\n1 1\n", "line 2: 3 x 4: the matrix must be square"},
        {BANNER "0 0 0\n", "line 2: the number of rows 0 is below 1"},
        {BANNER "67108865 1 0\n", "line 2: the number of rows 67108865 is above 67108864"},
        {BANNER "3 3 500000000\n1 1\n", "line 2: the file is too short for 500000000 entries"},
        {BANNER "3 3 1\n4 1\n", "line 3: the row 4 is above 3"},
        {BANNER "3 3 1\n1 0\n", "line 3: the column 0 is below 1"},
        {BANNER "3 3 1\n1 -1\n", "line 3: the column is '-1', not a number"},
        {BANNER "3 3 1\n1\n\n", "line 3: the column is missing"},
        {BANNER "3 3 1\n1 2 3\n", "line 3: more words than row, column and 0 values"},
        {REAL "3 3 1\n1 2\n", "line 3: the value is missing"},
        {REAL "3 3 1\n1 2 1.5x\n", "line 3: the value is '1.5x', not a number"},
        {BANNER "3 3 2\n1 2\n% end\n", "line 4: the file ends after 1 of 2 entries"},
        {BANNER "3 3 1\n1 2\n\n2 3\n", "line 5: more than the 1 entries of the sizes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        matrix_market m;
        char error[MATRIX_MARKET_ERROR_BYTES];
        assert_int_equal(matrix_market_parse(&m, cases[i].text, strlen(cases[i].text), error), -1);
        assert_string_equal(error, cases[i].error);
        assert_null(m.row);
    }
}

static void bytes_of_no_text_are_refused(void **state)
{
    (void)state;
    static const char zero[] = BANNER "3 3 1\n1\0 2\n";
    char long_line[sizeof BANNER + 2000], error[MATRIX_MARKET_ERROR_BYTES];
    matrix_market m;
    assert_int_equal(matrix_market_parse(&m, zero, sizeof zero - 1, error), -1);
    assert_string_equal(error, "line 3: holds a zero byte: not a text file");
    memset(long_line, '%', sizeof long_line);
    memcpy(long_line, BANNER, sizeof BANNER - 1);
    assert_int_equal(matrix_market_parse(&m, long_line, sizeof long_line, error), -1);
    assert_string_equal(error, "line 2: longer than 1024 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_read_in_order),
        cmocka_unit_test(mistakes_are_named_with_their_line),
        cmocka_unit_test(bytes_of_no_text_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
