/* The data set of loads: rows by hand, what simple rules lose, and the file. */
#include "common/h5.h"
#include "features/dataset.h"
#include "profile/profile_file.h"
#include "tests/unit/features/sample_loads.h"

#include <math.h>

static void loads_carry_what_was_counted(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    assert_int_equal(data.n_launches, 2);
    assert_int_equal(data.n_loads, 3);
    assert_string_equal(data.launches[0].program, "atax");
    assert_int_equal(data.launches[0].n_loads, 3);
    assert_int_equal(data.launches[1].n_loads, 0);
    assert_int_equal(data.launches[1].split, PROFILE_EVALUATION);
    const load_dataset_load *first = &data.loads[0], *second = &data.loads[1];
    assert_int_equal(first->pc, 4);
    assert_int_equal(first->source_line, 11);
    assert_string_equal(first->source, "sum += a[i] * x[column[i]];");
    assert_true(first->share == 0.25);
    assert_int_equal(second->number, 1);
    assert_int_equal(second->lookups_one, 32);
    /* {executions, lookups, hits, intra, merges, unused, latency} are {10, 20, 5, 3, 2, 4, 900} at (max, max)
     * of the first and {10, 40, 30, 30, 0, 1, 700, ...} at (1, 1) of the second. In windows {executions,
     * lookups, hits, merges, unused, used} are {6, 12, 3, 1, 4, 2} and {8, 32, 20, 2, 3, 9}. */
    assert_true(first->x[LOAD_X_h_max] == 0.25 && first->x[LOAD_X_m_max] == 1. / 12);
    assert_true(first->x[LOAD_X_h_one] == 0 && first->x[LOAD_X_log2_lines] == 0);
    assert_true(second->x[LOAD_X_h_one] == 0.625 && second->x[LOAD_X_m_one] == 0.0625);
    assert_true(second->x[LOAD_X_log2_lines] == 2 && second->x[LOAD_X_unkept_log2_lines] == 0.75);
    assert_true(second->x[LOAD_X_wasted_one] == 0.25 && second->x[LOAD_X_constant] == 1);
    assert_true(first->whole[LOAD_X_h_max] == 0.25 && first->whole[LOAD_X_m_max] == 0.1);
    assert_true(first->extra[LOAD_EXTRA_intra_max] == 0.15 && first->extra[LOAD_EXTRA_unused_max] == 0.2);
    assert_true(first->extra[LOAD_EXTRA_latency_max] == 90);
    assert_true(second->whole[LOAD_X_h_one] == 0.75 && second->whole[LOAD_X_m_one] == 0);
    assert_true(second->whole[LOAD_X_log2_lines] == 2 && second->whole[LOAD_X_unkept_log2_lines] == 0.5);
    assert_true(second->whole[LOAD_X_wasted_one] == 0.1 && second->whole[LOAD_X_constant] == 1);
    assert_true(second->extra[LOAD_EXTRA_intra_one] == 0.75 && second->extra[LOAD_EXTRA_unused_one] == 0.025);
    assert_true(second->extra[LOAD_EXTRA_latency_one] == 70);
    /* Of 20 touches 8, 4, 3 and 1 are of lines that come again; 5, 2, 1 and 4 of the 10 executions are on the
     * warp's last line, at its stride, on the last warp's line and at its stride. */
    assert_true(second->extra[LOAD_EXTRA_within_1_one] == 0.4 &&
                second->extra[LOAD_EXTRA_within_2_one] == 0.6);
    assert_true(second->extra[LOAD_EXTRA_within_4_one] == 0.75 &&
                second->extra[LOAD_EXTRA_within_8_one] == 0.8);
    assert_true(second->extra[LOAD_EXTRA_warp_repeats_one] == 0.5);
    assert_true(second->extra[LOAD_EXTRA_warp_strides_one] == 0.2);
    assert_true(second->extra[LOAD_EXTRA_next_repeats_one] == 0.1);
    assert_true(second->extra[LOAD_EXTRA_next_strides_one] == 0.4);
    assert_true(second->extra[LOAD_EXTRA_within_8_max] == 0 &&
                second->extra[LOAD_EXTRA_next_strides_max] == 0);
    load_dataset_free(&data);
}

