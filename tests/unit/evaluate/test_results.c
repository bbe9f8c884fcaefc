/* results.h5 out and in, and files that are not what they say. */
#include "evaluate/output.h"
#include "evaluate/results/results.h"
#include "tests/folder.h"
#include "tests/seal.h"
#include "tests/unit/evaluate/sample_results.h"

#include "common/file.h"

#include <math.h>

static int set_up(void **state)
{
    return make_test_folder(state) == 0 ? make_sample() : -1;
}

static int tear_down(void **state)
{
    free_sample();
    return remove_test_folder(state);
}

static const char *file(void)
{
    return test_path("results.h5");
}

static void what_is_read_was_written(void **state)
{
    (void)state;
    evaluate_results read;
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.n_programs, 2);
    assert_string_equal(read.programs[0].name, "first");
    assert_string_equal(read.programs[0].launches[1].kernel, "columns");
    assert_int_equal(read.programs[0].launches[1].filled_warps, 1);
    assert_string_equal(read.policies.policies[2].short_name, "steered:file.model");
    assert_string_equal(read.policies.policies[2].file_hash, SAMPLE_HASH);
    assert_string_equal(read.policies.policies[0].file_hash, "");
    assert_string_equal(read.policies.policies[1].scheme.text, "swl+dram:strange");
    assert_string_equal(read.policies.policies[1].scheme.policy[POLICY_AT_DRAM], "strange");
    assert_int_equal(read.policies.policies[1].kind, EVALUATE_SWL);
    assert_string_equal(read.surface_hash, SAMPLE_HASH);
    assert_string_equal(read.surface_policies, "dram:strange");
    assert_memory_equal(&read.config, &sample_config, sizeof sample_config);
    for (size_t i = 0; i < 6; i++) {
        const evaluate_cell *one = &read.comparison.cells[i], *other = &sample.cells[i];
        assert_memory_equal(&one->result.total, &other->result.total, sizeof other->result.total);
        assert_memory_equal(&one->result.total_facts, &other->result.total_facts, sizeof(evaluate_facts));
        assert_int_equal(one->schedule.tuples == NULL, other->schedule.tuples == NULL);
        assert_true(read.comparison.metrics[i].speedup == sample.metrics[i].speedup);
    }
    assert_int_equal(read.comparison.cells[1].schedule.tuples[1].n, 2);
    const evaluate_history *history = &read.comparison.cells[2].result.histories[0];
    assert_int_equal(history->n, 3);
    assert_int_equal(history->changes[1].cycle, 400);
    assert_int_equal(history->changes[1].p, 0);
    assert_int_equal(history->changes[2].sm, 3);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(read.comparison.cells[i].result.statistics[0].n, i == 5 ? 2 : 0);
    const evaluate_statistics *figures = &read.comparison.cells[2].result.statistics[1];
    assert_int_equal(figures->n, 2);
    assert_memory_equal(&figures->all[0], &sample.cells[2].result.statistics[1].all[0],
                        sizeof figures->all[0]);
    assert_string_equal(figures->all[1].name, "mean-length");
    assert_string_equal(figures->all[1].unit, "core cycle");
    assert_true(figures->all[1].value == 0.1);
    assert_int_equal(read.comparison.n_warnings, sample.n_warnings);
    assert_string_equal(read.comparison.warnings[0], sample.warnings[0]);
    /* and again: the same bytes */
    assert_int_equal(evaluate_results_write(test_path("again.h5"), &read.comparison, NULL), POISE_OK);
    char *one, *other;
    size_t size, other_size;
    assert_int_equal(poise_read_file(file(), 1 << 24, &one, &size, NULL), POISE_OK);
    assert_int_equal(poise_read_file(test_path("again.h5"), 1 << 24, &other, &other_size, NULL), POISE_OK);
    assert_int_equal(size, other_size);
    assert_memory_equal(one, other, size);
    free(one);
    free(other);
    evaluate_results_free(&read);
}

