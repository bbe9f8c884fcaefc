/* Rows from profiles: targets, filters, weights, and what must not be mixed. */
#include "features/dataset_build.h"
#include "features/target.h"
#include "tests/unit/profile/sample_profile.h"

static const dataset_recipe plain = {0};

static void rows_carry_the_kernels(void **state)
{
    (void)state;
    profile source = sample_profile();
    dataset data = {0};
    double x[FEATURES_COUNT];
    memcpy(source.hash, "0123456789abcdef0123456789abcdef", POISE_HASH_TEXT);
    assert_int_equal(dataset_add_profile(&data, &source, "a", &plain, NULL), POISE_OK);
    assert_int_equal(data.n_rows, 2);
    assert_string_equal(data.config_hash, source.config_hash);
    assert_string_equal(data.profile_hash, source.hash);
    const dataset_row *row = &data.rows[0];
    assert_string_equal(row->program, "atax");
    assert_string_equal(row->kernel, "atax_kernel1");
    assert_string_equal(row->trace_hash, source.kernels[0].trace_hash);
    assert_int_equal(row->warps, 3);
    assert_true(row->weight == 1);
    features_vector(profile_at(&source.kernels[0], 3, 3), profile_at(&source.kernels[0], 1, 1), false, x);
    assert_memory_equal(row->x, x, sizeof x);
    /* Cycles grow with N and p, so (1, 0) is the fastest and has the best neighbours. */
    assert_int_equal(row->target_n, 1);
    assert_int_equal(row->target_p, 0);
    assert_true(row->scaled_n == 8 && row->scaled_p == 0);
    assert_true(surface_at(&row->speedup, 1, 1) == (3200000. / 20101) / (3200000. / 20303));
    assert_int_equal(data.rows[1].split, PROFILE_EVALUATION);
    assert_int_equal(data.rows[1].launch_index, 5);
    dataset_free(&data);
    profile_free(&source);
}

static void the_view_logs_looks_where_the_thesis_does(void **state)
{
    (void)state;
    const dataset_recipe recipe = {.view = MODEL_VIEW_LOGS};
    profile source = sample_profile();
    dataset data = {0};
    double x[FEATURES_COUNT];
    assert_int_equal(dataset_add_profile(&data, &source, "a", &recipe, NULL), POISE_OK);
    const features_rates max = features_measure(profile_at(&source.kernels[0], 3, 3), false);
    const features_rates one = features_measure(profile_at(&source.kernels[0], 1, 1), false);
    features_logs(&max, &one, x);
    assert_memory_equal(data.rows[0].x, x, sizeof x);
    assert_true(data.rows[1].sampled_sms > 0);
    features_vector_sampled(MODEL_VIEW_LOGS, source.kernels[1].samples, SAMPLE_SMS, x);
    assert_memory_equal(data.rows[1].x_sampled, x, sizeof x);
    dataset_free(&data);
    profile_free(&source);
}

static void the_view_bypass_looks_at_max_and_one(void **state)
{
    (void)state;
    const dataset_recipe recipe = {.view = MODEL_VIEW_BYPASS};
    profile source = sample_profile();
    dataset data = {0};
    double x[FEATURES_COUNT];
    poise_error err = {0};
    assert_int_equal(dataset_add_profile(&data, &source, "a", &recipe, NULL), POISE_OK);
    const features_rates max = features_measure(profile_at(&source.kernels[0], 3, 3), false);
    const features_rates bypass = features_measure(profile_at(&source.kernels[0], 3, 1), false);
    features_logs(&max, &bypass, x);
    assert_int_equal(data.view, MODEL_VIEW_BYPASS);
    assert_memory_equal(data.rows[0].x, x, sizeof x);
    assert_int_equal(data.rows[0].sampled_sms, 0);
    dataset_free(&data);
    source.kernels[0].points[profile_point(3, 1)].cycles = 0; /* not measured */
    assert_int_equal(dataset_add_profile(&data, &source, "a", &recipe, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "was not measured at {3,1}"));
    dataset_free(&data);
    profile_free(&source);
}