static void older_profiles_tell_less(void **state)
{
    (void)state;
    profile source = source_of_loads();
    load_dataset data = {0};
    source.kernels[0].loads[1].at_one.touches = PROFILE_UNKNOWN;
    assert_int_equal(load_dataset_add_profile(&data, &source, "a", NULL, NULL), POISE_OK);
    assert_true(isnan(data.loads[1].extra[LOAD_EXTRA_within_1_one]));
    assert_true(isnan(data.loads[1].extra[LOAD_EXTRA_next_strides_one]));
    assert_true(data.loads[1].extra[LOAD_EXTRA_intra_one] == 0.75);
    load_dataset_free(&data);
    profile_free(&source);
}

static void assert_row(const load_dataset_row *row, load_dataset_row expected)
{
    assert_int_equal(row->load, expected.load);
    assert_int_equal(row->n, expected.n);
    assert_int_equal(row->p, expected.p);
    assert_int_equal(row->around, expected.around);
    assert_int_equal(row->context, expected.context);
    assert_int_equal(row->cycles_allocating, expected.cycles_allocating);
    assert_int_equal(row->cycles_around, expected.cycles_around);
    assert_true(row->margin == log((double)expected.cycles_around / expected.cycles_allocating));
}

/* Of the pairs that were measured, not those with p = 0. */
static void rows_are_measured_pairs(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    assert_int_equal(data.n_rows, 5);
    /* The best schedule, {3, 3} around 2, was not measured with load 0 around as well: {1, 1} is its best
     * pair with N = p. */
    assert_row(&data.rows[0],
               (load_dataset_row){0, 1, 1, 0, LOAD_AT_DIAGONAL | LOAD_AT_BEST, 20101, 30000, 0});
    assert_row(&data.rows[1], (load_dataset_row){0, 2, 1, 4, 0, 14000, 15000, 0});
    assert_row(&data.rows[2], (load_dataset_row){0, 2, 2, 0, 0, 20202, 29000, 0});
    assert_row(&data.rows[3], (load_dataset_row){1, 3, 3, 0, LOAD_AT_ALL | LOAD_AT_BEST, 20303, 12000, 0});
    assert_row(&data.rows[4], (load_dataset_row){2, 2, 1, 0, 0, 20201, 14000, 0});
    const load_dataset_launch *launch = &data.launches[0];
    assert_int_equal(launch->n_schedules, profile_points(3) + 6);
    assert_int_equal(load_dataset_cycles(launch, 2, 1, 5), 15000);
    assert_int_equal(load_dataset_cycles(launch, 3, 3, 0), 20303);
    assert_int_equal(load_dataset_cycles(launch, 3, 3, 4), 0);
    load_dataset_free(&data);
}

/* Of the plane the best {N, p} is {1, 1} once {N, 0} is slow. */
static void the_best_tuple_is_marked(void **state)
{
    (void)state;
    profile source = source_of_loads();
    load_dataset data = {0};
    for (uint32_t n = 1; n <= 3; n++)
        source.kernels[0].points[profile_point(n, 0)].cycles = 99999;
    assert_int_equal(load_dataset_add_profile(&data, &source, "a", NULL, NULL), POISE_OK);
    assert_int_equal(data.rows[0].context, LOAD_AT_DIAGONAL | LOAD_AT_TUPLE | LOAD_AT_BEST);
    load_dataset_free(&data);
    profile_free(&source);
}

static void refuse_profile(load_dataset *data, const profile *source, int code, const char *sentence)
{
    poise_error err = {0};
    assert_int_equal(load_dataset_add_profile(data, source, "b.h5", NULL, &err), code);
    assert_contains(err.text, "b.h5: ");
    assert_contains(err.text, sentence);
}

