/* The HDF5 wrapper: values come back, and hostile constructs are refused before they are read. */
#include "common/h5.h"
#include "common/random.h"
#include "tests/folder.h"
#include "tests/hdf5_leaks.h"
#include "tests/seal.h"

#include <math.h>
#include <zlib.h>

static const poise_h5_column numbers = {
    .name = "/numbers", .units = "1", .long_name = "some numbers", .axis = {"/name"}};
static const poise_h5_column reals = {.name = "/reals", .units = "s", .long_name = "some times"};
static const poise_h5_column names = {.name = "/name", .units = "", .long_name = "some names"};

static void write_sample(const char *path)
{
    const uint64_t values[3] = {1, UINT64_MAX, UINT64_MAX - 1};
    const double times[2][2] = {{0.1, NAN}, {-1e300, 5e-324}};
    const char *texts[3] = {"alpha", "", "gr\xc3\xbc\xc3\x9f"};
    poise_h5 *file;
    assert_int_equal(poise_h5_create(&file, path, NULL), POISE_OK);
    assert_int_equal(poise_h5_write_u64(file, &numbers, (poise_h5_shape){1, {3}}, values, 0, NULL), POISE_OK);
    assert_int_equal(poise_h5_write_real(file, &reals, (poise_h5_shape){2, {2, 2}}, times[0], NULL),
                     POISE_OK);
    assert_int_equal(poise_h5_write_texts(file, &names, 3, texts, NULL), POISE_OK);
    assert_int_equal(poise_h5_put_text(file, "/", "note", "two\nlines", NULL), POISE_OK);
    assert_int_equal(poise_h5_put_u64(file, "/numbers", "count", 3, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
}

/* Whatever comes of it. */
static void read_all_of_sample(poise_h5 *file)
{
    uint64_t values[3], count;
    double times[4];
    char **texts, *note;
    poise_error err;
    (void)poise_h5_read_u64(file, "/numbers", (poise_h5_shape){1, {3}}, values, &err);
    (void)poise_h5_read_real(file, "/reals", (poise_h5_shape){2, {2, 2}}, times, &err);
    (void)poise_h5_get_u64(file, "/numbers", "count", &count, &err);
    if (poise_h5_read_texts(file, "/name", 3, 16, &texts, &err) == POISE_OK)
        poise_h5_free_texts(texts, 3);
    if (poise_h5_get_text(file, "/", "note", 16, &note, &err) == POISE_OK)
        free(note);
}

static void values_come_back(void **state)
{
    (void)state;
    write_sample(test_path("a.h5"));
    poise_h5 *file;
    uint64_t values[3], count;
    double times[4];
    char **texts, *note;
    assert_int_equal(poise_h5_open(&file, test_path("a.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_read_u64(file, "/numbers", (poise_h5_shape){1, {3}}, values, NULL), POISE_OK);
    assert_true(values[0] == 1 && values[1] == UINT64_MAX && values[2] == UINT64_MAX - 1);
    assert_int_equal(poise_h5_read_real(file, "/reals", (poise_h5_shape){2, {2, 2}}, times, NULL), POISE_OK);
    assert_true(times[0] == 0.1 && isnan(times[1]) && times[2] == -1e300 && times[3] == 5e-324);
    assert_int_equal(poise_h5_read_texts(file, "/name", 3, 16, &texts, NULL), POISE_OK);
    assert_string_equal(texts[0], "alpha");
    assert_string_equal(texts[1], "");
    assert_string_equal(texts[2], "gr\xc3\xbc\xc3\x9f");
    poise_h5_free_texts(texts, 3);
    assert_int_equal(poise_h5_get_text(file, "/", "note", 16, &note, NULL), POISE_OK);
    assert_string_equal(note, "two\nlines");
    free(note);
    assert_int_equal(poise_h5_get_u64(file, "/numbers", "count", &count, NULL), POISE_OK);
    assert_int_equal(count, 3);
    poise_h5_close(file);
}

static void hash_is_of_the_bytes(void **state)
{
    (void)state;
    poise_h5 *file;
    size_t size;
    char hash[POISE_HASH_TEXT];
    write_sample(test_path("a.h5"));
    char *bytes = slurp(test_path("a.h5"), &size);
    poise_hash_bytes(bytes, size - 44, hash); /* the seal is 44 bytes */
    assert_int_equal(poise_h5_open(&file, test_path("a.h5"), NULL), POISE_OK);
    assert_string_equal(poise_h5_hash(file), hash);
    poise_h5_close(file);
    free(bytes);
}

static void expect_damage(int code, const poise_error *err, const char *sentence)
{
    assert_int_equal(code, POISE_DAMAGED);
    if (strstr(err->text, sentence) == NULL)
        fail_msg("'%s' does not say '%s'", err->text, sentence);
}

static void wrong_expectations_are_sentences(void **state)
{
    (void)state;
    poise_error err = {0};
    poise_h5 *file;
    uint64_t values[8];
    char **texts, *note;
    write_sample(test_path("a.h5"));
    assert_int_equal(poise_h5_open(&file, test_path("a.h5"), NULL), POISE_OK);
    expect_damage(poise_h5_read_u64(file, "/numbers", (poise_h5_shape){1, {4}}, values, &err), &err,
                  "dimensions");
    expect_damage(poise_h5_read_u64(file, "/numbers", (poise_h5_shape){2, {3, 1}}, values, &err), &err,
                  "dimensions");
    expect_damage(poise_h5_read_u64(file, "/name", (poise_h5_shape){1, {3}}, values, &err), &err,
                  "expected type");
    expect_damage(poise_h5_read_u64(file, "/absent", (poise_h5_shape){1, {3}}, values, &err), &err,
                  "missing");
    expect_damage(poise_h5_read_texts(file, "/name", 3, 4, &texts, &err), &err, "too long");
    assert_null(texts);
    expect_damage(poise_h5_get_text(file, "/", "note", 4, &note, &err), &err, "too long");
    expect_damage(poise_h5_get_text(file, "/numbers", "count", 9, &note, &err), &err, "expected type");
    expect_damage(poise_h5_get_u64(file, "/", "note", values, &err), &err, "expected type");
    expect_damage(poise_h5_get_text(file, "/", "absent", 9, &note, &err), &err, "absent");
    poise_h5_close(file);
}

static void sealed_nonsense_is_refused(void **state)
{
    (void)state;
    poise_error err = {0};
    poise_h5 *file;
    spill(test_path("nonsense.h5"), "not HDF5 at all", 15);
    expect_damage(poise_h5_open(&file, test_path("nonsense.h5"), &err), &err, "no valid seal");
    put_seal(test_path("nonsense.h5"));
    expect_damage(poise_h5_open(&file, test_path("nonsense.h5"), &err), &err, "cannot open it as HDF5");
    assert_null(file);
}

/* A sealed file made by HDF5 itself: /set of `type` and `size` with creation properties `properties`. */
static void make_foreign(const char *path, hid_t type, hsize_t size, hid_t properties)
{
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &size, NULL);
    hid_t set = H5Dcreate2(file, "/set", type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(set >= 0);
    assert_true(H5Lcreate_soft("/set", file, "/soft", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    assert_true(H5Lcreate_external("/etc/hostname", "/x", file, "/elsewhere", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(file);
    put_seal(path);
}

static void refuse_set(const char *path, const char *name, const char *sentence)
{
    poise_error err = {0};
    poise_h5 *file;
    uint64_t values[4];
    assert_int_equal(poise_h5_open(&file, path, &err), POISE_OK);
    expect_damage(poise_h5_read_u64(file, name, (poise_h5_shape){1, {4}}, values, &err), &err, sentence);
    poise_h5_close(file);
}

static hid_t chunked(hsize_t chunk)
{
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_chunk(properties, 1, &chunk) >= 0);
    return properties;
}

static hid_t as_ours(hsize_t chunk)
{
    hid_t properties = chunked(chunk);
    assert_true(H5Pset_shuffle(properties) >= 0 && H5Pset_deflate(properties, 4) >= 0 &&
                H5Pset_fletcher32(properties) >= 0);
    return properties;
}

static void hostile_storage_is_refused(void **state)
{
    (void)state;
    make_foreign(test_path("contiguous.h5"), H5T_NATIVE_UINT64, 4, H5P_DEFAULT);
    refuse_set(test_path("contiguous.h5"), "/set", "not stored in chunks");
    refuse_set(test_path("contiguous.h5"), "/soft", "link to somewhere else");
    refuse_set(test_path("contiguous.h5"), "/elsewhere", "link to somewhere else");

    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_external(properties, "/etc/passwd", 0, 32) >= 0);
    make_foreign(test_path("external.h5"), H5T_NATIVE_UINT64, 4, properties);
    refuse_set(test_path("external.h5"), "/set", "not stored in chunks of this file");
    H5Pclose(properties);

    properties = chunked(4);
    assert_true(H5Pset_scaleoffset(properties, H5Z_SO_INT, 0) >= 0);
    make_foreign(test_path("filter.h5"), H5T_NATIVE_UINT64, 4, properties);
    refuse_set(test_path("filter.h5"), "/set", "filters are not");
    H5Pclose(properties);
}

/* A chunk of 32 bytes that HDF5 is told to take as it is, or that inflates to less than a chunk. */
static void hostile_chunks_are_refused(void **state)
{
    (void)state;
    const hsize_t at = 0, rows = 4;
    unsigned char little[32];
    uLongf n = sizeof little;
    assert_int_equal(compress(little, &n, (const unsigned char *)"seven!", 7), Z_OK);
    for (uint32_t mask = 1; mask < 8; mask++) {
        hid_t properties = as_ours(rows);
        make_foreign(test_path("mask.h5"), H5T_NATIVE_UINT64, rows, properties);
        H5Pclose(properties);
        hid_t file = begin_edit(test_path("mask.h5")), set = H5Dopen2(file, "/set", H5P_DEFAULT);
        assert_true(H5Dwrite_chunk(set, H5P_DEFAULT, mask, &at, 8, little) >= 0);
        H5Dclose(set);
        end_edit(file, test_path("mask.h5"));
        refuse_set(test_path("mask.h5"), "/set", "filter of one of its chunks is switched off");
    }
    hid_t file = begin_edit(test_path("mask.h5")), set = H5Dopen2(file, "/set", H5P_DEFAULT);
    assert_true(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &at, n + 4, little) >= 0);
    H5Dclose(set);
    end_edit(file, test_path("mask.h5"));
    refuse_set(test_path("mask.h5"), "/set", "shorter or longer than the others");

    hid_t properties = as_ours(2);
    make_foreign(test_path("missing.h5"), H5T_NATIVE_UINT64, rows, properties);
    H5Pclose(properties);
    file = begin_edit(test_path("missing.h5")), set = H5Dopen2(file, "/set", H5P_DEFAULT);
    assert_true(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &at, n + 4, little) >= 0);
    H5Dclose(set);
    end_edit(file, test_path("missing.h5"));
    refuse_set(test_path("missing.h5"), "/set", "some of its chunks are missing");
}

/* Whoever changes bytes can make a new seal. HDF5 crashes on some of these files (1.10.8), never the reader.
 */
static void changed_and_sealed_again_is_no_crash(void **state)
{
    (void)state;
    enum { CHANGES = 400 };
    poise_random random;
    size_t size;
    uint32_t refused = 0;
    poise_random_seed(&random, 7);
    write_sample(test_path("a.h5"));
    take_seal_off(test_path("a.h5"));
    char *const bytes = slurp(test_path("a.h5"), &size);
    for (uint32_t i = 0; i < CHANGES; i++) {
        poise_error err = {0};
        poise_h5 *file;
        char *const at = &bytes[poise_random_below(&random, size)], before = *at;
        *at = (char)poise_random_u64(&random);
        spill(test_path("b.h5"), bytes, size);
        put_seal(test_path("b.h5"));
        int code = poise_h5_open(&file, test_path("b.h5"), &err);
        if (code == POISE_OK) {
            read_all_of_sample(file);
            poise_h5_close(file);
        }
        assert_true(code == POISE_OK || (code == POISE_DAMAGED && err.text[0] != '\0'));
        refused += code != POISE_OK;
        *at = before;
    }
    free(bytes);
    assert_in_range(refused, 1, CHANGES - 1);
}

static void hostile_sizes_are_refused(void **state)
{
    (void)state;
    hid_t properties = as_ours(1024);
    make_foreign(test_path("claims.h5"), H5T_NATIVE_UINT64, 100 << 20, properties);
    refuse_set(test_path("claims.h5"), "/set", "claims more data than it holds");
    make_foreign(test_path("large.h5"), H5T_NATIVE_UINT64, 1ull << 40, properties);
    refuse_set(test_path("large.h5"), "/set", "too large");
    H5Pclose(properties);
    properties = as_ours(1 << 25);
    make_foreign(test_path("chunk.h5"), H5T_NATIVE_UINT64, 1 << 26, properties);
    refuse_set(test_path("chunk.h5"), "/set", "chunks are too large");
    H5Pclose(properties);
}

static void unwritten_files_leave_nothing(void **state)
{
    (void)state;
    poise_error err = {0};
    poise_h5 *file;
    int before = count_entries(test_folder);
    assert_int_equal(poise_h5_create(&file, test_path("dropped.h5"), NULL), POISE_OK);
    poise_h5_close(file);
    assert_int_equal(poise_h5_create(&file, test_path("no/folder/a.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, &err), POISE_FAILED);
    assert_int_equal(count_entries(test_folder), before);
    const poise_h5_column lost = {.name = "/lost", .units = "1", .long_name = "", .axis = {"/nowhere"}};
    assert_int_equal(poise_h5_create(&file, test_path("lost.h5"), NULL), POISE_OK);
    const uint64_t one = 1;
    assert_int_equal(poise_h5_write_u64(file, &lost, (poise_h5_shape){1, {1}}, &one, 0, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "/nowhere"));
    assert_int_equal(count_entries(test_folder), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(hash_is_of_the_bytes),
        cmocka_unit_test(wrong_expectations_are_sentences),
        cmocka_unit_test(sealed_nonsense_is_refused),
        cmocka_unit_test(hostile_storage_is_refused),
        cmocka_unit_test(hostile_chunks_are_refused),
        cmocka_unit_test(changed_and_sealed_again_is_no_crash),
        cmocka_unit_test(hostile_sizes_are_refused),
        cmocka_unit_test(unwritten_files_leave_nothing),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
