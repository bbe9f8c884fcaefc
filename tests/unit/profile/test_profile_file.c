/* profile.h5: what is written is read, the same content has the same bytes, and nothing else is accepted. */
#include "common/h5.h"
#include "profile/profile_file.h"
#include "tests/seal.h"
#include "tests/unit/profile/sample_profile.h"

static void assert_same_kernel(const profile_kernel *a, const profile_kernel *b)
{
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->run, b->run);
    assert_string_equal(a->kernel, b->kernel);
    assert_string_equal(a->trace_hash, b->trace_hash);
    assert_int_equal(a->launch_index, b->launch_index);
    assert_int_equal(a->split, b->split);
    assert_int_equal(a->warps, b->warps);
    assert_memory_equal(a->points, b->points, profile_points(a->warps) * sizeof *a->points);
    assert_memory_equal(a->samples, b->samples, SAMPLE_SMS * sizeof *a->samples);
    assert_int_equal(a->n_loads, b->n_loads);
    assert_int_equal(a->n_sets, b->n_sets);
    for (uint32_t i = 0; i < a->n_loads; i++) {
        assert_int_equal(a->loads[i].pc, b->loads[i].pc);
        assert_int_equal(a->loads[i].source_line, b->loads[i].source_line);
        assert_string_equal(a->loads[i].source, b->loads[i].source);
        assert_true(a->loads[i].share == b->loads[i].share);
        assert_memory_equal(&a->loads[i].at_max, &b->loads[i].at_max, sizeof a->loads[i].at_max);
        assert_memory_equal(&a->loads[i].at_one, &b->loads[i].at_one, sizeof a->loads[i].at_one);
        assert_memory_equal(&a->loads[i].window_at_max, &b->loads[i].window_at_max,
                            sizeof a->loads[i].window_at_max);
        assert_memory_equal(&a->loads[i].window_at_one, &b->loads[i].window_at_one,
                            sizeof a->loads[i].window_at_one);
    }
    if (a->n_sets > 0)
        assert_memory_equal(a->sets, b->sets, a->n_sets * sizeof *a->sets);
}

static void round_trip_keeps_everything(void **state)
{
    (void)state;
    poise_error err = {0};
    profile written = sample_profile(), back;
    memset(&written.kernels[0].points[profile_point(2, 1)], 0, sizeof(sim_counters)); /* not measured */
    written.policies = strdup("l2:./mine.so+dram:fcfs");
    poise_hash_bytes("mine", 4, written.policies_hash);
    assert_int_equal(profile_write(test_path("a.h5"), &written, &err), POISE_OK);
    assert_int_equal(profile_read(test_path("a.h5"), &back, &err), POISE_OK);
    assert_int_equal(back.n_kernels, 2);
    assert_int_equal(back.n_sms, SAMPLE_SMS);
    assert_int_equal(back.seed, 7);
    assert_string_equal(back.config_text, written.config_text);
    assert_string_equal(back.options, written.options);
    assert_string_equal(back.config_hash, written.config_hash);
    assert_string_equal(back.policies, written.policies);
    assert_string_equal(back.policies_hash, written.policies_hash);
    assert_int_equal(strlen(back.hash), 32);
    for (size_t i = 0; i < 2; i++)
        assert_same_kernel(&back.kernels[i], &written.kernels[i]);
    assert_null(profile_at(&back.kernels[0], 2, 1));
    assert_non_null(profile_at(&back.kernels[0], 3, 2));
    assert_null(profile_at(&back.kernels[1], 3, 3)); /* this kernel has 2 warps */
    profile_free(&back);
    profile_free(&written);
}

static void same_profile_gives_same_bytes(void **state)
{
    (void)state;
    profile data = sample_profile();
    assert_int_equal(profile_write(test_path("one.h5"), &data, NULL), POISE_OK);
    sleep(1); /* a time stamp anywhere would differ */
    assert_int_equal(profile_write(test_path("two.h5"), &data, NULL), POISE_OK);
    assert_same_bytes(test_path("one.h5"), test_path("two.h5"));
    profile_free(&data);
}