static void other_profiles_are_refused(void **state)
{
    (void)state;
    profile source = source_of_loads(), none = sample_profile(), other = source_of_loads();
    load_dataset data = {0};
    none.kernels[0].n_loads = none.kernels[0].n_sets = 0;
    refuse_profile(&data, &none, POISE_USAGE, "nothing of loads; measure it with 'poise profile --loads");
    assert_int_equal(load_dataset_add_profile(&data, &source, "a.h5", NULL, NULL), POISE_OK);
    refuse_profile(&data, &other, POISE_USAGE, "all its launches are in the data set already");
    other.config_hash[0] = other.config_hash[0] == '0' ? '1' : '0';
    refuse_profile(&data, &other, POISE_USAGE, "another machine");
    load_dataset_free(&data);
    other.kernels[0].sets[5] = other.kernels[0].sets[4];
    refuse_profile(&data, &other, POISE_DAMAGED, "a set of loads twice");
    load_dataset_free(&data);
    profile_free(&source);
    profile_free(&none);
    profile_free(&other);
}

/* Of two profiles, one with the same launch in the evaluation split: no row trains, and those of the
 * evaluation split do not come through the door of training. */
static void evaluation_is_kept_apart(void **state)
{
    (void)state;
    profile training = source_of_loads(), evaluation = source_of_loads();
    load_dataset data = {0}, back;
    poise_error err = {0};
    evaluation.kernels[0].split = PROFILE_EVALUATION;
    evaluation.kernels[1].trace_hash[0] = 'a';
    assert_int_equal(load_dataset_add_profile(&data, &evaluation, "a", NULL, NULL), POISE_OK);
    assert_int_equal(data.launches[0].excluded, 0);
    assert_int_equal(load_dataset_add_profile(&data, &training, "b", NULL, NULL), POISE_OK);
    assert_int_equal(data.n_rows, 10);
    for (size_t i = 0; i < data.n_rows; i++)
        assert_false(load_dataset_row_trains(&data, &data.rows[i]));
    assert_int_equal(data.launches[2].excluded, DATASET_EVALUATED);
    data.launches[2].excluded = 0;
    assert_int_equal(load_dataset_write(test_path("both.h5"), &data, NULL), POISE_OK);
    if (load_dataset_read_training(test_path("both.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(back.n_launches, 1);
    assert_int_equal(back.n_loads, 3);
    assert_int_equal(back.n_rows, 5);
    assert_int_equal(back.launches[0].first_load, 0);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(back.loads[i].launch, 0);
    for (size_t i = 0; i < 5; i++) {
        assert_true(load_dataset_row_trains(&back, &back.rows[i]));
        assert_int_equal(back.rows[i].load, data.rows[i + 5].load - 3);
        assert_int_equal(back.rows[i].cycles_around, data.rows[i + 5].cycles_around);
    }
    load_dataset_free(&back);
    load_dataset_free(&data);
    profile_free(&training);
    profile_free(&evaluation);
}

static void only_wanted_programs_are_taken(void **state)
{
    (void)state;
    profile source = source_of_loads();
    load_dataset data = {0};
    const poise_list wanted = {{"atax"}, 1}, missing = {{"gone"}, 1};
    poise_error err = {0};
    assert_int_equal(load_dataset_add_profile(&data, &source, "a", &wanted, NULL), POISE_OK);
    assert_int_equal(data.n_launches, 1);
    assert_int_equal(load_dataset_check_programs(&data, &wanted, &err), POISE_OK);
    assert_int_equal(load_dataset_check_programs(&data, &missing, &err), POISE_USAGE);
    assert_contains(err.text, "'gone'");
    load_dataset_free(&data);
    profile_free(&source);
}

/* ---- the file ---- */

static void assert_same_load(const load_dataset_load *a, const load_dataset_load *b)
{
    assert_int_equal(a->launch, b->launch);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->pc, b->pc);
    assert_int_equal(a->source_line, b->source_line);
    assert_string_equal(a->source, b->source);
    assert_int_equal(a->lookups_one, b->lookups_one);
    assert_true(a->share == b->share);
    assert_memory_equal(a->x, b->x, sizeof a->x);
    for (size_t i = 0; i < LOAD_DATASET_EXTRAS; i++)
        assert_true(a->extra[i] == b->extra[i] || (isnan(a->extra[i]) && isnan(b->extra[i])));
}

static void round_trip_keeps_everything(void **state)
{
    (void)state;
    poise_error err = {0};
    load_dataset written = sample_loads(), back;
    written.loads[1].extra[LOAD_EXTRA_intra_max] = NAN; /* then it is known of none */
    assert_int_equal(load_dataset_write(test_path("a.h5"), &written, &err), POISE_OK);
    written.loads[0].extra[LOAD_EXTRA_intra_max] = written.loads[2].extra[LOAD_EXTRA_intra_max] = NAN;
    if (load_dataset_read(test_path("a.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(back.n_launches, 2);
    assert_int_equal(back.n_loads, 3);
    assert_int_equal(back.n_rows, 5);
    assert_string_equal(back.config_hash, written.config_hash);
    assert_string_equal(back.profile_hash, written.profile_hash);
    assert_int_equal(strlen(back.hash), 32);
    for (size_t i = 0; i < 2; i++) {
        const load_dataset_launch *a = &back.launches[i], *b = &written.launches[i];
        assert_string_equal(a->program, b->program);
        assert_string_equal(a->run, b->run);
        assert_string_equal(a->kernel, b->kernel);
        assert_string_equal(a->trace_hash, b->trace_hash);
        assert_int_equal(a->launch_index, b->launch_index);
        assert_int_equal(a->split, b->split);
        assert_int_equal(a->warps, b->warps);
        assert_int_equal(a->n_loads, b->n_loads);
        assert_int_equal(a->n_schedules, b->n_schedules);
        assert_memory_equal(a->schedules, b->schedules, a->n_schedules * sizeof *a->schedules);
    }
    for (size_t i = 0; i < 3; i++)
        assert_same_load(&back.loads[i], &written.loads[i]);
    for (size_t i = 0; i < 5; i++)
        assert_row(&back.rows[i], written.rows[i]);
    assert_int_equal(load_dataset_write(test_path("b.h5"), &back, &err), POISE_OK);
    assert_same_bytes(test_path("a.h5"), test_path("b.h5"));
    load_dataset_free(&back);
    load_dataset_free(&written);
}

/* As of profiles of programs that were built without line numbers, and as files of older programs. */
static void a_file_may_lack_sources(void **state)
{
    (void)state;
    load_dataset data = sample_loads(), back;
    poise_h5 *file;
    for (size_t i = 0; i < data.n_loads; i++)
        data.loads[i].source[0] = '\0';
    assert_int_equal(load_dataset_write(test_path("plain.h5"), &data, NULL), POISE_OK);
    assert_int_equal(poise_h5_open(&file, test_path("plain.h5"), NULL), POISE_OK);
    assert_false(poise_h5_has(file, "/load_source"));
    poise_h5_close(file);
    assert_int_equal(load_dataset_read(test_path("plain.h5"), &back, NULL), POISE_OK);
    assert_string_equal(back.loads[0].source, "");
    assert_int_equal(back.loads[0].source_line, 11);
    load_dataset_free(&back);
    load_dataset_free(&data);
}

static void refuse_file(const char *path, const char *sentence)
{
    poise_error err = {0};
    load_dataset data;
    assert_int_equal(load_dataset_read(path, &data, &err), POISE_DAMAGED);
    assert_contains(err.text, sentence);
    assert_contains(err.text, path);
    assert_null(data.rows);
}

static void foreign_and_cut_files_are_refused(void **state)
{
    (void)state;
    load_dataset data = sample_loads(), back;
    profile other = sample_profile();
    assert_int_equal(profile_write(test_path("profile.h5"), &other, NULL), POISE_OK);
    refuse_file(test_path("profile.h5"), "this is a 'poise profile' file");
    size_t size;
    assert_int_equal(load_dataset_write(test_path("whole.h5"), &data, NULL), POISE_OK);
    char *bytes = slurp(test_path("whole.h5"), &size);
    for (size_t keep = 0; keep < size; keep += 1 + size / 53) {
        spill(test_path("cut.h5"), bytes, keep);
        assert_int_equal(load_dataset_read(test_path("cut.h5"), &back, NULL), POISE_DAMAGED);
    }
    free(bytes);
    profile_free(&other);
    load_dataset_free(&data);
}

static void refuse_when(void (*damage)(load_dataset *), const char *sentence)
{
    load_dataset data = sample_loads();
    damage(&data);
    assert_int_equal(load_dataset_write(test_path("broken.h5"), &data, NULL), POISE_OK);
    refuse_file(test_path("broken.h5"), sentence);
    load_dataset_free(&data);
}

static void infinite_feature(load_dataset *data)
{
    data->loads[1].x[LOAD_X_h_one] = INFINITY;
}

static void large_feature(load_dataset *data)
{
    data->loads[1].x[LOAD_X_log2_lines] = 8.5;
}

static void negative_extra(load_dataset *data)
{
    data->loads[2].extra[LOAD_EXTRA_latency_max] = -1;
}

static void odd_share(load_dataset *data)
{
    data->loads[0].share = 1.5;
}

static void load_of_no_launch(load_dataset *data)
{
    data->loads[2].launch = 2;
}

static void numbers_with_a_gap(load_dataset *data)
{
    data->loads[2].number = 4;
}

static void schedule_outside(load_dataset *data)
{
    data->launches[0].schedules[0].p = 2;
}

static void schedules_in_disorder(load_dataset *data)
{
    data->launches[0].schedules[3] = data->launches[0].schedules[4];
}

static void unknown_context(load_dataset *data)
{
    data->rows[0].context = 16;
}

static void row_of_no_load(load_dataset *data)
{
    data->rows[4].load = 3;
}

static void rows_in_disorder(load_dataset *data)
{
    data->rows[1] = data->rows[0];
}

static void other_cycles(load_dataset *data)
{
    data->rows[0].cycles_around = 30001;
}

static void other_margin(load_dataset *data)
{
    data->rows[0].margin += 0.001;
}

static void low_speedup(load_dataset *data)
{
    data->launches[0].excluded = DATASET_LOW_SPEEDUP;
}

static void nothing_at_one(load_dataset *data)
{
    load_dataset_launch *launch = &data->launches[1];
    launch->n_schedules--;
    memmove(launch->schedules + 1, launch->schedules + 2,
            (launch->n_schedules - 1) * sizeof *launch->schedules);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    refuse_when(infinite_feature, "data set /x_h_one, row 1: the number is not finite");
    refuse_when(large_feature, "load 1: a feature is out of range");
    refuse_when(negative_extra, "load 2: what is known of it is negative");
    refuse_when(odd_share, "load 0: it has an impossible share");
    refuse_when(load_of_no_launch, "load 2: it is not in the order of the kernels, or of no kernel");
    refuse_when(numbers_with_a_gap, "load 2: it is not in the order of the kernels");
    refuse_when(schedule_outside, "schedule 0: it is outside the plane");
    refuse_when(schedules_in_disorder, "schedule 4: it is not in the order of the kernels");
    refuse_when(unknown_context, "data set /row_context, row 0: the number is out of range");
    refuse_when(row_of_no_load, "row 4: it is not in the order of the loads, or of no load");
    refuse_when(rows_in_disorder, "row 1: it is not in the order of the loads");
    refuse_when(other_cycles, "row 0: it does not agree with the schedules of its kernel");
    refuse_when(other_margin, "row 0: its margin does not belong to its cycles");
    refuse_when(low_speedup, "kernel 0: it is excluded for a reason that loads do not have");
    refuse_when(nothing_at_one, "kernel 1: (1, 1) and (max, max) are not both measured");
}

static void no_rows_are_no_data_set(void **state)
{
    (void)state;
    poise_error err = {0};
    assert_int_equal(load_dataset_write(test_path("none.h5"), &(load_dataset){0}, &err), POISE_USAGE);
    assert_contains(err.text, "none.h5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_carry_what_was_counted),
        cmocka_unit_test(older_profiles_tell_less),
        cmocka_unit_test(rows_are_measured_pairs),
        cmocka_unit_test(the_best_tuple_is_marked),
        cmocka_unit_test(other_profiles_are_refused),
        cmocka_unit_test(evaluation_is_kept_apart),
        cmocka_unit_test(only_wanted_programs_are_taken),
        cmocka_unit_test(round_trip_keeps_everything),
        cmocka_unit_test(a_file_may_lack_sources),
        cmocka_unit_test(foreign_and_cut_files_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(no_rows_are_no_data_set),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
