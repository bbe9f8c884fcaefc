/* results.h5 of several machines out and in, and files that are not what they say. */
#include "evaluate/machines.h"
#include "evaluate/output.h"
#include "evaluate/results/results.h"
#include "tests/folder.h"
#include "tests/seal.h"
#include "tests/unit/evaluate/sample_results.h"

#include "common/file.h"

/* The sample on a machine of half the core clock, twice as fast otherwise. */
static sim_config slow_config;
static evaluate_comparison slow;
static const evaluate_comparison *const both[] = {&sample, &slow};
static const evaluate_comparisons all = {both, 2};

static int set_up(void **state)
{
    if (make_test_folder(state) != 0 || make_sample() != 0)
        return -1;
    slow_config = sample_config;
    slow_config.core_mhz /= 2;
    slow_config.sms = 2;
    sample.request.machine = "base";
    sample.request.mean = EVALUATE_MEAN_GEOMETRIC;
    sample.request.surface_hash = sample.request.surface_policies = NULL;
    slow = (evaluate_comparison){.request = sample.request, .base = &sample};
    slow.request.machine = "slow";
    slow.request.config = &slow_config;
    assert_int_equal(evaluate_comparison_allocate(&slow, NULL), POISE_OK);
    for (size_t place = 0; place < 6; place++) {
        sample_fill(&slow.cells[place], place, sample_programs[place / 3].n_launches);
        for (size_t i = 0; i < sample_programs[place / 3].n_launches; i++)
            slow.cells[place].result.launches[i].cycles /= 4;
        evaluate_result_sum(&slow.cells[place].result);
    }
    sample_watch(&slow.cells[3].result.courses[0]);
    sample_tell(&slow.cells[4].result.statistics[0]);
    evaluate_comparison_measure(&sample);
    evaluate_comparison_measure(&slow);
    return evaluate_collect_warnings(&slow, NULL);
}

static int tear_down(void **state)
{
    evaluate_comparison_free(&slow);
    free_sample();
    return remove_test_folder(state);
}

static const char *file(void)
{
    return test_path("results.h5");
}

/* A quarter of the cycles at half the clock is half the time. */
static void ratios_are_of_times(void **state)
{
    (void)state;
    assert_true(slow.metrics[0].speedup > 1.999 && slow.metrics[0].speedup < 2.01);
    assert_true(slow.metrics[0].relative_latency == 2); /* as many cycles, each twice as long */
    assert_true(sample.metrics[0].speedup == 1);
    assert_non_null(strstr(slow.warnings[0], "slow: "));
}

static void means_are_of_the_kind_that_was_chosen(void **state)
{
    (void)state;
    evaluate_metrics two[] = {slow.metrics[0], slow.metrics[0]};
    two[0].speedup = 1;
    two[1].speedup = 4;
    two[0].ipc = 1;
    two[1].ipc = 4;
    static const double expected[] = {[EVALUATE_MEAN_NONE] = 1.6,
                                      [EVALUATE_MEAN_HARMONIC] = 1.6,
                                      [EVALUATE_MEAN_ARITHMETIC] = 2.5,
                                      [EVALUATE_MEAN_GEOMETRIC] = 2};
    for (int mean = EVALUATE_MEAN_NONE; mean <= EVALUATE_MEAN_GEOMETRIC; mean++) {
        const evaluate_metrics of = evaluate_metrics_mean_by(two, 2, 1, (evaluate_mean)mean);
        assert_true(of.speedup > expected[mean] - 1e-12 && of.speedup < expected[mean] + 1e-12);
        assert_true(of.ipc == 2.5); /* no ratio to the baseline */
    }
}

static void machines_are_told_apart_in_words(void **state)
{
    (void)state;
    char *words = evaluate_machine_words(all, 1, 1);
    assert_string_equal(words, "sms = 2, and 1 more");
    free(words);
    words = evaluate_machine_words(all, 0, 1);
    assert_string_equal(words, "the baseline");
    free(words);
}

static void same_file(const char *one, const char *other)
{
    char *a, *b;
    size_t size, other_size;
    assert_int_equal(poise_read_file(one, 1 << 24, &a, &size, NULL), POISE_OK);
    assert_int_equal(poise_read_file(other, 1 << 24, &b, &other_size, NULL), POISE_OK);
    assert_int_equal(size, other_size);
    assert_memory_equal(a, b, size);
    free(a);
    free(b);
}

