/* Mixes in results.h5, out and in, and files that are not what they say. */
#include "common/file.h"
#include "tests/folder.h"
#include "tests/seal.h"
#include "tests/unit/evaluate/same_course.h"
#include "tests/unit/evaluate/sample_mixes.h"

static int set_up(void **state)
{
    return make_test_folder(state) == 0 ? make_sample_mixes() : -1;
}

static int tear_down(void **state)
{
    free_sample_mixes();
    return remove_test_folder(state);
}

static const char *file(void)
{
    return test_path("mixes.h5");
}

static void same_bytes(const char *one_path, const char *other_path)
{
    char *one, *other;
    size_t size, other_size;
    assert_int_equal(poise_read_file(one_path, 1 << 24, &one, &size, NULL), POISE_OK);
    assert_int_equal(poise_read_file(other_path, 1 << 24, &other, &other_size, NULL), POISE_OK);
    assert_int_equal(size, other_size);
    assert_memory_equal(one, other, size);
    free(one);
    free(other);
}

static void same_statistics(const evaluate_statistics *one, const evaluate_statistics *other)
{
    assert_int_equal(one->n, other->n);
    for (size_t i = 0; i < one->n; i++) {
        assert_string_equal(one->all[i].name, other->all[i].name);
        assert_string_equal(one->all[i].unit, other->all[i].unit);
        assert_true(one->all[i].value == other->all[i].value);
    }
}

