/* dataset.h5 and its CSV export: what is written is read, and nothing else is accepted. */
#include "common/h5.h"
#include "features/dataset_build.h"
#include "features/dataset_file.h"
#include "profile/profile_file.h"
#include "tests/unit/profile/sample_profile.h"

#include <math.h>

static dataset sample_dataset(void)
{
    profile source = sample_profile();
    dataset data = {0};
    memcpy(source.hash, "0123456789abcdef0123456789abcdef", POISE_HASH_TEXT);
    memset(&source.kernels[0].points[profile_point(2, 1)], 0, sizeof(sim_counters));      /* not measured */
    memset(source.kernels[0].samples, 0, SAMPLE_SMS * sizeof *source.kernels[0].samples); /* too short */
    assert_int_equal(dataset_add_profile(&data, &source, "a", &(dataset_recipe){.merges_hit = true}, NULL),
                     POISE_OK);
    profile_free(&source);
    return data;
}

static void assert_same_surface(const surface *a, const surface *b)
{
    assert_int_equal(a->warps, b->warps);
    for (size_t i = 0; i < profile_points(a->warps); i++)
        assert_true(a->value[i] == b->value[i] || (isnan(a->value[i]) && isnan(b->value[i])));
}

static void assert_same_row(const dataset_row *a, const dataset_row *b)
{
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->run, b->run);
    assert_string_equal(a->kernel, b->kernel);
    assert_string_equal(a->trace_hash, b->trace_hash);
    assert_int_equal(a->launch_index, b->launch_index);
    assert_int_equal(a->split, b->split);
    assert_int_equal(a->warps, b->warps);
    assert_memory_equal(a->x, b->x, sizeof a->x);
    assert_int_equal(a->sampled_sms, b->sampled_sms);
    assert_memory_equal(a->x_sampled, b->x_sampled, sizeof a->x_sampled);
    assert_int_equal(a->target_n, b->target_n);
    assert_int_equal(a->target_p, b->target_p);
    assert_true(a->scaled_n == b->scaled_n && a->scaled_p == b->scaled_p && a->weight == b->weight);
    assert_int_equal(a->excluded, b->excluded);
    assert_same_surface(&a->speedup, &b->speedup);
    assert_same_surface(&a->score, &b->score);
    assert_same_surface(&a->polluting, &b->polluting);
}

