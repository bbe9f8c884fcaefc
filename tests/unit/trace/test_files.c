/* Trace arguments: files, and folders in name order. */
#include "tests/folder.h"
#include "trace/files.h"

static void folder_lists_its_traces_in_name_order(void **state)
{
    (void)state;
    assert_int_equal(mkdir(test_path("app"), 0700), 0);
    static const char *const names[] = {"app/b.wtr", "app/a.wtr", "app/B.wtr", "app/note.txt", "app/.wtr"};
    for (size_t i = 0; i < 5; i++)
        spill(test_path(names[i]), "", 0);
    spill(test_path("single"), "", 0);
    char folder[128], single[128];
    snprintf(folder, sizeof folder, "%s", test_path("app"));
    snprintf(single, sizeof single, "%s", test_path("single"));
    char *arguments[] = {single, folder, single};
    trace_files list;
    assert_int_equal(trace_files_list(&list, 3, arguments, NULL), POISE_OK);
    assert_int_equal(list.n, 5);
    assert_string_equal(list.path[0], single);
    assert_string_equal(strrchr(list.path[1], '/'), "/B.wtr");
    assert_string_equal(strrchr(list.path[2], '/'), "/a.wtr");
    assert_string_equal(strrchr(list.path[3], '/'), "/b.wtr");
    assert_string_equal(list.path[4], single);
    trace_files_free(&list);
}

/* Launches have at least four digits. */
static void numbers_come_in_their_order(void **state)
{
    (void)state;
    assert_true(trace_name_order("9999-k.wtr", "10000-a.wtr") < 0);
    assert_true(trace_name_order("10000-a.wtr", "9999-k.wtr") > 0);
    assert_true(trace_name_order("0001-a.wtr", "0001-b.wtr") < 0);
    assert_true(trace_name_order("01-a.wtr", "1-a.wtr") < 0);
    assert_true(trace_name_order("5.wtr", "a.wtr") < 0);
    assert_true(trace_name_order("B10.wtr", "B9.wtr") < 0);
    assert_int_equal(trace_name_order("0001-a.wtr", "0001-a.wtr"), 0);
}

static void nothing_absent_and_empty_are_refused(void **state)
{
    (void)state;
    poise_error err = {0};
    trace_files list;
    assert_int_equal(trace_files_list(&list, 0, NULL, &err), POISE_USAGE);
    char path[128];
    char *arguments[] = {path};
    snprintf(path, sizeof path, "%s", test_path("absent"));
    assert_int_equal(trace_files_list(&list, 1, arguments, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, path));
    assert_int_equal(mkdir(test_path("empty"), 0700), 0);
    snprintf(path, sizeof path, "%s", test_path("empty"));
    assert_int_equal(trace_files_list(&list, 1, arguments, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "no .wtr file"));
    assert_int_equal(list.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folder_lists_its_traces_in_name_order),
        cmocka_unit_test(numbers_come_in_their_order),
        cmocka_unit_test(nothing_absent_and_empty_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