static void what_is_read_was_written(void **state)
{
    (void)state;
    evaluate_results read;
    assert_int_equal(evaluate_results_write_all(file(), all, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.n_machines, 2);
    assert_int_equal(read.all.n, 2);
    assert_string_equal(read.all.of[1]->request.machine, "slow");
    assert_memory_equal(read.all.of[1]->request.config, &slow_config, sizeof slow_config);
    assert_ptr_equal(read.all.of[1]->base, read.all.of[0]);
    assert_int_equal(read.all.of[0]->request.mean, EVALUATE_MEAN_GEOMETRIC);
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < 6; i++)
            assert_true(read.all.of[m]->metrics[i].speedup == both[m]->metrics[i].speedup);
        assert_true(read.all.of[m]->means[1].speedup == both[m]->means[1].speedup);
    }
    assert_int_equal(read.all.of[0]->cells[2].result.histories[0].n, 3);
    assert_int_equal(read.all.of[1]->cells[2].result.histories[0].n, 0);
    assert_int_equal(read.all.of[1]->cells[3].result.courses[0].n, 3);
    assert_int_equal(read.all.of[1]->cells[4].result.statistics[0].n, 2);
    assert_int_equal(evaluate_results_write_all(test_path("again.h5"), read.all, NULL), POISE_OK);
    same_file(file(), test_path("again.h5"));
    assert_int_equal(evaluate_write_csv_all(read.all, test_path("read.csv"), NULL), POISE_OK);
    assert_int_equal(evaluate_write_csv_all(all, test_path("written.csv"), NULL), POISE_OK);
    same_file(test_path("read.csv"), test_path("written.csv"));
    evaluate_results_free(&read);
}

static void a_mean_alone_is_kept(void **state)
{
    (void)state;
    evaluate_results read;
    sample.request.machine = NULL;
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.n_machines, 0);
    assert_int_equal(read.comparison.request.mean, EVALUATE_MEAN_GEOMETRIC);
    assert_ptr_equal(read.all.of[0], &read.comparison);
    evaluate_results_free(&read);
}

/* Reads the file and expects a sentence with these words. */
static void refused(const char *words)
{
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    if (strstr(err.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, words);
}

static void wrong_numbers_of_machines_are_damage(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t value;
        const char *words;
    } edits[] = {{"machines", UINT64_MAX, "too many machines"},
                 {"machines", 3, "machine"},
                 {"machines", 1, "none with the baseline"},
                 {"machines", 0, "none with the baseline"},
                 {"base_machine", 2, "none with the baseline"},
                 {"base_machine", 0, "not that of the machine with the baseline"}};
    const evaluate_comparison *const other[] = {&slow, &sample}; /* whose second one is the base */
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        assert_int_equal(evaluate_results_write_all(file(), (evaluate_comparisons){other, 2}, NULL),
                         POISE_OK);
        hid_t opened = begin_edit(file());
        hid_t attribute = H5Aopen(opened, edits[i].name, H5P_DEFAULT);
        assert_true(H5Awrite(attribute, H5T_NATIVE_UINT64, &edits[i].value) >= 0);
        H5Aclose(attribute);
        end_edit(opened, file());
        refused(edits[i].words);
    }
}

static void machines_of_one_name_are_damage(void **state)
{
    (void)state;
    slow.request.machine = "base";
    assert_int_equal(evaluate_results_write_all(file(), all, NULL), POISE_OK);
    refused("two machines have one name");
    slow.request.machine = "";
    assert_int_equal(evaluate_results_write_all(file(), all, NULL), POISE_OK);
    refused("a machine has no name");
}

static void other_launches_are_damage(void **state)
{
    (void)state;
    evaluate_launch launches[3];
    evaluate_program programs[] = {sample_programs[0], sample_programs[1]};
    memcpy(launches, sample_launches, sizeof launches);
    programs[0].launches = launches;
    launches[1].index = 7;
    slow.request.programs = programs;
    assert_int_equal(evaluate_results_write_all(file(), all, NULL), POISE_OK);
    refused("not run the same launches");
}

static void launches_of_another_machine_are_damage(void **state)
{
    (void)state;
    static const uint64_t rows[] = {0, 0, 0, 1, 0, 1};
    assert_int_equal(evaluate_results_write_all(file(), all, NULL), POISE_OK);
    hid_t opened = begin_edit(file()), set = H5Dopen2(opened, "/launch_machine", H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    H5Dclose(set);
    end_edit(opened, file());
    refused("not run the same launches");
}

/* The second machine has two SMs, the sample's changes are of SM 3. */
static void changes_on_an_sm_that_a_machine_lacks_are_damage(void **state)
{
    (void)state;
    sample_steer(&slow.cells[2]);
    evaluate_result_sum(&slow.cells[2].result);
    assert_int_equal(evaluate_results_write_all(file(), all, NULL), POISE_OK);
    refused("out of range");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ratios_are_of_times),
        TEST(means_are_of_the_kind_that_was_chosen),
        TEST(machines_are_told_apart_in_words),
        TEST(what_is_read_was_written),
        TEST(a_mean_alone_is_kept),
        TEST(wrong_numbers_of_machines_are_damage),
        TEST(machines_of_one_name_are_damage),
        TEST(other_launches_are_damage),
        TEST(launches_of_another_machine_are_damage),
        TEST(changes_on_an_sm_that_a_machine_lacks_are_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
