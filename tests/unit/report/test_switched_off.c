/* HDF5 lets every chunk say which of its filters are not to be used, and reads beyond the end of one that
 * says so without need. Of every kind of file that is read, with a valid seal: refused with the names of file
 * and data set. The files are the corpus of the fuzz target, which carry no seal.
 *
 * test: slow */
#include "design/result.h"
#include "evaluate/results/results.h"
#include "features/dataset_file.h"
#include "features/load_dataset.h"
#include "probe/result/result.h"
#include "profile/buffers/buffers.h"
#include "profile/profile_file.h"
#include "tests/folder.h"
#include "tests/hdf5_leaks.h"
#include "tests/seal.h"

#define READER(read, type, release)                           \
    static int try_##read(const char *path, poise_error *err) \
    {                                                         \
        type it;                                              \
        const int code = read(path, &it, err);                \
        if (code == POISE_OK)                                 \
            release(&it);                                     \
        return code;                                          \
    }
READER(profile_read, profile, profile_free)
READER(buffers_read, buffers_profile, buffers_free)
READER(dataset_read, dataset, dataset_free)
READER(load_dataset_read, load_dataset, load_dataset_free)
READER(evaluate_results_read, evaluate_results, evaluate_results_free)
READER(design_result_read, design_result, design_result_free)
READER(probe_result_read, probe_result, probe_result_free)

static const struct {
    const char *file;
    int (*read)(const char *path, poise_error *err);
} kinds[] = {
    {"profile", try_profile_read},          {"buffers", try_buffers_read},
    {"dataset", try_dataset_read},          {"loads", try_load_dataset_read},
    {"results", try_evaluate_results_read}, {"design", try_design_result_read},
    {"probe", try_probe_result_read},
};

enum { MOST_SETS = 256, MOST_NAMES = 64, MOST_CHUNK = 1 << 20 };

/* The data sets of a file. */
typedef struct set_list {
    size_t n;
    char name[MOST_SETS][MOST_NAMES];
} set_list;

static herr_t add_set(hid_t group, const char *name, const H5L_info_t *link, void *user)
{
    set_list *const sets = user;
    (void)link;
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (H5Iget_type(object) == H5I_DATASET) {
        assert_true(sets->n < MOST_SETS);
        snprintf(sets->name[sets->n++], MOST_NAMES, "/%s", name);
    }
    H5Oclose(object);
    return 0;
}

/* The bytes of a chunk and one more, or HDF5 would not write the mask, with deflate switched off. Returns how
 * many chunks the set has. */
static hsize_t switch_off(hid_t file, const char *name, hsize_t i)
{
    static unsigned char bytes[MOST_CHUNK];
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    hsize_t at[POISE_H5_MAX_RANK] = {0}, size = 0, n = 0;
    haddr_t address;
    unsigned mask;
    uint32_t before;
    assert_true(H5Dget_num_chunks(set, space, &n) >= 0 && i < n);
    assert_true(H5Dget_chunk_info(set, space, i, at, &mask, &address, &size) >= 0 && size < sizeof bytes);
    assert_true(H5Dread_chunk(set, H5P_DEFAULT, at, &before, bytes) >= 0);
    assert_int_equal(before, 0);
    assert_true(H5Dwrite_chunk(set, H5P_DEFAULT, 2, at, (size_t)size + 1, bytes) >= 0);
    H5Sclose(space);
    H5Dclose(set);
    return n;
}

/* Returns whether the reader of the kind has asked for this data set. */
static bool is_refused(size_t kind, const char *name, const char *path)
{
    poise_error err = {0};
    poise_h5 *file;
    poise_h5_shape shape;
    assert_int_equal(poise_h5_open(&file, path, &err), POISE_OK);
    assert_int_equal(poise_h5_shape_of(file, name, &shape, &err), POISE_DAMAGED);
    poise_h5_close(file);
    assert_contains(err.text, path);
    assert_contains(err.text, name);
    assert_contains(err.text, "a filter of one of its chunks is switched off");
    err.text[0] = '\0';
    const int code = kinds[kind].read(path, &err);
    if (code == POISE_OK)
        return false;
    assert_int_equal(code, POISE_DAMAGED);
    assert_contains(err.text, path);
    assert_contains(err.text, "a filter of one of its chunks is switched off");
    return true;
}

static void no_chunk_is_believed(void **state)
{
    (void)state;
    static set_list sets;
    const char *const path = test_path("changed.h5");
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        char from[64];
        size_t size, refused = 0;
        poise_error err = {0};
        snprintf(from, sizeof from, "fuzz/corpus/sealed/%s", kinds[kind].file);
        char *const whole = slurp(from, &size);
        spill(path, whole, size);
        put_seal(path);
        if (kinds[kind].read(path, &err) != POISE_OK)
            fail_msg("%s", err.text);
        hid_t file = begin_edit(path);
        sets.n = 0;
        assert_true(H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, add_set, &sets) >= 0);
        H5Fclose(file);
        for (size_t i = 0; i < sets.n; i++) {
            hsize_t n = 1;
            for (hsize_t chunk = 0; chunk < n; chunk++) {
                spill(path, whole, size);
                file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
                n = switch_off(file, sets.name[i], chunk);
                end_edit(file, path);
                refused += is_refused(kind, sets.name[i], path);
            }
        }
        free(whole);
        assert_true(sets.n > 0 && refused > sets.n / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_chunk_is_believed)};
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
