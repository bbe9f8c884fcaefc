/* What JSON says of compiled models: each member, and a sentence instead of a file that lacks one. */
#include "infer_test.h"

#include "infer/cost.h"
#include "infer/emit.h"
#include "infer/emit_loads.h"
#include "tests/folder.h"

#include <jansson.h>
#include <math.h>

/* ---- allocations of jansson: the one that `left` counts down to fails ---- */
static long left;
static bool has_failed;

static void *allocate(size_t size)
{
    if (left > 0 && --left == 0) {
        has_failed = true;
        return NULL;
    }
    return malloc(size);
}

/* ---- models of each kind ---- */

/* Frees the model. */
static int emit_model(poise_model *model, const char *path)
{
    poise_weights weights = compiled(model);
    const poise_sweep sweep = {0};
    const int code = poise_emit_json(model, &weights, &sweep, path, NULL);
    poise_weights_free(&weights);
    poise_model_free(model);
    return code;
}

static int emit_links(const char *path)
{
    poise_model model = thesis_model();
    return emit_model(&model, path);
}

static int emit_choice(const char *path)
{
    poise_model model = thesis_model();
    model.kind = MODEL_CHOICE;
    memset(model.weight, 0, sizeof model.weight);
    model.choice = poise_model_choice_new(2);
    assert_non_null(model.choice);
    for (int t = 0; t < 2; t++)
        model.choice->tuple[t] = (model_tuple){.n = 1 + t, .p = 1, .weight[POISE_FEATURES - 1] = 1 + t};
    return emit_model(&model, path);
}

static int emit_kernel(const char *path)
{
    poise_model model = thesis_model();
    model.kind = MODEL_RBF;
    memset(model.weight, 0, sizeof model.weight);
    model.kernel = poise_model_kernel_new(1);
    assert_non_null(model.kernel);
    for (int i = 0; i < POISE_FEATURES; i++)
        model.kernel->scale[i] = 1;
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        model.kernel->gamma[output] = 0.1;
        model.kernel->support[0].coefficient[output] = 1;
    }
    return emit_model(&model, path);
}

static poise_load_model load_model(void)
{
    poise_load_model model = {.name = "loads", .recipe = "by hand"};
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        model.weight[i] = (i + 1) * 0.25 / poise_load_range[i];
    return model;
}

static const poise_load_sweep load_sweep = {
    .deviation = 0.125, .vectors = 30, .differing = 20, .unexplained = 10};
enum { ENTRIES = 16 };

static int emit_loads(const char *path)
{
    const poise_load_model model = load_model();
    poise_load_weights weights;
    assert_int_equal(poise_quantise_loads(&model, POISE_ACCURACY_LOADS, &weights, NULL), POISE_OK);
    return poise_emit_loads_json(&model, &weights, ENTRIES, &load_sweep, path, NULL);
}

/* ---- tests ---- */

/* Whichever allocation fails: there is a file with everything, or none. */
static void nothing_is_left_out_without_memory(void **state)
{
    (void)state;
    static int (*const emit[])(const char *path) = {emit_links, emit_choice, emit_kernel, emit_loads};
    for (size_t kind = 0; kind < sizeof emit / sizeof *emit; kind++) {
        const char *path = test_path("memory.json");
        long k = 0;
        do {
            unlink(path);
            json_set_alloc_funcs(allocate, free);
            left = ++k;
            has_failed = false;
            const int code = emit[kind](path);
            left = 0;
            json_set_alloc_funcs(malloc, free);
            if (code != (has_failed ? POISE_FAILED : POISE_OK) || (access(path, F_OK) == 0) == has_failed)
                fail_msg("kind %zu, allocation %ld: code %d", kind, k, code);
        } while (has_failed);
        assert_true(k > 50);
    }
}

static void is_text(const json_t *of, const char *name, const char *expected)
{
    const char *text = json_string_value(json_object_get(of, name));
    if (text == NULL || strcmp(text, expected) != 0)
        fail_msg("%s is %s, not %s", name, text ? text : "absent", expected);
}

static void is_integer(const json_t *of, const char *name, json_int_t expected)
{
    const json_t *value = json_object_get(of, name);
    if (!json_is_integer(value) || json_integer_value(value) != expected)
        fail_msg("%s is %lld, not %lld", name, (long long)json_integer_value(value), (long long)expected);
}

static void is_real(const json_t *of, const char *name, double expected)
{
    const double value = json_real_value(json_object_get(of, name));
    if (!(fabs(value - expected) <= 1e-9 * fabs(expected)))
        fail_msg("%s is %g, not %g", name, value, expected);
}

static void loads_are_described(void **state)
{
    (void)state;
    const poise_load_model model = load_model();
    poise_load_weights weights;
    assert_int_equal(poise_quantise_loads(&model, POISE_ACCURACY_LOADS, &weights, NULL), POISE_OK);
    const char *path = test_path("loads.json");
    assert_int_equal(emit_loads(path), POISE_OK);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    is_text(root, "format", "poise-compiled-loads");
    is_text(root, "creator", "poise " POISE_VERSION);
    is_text(root, "model", "loads");
    is_text(root, "recipe", "by hand");
    is_integer(root, "feature_fraction_bits", POISE_FEATURE_BITS);
    is_integer(root, "fraction_bits", weights.shift);
    is_integer(root, "table_entries", ENTRIES);
    is_integer(root, "table_bits_per_sm", poise_load_table_bits(&weights, ENTRIES));
    is_integer(root, "sweep_vectors", 30);
    is_integer(root, "sweep_differing", 20);
    is_integer(root, "sweep_unexplained", 10);
    is_real(root, "largest_error", 0.125);
    const json_t *features = json_object_get(root, "features");
    assert_int_equal(json_array_size(features), POISE_LOAD_FEATURES);
    for (size_t i = 0; i < POISE_LOAD_FEATURES; i++) {
        const json_t *feature = json_array_get(features, i);
        is_text(feature, "name", model_load_feature_name[i]);
        is_text(feature, "definition", model_load_feature_definition[i]);
        is_real(feature, "range", poise_load_range[i]);
        is_integer(feature, "weight_bits", weights.weight[i]);
        is_real(feature, "weight", weights.weight[i] * ldexp(1, -weights.shift) / poise_load_range[i]);
    }
    json_decref(root);
}

/* A table keeps of a load what its model asks for. */
static void tables_are_as_large_as_their_model_asks(void **state)
{
    (void)state;
    static const struct {
        int feature;
        unsigned entry_bits, lengths;
    } cases[] = {
        {MODEL_LOAD_h_one, 0, 2},
        {MODEL_LOAD_h_max, POISE_LOAD_MAX_BITS, 3},
        {MODEL_LOAD_wasted_one, POISE_LOAD_LINE_COUNTER_BITS, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        poise_load_model model = {.name = "one"};
        poise_load_weights weights;
        model.weight[cases[i].feature] = 1;
        assert_int_equal(poise_quantise_loads(&model, POISE_ACCURACY_LOADS, &weights, NULL), POISE_OK);
        const unsigned entry = POISE_LOAD_ENTRY_BITS + POISE_LOAD_LIST_ENTRY_BITS + cases[i].entry_bits;
        assert_int_equal(poise_load_entry_bits(&weights), entry);
        assert_int_equal(poise_load_table_bits(&weights, 10),
                         10 * entry + cases[i].lengths * POISE_LOAD_LENGTH_BITS + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_out_without_memory),
        cmocka_unit_test(loads_are_described),
        cmocka_unit_test(tables_are_as_large_as_their_model_asks),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
