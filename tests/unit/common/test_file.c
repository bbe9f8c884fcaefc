/* Are files whole or absent, and inputs read within their bounds? */
#include "common/file.h"
#include "tests/folder.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Each test removes what it made, so that the next one can count entries. */
static int remove_empty_folder(void **state)
{
    (void)state;
    return rmdir(test_folder);
}

static void commit_makes_the_file_appear_whole(void **state)
{
    (void)state;
    poise_atomic_file file;
    assert_int_equal(poise_atomic_open(&file, test_path("a"), NULL), 0);
    assert_true(fputs("result", file.stream) >= 0);
    assert_int_equal(access(test_path("a"), F_OK), -1);
    assert_int_equal(poise_atomic_commit(&file, NULL), 0);
    char *data;
    size_t size;
    assert_int_equal(poise_read_file(test_path("a"), 6, &data, &size, NULL), 0);
    assert_int_equal(size, 6);
    assert_string_equal(data, "result");
    free(data);
    assert_int_equal(count_entries(test_folder), 1);
    poise_atomic_abort(&file); /* harmless after commit */
    assert_int_equal(unlink(test_path("a")), 0);
}

static void publish_makes_files_appear_and_a_folder_is_synced_once(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b"};
    for (int i = 0; i < 2; i++) {
        poise_atomic_file file;
        assert_int_equal(poise_atomic_open(&file, test_path(names[i]), NULL), 0);
        assert_true(fputs(names[i], file.stream) >= 0);
        assert_int_equal(poise_atomic_publish(&file, NULL), 0);
    }
    assert_int_equal(count_entries(test_folder), 2);
    assert_int_equal(poise_sync_folder(test_folder, NULL), 0);
    for (int i = 0; i < 2; i++) {
        char *data;
        size_t size;
        assert_int_equal(poise_read_file(test_path(names[i]), 1, &data, &size, NULL), 0);
        assert_string_equal(data, names[i]);
        free(data);
        assert_int_equal(unlink(test_path(names[i])), 0);
    }
    poise_error err;
    assert_int_equal(poise_sync_folder(test_path("none"), &err), POISE_FAILED);
    assert_contains(err.text, "none");
}

/* Of processes that were killed, not of those that still write. */
static void temporaries_of_the_dead_are_removed(void **state)
{
    (void)state;
    pid_t dead = fork();
    if (dead == 0)
        _exit(0);
    assert_int_equal(waitpid(dead, NULL, 0), dead);
    const long owner[] = {dead, getpid()};
    char name[2][40];
    for (int i = 0; i < 2; i++) {
        snprintf(name[i], sizeof name[i], "a.tmp-%ld-0", owner[i]);
        FILE *file = fopen(test_path(name[i]), "w");
        assert_non_null(file);
        assert_int_equal(fclose(file), 0);
    }
    poise_atomic_clean(test_path("b")); /* other files have theirs */
    assert_int_equal(count_entries(test_folder), 2);
    poise_atomic_clean(test_path("a"));
    assert_int_equal(access(test_path(name[0]), F_OK), -1);
    assert_int_equal(unlink(test_path(name[1])), 0);
}

