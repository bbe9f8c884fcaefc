/* profile.h5 as older programs have written it: what they did not know is unknown, and half of it is damage.
 */
#include "common/h5.h"
#include "profile/profile_file.h"
#include "tests/seal.h"
#include "tests/unit/profile/sample_profile.h"

static void refuse_file(const char *path, const char *sentence)
{
    poise_error err = {0};
    profile data;
    assert_int_equal(profile_read(path, &data, &err), POISE_DAMAGED);
    assert_contains(err.text, sentence);
    assert_contains(err.text, path);
    assert_null(data.kernels);
}

/* As the file of a program that did not have the counter: without the data set, with a seal of its own. */
static void remove_data_set(const char *path, const char *name)
{
    hid_t file = begin_edit(path);
    assert_true(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
    end_edit(file, path);
}

/* Profiles were measured before hits of polluting warps were counted apart. */
static void older_files_are_read(void **state)
{
    (void)state;
    poise_error err = {0};
    profile data = sample_profile(), back;
    const char *path = test_path("old.h5");
    assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
    remove_data_set(path, "/l1_polluting_hits");
    refuse_file(path, "more L1 hits than accesses"); /* half of the pair */
    remove_data_set(path, "/l1_polluting_accesses");
    if (profile_read(path, &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_true(profile_at(&back.kernels[0], 3, 2)->l1_polluting_hits == PROFILE_UNKNOWN);
    assert_int_equal(profile_at(&back.kernels[0], 3, 2)->l1_read_accesses, 40000);
    assert_int_equal(profile_write(test_path("new.h5"), &back, NULL), POISE_OK);
    profile_free(&back);
    assert_int_equal(profile_read(test_path("new.h5"), &back, &err), POISE_OK);
    assert_true(profile_at(&back.kernels[1], 2, 2)->l1_polluting_accesses == PROFILE_UNKNOWN);
    profile_free(&back);
    remove_data_set(path, "/l1_read_hits");
    refuse_file(path, "data set /l1_read_hits: it is missing");
    profile_free(&data);
}

/* Profiles were measured before loads were watched so closely. */
static void older_loads_are_read(void **state)
{
    (void)state;
    static const char *const later[] = {"touches",      "reuses_1",     "reuses_2",
                                        "reuses_4",     "reuses_8",     "warp_repeats",
                                        "warp_strides", "next_repeats", "next_strides"};
    profile data = sample_profile(), back;
    poise_error err = {0};
    const char *path = test_path("older_loads.h5");
    assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
    for (size_t i = sizeof later / sizeof later[0]; i-- > 0;) {
        for (int at_max = 0; at_max < 2; at_max++) {
            char name[64];
            snprintf(name, sizeof name, "/load_%s_at_%s", later[i], at_max ? "max" : "one");
            remove_data_set(path, name);
            if (i > 0)
                refuse_file(path, "it is missing");
        }
    }
    if (profile_read(path, &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_true(back.kernels[0].loads[1].at_one.touches == PROFILE_UNKNOWN);
    assert_true(back.kernels[0].loads[1].at_max.next_strides == PROFILE_UNKNOWN);
    assert_int_equal(back.kernels[0].loads[1].at_one.hits, 30);
    assert_int_equal(profile_write(test_path("again.h5"), &back, NULL), POISE_OK);
    profile_free(&back);
    assert_int_equal(profile_read(test_path("again.h5"), &back, &err), POISE_OK);
    assert_true(back.kernels[0].loads[0].at_max.reuses_1 == PROFILE_UNKNOWN);
    assert_int_equal(back.kernels[0].loads[1].window_at_one.used, 9); /* of another simulation */
    profile_free(&back);
    profile_free(&data);
}

/* Nor were they counted in windows. */
static void loads_without_windows_are_read(void **state)
{
    (void)state;
    static const char *const counts[] = {"executions", "lookups", "hits", "merges", "unused", "used"};
    profile data = sample_profile(), back;
    poise_error err = {0};
    const char *path = test_path("no_windows.h5");
    assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
    for (size_t i = sizeof counts / sizeof counts[0]; i-- > 0;) {
        for (int at_one = 0; at_one < 2; at_one++) {
            char name[64];
            snprintf(name, sizeof name, "/load_window_%s_at_%s", counts[i], at_one ? "one" : "max");
            if (i == 0 && !at_one)
                refuse_file(path, "it is missing");
            remove_data_set(path, name);
        }
    }
    if (profile_read(path, &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_true(back.kernels[0].loads[0].window_at_max.lookups == PROFILE_UNKNOWN);
    assert_true(back.kernels[0].loads[1].window_at_one.used == PROFILE_UNKNOWN);
    assert_int_equal(back.kernels[0].loads[1].at_one.next_strides, 4);
    back.kernels[0].loads[1].window_at_one = (profile_load_window){0};
    assert_int_equal(profile_write(test_path("again.h5"), &back, NULL), POISE_OK);
    profile_free(&back);
    assert_int_equal(profile_read(test_path("again.h5"), &back, &err), POISE_OK);
    assert_true(back.kernels[0].loads[1].window_at_one.used == PROFILE_UNKNOWN); /* of all, or of none */
    profile_free(&back);
    profile_free(&data);
}

/* What is unknown of one load alone, whichever it is, is written of none. */
static void counts_are_known_of_all_loads_or_of_none(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 3; k++) {
        profile data = sample_profile(), back;
        const char *path = test_path("one_unknown.h5");
        data.kernels[0].loads[k].at_max.touches = PROFILE_UNKNOWN;
        assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
        assert_int_equal(profile_read(path, &back, NULL), POISE_OK);
        for (uint32_t i = 0; i < 3; i++)
            assert_true(back.kernels[0].loads[i].at_one.next_strides == PROFILE_UNKNOWN);
        assert_int_equal(back.kernels[0].loads[1].window_at_one.used, 9);
        profile_free(&back);
        data.kernels[0].loads[k].at_max.touches = 0;
        data.kernels[0].loads[k].window_at_one.lookups = PROFILE_UNKNOWN;
        assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
        assert_int_equal(profile_read(path, &back, NULL), POISE_OK);
        for (uint32_t i = 0; i < 3; i++)
            assert_true(back.kernels[0].loads[i].window_at_max.executions == PROFILE_UNKNOWN);
        assert_int_equal(back.kernels[0].loads[1].at_one.next_strides, 4);
        profile_free(&back);
        profile_free(&data);
    }
}

static void change_root(const char *path, bool removes_policies, uint64_t version)
{
    hid_t file = begin_edit(path), attribute = H5Aopen(file, "format_version", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_UINT64, &version) >= 0);
    H5Aclose(attribute);
    if (removes_policies)
        assert_true(H5Adelete(file, "policies") >= 0 && H5Adelete(file, "policies_hash") >= 0);
    end_edit(file, path);
}

/* All were measured beside the baselines. */
static void older_files_have_no_policies(void **state)
{
    (void)state;
    profile data = sample_profile(), back;
    char plain[POISE_HASH_TEXT], other[POISE_HASH_TEXT];
    const char *path = test_path("older.h5");
    assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
    change_root(path, true, PROFILE_FORMAT_VERSION);
    refuse_file(path, "policies");
    change_root(path, false, PROFILE_VERSION_OF_POLICIES - 1);
    assert_int_equal(profile_read(path, &back, NULL), POISE_OK);
    assert_string_equal(back.policies, "");
    profile_machine_hash(&back, plain);
    assert_string_equal(plain, back.config_hash);
    free(back.policies);
    back.policies = strdup("dram:fcfs");
    profile_machine_hash(&back, other);
    assert_string_not_equal(plain, other);
    profile_free(&back);
    profile_free(&data);
}

/* They are not looked for in older files. */
static void older_files_have_no_loads(void **state)
{
    (void)state;
    profile data = sample_profile(), back;
    const char *path = test_path("no_sets.h5");
    assert_int_equal(profile_write(path, &data, NULL), POISE_OK);
    remove_data_set(path, "/set_cycles");
    refuse_file(path, "set_cycles");
    change_root(path, false, PROFILE_VERSION_OF_LOADS - 1);
    assert_int_equal(profile_read(path, &back, NULL), POISE_OK);
    assert_int_equal(back.kernels[0].n_loads, 0);
    profile_free(&back);
    profile_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_files_are_read),
        cmocka_unit_test(older_loads_are_read),
        cmocka_unit_test(loads_without_windows_are_read),
        cmocka_unit_test(older_files_have_no_policies),
        cmocka_unit_test(older_files_have_no_loads),
        cmocka_unit_test(counts_are_known_of_all_loads_or_of_none),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
