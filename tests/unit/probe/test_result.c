/* A probe in a file: what is written is read, the same content has the same bytes, and nothing else is
 * accepted; values in words. */
#include "common/h5.h"
#include "tests/seal.h"
#include "tests/unit/probe/sample_result.h"

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void assert_same_findings(const probe_findings *a, const probe_findings *b)
{
    assert_int_equal(a->n, b->n);
    for (uint32_t i = 0; i < a->n; i++) {
        const probe_finding *x = &a->list[i], *y = &b->list[i];
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->unit, y->unit);
        assert_string_equal(x->text, y->text);
        assert_string_equal(x->why, y->why);
        assert_true(is_same(x->least, y->least) && is_same(x->most, y->most));
        assert_true(x->confidence == y->confidence);
    }
}

static void assert_same(const probe_result *a, const probe_result *b)
{
    assert_string_equal(a->subject, b->subject);
    assert_string_equal(a->config_text, b->config_text);
    assert_string_equal(a->policies, b->policies);
    assert_string_equal(a->unit, b->unit);
    assert_true(a->core_mhz == b->core_mhz);
    assert_null(probe_result_difference(a, b));
    assert_int_equal(a->surface.n_sizes, b->surface.n_sizes);
    assert_int_equal(a->surface.n_strides, b->surface.n_strides);
    for (uint32_t i = 0; i < a->surface.n_sizes * a->surface.n_strides; i++) {
        assert_true(is_same(a->surface.time[i], b->surface.time[i]));
        assert_true(is_same(a->surface.spread[i], b->surface.spread[i]));
    }
    assert_same_findings(&a->findings, &b->findings);
}