/* Writes the sample as a test has changed it, and expects a sentence with these words. */
static void refused(const char *words)
{
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    if (strstr(err.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, words);
}

static void more_hits_than_accesses_are_damage(void **state)
{
    (void)state;
    sample.cells[3].result.launches[0].l1_read_hits = 101;
    refused("more L1 hits");
}

static void changes_out_of_order_are_damage(void **state)
{
    (void)state;
    sample.cells[2].result.histories[0].changes[1].sm = 9;
    refused("order");
}

static void changes_out_of_range_are_damage(void **state)
{
    (void)state;
    sample.cells[2].result.histories[0].changes[1].p = 7; /* more than N */
    refused("out of range");
}

static void changes_of_another_launch_are_damage(void **state)
{
    (void)state;
    sample.cells[2].result.facts[0].tuple_changes_kept = 2;
    sample.cells[2].result.facts[1].tuple_changes_kept = 1;
    refused("do not belong");
}

static void figures_that_no_policy_may_tell_are_damage(void **state)
{
    (void)state;
    evaluate_statistic *figure = &sample.cells[2].result.statistics[1].all[1];
    strcpy(figure->name, "windows");
    refused("a name twice");
    strcpy(figure->name, "a name");
    refused("letters, digits");
    strcpy(figure->name, "name");
    strcpy(figure->unit, "\x1b[2J");
    refused("control characters");
    strcpy(figure->unit, "\xb5s");
    refused("ASCII");
    strcpy(figure->unit, "s");
    figure->value = INFINITY;
    refused("not finite");
}

/* Writes the sample, then other numbers over a column of the rows of figures. */
static void write_with_rows(const char *column, const uint64_t rows[6])
{
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    hid_t opened = begin_edit(file()), set = H5Dopen2(opened, column, H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    H5Dclose(set);
    end_edit(opened, file());
}

/* Of the sample: launches 1, 1, 1, 1, 2, 2 and policies 0, 0, 2, 2, 2, 2. */
static void figures_of_no_launch_are_damage(void **state)
{
    (void)state;
    static const struct {
        const char *column;
        uint64_t rows[6];
    } edits[] = {{"/figure_launch", {1, 1, 1, 1, 2, 3}},
                 {"/figure_launch", {1, 1, 1, 1, 0, 0}},
                 {"/figure_policy", {2, 2, 0, 0, 2, 2}},
                 {"/figure_policy", {0, 0, 3, 3, 2, 2}}};
    evaluate_results read;
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        poise_error err = {0};
        write_with_rows(edits[i].column, edits[i].rows);
        assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
        assert_non_null(strstr(err.text, "not in order, or of no launch"));
    }
}

static void set_attribute(hid_t opened, const char *name, uint64_t value)
{
    hid_t attribute = H5Aopen(opened, name, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_UINT64, &value) >= 0);
    H5Aclose(attribute);
}

static void number_of_figures_must_be_right(void **state)
{
    (void)state;
    static const uint64_t wrong[] = {0, 5, UINT64_MAX};
    evaluate_results read;
    for (size_t i = 0; i < 3; i++) {
        poise_error err = {0};
        assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
        hid_t opened = begin_edit(file());
        set_attribute(opened, "figures", wrong[i]);
        end_edit(opened, file());
        assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
        assert_non_null(strstr(err.text, "figures"));
    }
}

/* Only a file that says that it is older may lack them. */
static void older_files_have_no_figures(void **state)
{
    (void)state;
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    hid_t opened = begin_edit(file());
    assert_true(H5Adelete(opened, "figures") >= 0 && H5Ldelete(opened, "figure_value", H5P_DEFAULT) >= 0);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "figures"));
    static const uint64_t versions[] = {1, 0, RESULTS_FORMAT_VERSION + 1};
    for (size_t i = 0; i < 3; i++) {
        opened = begin_edit(file());
        set_attribute(opened, "format_version", versions[i]);
        end_edit(opened, file());
        assert_int_equal(evaluate_results_read(file(), &read, &err), i == 0 ? POISE_OK : POISE_DAMAGED);
        if (i > 0)
            continue;
        assert_int_equal(read.comparison.cells[2].result.statistics[1].n, 0);
        evaluate_results_free(&read);
    }
}

/* Of a file before schemes the names of policies say what they are. */
static void older_files_have_no_parts(void **state)
{
    (void)state;
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    hid_t opened = begin_edit(file());
    assert_true(H5Ldelete(opened, "policy_parts", H5P_DEFAULT) >= 0);
    assert_true(H5Adelete(opened, "profile_policies") >= 0);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "profile_policies"));
    opened = begin_edit(file());
    set_attribute(opened, "format_version", 2);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_OK);
    assert_string_equal(read.policies.policies[1].scheme.text, "swl");
    assert_int_equal(read.policies.baseline, 0);
    assert_null(read.comparison.request.surface_policies);
    evaluate_results_free(&read);
}