static void what_is_read_was_written(void **state)
{
    (void)state;
    evaluate_results read;
    assert_int_equal(evaluate_results_write_mixes(file(), &sample_of_mixes, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.n_mixes, 2);
    assert_int_equal(read.n_programs, 0);
    assert_string_equal(read.mixes[0].name, "two");
    assert_int_equal(read.mixes[0].n, 2);
    assert_string_equal(read.mixes[0].programs[1].name, "second");
    assert_int_equal(read.mixes[1].programs[0].n_launches, 3);
    assert_int_equal(read.mixes[1].n_cpus, 2);
    assert_string_equal(read.mixes[1].cpus[1].name, "xz");
    assert_string_equal(read.mixes[1].cpus[1].hash, SAMPLE_MIX_HASH);
    assert_string_equal(read.policies.policies[1].label, "order");
    assert_string_equal(read.alone.policies[0].label, "gto");
    assert_true(read.of_mixes.request.best && read.of_mixes.n_alone == 5);
    for (size_t c = 0; c < 4; c++) {
        const evaluate_mix_cell *one = &read.of_mixes.cells[c], *other = &sample_of_mixes.cells[c];
        const evaluate_mix *mix = &sample_mixes[c / 2];
        assert_int_equal(one->n_splits, c + 1);
        assert_memory_equal(one->ranges, other->ranges, mix->n * sizeof *one->ranges);
        for (size_t i = 0; i < mix->n; i++) {
            assert_memory_equal(&one->shared.programs[i], &other->shared.programs[i], sizeof(sim_mix_result));
            assert_memory_equal(&one->alone.programs[i], &other->alone.programs[i], sizeof(sim_mix_result));
        }
        for (size_t i = 0; i < mix->n_cpus; i++) {
            assert_int_equal(one->shared.cpus[i].cut_short, i == 1);
            assert_memory_equal(&one->shared.cpus[i].counts, &other->shared.cpus[i].counts,
                                sizeof(cpu_counts));
            assert_memory_equal(&one->shared.cpus[i].below, &other->shared.cpus[i].below,
                                sizeof(sim_counters));
            assert_memory_equal(&one->alone.cpus[i].counts, &other->alone.cpus[i].counts, sizeof(cpu_counts));
        }
        for (size_t i = 0; i <= mix->n; i++)
            same_statistics(&one->shared.statistics[i], &other->shared.statistics[i]);
        assert_true(one->metrics.weighted_speedup == other->metrics.weighted_speedup);
    }
    assert_int_equal(evaluate_results_write_mixes(test_path("again.h5"), &read.of_mixes, NULL), POISE_OK);
    same_bytes(file(), test_path("again.h5"));
    evaluate_results_free(&read);
}

/* Reads the file, and expects a sentence with these words. */
static void refused(const char *words)
{
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    if (strstr(err.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, words);
}

/* Writes the sample as a test has changed it. */
static void write_refused(const char *words)
{
    assert_int_equal(evaluate_results_write_mixes(file(), &sample_of_mixes, NULL), POISE_OK);
    refused(words);
}

static void wrong_numbers_are_damage(void **state)
{
    (void)state;
    sim_counters *counters = &sample_of_mixes.cells[1].shared.programs[1].counters;
    counters->l1_read_hits = 11;
    write_refused("more L1 hits");
    counters->l1_read_hits = 0;
    counters->cycles = UINT64_MAX / 2;
    write_refused("missing or too large");
    counters->cycles = 1;
    sample_of_mixes.cells[0].ranges[0].n = 1000;
    write_refused("missing or too large");
}

static void set_attribute(hid_t opened, const char *name, uint64_t value)
{
    hid_t attribute = H5Aopen(opened, name, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_UINT64, &value) >= 0);
    H5Aclose(attribute);
}

static hid_t begin_edit_of_sample(void)
{
    assert_int_equal(evaluate_results_write_mixes(file(), &sample_of_mixes, NULL), POISE_OK);
    return begin_edit(file());
}

/* Version 4 knew mixes without statistics. */
static void files_without_statistics_are_read(void **state)
{
    (void)state;
    hid_t opened = begin_edit_of_sample();
    set_attribute(opened, "format_version", 4);
    assert_true(H5Adelete(opened, "mix_figures") >= 0);
    static const char *const absent[] = {"mix_figure_mix",  "mix_figure_policy", "mix_figure_program",
                                         "mix_figure_name", "mix_figure_unit",   "mix_figure_value"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        assert_true(H5Ldelete(opened, absent[i], H5P_DEFAULT) >= 0);
    end_edit(opened, file());
    evaluate_results read;
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.of_mixes.cells[1].shared.statistics[0].n, 0);
    assert_int_equal(read.of_mixes.cells[1].shared.programs[0].counters.cycles,
                     sample_of_mixes.cells[1].shared.programs[0].counters.cycles);
    evaluate_results_free(&read);
}

static void overwrite(const char *data_set, size_t row, uint64_t value)
{
    uint64_t rows[6];
    hid_t opened = begin_edit_of_sample();
    hid_t column = H5Dopen2(opened, data_set, H5P_DEFAULT);
    assert_true(H5Dread(column, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    rows[row] = value;
    assert_true(H5Dwrite(column, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    H5Dclose(column);
    end_edit(opened, file());
}

static void wrong_statistics_are_damage(void **state)
{
    (void)state;
    overwrite("mix_figure_program", 0, 1); /* of no program, and before one that is */
    refused("not in order");
    overwrite("mix_figure_mix", 5, 2);
    refused("not in order");
    overwrite("mix_figure_policy", 5, 0);
    refused("not in order");
    hid_t opened = begin_edit_of_sample();
    set_attribute(opened, "mix_figures", 5);
    end_edit(opened, file());
    refused("figures");
    memcpy(sample_of_mixes.cells[1].shared.statistics[0].all[1].name, "epochs", sizeof "epochs");
    write_refused("a name twice");
}

static void set_number_of_mixes(uint64_t n)
{
    hid_t opened = begin_edit_of_sample();
    set_attribute(opened, "mixes", n);
    end_edit(opened, file());
}

/* One without a program; more than programs; none, so that it should be of programs alone. */
static void wrong_number_of_mixes_is_damage(void **state)
{
    (void)state;
    set_number_of_mixes(3);
    refused("");
    set_number_of_mixes(6);
    refused("table");
    set_number_of_mixes(UINT64_MAX);
    refused("too many mixes");
    set_number_of_mixes(1);
    refused("");
    set_number_of_mixes(0);
    refused("");
}

/* ---- courses ---- */

static void courses_are_kept(void **state)
{
    (void)state;
    evaluate_results read;
    sample_mix_watch(&sample_of_mixes.cells[1].shared.course);
    sample_mix_watch(&sample_of_mixes.cells[2].shared.course);
    assert_int_equal(evaluate_results_write_mixes(file(), &sample_of_mixes, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.of_mixes.cells[2].shared.course.n, 3);
    for (size_t i = 0; i < sample_of_mixes.n_cells; i++)
        assert_same_course(&read.of_mixes.cells[i].shared.course, &sample_of_mixes.cells[i].shared.course);
    assert_int_equal(evaluate_results_write_mixes(test_path("again.h5"), &read.of_mixes, NULL), POISE_OK);
    same_bytes(file(), test_path("again.h5"));
    evaluate_results_free(&read);
}

static void files_of_nobody_have_no_courses(void **state)
{
    (void)state;
    evaluate_results read;
    assert_int_equal(evaluate_results_write_mixes(file(), &sample_of_mixes, NULL), POISE_OK);
    hid_t opened = begin_edit(file());
    assert_int_equal(H5Lexists(opened, "mix_series_points", H5P_DEFAULT), 0);
    assert_int_equal(H5Lexists(opened, "point_value", H5P_DEFAULT), 0);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.of_mixes.cells[2].shared.course.n, 0);
    evaluate_results_free(&read);
}

/* Of cells 1 and 2: mixes 0, 0, 0, 1, 1, 1, policies 1 and 0, and 2, 2, 1, 2, 2, 1 points. */
static void wrong_courses_are_damage(void **state)
{
    (void)state;
    static const struct {
        const char *column;
        uint64_t rows[6];
        const char *words;
    } edits[] = {{"/mix_series_points", {2, 2, 1, 2, 2, 2}, "more points than the file"},
                 {"/mix_series_points", {2, 2, 1, 2, 2, 0}, "not in order, or of no mix"},
                 {"/mix_series_points", {5, 0, 0, 2, 2, 1}, "points that are not in order"},
                 {"/mix_series_mix", {0, 0, 0, 1, 1, 7}, "of no mix"},
                 {"/mix_series_mix", {1, 1, 1, 0, 0, 0}, "of no mix"},
                 {"/mix_series_policy", {1, 0, 1, 0, 0, 0}, "of no mix"}};
    sample_mix_watch(&sample_of_mixes.cells[1].shared.course);
    sample_mix_watch(&sample_of_mixes.cells[2].shared.course);
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        evaluate_results read;
        poise_error err = {0};
        assert_int_equal(evaluate_results_write_mixes(file(), &sample_of_mixes, NULL), POISE_OK);
        hid_t opened = begin_edit(file()), set = H5Dopen2(opened, edits[i].column, H5P_DEFAULT);
        assert_true(H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, edits[i].rows) >= 0);
        H5Dclose(set);
        end_edit(opened, file());
        assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
        assert_contains(err.text, edits[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_read_was_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_numbers_are_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_without_statistics_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_statistics_are_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_number_of_mixes_is_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(courses_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_of_nobody_have_no_courses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_courses_are_damage, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
