/* The model file: what is written is read back, thesis.model is Table 5.3, damaged files are refused. */
#include "common/file.h"
#include "models/feature_names.h"
#include "models/model_file.h"
#include "tests/folder.h"

#include <float.h>
#include <math.h>

static char path[64];

static int make_path(void **state)
{
    if (make_test_folder(state) != 0)
        return -1;
    snprintf(path, sizeof path, "%s", test_path("a.model"));
    return 0;
}

/* Table 5.3 of the thesis. */
static poise_model thesis(void)
{
    static const double weight[MODEL_OUTPUTS][MODEL_THESIS_FEATURES] = {
        {0.517687, -0.000261, 7.209138, -5.977480, -8.906397, 1.976725, 0.004668, 1.667111},
        {3.786126, 0.483576, -6.386444, 10.320107, -6.533500, -0.900944, 0.079856, -2.189887},
    };
    poise_model model = {.kind = MODEL_NEGBIN,
                         .name = "thesis",
                         .recipe = "S. Dublish, Managing the Memory Hierarchy in GPUs, 2018, Table 5.3",
                         .n_features = MODEL_THESIS_FEATURES,
                         .dispersion = {1.0, 1.0},
                         .max_warps = 24,
                         .least_p = 1};
    memcpy(model.weight[0], weight[0], sizeof weight[0]);
    memcpy(model.weight[1], weight[1], sizeof weight[1]);
    for (int i = 0; i < MODEL_THESIS_FEATURES; i++)
        (void)snprintf(model.feature[i], sizeof model.feature[i], "%s", model_thesis_feature_name[i]);
    return model;
}

