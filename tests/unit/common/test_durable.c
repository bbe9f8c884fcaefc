/* Is what was written on disk before its name is? The program's own fsync(), syncfs() and rename() stand
 * before those of the C library, write down who is called, and do the work. */
#include "common/file.h"
#include "tests/folder.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One letter for each call: f = fsync of a file that has all its bytes, e = of an empty one, d = of a folder,
 * r = rename. */
static char calls[64];

static void note(char what)
{
    const size_t n = strlen(calls);
    assert_true(n + 1 < sizeof calls);
    calls[n] = what;
    calls[n + 1] = '\0';
}

int fsync(int file)
{
    struct stat info;
    assert_int_equal(fstat(file, &info), 0);
    note(S_ISDIR(info.st_mode) ? 'd' : info.st_size > 0 ? 'f' : 'e');
    return (int)syscall(SYS_fsync, file);
}

int rename(const char *from, const char *to)
{
    note('r');
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int syncfs(int file)
{
    note('s');
    return (int)syscall(SYS_syncfs, file);
}

static void begin(poise_atomic_file *file, const char *name)
{
    calls[0] = '\0';
    assert_int_equal(poise_atomic_open(file, test_path(name), NULL), POISE_OK);
    assert_true(fputs("text", file->stream) >= 0);
}

static void a_commit_syncs_file_then_name(void **state)
{
    (void)state;
    poise_atomic_file file;
    begin(&file, "a");
    assert_int_equal(poise_atomic_commit(&file, NULL), POISE_OK);
    assert_string_equal(calls, "frd");
}

/* What a library has written under the temporary name. */
static void a_reserved_name_is_synced_too(void **state)
{
    (void)state;
    poise_atomic_file file;
    calls[0] = '\0';
    assert_int_equal(poise_atomic_reserve(&file, test_path("b"), NULL), POISE_OK);
    spill(file.temporary, "text", 4);
    assert_int_equal(poise_atomic_commit(&file, NULL), POISE_OK);
    assert_string_equal(calls, "frd");
}

/* Many files, one folder. */
static void published_files_wait_for_the_folder(void **state)
{
    (void)state;
    poise_atomic_file file;
    begin(&file, "c");
    assert_int_equal(poise_atomic_publish(&file, NULL), POISE_OK);
    assert_string_equal(calls, "r");
    assert_int_equal(poise_sync_folder(test_folder, NULL), POISE_OK);
    assert_string_equal(calls, "rs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commit_syncs_file_then_name),
        cmocka_unit_test(a_reserved_name_is_synced_too),
        cmocka_unit_test(published_files_wait_for_the_folder),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