/* Kernels that no engine samples are dropped, the others keep their targets. */
static void sampled_features_take_the_place(void **state)
{
    (void)state;
    profile source = sample_profile();
    dataset data = {0}, none = {0};
    poise_error err = {0};
    memset(source.kernels[0].samples, 0, SAMPLE_SMS * sizeof *source.kernels[0].samples);
    assert_int_equal(dataset_add_profile(&data, &source, "a", &plain, NULL), POISE_OK);
    assert_int_equal(dataset_choose_features(&data, DATASET_WHOLE_KERNEL, &err), POISE_OK);
    assert_int_equal(data.n_rows, 2);
    assert_false(data.is_sampled);
    double sampled = data.rows[1].x_sampled[MODEL_X_h_one];
    assert_true(sampled > 0.79 && sampled < 0.81 && data.rows[1].x[MODEL_X_h_one] < 0.3);
    assert_int_equal(dataset_choose_features(&data, DATASET_SAMPLED, &err), POISE_OK);
    assert_int_equal(data.n_rows, 1);
    assert_true(data.is_sampled);
    assert_string_equal(data.rows[0].kernel, "bfs_kernel");
    assert_true(data.rows[0].x[MODEL_X_h_one] == sampled);
    dataset_free(&data);
    assert_int_equal(dataset_choose_features(&none, DATASET_SAMPLED, &err), POISE_FAILED);
    profile_free(&source);
}

/* Changes the first kernel so that its target gains `percent` over (max, max). */
static void set_gain(profile *source, double percent)
{
    profile_kernel *kernel = &source->kernels[0];
    for (size_t i = 0; i < profile_points(kernel->warps); i++)
        kernel->points[i].cycles = 1000000;
    kernel->points[profile_point(1, 1)].cycles = (uint64_t)(1000000 / (1 + percent / 100));
}

static uint32_t excluded_with(void (*change)(profile *))
{
    profile source = sample_profile();
    dataset data = {0};
    set_gain(&source, 50);
    change(&source);
    assert_int_equal(dataset_add_profile(&data, &source, "a", &plain, NULL), POISE_OK);
    uint32_t excluded = data.rows[0].excluded;
    assert_int_equal(dataset_row_trains(&data.rows[0]), excluded == 0);
    assert_false(dataset_row_trains(&data.rows[1])); /* evaluation */
    dataset_free(&data);
    profile_free(&source);
    return excluded;
}

static void gain_much(profile *source)
{
    set_gain(source, 1.6);
}

static void gain_little(profile *source)
{
    set_gain(source, 1.4);
}

static void shorten(profile *source)
{
    for (size_t i = 0; i < profile_points(3); i++)
        source->kernels[0].points[i].cycles = 9999;
    source->kernels[0].points[profile_point(1, 1)].cycles = 5000;
}

static void never_hit(profile *source)
{
    sim_counters *at_one = &source->kernels[0].points[profile_point(1, 1)];
    at_one->l1_read_hits = at_one->l1_intra_hits = 0;
}

static void filter_follows_the_thesis(void **state)
{
    (void)state;
    assert_int_equal(excluded_with(gain_much), 0);
    assert_int_equal(excluded_with(gain_little), DATASET_LOW_SPEEDUP);
    assert_int_equal(excluded_with(shorten), DATASET_SHORT);
    assert_int_equal(excluded_with(never_hit), DATASET_NO_L1_HITS);
}

static void filter_can_be_switched_off(void **state)
{
    (void)state;
    const dataset_recipe keep_all = {.keep_all = true};
    profile source = sample_profile();
    dataset data = {0};
    never_hit(&source);
    assert_int_equal(dataset_add_profile(&data, &source, "a", &keep_all, NULL), POISE_OK);
    assert_true(dataset_row_trains(&data.rows[0]));
    dataset_free(&data);
    profile_free(&source);
}

static void rename_traces(profile *source, char digit)
{
    for (size_t i = 0; i < source->n_kernels; i++)
        source->kernels[i].trace_hash[0] = digit;
}

static void mixtures_are_refused(void **state)
{
    (void)state;
    poise_error err = {0};
    const dataset_recipe merging = {.merges_hit = true};
    profile source = sample_profile(), other = sample_profile();
    dataset data = {0};
    assert_int_equal(dataset_add_profile(&data, &source, "a.h5", &plain, &err), POISE_OK);
    assert_int_equal(dataset_add_profile(&data, &other, "b.h5", &plain, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "b.h5: all its launches are in the data set already"));
    assert_int_equal(dataset_add_profile(&data, &other, "b.h5", &merging, &err), POISE_USAGE);
    other.config_hash[0] = other.config_hash[0] == '0' ? '1' : '0';
    assert_int_equal(dataset_add_profile(&data, &other, "b.h5", &plain, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "another machine"));
    dataset_free(&data);
    profile_free(&source);
    profile_free(&other);
}