static void mode_follows_the_umask(void **state)
{
    (void)state;
    const mode_t before = umask(027);
    poise_atomic_file file;
    assert_int_equal(poise_atomic_open(&file, test_path("a"), NULL), 0);
    assert_int_equal(poise_atomic_commit(&file, NULL), 0);
    umask(before);
    struct stat info;
    assert_int_equal(stat(test_path("a"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(unlink(test_path("a")), 0);
}

static void abort_leaves_nothing(void **state)
{
    (void)state;
    poise_atomic_file file;
    assert_int_equal(poise_atomic_open(&file, test_path("a"), NULL), 0);
    assert_true(fputs("half a res", file.stream) >= 0);
    poise_atomic_abort(&file);
    assert_int_equal(count_entries(test_folder), 0);
    poise_atomic_file zero = {0};
    poise_atomic_abort(&zero);
}

static void full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    poise_atomic_file file;
    assert_int_equal(poise_atomic_open(&file, test_path("a"), NULL), 0);
    assert_true(fputs("old", file.stream) >= 0);
    assert_int_equal(poise_atomic_commit(&file, NULL), 0);

    /* A limit on file sizes makes write() fail as a full disk does. */
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(poise_atomic_open(&file, test_path("a"), NULL), 0);
    for (int i = 0; i < 100000; i++)
        fputc('x', file.stream);
    poise_error err;
    const int code = poise_atomic_commit(&file, &err);
    setrlimit(RLIMIT_FSIZE, &before);

    assert_int_equal(code, POISE_FAILED);
    assert_contains(err.text, "cannot write");
    assert_int_equal(count_entries(test_folder), 1);
    char *data;
    size_t size;
    assert_int_equal(poise_read_file(test_path("a"), 100, &data, &size, NULL), 0);
    assert_string_equal(data, "old");
    free(data);
    assert_int_equal(unlink(test_path("a")), 0);
}

static void reserved_name_is_written_by_somebody_else(void **state)
{
    (void)state;
    poise_atomic_file file;
    assert_int_equal(poise_atomic_reserve(&file, test_path("a"), NULL), 0);
    FILE *stream = fopen(file.temporary, "w");
    assert_non_null(stream);
    fputs("by name", stream);
    fclose(stream);
    assert_int_equal(poise_atomic_commit(&file, NULL), 0);
    assert_int_equal(count_entries(test_folder), 1);
    assert_int_equal(unlink(test_path("a")), 0);
}

static void folder_that_is_missing_is_named(void **state)
{
    (void)state;
    poise_atomic_file file;
    poise_error err;
    assert_int_equal(poise_atomic_open(&file, test_path("no/a"), &err), POISE_FAILED);
    assert_contains(err.text, test_path("no/a"));
    assert_contains(err.text, "No such file");
    poise_atomic_abort(&file);
}

static void only_regular_files_are_replaced(void **state)
{
    (void)state;
    poise_error err;
    poise_atomic_file file;
    assert_int_equal(poise_atomic_open(&file, test_folder, &err), POISE_FAILED);
    assert_contains(err.text, "not a regular file");
    assert_int_equal(poise_atomic_open(&file, "/dev/null", &err), POISE_FAILED);
    assert_int_equal(count_entries(test_folder), 0);
}

static void check_leaves_nothing(void **state)
{
    (void)state;
    spill(test_path("a"), "old", 3);
    assert_int_equal(poise_atomic_check(test_path("a"), NULL), 0);
    assert_int_equal(poise_atomic_check(test_path("b"), NULL), 0);
    assert_int_equal(poise_atomic_check(test_path("no/a"), NULL), POISE_FAILED);
    assert_int_equal(count_entries(test_folder), 1);
    size_t size;
    free(slurp(test_path("a"), &size));
    assert_int_equal(size, 3);
    assert_int_equal(unlink(test_path("a")), 0);
}

static void reading_is_bounded(void **state)
{
    (void)state;
    FILE *stream = fopen(test_path("a"), "w");
    assert_non_null(stream);
    fputs("0123456789", stream);
    fclose(stream);
    char *data;
    size_t size;
    poise_error err;
    assert_int_equal(poise_read_file(test_path("a"), 9, &data, &size, &err), POISE_DAMAGED);
    assert_null(data);
    assert_int_equal(poise_read_file(test_path("a"), 10, &data, &size, &err), 0);
    assert_int_equal(size, 10);
    assert_int_equal(data[10], '\0');
    free(data);
    assert_int_equal(unlink(test_path("a")), 0);
    assert_int_equal(poise_read_file(test_path("a"), 10, &data, &size, &err), POISE_FAILED);
    assert_contains(err.text, "No such file");
    assert_int_equal(poise_read_file(test_folder, 10, &data, &size, &err), POISE_FAILED);
    assert_contains(err.text, "not a regular file");
}

static void folders_are_made_with_their_parents(void **state)
{
    (void)state;
    poise_error err;
    assert_int_equal(poise_make_folders(test_path("x//y/z/"), NULL), 0);
    assert_int_equal(poise_make_folders(test_path("x/y/z"), NULL), 0);
    assert_int_equal(access(test_path("x/y/z"), W_OK), 0);
    FILE *stream = fopen(test_path("x/file"), "w");
    assert_non_null(stream);
    fclose(stream);
    assert_int_equal(poise_make_folders(test_path("x/file"), &err), POISE_FAILED);
    assert_int_equal(poise_make_folders(test_path("x/file/y"), &err), POISE_FAILED);
    unlink(test_path("x/file"));
    rmdir(test_path("x/y/z"));
    rmdir(test_path("x/y"));
    assert_int_equal(rmdir(test_path("x")), 0);
}

static void files_of_the_command_are_found(void **state)
{
    (void)state;
    char path[4096];
    poise_error err;
    assert_int_equal(poise_find_installed("Makefile", path, sizeof path, &err), 0);
    assert_int_equal(access(path, R_OK), 0);
    assert_int_equal(poise_find_installed("no-such-file", path, sizeof path, &err), POISE_FAILED);
    assert_contains(err.text, "no-such-file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commit_makes_the_file_appear_whole),
        cmocka_unit_test(publish_makes_files_appear_and_a_folder_is_synced_once),
        cmocka_unit_test(temporaries_of_the_dead_are_removed),
        cmocka_unit_test(mode_follows_the_umask),
        cmocka_unit_test(abort_leaves_nothing),
        cmocka_unit_test(full_disk_leaves_the_old_file),
        cmocka_unit_test(reserved_name_is_written_by_somebody_else),
        cmocka_unit_test(folder_that_is_missing_is_named),
        cmocka_unit_test(only_regular_files_are_replaced),
        cmocka_unit_test(check_leaves_nothing),
        cmocka_unit_test(reading_is_bounded),
        cmocka_unit_test(folders_are_made_with_their_parents),
        cmocka_unit_test(files_of_the_command_are_found),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_empty_folder);
}