static char *read_all(const char *name, size_t *size)
{
    char *text = NULL;
    poise_error err = {0};
    if (poise_read_file(name, 1 << 20, &text, size, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return text;
}

/* Writes `text` with the checksum line that belongs to it. */
static void write_sealed(const char *text)
{
    char sealed[8192];
    char checksum[POISE_HASH_TEXT];
    poise_hash_bytes(text, strlen(text), checksum);
    int size = snprintf(sealed, sizeof sealed, "%schecksum = %s\n", text, checksum);
    spill(path, sealed, (size_t)size);
}

static void assert_refused(const char *reason)
{
    poise_model model;
    poise_error err = {0};
    assert_int_equal(poise_model_read(path, &model, &err), POISE_DAMAGED);
    if (strstr(err.text, reason) == NULL || strstr(err.text, path) == NULL)
        fail_msg("'%s' does not name the file and '%s'", err.text, reason);
    assert_int_equal(model.n_features, 0);
}

static void shipped_thesis_model_is_table_5_3(void **state)
{
    (void)state;
    poise_model expected = thesis();
    poise_model model;
    poise_error err = {0};
    if (poise_model_read("models/thesis.model", &model, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_memory_equal(model.weight, expected.weight, sizeof model.weight);
    assert_memory_equal(model.feature, expected.feature, sizeof model.feature);
    assert_int_equal(model.max_warps, 24);

    size_t shipped_size = 0;
    size_t written_size = 0;
    assert_int_equal(poise_model_write(path, &expected, &err), POISE_OK);
    char *shipped = read_all("models/thesis.model", &shipped_size);
    char *written = read_all(path, &written_size);
    assert_int_equal(shipped_size, written_size);
    assert_memory_equal(shipped, written, shipped_size);
    free(shipped);
    free(written);
}

static void numbers_survive_to_the_last_bit(void **state)
{
    (void)state;
    static const double awkward[] = {0.1,      1.0 / 3.0, -0.0, DBL_MAX,  DBL_MIN,
                                     4.9e-324, -1e-300,   M_PI, 1e22 + 2, 0.30000000000000004};
    poise_model model = thesis();
    model.l1_hit_includes_merges = 1;
    model.least_p = 0;
    model.dispersion[0] = 0.07298501084250349;
    memset(model.config_hash, 'a', POISE_HASH_TEXT - 1);
    for (size_t i = 0; i < sizeof awkward / sizeof awkward[0]; i++)
        model.weight[i % 2][i % MODEL_THESIS_FEATURES] = awkward[i];
    poise_model back;
    poise_error err = {0};
    assert_int_equal(poise_model_write(path, &model, &err), POISE_OK);
    assert_int_equal(poise_model_read(path, &back, &err), POISE_OK);
    assert_memory_equal(&back, &model, sizeof model);
}

static void prediction_is_exp_scaled_rounded_and_clamped(void **state)
{
    (void)state;
    poise_model model = {
        .kind = MODEL_NEGBIN, .n_features = 1, .max_warps = 24, .least_p = 1, .feature = {"constant"}};
    const struct {
        double n, p; /* means before scaling */
        int warps, expected_n, expected_p;
    } cases[] = {
        {8.4, 2.6, 24, 8, 3},       {8.51, 2.4, 24, 9, 2},  /* nearest */
        {12.0, 6.0, 8, 4, 2},                               /* scaled by 8/24 */
        {100.0, 50.0, 24, 24, 24},  {0.01, 0.01, 24, 1, 1}, /* clamped to 1..warps */
        {3.0, 9.0, 24, 3, 3},                               /* p <= N */
        {24.0, 1.0, 1, 1, 1},                               /* one warp */
        {1e300, 1e-300, 24, 24, 1},                         /* beyond any integer */
    };
    const double one = 1.0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        model.weight[0][0] = log(cases[i].n);
        model.weight[1][0] = log(cases[i].p);
        int n = 0;
        int p = 0;
        poise_model_predict(&model, &one, cases[i].warps, &n, &p);
        assert_int_equal(n, cases[i].expected_n);
        assert_int_equal(p, cases[i].expected_p);
        model.least_p = 0; /* changes only what would have rounded to 0 */
        poise_model_predict(&model, &one, cases[i].warps, &n, &p);
        assert_int_equal(n, cases[i].expected_n);
        assert_int_equal(p, cases[i].p * cases[i].warps / 24 < 0.5 ? 0 : cases[i].expected_p);
        model.least_p = 1;
    }
    model.weight[0][0] = 1e308;
    model.weight[1][0] = 1e308;
    const double huge = 1e308; /* the link is infinite */
    int n = 0;
    int p = 0;
    poise_model_predict(&model, &huge, 24, &n, &p);
    assert_int_equal(n, 24);
    assert_int_equal(p, 24);
}

static void link_is_the_sum_of_products(void **state)
{
    (void)state;
    const double x[MODEL_THESIS_FEATURES] = {0.2, 0.6, 0.1, 0.5, 0.16, 1.28, 3.5, 1.0};
    poise_model model = thesis();
    /* By hand: 0.1035374 - 0.0001566 + 0.7209138 - 2.98874 - 1.42502352 + 2.530208 + 0.016338 + 1.667111 */
    assert_true(fabs(poise_model_link(&model, 0, x) - 0.62418808) < 1e-12);
    /* 0.7572252 + 0.2901456 - 0.6386444 + 5.1600535 - 1.04536 - 1.15320832 + 0.279496 - 2.189887 */
    assert_true(fabs(poise_model_link(&model, 1, x) - 1.45982058) < 1e-12);
    int n = 0;
    int p = 0;
    poise_model_predict(&model, x, 24, &n, &p); /* exp: 1.867 and 4.305, so p is clamped to N */
    assert_int_equal(n, 2);
    assert_int_equal(p, 2);
}

static void every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    poise_model model = thesis();
    size_t size = 0;
    assert_int_equal(poise_model_write(path, &model, NULL), POISE_OK);
    char *text = read_all(path, &size);
    for (size_t i = 0; i < size; i++) {
        text[i] = (char)(text[i] ^ (1 << (i % 8)));
        spill(path, text, size);
        assert_int_equal(poise_model_read(path, &model, NULL), POISE_DAMAGED);
        text[i] = (char)(text[i] ^ (1 << (i % 8)));
    }
    for (size_t length = 0; length < size; length++) {
        spill(path, text, length);
        assert_int_equal(poise_model_read(path, &model, NULL), POISE_DAMAGED);
    }
    free(text);
}

#define HEAD                                                                                         \
    "poise-model 1\nkind = negbin\nname = a\nrecipe =\nmax_warps = 24\nl1_hit_includes_merges = 0\n" \
    "training_hash =\nconfig_hash =\n"
#define GOOD HEAD "dispersion = 1 1\nweight.a = 1 2\n"

static void a_sealed_minimal_file_is_read(void **state)
{
    (void)state;
    poise_model model;
    poise_error err = {0};
    write_sealed(GOOD "# a comment\n");
    if (poise_model_read(path, &model, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(model.n_features, 1);
    assert_true(model.weight[1][0] == 2.0);
    assert_int_equal(model.least_p, 1); /* files of before p = 0 */
    for (int least_p = 0; least_p < 2; least_p++) {
        write_sealed(least_p ? GOOD "least_p = 1\n" : GOOD "least_p = 0\n");
        assert_int_equal(poise_model_read(path, &model, &err), POISE_OK);
        assert_int_equal(model.least_p, least_p);
    }
}

/* The thesis' rule is not written: such files are what they were. */
static void least_p_is_written_when_it_is_0(void **state)
{
    (void)state;
    for (int least_p = 0; least_p < 2; least_p++) {
        poise_model model = thesis();
        size_t size = 0;
        model.least_p = least_p;
        assert_int_equal(poise_model_write(path, &model, NULL), POISE_OK);
        char *text = read_all(path, &size);
        assert_true((strstr(text, "\nleast_p = 0\n") != NULL) == (least_p == 0));
        assert_true((strstr(text, "least_p") != NULL) == (least_p == 0));
        free(text);
    }
}

static void wrong_content_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"poise-model 2\nkind = negbin\n", "not a model file"},
        {HEAD "weight.a = 1 2\n", "`dispersion` is missing"},
        {HEAD "dispersion = 1 1\n", "0 features"},
        {GOOD "kind = negbin\n", "line 11: this key stands twice"},
        {GOOD "colour = red\n", "line 11: unknown key"},
        {GOOD "least_p = 0\nleast_p = 0\n", "line 12: this key stands twice"},
        {GOOD "least_p = 0.5\n", "line 11: expected a whole number"},
        {GOOD "least_p = 2\n", "least_p is neither 0 nor 1"},
        {GOOD "least_p = -1\n", "least_p is neither 0 nor 1"},
        {GOOD "nonsense\n", "line 11: expected `key = value`"},
        {GOOD "weight.a = 1 2\n", "feature a twice"},
        {GOOD "weight.b = 1\n", "line 11: expected two finite"},
        {GOOD "weight.b = 1 2 3\n", "line 11: expected two finite"},
        {GOOD "weight.b = nan 2\n", "line 11: expected two finite"},
        {GOOD "weight.b = 1 inf\n", "line 11: expected two finite"},
        {GOOD "weight.b = 1e999 1\n", "line 11: expected two finite"},
        {GOOD "weight.b = 0x10 1\n", "line 11: expected two finite"},
        {GOOD "weight.B = 1 1\n", "has no name"},
        {GOOD "weight. = 1 1\n", "has no name"},
        {HEAD "weight.a = 1 2\ndispersion = -1 1\n", "dispersion"},
        {"poise-model 1\nkind = forest\n", "line 2: unknown kind"},
        {"poise-model 1\nmax_warps = 2.5\n", "line 2: expected a whole number"},
        {"poise-model 1\nmax_warps = 1e9\n", "line 2: expected a whole number"},
        {"poise-model 1\nconfig_hash = 0123456789012345678901234567890123456789\n",
         "line 2: the text is too long"},
        {"poise-model 1\nkind = negbin\nname = a\nrecipe =\nmax_warps = 65\nl1_hit_includes_merges = 0\n"
         "training_hash =\nconfig_hash =\ndispersion = 1 1\nweight.a = 1 1\n",
         "max_warps is 65"},
        {"poise-model 1\nkind = negbin\nname = a\nrecipe =\nmax_warps = 24\nl1_hit_includes_merges = 0\n"
         "training_hash = zz\nconfig_hash =\ndispersion = 1 1\nweight.a = 1 1\n",
         "hash"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_sealed(cases[i].text);
        assert_refused(cases[i].reason);
    }
}

static void too_many_features_are_refused(void **state)
{
    (void)state;
    char text[4096] = GOOD;
    for (int i = 0; i < MODEL_MAX_FEATURES; i++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "weight.f%d = 0 0\n", i);
    write_sealed(text);
    assert_refused("too many features");
}

/* A model of kind rbf with two support vectors. */
static poise_model gaussian(void)
{
    poise_model model = thesis();
    model.kind = MODEL_RBF;
    model.n_features = 2;
    memset(model.weight, 0, sizeof model.weight);
    memset(model.dispersion, 0, sizeof model.dispersion);
    memset(model.feature + 2, 0, sizeof model.feature - 2 * sizeof model.feature[0]);
    model.kernel = poise_model_kernel_new(2);
    *model.kernel = (model_kernel){.gamma = {0.1, 2.0 / 3.0},
                                   .constant = {1.5, -0.25},
                                   .centre = {0.3, -1e-9},
                                   .scale = {2.0, 0.1},
                                   .n_support = 2,
                                   .support = model.kernel->support};
    model.kernel->support[0] = (model_support){.coefficient = {0.7, 0.0}, .z = {1.0, -0.5}};
    model.kernel->support[1] = (model_support){.coefficient = {-1.0 / 3.0, 4.9e-324}, .z = {0.1, M_PI}};
    return model;
}

static void support_vectors_survive_to_the_last_bit(void **state)
{
    (void)state;
    poise_model model = gaussian();
    poise_model back = {0};
    poise_error err = {0};
    assert_int_equal(poise_model_write(path, &model, &err), POISE_OK);
    assert_int_equal(poise_model_read(path, &back, &err), POISE_OK);
    model_kernel *kernel = back.kernel;
    if (kernel == NULL || kernel->n_support != 2) {
        fail_msg("not two support vectors: %s", err.text);
        return; /* for the analyzer */
    }
    assert_memory_equal(kernel->support, model.kernel->support, 2 * sizeof *kernel->support);
    free(kernel->support);
    kernel->support = model.kernel->support;
    assert_memory_equal(kernel, model.kernel, sizeof *kernel);
    free(kernel);
    back.kernel = model.kernel;
    assert_memory_equal(&back, &model, sizeof model);
    poise_model_free(&model);
    assert_null(model.kernel);
}

/* By hand: z = (0.35, 10), gamma |z - support|^2 = 0.1 (0.4225 + 110.25) and 0.1 (0.0625 + (10 - pi)^2). */
static void gaussian_kernels_are_summed(void **state)
{
    (void)state;
    poise_model model = gaussian();
    const double x[2] = {1.0, 1.0 - 1e-9};
    double far = 10.0 - M_PI;
    double expected = 1.5 + 0.7 * exp(-0.1 * (0.4225 + 110.25)) - exp(-0.1 * (0.0625 + far * far)) / 3.0;
    assert_true(fabs(poise_model_link(&model, 0, x) - expected) < 1e-12);
    int n = 0;
    int p = 0;
    poise_model_predict(&model, x, 24, &n, &p); /* exp(1.497) = 4.5 and exp(-0.25) = 0.78 */
    assert_int_equal(n, 4);
    assert_int_equal(p, 1);
    model.least_p = 0;
    poise_model_predict(&model, x, 12, &n, &p); /* 2.23 and 0.39 */
    assert_int_equal(n, 2);
    assert_int_equal(p, 0);
    poise_model_free(&model);
}

#define KERNEL_HEAD                                                                               \
    "poise-model 1\nkind = rbf\nname = a\nrecipe =\nmax_warps = 24\nl1_hit_includes_merges = 0\n" \
    "training_hash =\nconfig_hash =\n"
#define KERNEL KERNEL_HEAD "gamma = 1 1\nconstant = 0 0\nscaling.a = 0 1\n"
#define LINEAR_HEAD \
    "poise-model 1\nkind = linear\nname = a\nrecipe =\nmax_warps = 24\nl1_hit_includes_merges = 0\n"

static void other_kinds_have_their_own_keys(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {KERNEL, "0 features, the model 1"},
        {KERNEL "support = 1 2 3 4\n", "2 features, the model 1"},
        {KERNEL "support = 1\n", "line 12: expected two coefficients"},
        {KERNEL "support = 1 2 nan\n", "line 12: expected two coefficients"},
        {KERNEL "support = 1 2 3 x\n", "line 12: expected two coefficients"},
        {KERNEL "support = 1 2 3\nsupport = 1 2\n", "line 13: expected two coefficients"},
        {KERNEL "support = 1 2 3\nweight.b = 1 1\n", "a model of kind rbf has no key `weight.`"},
        {KERNEL "support = 1 2 3\ndispersion = 1 1\n", "a model of kind rbf has no key `dispersion`"},
        {KERNEL "gamma = 1 1\n", "line 12: this key stands twice"},
        {KERNEL_HEAD "constant = 0 0\nscaling.a = 0 1\nsupport = 1 2 3\n", "`gamma` is missing"},
        {KERNEL_HEAD "gamma = 0 1\nconstant = 0 0\nscaling.a = 0 1\nsupport = 1 2 3\n", "gamma"},
        {KERNEL_HEAD "gamma = 1 1\nconstant = 0 0\nscaling.a = 0 0\nsupport = 1 2 3\n", "scale of feature a"},
        {GOOD "gamma = 1 1\n", "a model of kind negbin has no key `gamma`"},
        {GOOD "support = 1 2 3\n", "a model of kind negbin has no key `support`"},
        {LINEAR_HEAD "training_hash =\nconfig_hash =\nweight.a = 1 2\ndispersion = 1 1\n",
         "kind linear has no key `dispersion`"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_sealed(cases[i].text);
        assert_refused(cases[i].reason);
    }
    poise_model model;
    write_sealed(KERNEL "support = 1 2 3\n");
    assert_int_equal(poise_model_read(path, &model, NULL), POISE_OK);
    assert_true(model.kernel->support[0].z[0] == 3.0);
    poise_model_free(&model);
    write_sealed(LINEAR_HEAD "training_hash =\nconfig_hash =\nweight.a = 1 2\n");
    assert_int_equal(poise_model_read(path, &model, NULL), POISE_OK);
    assert_int_equal(model.kind, MODEL_LINEAR);
    poise_model_free(&model);
}

static void too_many_support_vectors_are_refused(void **state)
{
    (void)state;
    static const char line[] = "support = 1 2 3\n";
    char *text = calloc(1, strlen(KERNEL) + (MODEL_MAX_SUPPORT + 1) * strlen(line) + 64);
    assert_non_null(text);
    char *end = stpcpy(text, KERNEL);
    for (size_t n = 1; n <= MODEL_MAX_SUPPORT + 1; n++) {
        end = stpcpy(end, line);
        if (n < MODEL_MAX_SUPPORT)
            continue;
        char checksum[POISE_HASH_TEXT];
        poise_model model;
        poise_error err = {0};
        poise_hash_bytes(text, (size_t)(end - text), checksum);
        int tail = snprintf(end, 64, "checksum = %s\n", checksum);
        spill(path, text, (size_t)(end - text) + (size_t)tail);
        assert_int_equal(poise_model_read(path, &model, &err),
                         n > MODEL_MAX_SUPPORT ? POISE_DAMAGED : POISE_OK);
        if (n > MODEL_MAX_SUPPORT)
            assert_contains(err.text, "too many support vectors");
        poise_model_free(&model);
    }
    free(text);
}

static void an_edited_file_is_refused(void **state)
{
    (void)state;
    spill(path, GOOD "checksum = 00000000000000000000000000000000\n", strlen(GOOD) + 44);
    assert_refused("checksum does not match");
    spill(path, GOOD, strlen(GOOD));
    assert_refused("no checksum");
    spill(path, "", 0);
    assert_refused("not a model file");
}

static void a_missing_file_is_a_failure_not_damage(void **state)
{
    (void)state;
    poise_model model;
    poise_error err = {0};
    assert_int_equal(poise_model_read("/nonexistent/a.model", &model, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "/nonexistent/a.model"));
}

static void a_wrong_model_is_not_written(void **state)
{
    (void)state;
    poise_error err = {0};
    poise_model model = thesis();
    model.weight[0][3] = NAN;
    spill(path, "before", 6);
    assert_int_equal(poise_model_write(path, &model, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "eta_one"));
    size_t size = 0;
    char *text = read_all(path, &size);
    assert_string_equal(text, "before");
    free(text);

    model = thesis();
    (void)snprintf(model.name, sizeof model.name, "two\nlines");
    assert_int_equal(poise_model_write(path, &model, &err), POISE_USAGE);
    model = thesis();
    memset(model.recipe, 'x', sizeof model.recipe); /* not terminated */
    assert_int_equal(poise_model_write(path, &model, &err), POISE_USAGE);
    model = thesis();
    model.kind = (model_kind)7;
    assert_int_equal(poise_model_write(path, &model, &err), POISE_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_thesis_model_is_table_5_3),
        cmocka_unit_test(numbers_survive_to_the_last_bit),
        cmocka_unit_test(prediction_is_exp_scaled_rounded_and_clamped),
        cmocka_unit_test(link_is_the_sum_of_products),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(a_sealed_minimal_file_is_read),
        cmocka_unit_test(least_p_is_written_when_it_is_0),
        cmocka_unit_test(wrong_content_is_refused_with_its_line),
        cmocka_unit_test(too_many_features_are_refused),
        cmocka_unit_test(support_vectors_survive_to_the_last_bit),
        cmocka_unit_test(gaussian_kernels_are_summed),
        cmocka_unit_test(other_kinds_have_their_own_keys),
        cmocka_unit_test(too_many_support_vectors_are_refused),
        cmocka_unit_test(an_edited_file_is_refused),
        cmocka_unit_test(a_missing_file_is_a_failure_not_damage),
        cmocka_unit_test(a_wrong_model_is_not_written),
    };
    return cmocka_run_group_tests(tests, make_path, remove_test_folder);
}