/* Whatever the order, and also without the filter of the thesis. */
static void evaluated_launches_are_not_trained_on(void **state)
{
    (void)state;
    const dataset_recipe keep_all = {.keep_all = true};
    profile training = sample_profile(), evaluation = sample_profile();
    training.kernels[1].split = PROFILE_TRAINING;
    evaluation.kernels[0].trace_hash[0] = 'x';
    for (int order = 0; order < 2; order++) {
        dataset data = {0};
        assert_int_equal(dataset_add_profile(&data, order ? &training : &evaluation, "a", &keep_all, NULL),
                         POISE_OK);
        assert_int_equal(dataset_add_profile(&data, order ? &evaluation : &training, "b", &keep_all, NULL),
                         POISE_OK);
        const dataset_row *rows = data.rows + (order ? 0 : 2);
        assert_int_equal(rows[0].excluded, 0);
        assert_int_equal(rows[1].excluded, DATASET_EVALUATED);
        dataset_free(&data);
    }
    profile_free(&training);
    profile_free(&evaluation);
}

static void several_profiles_make_one_data_set(void **state)
{
    (void)state;
    profile source = sample_profile(), other = sample_profile();
    dataset data = {0}, reverse = {0};
    memcpy(source.hash, "0123456789abcdef0123456789abcdef", POISE_HASH_TEXT);
    memcpy(other.hash, "f123456789abcdef0123456789abcdef", POISE_HASH_TEXT);
    rename_traces(&source, 'a');
    rename_traces(&other, 'b');
    assert_int_equal(dataset_add_profile(&data, &source, "a", &plain, NULL), POISE_OK);
    assert_int_equal(dataset_add_profile(&data, &other, "b", &plain, NULL), POISE_OK);
    assert_int_equal(dataset_add_profile(&reverse, &other, "b", &plain, NULL), POISE_OK);
    assert_int_equal(dataset_add_profile(&reverse, &source, "a", &plain, NULL), POISE_OK);
    assert_int_equal(data.n_rows, 4);
    assert_int_equal(strlen(data.profile_hash), 32);
    assert_string_not_equal(data.profile_hash, reverse.profile_hash);
    dataset_free(&data);
    dataset_free(&reverse);
    profile_free(&source);
    profile_free(&other);
}

/* Three training rows of one program and one of another weigh the same in total. */
static void programs_can_weigh_the_same(void **state)
{
    (void)state;
    const dataset_recipe keep_all = {.keep_all = true};
    profile source = sample_profile(), other = sample_profile();
    dataset data = {0};
    rename_traces(&other, 'x');
    source.kernels[1].split = other.kernels[0].split = other.kernels[1].split = PROFILE_TRAINING;
    assert_int_equal(dataset_add_profile(&data, &source, "a", &keep_all, NULL), POISE_OK);
    assert_int_equal(dataset_add_profile(&data, &other, "b", &keep_all, NULL), POISE_OK);
    memcpy(data.rows[3].program, "cfd", 4);
    dataset_weigh_by_program(&data);
    /* atax twice (rows 0 and 2), bfs once, cfd once: 3 programs in 4 rows. */
    assert_true(data.rows[0].weight == 4. / 3 / 2 && data.rows[2].weight == 4. / 3 / 2);
    assert_true(data.rows[1].weight == 4. / 3 && data.rows[3].weight == 4. / 3);
    dataset_free(&data);
    profile_free(&source);
    profile_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_carry_the_kernels),
        cmocka_unit_test(the_view_logs_looks_where_the_thesis_does),
        cmocka_unit_test(the_view_bypass_looks_at_max_and_one),
        cmocka_unit_test(sampled_features_take_the_place),
        cmocka_unit_test(filter_follows_the_thesis),
        cmocka_unit_test(filter_can_be_switched_off),
        cmocka_unit_test(mixtures_are_refused),
        cmocka_unit_test(evaluated_launches_are_not_trained_on),
        cmocka_unit_test(several_profiles_make_one_data_set),
        cmocka_unit_test(programs_can_weigh_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