static void round_trip_keeps_everything(void **state)
{
    (void)state;
    probe_result r = sample_result(), back;
    poise_error err = {0};
    assert_int_equal(probe_result_write(test_path("a.h5"), &r, &err), POISE_OK);
    if (probe_result_read(test_path("a.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_same(&r, &back);
    assert_int_equal(strlen(back.hash), POISE_HASH_TEXT - 1);
    probe_result_free(&back);
    /* Of a run that was interrupted. */
    probe_findings_free(&r.findings);
    assert_int_equal(probe_result_points(&r) - probe_result_asked(&r), 1);
    assert_int_equal(probe_result_write(test_path("a.h5"), &r, NULL), POISE_OK);
    assert_int_equal(probe_result_read(test_path("a.h5"), &back, NULL), POISE_OK);
    assert_same(&r, &back);
    probe_result_free(&back);
    probe_result_free(&r);
}

static void same_result_gives_same_bytes(void **state)
{
    (void)state;
    probe_result r = sample_result();
    assert_int_equal(probe_result_write(test_path("one.h5"), &r, NULL), POISE_OK);
    sleep(1); /* a time stamp anywhere would differ */
    assert_int_equal(probe_result_write(test_path("two.h5"), &r, NULL), POISE_OK);
    assert_same_bytes(test_path("one.h5"), test_path("two.h5"));
    probe_result_free(&r);
}

static void refuse_file(const char *path, const char *sentence)
{
    poise_error err = {0};
    probe_result r;
    assert_int_equal(probe_result_read(path, &r, &err), POISE_DAMAGED);
    assert_contains(err.text, sentence);
    assert_contains(err.text, path);
    assert_null(r.subject);
}

static void cut_and_flipped_files_are_refused(void **state)
{
    (void)state;
    probe_result r = sample_result(), back;
    size_t size;
    assert_int_equal(probe_result_write(test_path("whole.h5"), &r, NULL), POISE_OK);
    char *bytes = slurp(test_path("whole.h5"), &size);
    for (size_t at = 0; at < size; at += 1 + size / 97) {
        spill(test_path("cut.h5"), bytes, at);
        assert_int_equal(probe_result_read(test_path("cut.h5"), &back, NULL), POISE_DAMAGED);
        bytes[at] = (char)(bytes[at] ^ 1);
        spill(test_path("flip.h5"), bytes, size);
        bytes[at] = (char)(bytes[at] ^ 1);
        refuse_file(test_path("flip.h5"), "no valid seal");
    }
    free(bytes);
    probe_result_free(&r);
}

/* ---- nonsense under a valid seal ---- */

static void refuse_broken(void (*damage)(probe_result *), const char *sentence)
{
    probe_result r = sample_result();
    damage(&r);
    assert_int_equal(probe_result_write(test_path("broken.h5"), &r, NULL), POISE_OK);
    refuse_file(test_path("broken.h5"), sentence);
    probe_result_free(&r);
}

static void no_sizes(probe_result *r)
{
    r->sweep.least_bytes = 0;
}
static void too_large(probe_result *r)
{
    r->sweep.most_bytes = UINT64_MAX;
}
static void other_sizes(probe_result *r)
{
    r->surface.size[1] = 100;
}
static void other_strides(probe_result *r)
{
    r->surface.stride[1] = 100;
}
static void other_shape(probe_result *r)
{
    r->sweep.per_octave = 1;
}
static void negative_time(probe_result *r)
{
    r->surface.time[0] = -1;
}
static void endless_time(probe_result *r)
{
    r->surface.time[0] = INFINITY;
}
static void no_spread(probe_result *r)
{
    r->surface.spread[0] = NAN;
}
static void turned_round(probe_result *r)
{
    r->findings.list[1].least = 300;
}
static void half_unknown(probe_result *r)
{
    r->findings.list[1].least = NAN;
}
static void too_sure(probe_result *r)
{
    r->findings.list[0].confidence = 1.5;
}
static void put_escape(probe_result *r)
{
    r->findings.list[0].why[0] = '\033';
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    refuse_broken(no_sizes, "from a power of two");
    refuse_broken(too_large, "at most 16 GB");
    refuse_broken(other_sizes, "/size is not what the attributes say");
    refuse_broken(other_strides, "/stride is not what the attributes say");
    refuse_broken(other_shape, "/size");
    refuse_broken(negative_time, "a time is below nothing");
    refuse_broken(endless_time, "a time is below nothing, or infinite");
    refuse_broken(no_spread, "a time is below nothing");
    refuse_broken(turned_round, "l1.hit lies nowhere");
    refuse_broken(half_unknown, "l1.hit lies nowhere");
    refuse_broken(too_sure, "the confidence of l1.capacity");
    refuse_broken(put_escape, "control characters");
}

static void set_found(const char *path, uint64_t value)
{
    hid_t file = begin_edit(path), attribute = H5Aopen(file, "n_found", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_UINT64, &value) >= 0);
    H5Aclose(attribute);
    end_edit(file, path);
}

static void counts_do_not_lie(void **state)
{
    (void)state;
    probe_result r = sample_result();
    const char *path = test_path("count.h5");
    assert_int_equal(probe_result_write(path, &r, NULL), POISE_OK);
    set_found(path, UINT64_MAX);
    refuse_file(path, "too much was found");
    set_found(path, 4);
    refuse_file(path, "/found");
    probe_result_free(&r);
}

static void differences_are_named(void **state)
{
    (void)state;
    probe_result a = sample_result(), b = sample_result();
    assert_null(probe_result_difference(&a, &b));
    b.sweep.repeats = 4;
    assert_string_equal(probe_result_difference(&a, &b), "other sizes, strides, steps or repeats");
    free(b.policies);
    b.policies = strdup("l2:dip");
    assert_string_equal(probe_result_difference(&a, &b), "other policies");
    b.subject[0] = 'A';
    assert_string_equal(probe_result_difference(&a, &b), "another device");
    free(b.config_text);
    b.config_text = strdup("sms = 2\n");
    assert_string_equal(probe_result_difference(&a, &b), "another machine");
    probe_result_free(&a);
    probe_result_free(&b);
}

static void values_are_words_for_people(void **state)
{
    static const char *const expected[] = {"16 KB", "290 to 297.5 ns", "at least 64 MB", "LRU",
                                           "not identifiable"};
    probe_result r = sample_result();
    (void)state;
    for (uint32_t i = 0; i < r.findings.n; i++) {
        char text[PROBE_VALUE];
        probe_value_text(text, &r.findings.list[i]);
        assert_string_equal(text, expected[i]);
    }
    assert_non_null(probe_find(&r.findings, "l2.ways"));
    assert_null(probe_find(&r.findings, "l2.way"));
    probe_result_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip_keeps_everything),
        cmocka_unit_test(same_result_gives_same_bytes),
        cmocka_unit_test(cut_and_flipped_files_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(counts_do_not_lie),
        cmocka_unit_test(differences_are_named),
        cmocka_unit_test(values_are_words_for_people),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
