/* docs/DATA.md lists every data set of profile.h5, dataset.h5, loads.h5, results.h5, buffers.h5 and probe.h5
 * as the files themselves describe it.
 *
 *   test_data_doc            fails when it does not
 *   test_data_doc --update   writes the lists again */
#include "common/h5.h"
#include "features/dataset_build.h"
#include "features/dataset_file.h"
#include "features/load_dataset.h"
#include "profile/profile_file.h"
#include "tests/unit/evaluate/sample_mixes.h"
#include "tests/unit/evaluate/sample_results.h"
#include "tests/unit/probe/sample_result.h"
#include "tests/unit/profile/sample_buffers.h"
#include "tests/unit/profile/sample_profile.h"

#include <hdf5.h>

static const char doc[] = "docs/DATA.md";

/* ---- a file as a table ---- */

static void text_attribute(hid_t object, const char *name, char text[256])
{
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    assert_true(attribute >= 0 && H5Tget_size(type) < 256);
    memset(text, 0, 256);
    assert_true(H5Aread(attribute, type, text) >= 0);
    H5Tclose(type);
    H5Aclose(attribute);
}

/* "kernel, N, p": the names of the dimension scales. */
static void put_dimensions(FILE *out, hid_t set, int rank)
{
    hvl_t scales[POISE_H5_MAX_RANK];
    if (H5Aexists(set, "DIMENSION_LIST") <= 0)
        return;
    hid_t attribute = H5Aopen(set, "DIMENSION_LIST", H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    assert_true(H5Aread(attribute, type, scales) >= 0);
    for (int d = 0; d < rank; d++) {
        char name[64];
        hid_t scale = H5Rdereference2(set, H5P_DEFAULT, H5R_OBJECT, scales[d].p);
        assert_true(H5Iget_name(scale, name, sizeof name) > 1);
        fprintf(out, "%s%s", d > 0 ? ", " : "", name + 1);
        H5Oclose(scale);
    }
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, scales);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
}

static const char *type_name(hid_t set)
{
    hid_t type = H5Dget_type(set);
    H5T_class_t class = H5Tget_class(type);
    H5Tclose(type);
    return class == H5T_STRING ? "text" : class == H5T_FLOAT ? "double" : "uint64";
}

static herr_t put_row(hid_t file, const char *name, const H5L_info_t *info, void *out)
{
    (void)info;
    char units[256], long_name[256];
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    text_attribute(set, "units", units);
    text_attribute(set, "long_name", long_name);
    fprintf(out, "| `%s` | ", name);
    put_dimensions(out, set, H5Sget_simple_extent_ndims(space));
    fprintf(out, " | %s | %s | %s |\n", type_name(set), units, long_name);
    H5Sclose(space);
    H5Dclose(set);
    return 0;
}

static void put_table(FILE *out, const char *path)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    fputs("| data set | dimensions | type | unit | content |\n|---|---|---|---|---|\n", out);
    assert_true(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, put_row, out) >= 0);
    H5Fclose(file);
}

/* ---- the document ---- */

static char *read_doc(void)
{
    size_t size;
    char *text = slurp(doc, &size);
    text[size] = '\0';
    return text;
}

/* The document with the table of `path` between the marks of `name`, malloc'ed. */
static char *with_table(const char *text, const char *name, const char *path)
{
    char begin[64], end[64], *result = NULL;
    size_t size;
    snprintf(begin, sizeof begin, "<!-- %s -->\n", name);
    snprintf(end, sizeof end, "<!-- end of %s -->\n", name);
    const char *from = strstr(text, begin), *to = strstr(text, end);
    assert_true(from != NULL && to != NULL && from < to);
    FILE *out = open_memstream(&result, &size);
    fwrite(text, 1, (size_t)(from - text) + strlen(begin), out);
    put_table(out, path);
    fputs(to, out);
    fclose(out);
    return result;
}

static void write_sample_buffers(void)
{
    buffers_profile buffers = sample_buffers();
    assert_int_equal(buffers_write(test_path("buffers.h5"), &buffers, NULL), POISE_OK);
    buffers_free(&buffers);
}

static void write_sample_probe(void)
{
    probe_result probe = sample_result();
    assert_int_equal(probe_result_write(test_path("probe.h5"), &probe, NULL), POISE_OK);
    probe_result_free(&probe);
}

static char *expected_doc(const char *text)
{
    profile source = sample_profile();
    dataset data = {0};
    load_dataset loads = {0};
    memset(source.hash, '0', POISE_HASH_TEXT - 1);
    assert_int_equal(profile_write(test_path("profile.h5"), &source, NULL), POISE_OK);
    assert_int_equal(dataset_add_profile(&data, &source, "a", &(dataset_recipe){0}, NULL), POISE_OK);
    assert_int_equal(dataset_write(test_path("dataset.h5"), &data, NULL), POISE_OK);
    assert_int_equal(load_dataset_add_profile(&loads, &source, "a", NULL, NULL), POISE_OK);
    assert_int_equal(load_dataset_write(test_path("loads.h5"), &loads, NULL), POISE_OK);
    assert_int_equal(make_sample(), POISE_OK);
    sample_watch(&sample.cells[0].result.courses[0]);
    assert_int_equal(evaluate_results_write(test_path("results.h5"), &sample, NULL), POISE_OK);
    free_sample();
    assert_int_equal(make_sample_mixes(), 0);
    sample_mix_watch(&sample_of_mixes.cells[0].shared.course);
    assert_int_equal(evaluate_results_write_mixes(test_path("mixes.h5"), &sample_of_mixes, NULL), POISE_OK);
    free_sample_mixes();
    char *first = with_table(text, "profile.h5", test_path("profile.h5"));
    char *second = with_table(first, "dataset.h5", test_path("dataset.h5"));
    char *third = with_table(second, "loads.h5", test_path("loads.h5"));
    char *fourth = with_table(third, "results.h5", test_path("results.h5"));
    char *fifth = with_table(fourth, "results.h5 of mixes", test_path("mixes.h5"));
    write_sample_buffers();
    char *sixth = with_table(fifth, "buffers.h5", test_path("buffers.h5"));
    write_sample_probe();
    char *whole = with_table(sixth, "probe.h5", test_path("probe.h5"));
    free(sixth);
    free(fifth);
    free(first);
    free(second);
    free(third);
    free(fourth);
    load_dataset_free(&loads);
    dataset_free(&data);
    profile_free(&source);
    return whole;
}

static void document_lists_every_data_set(void **state)
{
    (void)state;
    char *text = read_doc(), *expected = expected_doc(text);
    if (strcmp(text, expected) != 0)
        fail_msg("%s is not what the files say: %s", doc, "test_data_doc --update writes the lists again");
    free(expected);
    free(text);
}

static void update_document(void **state)
{
    (void)state;
    char *text = read_doc(), *expected = expected_doc(text);
    FILE *file = fopen(doc, "w");
    assert_non_null(file);
    fputs(expected, file);
    assert_int_equal(fclose(file), 0);
    free(expected);
    free(text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(document_lists_every_data_set)};
    const struct CMUnitTest update[] = {cmocka_unit_test(update_document)};
    if (argc == 2 && strcmp(argv[1], "--update") == 0)
        return cmocka_run_group_tests(update, make_test_folder, remove_test_folder);
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