static void refuse_file(const char *path, const char *sentence)
{
    poise_error err = {0};
    profile data;
    assert_int_equal(profile_read(path, &data, &err), POISE_DAMAGED);
    assert_contains(err.text, sentence);
    assert_contains(err.text, path);
    assert_null(data.kernels);
}

static void foreign_files_are_refused(void **state)
{
    (void)state;
    spill(test_path("text.h5"), "not HDF5 at all", 15);
    refuse_file(test_path("text.h5"), "no valid seal");
    spill(test_path("empty.h5"), "", 0);
    refuse_file(test_path("empty.h5"), "no valid seal");

    poise_h5 *file;
    assert_int_equal(poise_h5_create(&file, test_path("bare.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
    refuse_file(test_path("bare.h5"), "no readable attribute format");
    assert_int_equal(poise_h5_create(&file, test_path("other.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_put_identity(file, "poise dataset", 1, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
    refuse_file(test_path("other.h5"), "this is a 'poise dataset' file, not a 'poise profile' file");
    assert_int_equal(poise_h5_create(&file, test_path("future.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_put_identity(file, "poise profile", 99, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
    refuse_file(test_path("future.h5"), "version 99");
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    profile data = sample_profile(), back;
    size_t size;
    assert_int_equal(profile_write(test_path("whole.h5"), &data, NULL), POISE_OK);
    char *bytes = slurp(test_path("whole.h5"), &size);
    for (size_t keep = 0; keep < size; keep += 1 + size / 97) {
        poise_error err = {0};
        spill(test_path("cut.h5"), bytes, keep);
        assert_int_equal(profile_read(test_path("cut.h5"), &back, &err), POISE_DAMAGED);
        assert_true(strlen(err.text) > 0);
    }
    free(bytes);
    profile_free(&data);
}

static void every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    profile data = sample_profile();
    size_t size;
    assert_int_equal(profile_write(test_path("whole.h5"), &data, NULL), POISE_OK);
    char *bytes = slurp(test_path("whole.h5"), &size);
    for (size_t at = 0; at < size; at += 1 + size / 301) {
        bytes[at] = (char)(bytes[at] ^ 1);
        spill(test_path("flip.h5"), bytes, size);
        bytes[at] = (char)(bytes[at] ^ 1);
        refuse_file(test_path("flip.h5"), "no valid seal");
    }
    free(bytes);
    profile_free(&data);
}

static void write_broken(const char *name, void (*damage)(profile *))
{
    profile data = sample_profile();
    damage(&data);
    assert_int_equal(profile_write(test_path(name), &data, NULL), POISE_OK);
    profile_free(&data);
}

static void lose_reference(profile *data)
{
    memset(&data->kernels[1].points[profile_point(1, 1)], 0, sizeof(sim_counters));
}

static void invent_hits(profile *data)
{
    data->kernels[0].points[profile_point(2, 2)].l1_read_hits = 50000;
}

static void invent_merges(profile *data)
{
    sim_counters *point = &data->kernels[0].points[profile_point(2, 2)];
    point->l1_merges = point->l1_read_accesses - point->l1_read_hits + 1;
}

static void invent_polluting_hits(profile *data)
{
    data->kernels[0].points[profile_point(2, 1)].l1_polluting_hits = 20001;
}

static void invent_sampled_hits(profile *data)
{
    data->kernels[0].samples[3].at_one.l1_hits = 5000;
}

static void change_config(profile *data)
{
    data->config_text[0] = 'S';
}

static void damage_hash(profile *data)
{
    data->kernels[0].trace_hash[3] = 'x';
}

static void put_escape(profile *data)
{
    data->kernels[1].kernel[0] = '\033';
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    write_broken("reference.h5", lose_reference);
    refuse_file(test_path("reference.h5"), "reference tuples");
    write_broken("hits.h5", invent_hits);
    refuse_file(test_path("hits.h5"), "kernel 0 (atax_kernel1): it has more L1 hits than accesses");
    write_broken("merges.h5", invent_merges);
    refuse_file(test_path("merges.h5"), "kernel 0 (atax_kernel1): it has more L1 hits than accesses");
    write_broken("polluting.h5", invent_polluting_hits);
    refuse_file(test_path("polluting.h5"), "kernel 0 (atax_kernel1): it has more L1 hits than accesses");
    write_broken("sample.h5", invent_sampled_hits);
    refuse_file(test_path("sample.h5"), "kernel 0 (atax_kernel1): SM 3 has more L1 hits than accesses");
    write_broken("config.h5", change_config);
    refuse_file(test_path("config.h5"), "does not have the hash");
    write_broken("hash.h5", damage_hash);
    refuse_file(test_path("hash.h5"), "data set /trace_hash, row 0: not a hash");
    write_broken("escape.h5", put_escape);
    refuse_file(test_path("escape.h5"), "control characters");
}

static void refuse_kernel(void (*change)(profile_kernel *), const char *sentence)
{
    profile data = sample_profile();
    change(&data.kernels[0]);
    assert_int_equal(profile_write(test_path("loads.h5"), &data, NULL), POISE_OK);
    refuse_file(test_path("loads.h5"), sentence);
    profile_free(&data);
}

static void of_no_load(profile_kernel *kernel)
{
    kernel->sets[1].around = 8;
}
static void beyond_the_plane(profile_kernel *kernel)
{
    kernel->sets[0].n = 4;
}
static void out_of_order(profile_kernel *kernel)
{
    kernel->loads[2].pc = 9;
}
static void too_large(profile_kernel *kernel)
{
    kernel->loads[0].share = 1.5;
}
static void beyond_a_count(profile_kernel *kernel)
{
    kernel->loads[1].at_one.hits = UINT64_C(1) << 60;
}
static void without_time(profile_kernel *kernel)
{
    kernel->sets[0].cycles = 0;
}

static void impossible_sets_are_damage(void **state)
{
    (void)state;
    refuse_kernel(of_no_load, "of loads that the kernel does not have");
    refuse_kernel(beyond_the_plane, "outside the plane");
    refuse_kernel(out_of_order, "impossible share or number");
    refuse_kernel(too_large, "impossible share or number");
    refuse_kernel(beyond_a_count, "impossible count");
    refuse_kernel(without_time, "set_cycles");
}

static void failures_leave_no_file(void **state)
{
    (void)state;
    poise_error err = {0};
    profile none = {0}, data = sample_profile();
    assert_int_equal(profile_write(test_path("none.h5"), &none, &err), POISE_USAGE);
    assert_int_equal(access(test_path("none.h5"), F_OK), -1);
    assert_int_equal(profile_write(test_path("no/such/folder.h5"), &data, &err), POISE_FAILED);
    assert_int_equal(profile_read(test_path("absent.h5"), &none, &err), POISE_FAILED);
    profile_free(&data);
}

/* The counters carry dimension scales, units and long names as HDF5 programs expect them. */
static void counters_are_labelled(void **state)
{
    (void)state;
    profile data = sample_profile();
    assert_int_equal(profile_write(test_path("label.h5"), &data, NULL), POISE_OK);
    hid_t file = H5Fopen(test_path("label.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    static const char *const attributes[] = {"units", "long_name", "_FillValue", "DIMENSION_LIST"};
    size_t n_counters;
    const sim_counter_info *counters = sim_counter_table(&n_counters);
    for (size_t i = 0; i < n_counters; i++) {
        for (size_t a = 0; a < sizeof attributes / sizeof *attributes; a++)
            assert_true(H5Aexists_by_name(file, counters[i].name, attributes[a], H5P_DEFAULT) > 0);
    }
    static const char *const scales[] = {"kernel", "N", "p"};
    for (size_t i = 0; i < 3; i++)
        assert_true(H5Aexists_by_name(file, scales[i], "REFERENCE_LIST", H5P_DEFAULT) > 0);
    H5Fclose(file);
    profile_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip_keeps_everything),  cmocka_unit_test(same_profile_gives_same_bytes),
        cmocka_unit_test(foreign_files_are_refused),    cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_flipped_bit_is_noticed), cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(impossible_sets_are_damage),   cmocka_unit_test(failures_leave_no_file),
        cmocka_unit_test(counters_are_labelled),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