static void round_trip_keeps_everything(void **state)
{
    (void)state;
    poise_error err = {0};
    dataset written = sample_dataset(), back;
    assert_int_equal(dataset_write(test_path("a.h5"), &written, &err), POISE_OK);
    if (dataset_read(test_path("a.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(back.n_rows, 2);
    assert_true(back.merges_hit);
    assert_string_equal(back.config_hash, written.config_hash);
    assert_string_equal(back.profile_hash, written.profile_hash);
    assert_int_equal(strlen(back.hash), 32);
    for (size_t i = 0; i < 2; i++)
        assert_same_row(&back.rows[i], &written.rows[i]);
    assert_int_equal(dataset_write(test_path("b.h5"), &back, &err), POISE_OK);
    assert_same_bytes(test_path("a.h5"), test_path("b.h5"));
    dataset_free(&back);
    dataset_free(&written);
}

static void the_view_is_kept(void **state)
{
    (void)state;
    profile source = sample_profile();
    dataset written = {0}, back;
    poise_error err = {0};
    memcpy(source.hash, "0123456789abcdef0123456789abcdef", POISE_HASH_TEXT);
    const dataset_recipe recipe = {.view = MODEL_VIEW_BYPASS};
    assert_int_equal(dataset_add_profile(&written, &source, "a", &recipe, NULL), POISE_OK);
    assert_int_equal(dataset_write(test_path("view.h5"), &written, &err), POISE_OK);
    if (dataset_read(test_path("view.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(back.view, MODEL_VIEW_BYPASS);
    for (size_t i = 0; i < 2; i++)
        assert_memory_equal(back.rows[i].x, written.rows[i].x, sizeof back.rows[i].x);
    dataset_free(&back);
    dataset_free(&written);
    profile_free(&source);
}

/* The seal of a file, and the hash of what the data set says. */
static void identities(const dataset *data, char seal[POISE_HASH_TEXT], char content[POISE_HASH_TEXT])
{
    dataset back;
    poise_h5 *file;
    poise_error err = {0};
    assert_int_equal(dataset_write(test_path("identity.h5"), data, &err), POISE_OK);
    assert_int_equal(poise_h5_open(&file, test_path("identity.h5"), &err), POISE_OK);
    memcpy(seal, poise_h5_hash(file), POISE_HASH_TEXT);
    poise_h5_close(file);
    assert_int_equal(dataset_read(test_path("identity.h5"), &back, &err), POISE_OK);
    memcpy(content, back.hash, POISE_HASH_TEXT);
    dataset_free(&back);
}

/* Whoever wrote the file, and from which file of a profile: what is learned from is the same. */
static void the_hash_is_of_what_it_says(void **state)
{
    (void)state;
    dataset data = sample_dataset();
    char seal[POISE_HASH_TEXT], content[POISE_HASH_TEXT], other_seal[POISE_HASH_TEXT], other[POISE_HASH_TEXT];
    identities(&data, seal, content);
    data.profile_hash[0] = 'f';
    identities(&data, other_seal, other);
    assert_string_not_equal(seal, other_seal);
    assert_string_equal(content, other);
    double *const changed[] = {&data.rows[1].x[0], &data.rows[1].x_sampled[7],
                               &data.rows[1].score.value[profile_point(1, 1)],
                               &data.rows[1].speedup.value[profile_point(1, 1)], &data.rows[0].weight};
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        const double before = *changed[i];
        *changed[i] += 0.125;
        identities(&data, other_seal, other);
        assert_string_not_equal(content, other);
        *changed[i] = before;
    }
    data.config_hash[0] = data.config_hash[0] == 'e' ? 'd' : 'e';
    identities(&data, other_seal, other);
    assert_string_not_equal(content, other);
    dataset_free(&data);
}

static void refuse_file(const char *path, const char *sentence)
{
    poise_error err = {0};
    dataset data;
    assert_int_equal(dataset_read(path, &data, &err), POISE_DAMAGED);
    assert_contains(err.text, sentence);
    assert_contains(err.text, path);
    assert_null(data.rows);
}

static void foreign_and_cut_files_are_refused(void **state)
{
    (void)state;
    dataset data = sample_dataset(), back;
    profile other = sample_profile();
    assert_int_equal(profile_write(test_path("profile.h5"), &other, NULL), POISE_OK);
    refuse_file(test_path("profile.h5"), "this is a 'poise profile' file");
    poise_h5 *file;
    assert_int_equal(poise_h5_create(&file, test_path("future.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_put_identity(file, "poise dataset", 99, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
    refuse_file(test_path("future.h5"), "version 99");
    size_t size;
    assert_int_equal(dataset_write(test_path("whole.h5"), &data, NULL), POISE_OK);
    char *bytes = slurp(test_path("whole.h5"), &size);
    for (size_t keep = 0; keep < size; keep += 1 + size / 53) {
        spill(test_path("cut.h5"), bytes, keep);
        assert_int_equal(dataset_read(test_path("cut.h5"), &back, NULL), POISE_DAMAGED);
    }
    free(bytes);
    profile_free(&other);
    dataset_free(&data);
}

static void write_broken(const char *name, void (*damage)(dataset_row *))
{
    dataset data = sample_dataset();
    damage(&data.rows[1]);
    assert_int_equal(dataset_write(test_path(name), &data, NULL), POISE_OK);
    dataset_free(&data);
}

static void infinite_feature(dataset_row *row)
{
    row->x[MODEL_X_h_one] = INFINITY;
}

static void infinite_sample(dataset_row *row)
{
    row->x_sampled[MODEL_X_h_one] = INFINITY;
}

static void target_outside(dataset_row *row)
{
    row->target_p = row->target_n + 1;
}

static void wrong_scale(dataset_row *row)
{
    row->scaled_n += 1;
}

static void no_weight(dataset_row *row)
{
    row->weight = 0;
}

static void unknown_flag(dataset_row *row)
{
    row->excluded = 1 << 7;
}

static void negative_speedup(dataset_row *row)
{
    row->speedup.value[1] = -1;
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    write_broken("feature.h5", infinite_feature);
    refuse_file(test_path("feature.h5"), "kernel 1 (bfs_kernel): a feature is not finite");
    write_broken("sampled.h5", infinite_sample);
    refuse_file(test_path("sampled.h5"), "kernel 1 (bfs_kernel): a feature is not finite");
    write_broken("target.h5", target_outside);
    refuse_file(test_path("target.h5"), "not a measured tuple");
    write_broken("scale.h5", wrong_scale);
    refuse_file(test_path("scale.h5"), "does not belong");
    write_broken("weight.h5", no_weight);
    refuse_file(test_path("weight.h5"), "not positive");
    write_broken("flag.h5", unknown_flag);
    refuse_file(test_path("flag.h5"), "data set /excluded, row 1: the number is out of range");
    write_broken("speedup.h5", negative_speedup);
    refuse_file(test_path("speedup.h5"), "negative");
}

static void csv_has_a_line_per_kernel(void **state)
{
    (void)state;
    dataset data = sample_dataset();
    free(data.rows[0].program);
    data.rows[0].program = strdup("a \"b\", c");
    size_t size;
    assert_int_equal(dataset_write_csv(test_path("a.csv"), &data, NULL), POISE_OK);
    char *text = slurp(test_path("a.csv"), &size);
    text[size] = '\0';
    char *rest = NULL, expected[64];
    const char *header = strtok_r(text, "\n", &rest);
    assert_non_null(strstr(header, "program,run,kernel,launch_index"));
    assert_non_null(strstr(header, ",h_max,h_one,eta_max,"));
    const char *first = strtok_r(NULL, "\n", &rest), *second = strtok_r(NULL, "\n", &rest);
    assert_non_null(strstr(first, "\"a \"\"b\"\", c\",run,atax_kernel1,0,"));
    snprintf(expected, sizeof expected, ",%.17g,", data.rows[0].x[MODEL_X_h_max]);
    assert_non_null(strstr(first, expected));
    assert_non_null(strstr(second, ",evaluation,2,"));
    assert_null(strtok_r(NULL, "\n", &rest));
    free(text);
    assert_int_equal(dataset_write_csv(test_path("no/folder.csv"), &data, NULL), POISE_FAILED);
    dataset_free(&data);
}

static void empty_data_sets_are_not_written(void **state)
{
    (void)state;
    const dataset none = {0};
    assert_int_equal(dataset_write(test_path("none.h5"), &none, NULL), POISE_USAGE);
    assert_int_equal(access(test_path("none.h5"), F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip_keeps_everything),
        cmocka_unit_test(the_view_is_kept),
        cmocka_unit_test(the_hash_is_of_what_it_says),
        cmocka_unit_test(foreign_and_cut_files_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(csv_has_a_line_per_kernel),
        cmocka_unit_test(empty_data_sets_are_not_written),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