/* Results of programs that did not have a counter: it is unknown in every launch and in sums. */
static void older_files_lack_counters(void **state)
{
    (void)state;
    evaluate_results read;
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    hid_t opened = begin_edit(file());
    assert_true(H5Ldelete(opened, "l1_sector_misses", H5P_DEFAULT) >= 0);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    const evaluate_result *result = &read.comparison.cells[0].result;
    assert_true(result->launches[0].l1_sector_misses == SIM_UNKNOWN);
    assert_true(result->total.l1_sector_misses == SIM_UNKNOWN);
    assert_true(result->total.l1_read_misses == sample.cells[0].result.total.l1_read_misses);
    char *csv = NULL;
    size_t size;
    FILE *memory = open_memstream(&csv, &size);
    evaluate_print_csv(&read.comparison, memory);
    assert_int_equal(fclose(memory), 0);
    assert_contains(csv, ",,");
    assert_null(strstr(csv, "18446744073709551615"));
    free(csv);
    assert_int_equal(evaluate_results_write(file(), &read.comparison, NULL), POISE_OK);
    evaluate_results_free(&read);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_true(read.comparison.cells[0].result.total.l1_sector_misses == SIM_UNKNOWN);
    evaluate_results_free(&read);
    opened = begin_edit(file());
    assert_true(H5Ldelete(opened, "l1_read_misses", H5P_DEFAULT) >= 0);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_DAMAGED);
}

static void huge_counters_are_damage(void **state)
{
    (void)state;
    sample.cells[0].result.launches[0].warp_insts = UINT64_MAX;
    refused("too large");
}

static void tuples_out_of_range_are_damage(void **state)
{
    (void)state;
    sample.cells[1].schedule.tuples[1].n = 65;
    refused("out of range");
    sample.cells[1].schedule.tuples[1].n = 0;
    refused("out of range");
}

static void nobody_may_allocate(void **state)
{
    (void)state;
    evaluate_results read;
    sample.cells[1].schedule.tuples[1].p = 0;
    assert_int_equal(evaluate_results_write(test_path("zero.h5"), &sample, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(test_path("zero.h5"), &read, NULL), POISE_OK);
    assert_int_equal(read.comparison.cells[1].schedule.tuples[1].p, 0);
    evaluate_results_free(&read);
}

static void programs_in_pieces_are_damage(void **state)
{
    (void)state;
    static const evaluate_program pieces[] = {
        {.name = (char *)"a", .n_launches = 1, .launches = sample_launches},
        {.name = (char *)"b", .n_launches = 1, .launches = sample_launches},
        {.name = (char *)"a", .n_launches = 1, .launches = sample_launches}};
    evaluate_cell cells[3];
    for (size_t i = 0; i < 3; i++)
        cells[i] = sample.cells[3];
    const evaluate_policy_list one = {.n = 1, .policies = {sample_policies.policies[0]}};
    evaluate_comparison odd = sample;
    odd.request.programs = pieces;
    odd.request.n_programs = 3;
    odd.request.policies = &one;
    odd.cells = cells;
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_write(file(), &odd, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "together"));
}

/* Any byte that is missing or flipped is found. */
static void damage_is_found(void **state)
{
    (void)state;
    char *bytes;
    size_t size;
    evaluate_results read;
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    assert_int_equal(poise_read_file(file(), 1 << 24, &bytes, &size, NULL), POISE_OK);
    for (size_t i = 0; i < size; i += size / 50) {
        FILE *out = fopen(file(), "wb");
        assert_non_null(out);
        bytes[i] ^= 4;
        fwrite(bytes, 1, i % 2 == 0 ? size : i, out);
        bytes[i] ^= 4;
        assert_int_equal(fclose(out), 0);
        assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_DAMAGED);
    }
    free(bytes);
}

#define CHANGED(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHANGED(what_is_read_was_written),
        CHANGED(more_hits_than_accesses_are_damage),
        CHANGED(changes_out_of_order_are_damage),
        CHANGED(changes_out_of_range_are_damage),
        CHANGED(changes_of_another_launch_are_damage),
        CHANGED(figures_that_no_policy_may_tell_are_damage),
        CHANGED(figures_of_no_launch_are_damage),
        CHANGED(number_of_figures_must_be_right),
        CHANGED(older_files_have_no_figures),
        CHANGED(older_files_have_no_parts),
        CHANGED(older_files_lack_counters),
        CHANGED(huge_counters_are_damage),
        CHANGED(tuples_out_of_range_are_damage),
        CHANGED(nobody_may_allocate),
        CHANGED(programs_in_pieces_are_damage),
        CHANGED(damage_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
