/* Tables of other people's programs: what is written is read, and what is wrong is refused with its place. */
#include "features/dataset_file.h"
#include "features/dataset_import.h"
#include "tests/folder.h"

#include <math.h>

#define HEAD                                                                                    \
    "program,warps,h_max,h_one,eta_max,eta_one,eta_gain_squared,instructions_eta_gain_squared," \
    "miss_cost_gain_squared,target_n,target_p,target_speedup\n"
#define X "0.1,0.2,0.3,0.4,0.5,0.6,0.7,"

static dataset import(const char *text)
{
    dataset data = {0};
    poise_error err = {0};
    spill(test_path("table.csv"), text, strlen(text));
    if (dataset_import_csv(test_path("table.csv"), &data, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return data;
}

static void rows_get_what_follows_from_them(void **state)
{
    (void)state;
    dataset data = import(HEAD "\"one, two\"\"\",12," X "3,2,1.5\r\nb,24," X "24,24,1");
    assert_int_equal(data.n_rows, 2);
    const dataset_row *row = &data.rows[0];
    assert_string_equal(row->program, "one, two\"");
    assert_true(row->x[MODEL_X_h_one] == 0.2 && row->x[MODEL_X_constant] == 1.0);
    assert_true(row->scaled_n == 6.0 && row->scaled_p == 4.0);
    assert_true(surface_at(&row->speedup, 3, 2) == 1.5 && surface_at(&row->speedup, 12, 12) == 1.0);
    assert_true(isnan(surface_at(&row->speedup, 1, 1)));
    assert_true(dataset_row_trains(row));
    assert_true(surface_at(&data.rows[1].speedup, 24, 24) == 1.0);
    assert_string_not_equal(row->trace_hash, data.rows[1].trace_hash);
    dataset_free(&data);
}

/* As spreadsheets write UTF-8. */
static void a_byte_order_mark_is_no_name(void **state)
{
    (void)state;
    dataset data = import("\xef\xbb\xbf" HEAD "p,8," X "4,2,1.5\n");
    assert_int_equal(data.n_rows, 1);
    dataset_free(&data);
}

static void what_is_exported_comes_back(void **state)
{
    (void)state;
    dataset data = import(HEAD "a,12," X "3,2,1.5\nb,24," X "24,24,1\n"), back = {0};
    data.rows[1].split = PROFILE_EVALUATION;
    data.rows[0].excluded = DATASET_SHORT;
    data.rows[0].weight = 1.0 / 3.0;
    assert_int_equal(dataset_write_csv(test_path("out.csv"), &data, NULL), POISE_OK);
    assert_int_equal(dataset_import_csv(test_path("out.csv"), &back, NULL), POISE_OK);
    assert_int_equal(back.n_rows, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_memory_equal(back.rows[i].x, data.rows[i].x, sizeof data.rows[i].x);
        assert_string_equal(back.rows[i].trace_hash, data.rows[i].trace_hash);
        assert_int_equal(back.rows[i].split, data.rows[i].split);
        assert_int_equal(back.rows[i].excluded, data.rows[i].excluded);
        assert_true(back.rows[i].weight == data.rows[i].weight);
    }
    poise_error err = {0};
    if (dataset_write(test_path("out.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    dataset_free(&data);
    dataset_free(&back);
    if (dataset_read(test_path("out.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    dataset_free(&back);
}

static void wrong_tables_are_refused_with_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "unknown column"},
        {"program,colour\n", "line 1: colour: unknown column"},
        {"program,program\n", "line 1: program: unknown column, or one that was there"},
        {"program,warps\n", "line 1: h_max: this column is missing"},
        {HEAD "a,24," X "3,2\n", "line 2: there are fewer fields"},
        {HEAD "a,24," X "3,2,1,1\n", "line 2: there are more fields"},
        {HEAD "a,24," X "3,2,1\na,24," X "3,4,1\n", "line 3: the target is not 0 <= p <= N, 1 <= N <= warps"},
        {HEAD "a,24," X "25,2,1\n", "line 2: the target"},
        {HEAD "a,65," X "3,2,1\n", "line 2: warps is not from 1 to 64"},
        {HEAD "a,24," X "3,2,0\n", "line 2: target_speedup"},
        {HEAD "a,24," X "3,-2,1\n", "target_p: not a whole number"},
        {HEAD "a,24," X "3,2,nan\n", "target_speedup: not a finite"},
        {HEAD "a,24," X "3,2,0x1\n", "target_speedup: not a finite"},
        {HEAD "a,24," X "3,2,1e999\n", "target_speedup: not a finite"},
        {HEAD ",24," X "3,2,1\n", "program: a name is empty"},
        {HEAD "\"a,24," X "3,2,1\n", "program: a quoted field"},
        {HEAD "\"a\"b,24," X "3,2,1\n", "program: a quoted field"},
        {HEAD "a\x19,24," X "3,2,1\n", "control characters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dataset data = {0};
        poise_error err = {0};
        spill(test_path("bad.csv"), cases[i].text, strlen(cases[i].text));
        assert_int_equal(dataset_import_csv(test_path("bad.csv"), &data, &err), POISE_DAMAGED);
        assert_contains(err.text, cases[i].reason);
        assert_contains(err.text, "bad.csv");
        dataset_free(&data);
    }
    dataset data = {0};
    poise_error err = {0};
    spill(test_path("bad.csv"), HEAD, strlen(HEAD));
    assert_int_equal(dataset_import_csv(test_path("bad.csv"), &data, &err), POISE_FAILED);
    assert_contains(err.text, "no rows");
    dataset_free(&data);
}

/* The same launch in both splits is not trained on. */
static void evaluated_launches_are_excluded(void **state)
{
    (void)state;
    char text[2048], hash[POISE_HASH_TEXT];
    memset(hash, 'a', POISE_HASH_TEXT - 1);
    hash[POISE_HASH_TEXT - 1] = '\0';
    snprintf(text, sizeof text,
             "split,trace_hash," HEAD "training,%s,a,24," X "3,2,1\nevaluation,%s,a,24," X "3,2,1\n", hash,
             hash);
    dataset data = import(text);
    assert_false(dataset_row_trains(&data.rows[0]));
    dataset_free(&data);
}

static int import_svmlight(const char *n, const char *p, dataset *data, poise_error *err)
{
    *data = (dataset){0};
    spill(test_path("t.n"), n, strlen(n));
    spill(test_path("t.p"), p, strlen(p));
    return dataset_import_svmlight(test_path("t"), data, err);
}

static void two_labels_make_a_tuple(void **state)
{
    (void)state;
    dataset data;
    poise_error err = {0};
    assert_int_equal(import_svmlight("2.302585092994046 1:0.5 7:2 # prog\n0 8:1\n",
                                     "1.0986122886681098 1:0.5 7:2 # prog\n0 8:1", &data, &err),
                     POISE_OK);
    assert_int_equal(data.n_rows, 2);
    assert_int_equal(data.rows[0].target_n, 10);
    assert_int_equal(data.rows[0].target_p, 3);
    assert_true(data.rows[0].x[0] == 0.5 && data.rows[0].x[6] == 2.0 && data.rows[0].x[1] == 0.0);
    assert_true(data.rows[0].x[MODEL_X_constant] == 1.0);
    assert_string_equal(data.rows[0].program, "prog");
    dataset_free(&data);
    static const struct {
        const char *n, *p, *reason;
    } cases[] = {
        {"1 1:1\n", "1 1:2\n", "t.p, line 1: the features differ"},
        {"1 1:1\n1 1:1\n", "1 1:1\n", "ends before"},
        {"1 1:1\n", "1 1:1\n1 1:1\n", "more rows"},
        {"x 1:1\n", "1 1:1\n", "t.n, line 1: expected a label"},
        {"1 9:1\n", "1 9:1\n", "indices"},
        {"1 2:1 1:1\n", "1 2:1 1:1\n", "indices"},
        {"1 1:1e999\n", "1 1:1e999\n", "two finite numbers"},
        {"1 1\n", "1 1\n", "expected index:value"},
        {"9 1:1\n", "1 1:1\n", "t.n, line 1: the target"},
        {"1 1:1\n", "2 1:1\n", "t.n, line 1: the target"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(import_svmlight(cases[i].n, cases[i].p, &data, &err), POISE_DAMAGED);
        assert_contains(err.text, cases[i].reason);
        dataset_free(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_get_what_follows_from_them),
        cmocka_unit_test(a_byte_order_mark_is_no_name),
        cmocka_unit_test(what_is_exported_comes_back),
        cmocka_unit_test(wrong_tables_are_refused_with_the_line),
        cmocka_unit_test(evaluated_launches_are_excluded),
        cmocka_unit_test(two_labels_make_a_tuple),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
