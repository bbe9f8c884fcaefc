/* Models of loads: what is written is read back, and what is no such model is refused. */
#include "common/file.h"
#include "models/load_model.h"
#include "tests/folder.h"

#include <math.h>

static poise_load_model some_model(void)
{
    return (poise_load_model){.name = "some",
                              .recipe = "by hand",
                              .weight = {4, -1. / 3, 1e-9, 0, -2.5, 1e30, 0.1, -1},
                              .training_hash = "0123456789abcdef0123456789abcdef"};
}

static void there_and_back(void **state)
{
    (void)state;
    poise_load_model model = some_model(), back;
    poise_error err = {0};
    assert_int_equal(poise_load_model_write(test_path("a.model"), &model, NULL), POISE_OK);
    if (poise_load_model_read(test_path("a.model"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_string_equal(back.name, model.name);
    assert_string_equal(back.recipe, model.recipe);
    assert_memory_equal(back.weight, model.weight, sizeof model.weight);
    assert_string_equal(back.training_hash, model.training_hash);
    assert_string_equal(back.config_hash, model.config_hash);
}

static void the_score_is_the_weighted_sum(void **state)
{
    (void)state;
    poise_load_model model = {.weight = {1, 2, 4, 8, 16, 32, 64, 128}};
    assert_true(poise_load_model_score(&model, (double[]){1, 0, 1, 0, 0.5, 0, 0, -1}) == 1 + 4 + 8 - 128);
}

static void what_is_no_model_is_not_written(void **state)
{
    (void)state;
    poise_load_model model = some_model();
    poise_error err = {0};
    model.weight[MODEL_LOAD_wasted_one] = NAN;
    assert_int_equal(poise_load_model_write(test_path("b.model"), &model, &err), POISE_USAGE);
    assert_contains(err.text, "the weight of feature wasted_one is not a finite number");
    model = some_model();
    model.name[0] = '\0';
    assert_int_equal(poise_load_model_check(&model, &err), POISE_USAGE);
    model = some_model();
    model.config_hash[0] = 'x';
    assert_int_equal(poise_load_model_check(&model, &err), POISE_USAGE);
}

static const char texts[] = "kind = loads\nname = x\nrecipe = x\ntraining_hash =\nconfig_hash =\n";
static const char weights[] = "weight.h_one = 1\nweight.m_one = 1\nweight.h_max = 1\nweight.m_max = 1\n"
                              "weight.log2_lines = 1\nweight.unkept_log2_lines = 1\n";
static const char *seventh = "weight.wasted_one = 1\n";

/* Writes texts, weights of all features but the constant, and `rest`, with magic and checksum. */
static const char *sealed(const char *first, const char *rest)
{
    char text[1024], whole[1200], checksum[POISE_HASH_TEXT];
    (void)snprintf(text, sizeof text, "poise-model 1\n%s%s%s%s", first, weights, seventh, rest);
    poise_hash_bytes(text, strlen(text), checksum);
    int length = snprintf(whole, sizeof whole, "%schecksum = %s\n", text, checksum);
    FILE *file = fopen(test_path("c.model"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(whole, 1, (size_t)length, file), length);
    assert_int_equal(fclose(file), 0);
    return test_path("c.model");
}

static void assert_damaged(const char *first, const char *rest, const char *reason)
{
    static const poise_load_model nothing;
    poise_load_model back;
    poise_error err = {0};
    assert_int_equal(poise_load_model_read(sealed(first, rest), &back, &err), POISE_DAMAGED);
    assert_contains(err.text, reason);
    assert_memory_equal(&back, &nothing, sizeof back);
}

static void damaged_files(void **state)
{
    (void)state;
    poise_load_model back;
    poise_model other;
    poise_error err = {0};
    const char good[] = "# comment\nweight.constant = -0.25\n";
    assert_int_equal(poise_load_model_read(sealed(texts, good), &back, &err), POISE_OK);
    assert_true(back.weight[MODEL_LOAD_constant] == -0.25);
    assert_int_equal(poise_model_read(test_path("c.model"), &other, &err), POISE_DAMAGED);
    assert_contains(err.text, "chooses load instructions and no warp-tuple");
    assert_damaged(texts, "", "the key `weight.constant` is missing");
    assert_damaged("kind = loads\n", good, "the key `name` is missing");
    assert_damaged("kind = linear\n", good, "not a model of loads");
    assert_damaged(texts, "weight.constant = 1\nweight.constant = 1\n", "line 15: this key stands twice");
    assert_damaged(texts, "kind = choice\n", "this key stands twice");
    assert_damaged(texts, "weight.h_two = 1\n", "no such key");
    assert_damaged(texts, "max_warps = 24\n", "no such key");
    assert_damaged(texts, "weight.constant = 1 2\n", "one finite decimal number");
    assert_damaged(texts, "weight.constant = nan\n", "one finite decimal number");
    assert_damaged(texts, "weight.constant = 1e999\n", "one finite decimal number");
    assert_damaged(texts, "weight.constant =\n", "one finite decimal number");
    assert_damaged(texts, "weight.constant: 1\n", "expected `key = value`");
    assert_int_equal(poise_load_model_read(test_path("absent"), &back, &err), POISE_FAILED);
}

/* Models had the share of the accesses before wasted_one; most gave it no weight. */
static void older_models_are_read(void **state)
{
    (void)state;
    poise_load_model back;
    poise_error err = {0};
    const char rest[] = "weight.constant = -0.25\n";
    seventh = "weight.share = 0\n";
    assert_int_equal(poise_load_model_read(sealed(texts, rest), &back, &err), POISE_OK);
    assert_true(back.weight[MODEL_LOAD_wasted_one] == 0 && back.weight[MODEL_LOAD_constant] == -0.25);
    seventh = "weight.share = 0.5\n";
    assert_damaged(texts, rest, "line 13: the share of the accesses is no feature any more");
    seventh = "weight.share = 0\nweight.wasted_one = 1\n";
    assert_damaged(texts, rest, "this key stands twice");
    seventh = "weight.wasted_one = 1\nweight.share = 0\n";
    assert_damaged(texts, rest, "no such key");
    seventh = "weight.wasted_one = 1\n";
}

static void other_kinds_are_not_taken(void **state)
{
    (void)state;
    poise_load_model back;
    poise_error err = {0};
    assert_int_equal(poise_load_model_read("models/thesis.model", &back, &err), POISE_DAMAGED);
    assert_contains(err.text, "not a model of loads");
    assert_int_equal(poise_load_model_read("README.md", &back, &err), POISE_DAMAGED);
    assert_contains(err.text, "not a model file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(the_score_is_the_weighted_sum),
        cmocka_unit_test(what_is_no_model_is_not_written),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(older_models_are_read),
        cmocka_unit_test(other_kinds_are_not_taken),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
