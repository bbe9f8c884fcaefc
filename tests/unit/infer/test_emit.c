/* Emitted C compiles without warnings against poise_infer alone and passes its own self-test; JSON says what
 * the weights are; hostile texts stay inside comments. */
#include "infer_test.h"

#include "common/file.h"
#include "infer/emit.h"
#include "infer/quantise.h"
#include "tests/folder.h"

#include <jansson.h>
#include <math.h>

static char engine[4096]; /* the folder of poise_infer.c */

static int make_folder(void **state)
{
    if (make_test_folder(state) != 0 ||
        poise_find_installed("infer/poise_infer.c", engine, sizeof engine, NULL)) {
        return -1;
    }
    *strrchr(engine, '/') = '\0';
    return 0;
}

/* Status of a shell command run in the test's folder; $ENGINE is the folder of poise_infer.c. */
static int shell(const char *command)
{
    char line[3 * 4096];
    snprintf(line, sizeof line, "cd '%s' && ENGINE='%s' && %s", test_folder, engine, command);
    return system(line);
}

static void emit(const poise_model *model, bool as_header, const char *name)
{
    poise_weights weights;
    assert_int_equal(poise_quantise(model, &weights, NULL), POISE_OK);
    assert_int_equal(poise_emit_c(model, &weights, as_header, test_path(name), NULL), POISE_OK);
}

#define CC_STRICT "${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I\"$ENGINE\""

static void source_compiles_and_passes_its_self_test(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    emit(&model, false, "model.c");
    assert_int_equal(
        shell("echo 'int poise_model_self_test(void); int main(void) { return poise_model_self_test(); }'"
              " > main.c && " CC_STRICT " -o a main.c model.c \"$ENGINE\"/poise_infer.c && ./a"),
        0);
}

static void header_compiles_and_passes_its_self_test(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    emit(&model, true, "model.h");
    assert_int_equal(shell("echo '#include \"model.h\"' > main.c && echo '#include \"model.h\"' >> main.c && "
                           "echo 'int main(void) { return poise_model_self_test(); }' >> main.c && " CC_STRICT
                           " -o b main.c \"$ENGINE\"/poise_infer.c && ./b"),
                     0);
}

/* Sums so small that p = 0 everywhere: without the field it would be 1. */
static void p_0_is_part_of_the_source(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    emit(&model, true, "model.h");
    assert_int_equal(shell("! grep -q zero_p model.h"),
                     0); /* sources of the thesis' rule are what they were */
    model.least_p = 0;
    model.weight[1][POISE_FEATURES - 1] -= 100;
    emit(&model, true, "model.h");
    assert_int_equal(shell("echo '#include \"model.h\"' > main.c && "
                           "echo 'int main(void) { return poise_model_self_test(); }' >> main.c && " CC_STRICT
                           " -o d main.c \"$ENGINE\"/poise_infer.c && ./d"),
                     0);
    assert_int_equal(shell("sed -i '/zero_p = true/d' model.h && " CC_STRICT
                           " -o e main.c \"$ENGINE\"/poise_infer.c && ./e"),
                     256);
}

/* With another model's weights in place of its own, the self-test notices. */
static void self_test_fails_with_wrong_weights(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    emit(&model, true, "model.h");
    assert_int_equal(shell("echo '#include \"model.h\"' > main.c && "
                           "echo 'int main(void) { return poise_model_self_test() != 0; }' >> main.c && "
                           "sed -i 's/{[0-9-]*, \\(.*\\)},$/{0, \\1},/' model.h && " CC_STRICT
                           " -o c main.c \"$ENGINE\"/poise_infer.c && ./c"),
                     256);
}

static void hostile_texts_stay_in_the_comment(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    snprintf(model.name, sizeof model.name, "%s", "*/ int system(); /*");
    snprintf(model.recipe, sizeof model.recipe, "%s", "ends in a backslash \\ and a trigraph \?\?/");
    emit(&model, false, "hostile.c");
    assert_int_equal(shell("! grep -q 'system()' hostile.c || grep -q '__ int system(); __' hostile.c"), 0);
    assert_int_equal(shell(CC_STRICT " -c hostile.c"), 0);
}

static void hostile_texts_stay_in_the_comment_of_verilog(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    snprintf(model.name, sizeof model.name, "%s", "a\nmodule evil; endmodule // \\");
    snprintf(model.recipe, sizeof model.recipe, "%s", "b\r\n`define clk \\");
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    assert_int_equal(poise_emit_verilog(&model, &weights, test_path("hostile.v"), NULL), POISE_OK);
    assert_int_equal(shell("! grep -v '^//' hostile.v | grep -q -e evil -e 'define clk'"), 0);
    assert_int_equal(shell("grep -q '^//.*evil' hostile.v && grep -q '^//.*define clk' hostile.v"), 0);
    assert_int_equal(shell("! grep -q '^//.*[\\]' hostile.v"), 0);
}

static void json_describes_the_weights(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    model.least_p = 0;
    poise_weights weights;
    poise_sweep sweep;
    const char *path = test_path("model.json");
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    poise_precision_sweep(&model, &weights, 1000, &sweep);
    assert_int_equal(poise_emit_json(&model, &weights, &sweep, path, NULL), POISE_OK);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    assert_int_equal(json_integer_value(json_object_get(root, "sweep_vectors")), 1000);
    assert_int_equal(json_integer_value(json_object_get(root, "least_p")), 0);
    json_t *links = json_object_get(root, "outputs");
    assert_int_equal(json_array_size(links), POISE_OUTPUTS);
    for (size_t output = 0; output < POISE_OUTPUTS; output++) {
        json_t *features = json_object_get(json_array_get(links, output), "features");
        assert_int_equal(json_array_size(features), POISE_FEATURES);
        for (size_t i = 0; i < POISE_FEATURES; i++) {
            json_t *feature = json_array_get(features, i);
            assert_int_equal(json_integer_value(json_object_get(feature, "weight_bits")),
                             weights.weight[output][i]);
            double value = json_real_value(json_object_get(feature, "weight"));
            assert_true(fabs(value - model.weight[output][i]) < 1e-6);
        }
    }
    json_decref(root);
}

static void a_folder_that_does_not_exist_is_an_error(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    poise_sweep sweep = {0};
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    assert_int_equal(poise_emit_c(&model, &weights, false, "/nonexistent/x.c", NULL), POISE_FAILED);
    assert_int_equal(poise_emit_verilog(&model, &weights, "/nonexistent/x.v", NULL), POISE_FAILED);
    assert_int_equal(poise_emit_json(&model, &weights, &sweep, "/nonexistent/x.json", NULL), POISE_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_compiles_and_passes_its_self_test),
        cmocka_unit_test(header_compiles_and_passes_its_self_test),
        cmocka_unit_test(p_0_is_part_of_the_source),
        cmocka_unit_test(self_test_fails_with_wrong_weights),
        cmocka_unit_test(hostile_texts_stay_in_the_comment),
        cmocka_unit_test(hostile_texts_stay_in_the_comment_of_verilog),
        cmocka_unit_test(json_describes_the_weights),
        cmocka_unit_test(a_folder_that_does_not_exist_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_test_folder);
}
