/* Packs: one file that holds many. */
#include "common/file.h"
#include "tests/folder.h"
#include "trace/files.h"
#include "trace/format/bytes.h"
#include "trace/pack/pack.h"
#include "trace/pack/pack_layout.h"

#include <errno.h>
#include <sys/syscall.h>

static void add(const char *pack, uint64_t *end, const char *name, const char *text)
{
    spill(test_path("content"), text, strlen(text));
    assert_int_equal(trace_pack_append_file(pack, end, name, test_path("content"), NULL), POISE_OK);
}

/* A pack of "b", "a" and an empty "c", in that order. */
static uint64_t make(const char *path)
{
    uint64_t end = TRACE_PACK_BEGIN;
    unlink(path);
    assert_int_equal(trace_pack_create(path, NULL), POISE_OK);
    add(path, &end, "b.wtr", "bbb");
    add(path, &end, "a.wtr", "aaaaa");
    add(path, &end, "c", "");
    return end;
}

static void files_are_found_by_name(void **state)
{
    (void)state;
    char path[128], inside[160], *text;
    size_t size;
    trace_pack pack;
    snprintf(path, sizeof path, "%s", test_path("found.wtrs"));
    assert_int_equal(trace_pack_finish(path, make(path), NULL), POISE_OK);
    assert_true(trace_pack_is(path));
    assert_int_equal(trace_pack_list(path, &pack, NULL), POISE_OK);
    assert_int_equal(pack.n, 3);
    assert_string_equal(pack.members[0].name, "a.wtr");
    assert_string_equal(pack.members[2].name, "c");
    assert_int_equal(pack.members[0].bytes, 5);
    trace_pack_free(&pack);
    const char *const names[] = {"a.wtr", "b.wtr", "c"}, *const contents[] = {"aaaaa", "bbb", ""};
    for (size_t i = 0; i < 3; i++) {
        snprintf(inside, sizeof inside, "%s/%s", path, names[i]);
        assert_int_equal(trace_file_read(inside, 5, &text, &size, NULL), POISE_OK);
        assert_int_equal(size, strlen(contents[i]));
        assert_memory_equal(text, contents[i], size);
        free(text);
    }
    poise_error err = {0};
    snprintf(inside, sizeof inside, "%s/a.wtr", path);
    assert_int_equal(trace_file_read(inside, 4, &text, &size, &err), POISE_DAMAGED);
    snprintf(inside, sizeof inside, "%s/aa.wtr", path);
    assert_null(trace_file_open(inside, &err));
    assert_contains(err.text, "holds no file aa.wtr");
}

/* A stream gives what the file has and then ends. */
static void streams_end_with_the_file(void **state)
{
    (void)state;
    char path[128], inside[160], text[16];
    snprintf(path, sizeof path, "%s", test_path("stream.wtrs"));
    assert_int_equal(trace_pack_finish(path, make(path), NULL), POISE_OK);
    snprintf(inside, sizeof inside, "%s/b.wtr", path);
    FILE *stream = trace_file_open(inside, NULL);
    assert_non_null(stream);
    assert_int_equal(fread(text, 1, sizeof text, stream), 3);
    assert_int_equal(fgetc(stream), EOF);
    assert_false(ferror(stream));
    fclose(stream);
}

static void what_stands_behind_the_end_is_overwritten(void **state)
{
    (void)state;
    char path[128];
    trace_pack pack;
    snprintf(path, sizeof path, "%s", test_path("torn.wtrs"));
    uint64_t end = make(path), before = end;
    add(path, &end, "torn.wtr", "of a process that was killed, longer than the next one");
    assert_int_equal(truncate(path, (off_t)(end - 7)), 0);
    end = before;
    add(path, &end, "d.wtr", "d");
    assert_int_equal(trace_pack_scan(path, &pack, NULL), POISE_OK);
    assert_int_equal(pack.n, 4);
    assert_string_equal(pack.members[3].name, "d.wtr");
    trace_pack_free(&pack);
    assert_int_equal(trace_pack_finish(path, end, NULL), POISE_OK);
    assert_int_equal(trace_pack_list(path, &pack, NULL), POISE_OK);
    assert_int_equal(pack.n, 4);
    trace_pack_free(&pack);
}

/* Stands before that of the C library. */
static int syncs;
static bool no_disk;
static off_t synced_bytes;
int fsync(int file)
{
    struct stat info;
    syncs++;
    synced_bytes = fstat(file, &info) == 0 ? info.st_size : -1;
    if (no_disk) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, file);
}

/* Nobody finds an index whose end is lost when the machine stops: all of it is on the disk when the pack is
 * finished. */
static void a_finished_pack_is_on_disk(void **state)
{
    (void)state;
    char path[128];
    struct stat info;
    poise_error err = {0};
    snprintf(path, sizeof path, "%s", test_path("synced.wtrs"));
    uint64_t end = make(path);
    syncs = 0;
    assert_int_equal(trace_pack_finish(path, end, NULL), POISE_OK);
    assert_int_equal(syncs, 1);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(synced_bytes, info.st_size);
    no_disk = true;
    assert_int_equal(trace_pack_finish(path, end, &err), POISE_FAILED);
    no_disk = false;
    assert_contains(err.text, "to its disk");
}

static void names_lead_nowhere_else(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", ".", "..", ".hidden", "a/b", "../a", "a\nb", "a\x7f"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(trace_pack_name_is_valid(wrong[i], strlen(wrong[i])));
    assert_true(trace_pack_name_is_valid("0000-k.wtr", 10));
    uint64_t end = TRACE_PACK_BEGIN;
    assert_int_equal(trace_pack_append_file(test_path("x"), &end, "a/b", test_path("content"), NULL),
                     POISE_USAGE);
    assert_int_equal(end, TRACE_PACK_BEGIN);
}

/* Two files of one name: the index cannot be in order. */
static void a_name_stands_once(void **state)
{
    (void)state;
    char path[128];
    trace_pack pack;
    poise_error err;
    snprintf(path, sizeof path, "%s", test_path("twice.wtrs"));
    uint64_t end = make(path);
    add(path, &end, "a.wtr", "again");
    assert_int_equal(trace_pack_finish(path, end, NULL), POISE_OK);
    assert_int_equal(trace_pack_list(path, &pack, &err), POISE_DAMAGED);
    assert_contains(err.text, "not in order");
}

/* Whichever byte changes, what is read is what was written or an error. */
static void no_changed_byte_goes_unnoticed(void **state)
{
    (void)state;
    char path[128];
    size_t size;
    snprintf(path, sizeof path, "%s", test_path("changed.wtrs"));
    assert_int_equal(trace_pack_finish(path, make(path), NULL), POISE_OK);
    char *good = slurp(path, &size);
    for (size_t i = 0; i < size; i++) {
        trace_pack pack;
        good[i] ^= 1;
        spill(path, good, size);
        good[i] ^= 1;
        int code = trace_pack_list(path, &pack, NULL);
        for (size_t k = 0; k < pack.n && code == POISE_OK; k++)
            code = trace_pack_extract(path, &pack.members[k], NULL, NULL);
        trace_pack_free(&pack);
        if (code != POISE_DAMAGED)
            fail_msg("byte %zu: code %d", i, code);
    }
    for (size_t n = 0; n < size; n++) {
        trace_pack pack;
        spill(path, good, n);
        assert_int_equal(trace_pack_list(path, &pack, NULL), POISE_DAMAGED);
    }
    free(good);
}

/* An index whose entries point elsewhere, for one who looks for one file and does not check the whole. */
static void names_stand_in_the_index(void **state)
{
    (void)state;
    char path[128], inside[160], *text;
    size_t size, unused;
    snprintf(path, sizeof path, "%s", test_path("elsewhere.wtrs"));
    const uint64_t index = make(path);
    assert_int_equal(trace_pack_finish(path, index, NULL), POISE_OK);
    char *good = slurp(path, &size);
    const size_t middle = index + PACK_HEAD_BYTES + 8 + PACK_ENTRY_BYTES; /* which is looked at first */
    static const struct {
        size_t at;
        uint32_t value;
    } wrong[] = {{16, 1u << 24}, {16, 12}, {20, 12}, {20, 256}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t saved[4];
        poise_error err = {0};
        memcpy(saved, good + middle + wrong[i].at, 4);
        trace_put_u32((uint8_t *)good + middle + wrong[i].at, wrong[i].value);
        spill(path, good, size);
        memcpy(good + middle + wrong[i].at, saved, 4);
        snprintf(inside, sizeof inside, "%s/b.wtr", path);
        assert_int_equal(trace_file_read(inside, 5, &text, &unused, &err), POISE_DAMAGED);
        assert_contains(err.text, "is not in the index");
    }
    free(good);
}

static void programs_have_the_name_without_the_suffix(void **state)
{
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s", test_path("bfs.wtrs"));
    assert_int_equal(trace_pack_finish(path, make(path), NULL), POISE_OK);
    const char *const words[] = {path, "a/b/", "/", ".", "some/none.wtrs"};
    const char *const names[] = {"bfs", "b", "/", ".", "none.wtrs"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char *name = trace_program_name(words[i]);
        assert_string_equal(name, names[i]);
        free(name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_found_by_name),
        cmocka_unit_test(streams_end_with_the_file),
        cmocka_unit_test(what_stands_behind_the_end_is_overwritten),
        cmocka_unit_test(a_finished_pack_is_on_disk),
        cmocka_unit_test(names_lead_nowhere_else),
        cmocka_unit_test(a_name_stands_once),
        cmocka_unit_test(no_changed_byte_goes_unnoticed),
        cmocka_unit_test(names_stand_in_the_index),
        cmocka_unit_test(programs_have_the_name_without_the_suffix),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
