/* Model files of kind choice: what is written is read back, and what is no such model is refused. */
#include "common/file.h"
#include "models/model_file.h"
#include "tests/folder.h"

static poise_model two_tuples(void)
{
    poise_model model = {.kind = MODEL_CHOICE, .name = "two", .n_features = 2, .max_warps = 24, .least_p = 0};
    (void)snprintf(model.feature[0], MODEL_NAME_TEXT, "h_max");
    (void)snprintf(model.feature[1], MODEL_NAME_TEXT, "constant");
    model.choice = poise_model_choice_new(2);
    assert_non_null(model.choice);
    model.choice->tuple[0] = (model_tuple){.n = 24, .p = 0, .weight = {1. / 3, -0.5}};
    model.choice->tuple[1] = (model_tuple){.n = 4, .p = 4, .weight = {-1e-9, 0}};
    return model;
}

static void there_and_back(void **state)
{
    (void)state;
    poise_model model = two_tuples(), back;
    assert_int_equal(poise_model_write(test_path("a.model"), &model, NULL), POISE_OK);
    poise_error err = {0};
    if (poise_model_read(test_path("a.model"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(back.kind, MODEL_CHOICE);
    assert_int_equal(back.n_features, 2);
    assert_string_equal(back.feature[1], "constant");
    assert_int_equal(back.choice->n_tuples, 2);
    assert_memory_equal(back.choice->tuple, model.choice->tuple, 2 * sizeof *model.choice->tuple);
    poise_model_free(&model);
    poise_model_free(&back);
}

static void the_least_cost_is_chosen(void **state)
{
    (void)state;
    poise_model model = two_tuples();
    assert_int_equal(poise_model_choose(&model, (double[]){1, 1}), 0);
    assert_int_equal(poise_model_choose(&model, (double[]){2, 1}), 1);
    assert_int_equal(poise_model_choose(&model, (double[]){0, 0}), 0); /* the first of equals */
    poise_model_free(&model);
}

static void assert_refused(poise_model *model, const char *reason)
{
    poise_error err = {0};
    assert_int_equal(poise_model_check(model, &err), POISE_USAGE);
    assert_contains(err.text, reason);
    poise_model_free(model);
}

static void no_such_models(void **state)
{
    (void)state;
    poise_model model = two_tuples();
    model.least_p = 1;
    assert_refused(&model, "tuple {24,0}");
    model = two_tuples();
    model.choice->tuple[1].p = 5;
    assert_refused(&model, "tuple {4,5}");
    model = two_tuples();
    model.choice->tuple[1].n = 25;
    assert_refused(&model, "tuple {25,4}");
    model = two_tuples();
    model.choice->tuple[1].weight[1] = 1e308 * 10;
    assert_refused(&model, "not a finite number");
    model = two_tuples();
    model.choice->tuple[1].n = 24;
    model.choice->tuple[1].p = 0;
    assert_refused(&model, "{24,0} twice");
    model = two_tuples();
    model.choice->n_tuples = 0;
    assert_refused(&model, "0 tuples");
    model = two_tuples();
    model.kind = MODEL_LINEAR;
    assert_refused(&model, "others have none");
}

/* Lines between the magic and the checksum. */
static void assert_damaged(const char *features, const char *tuples, const char *reason)
{
    char text[1024], sealed[1200], checksum[POISE_HASH_TEXT];
    poise_model back;
    poise_error err = {0};
    (void)snprintf(text, sizeof text,
                   "poise-model 1\nkind = choice\nname = x\nrecipe = x\nmax_warps = 24\n"
                   "l1_hit_includes_merges = 0\nleast_p = 0\ntraining_hash =\nconfig_hash =\n%s%s",
                   features, tuples);
    poise_hash_bytes(text, strlen(text), checksum);
    int size = snprintf(sealed, sizeof sealed, "%schecksum = %s\n", text, checksum);
    spill(test_path("b.model"), sealed, (size_t)size);
    int rc = poise_model_read(test_path("b.model"), &back, &err);
    if (reason == NULL) {
        assert_int_equal(rc, POISE_OK);
        poise_model_free(&back);
        return;
    }
    assert_int_equal(rc, POISE_DAMAGED);
    assert_contains(err.text, reason);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    assert_damaged("features = a b\n", "tuple = 3 0 0.5 1\ntuple = 3 1 0 -2\n", NULL);
    assert_damaged("", "tuple = 3 0 0.5 1\n", "`features` is missing");
    assert_damaged("features = a b\n", "", "0 weights");
    assert_damaged("features = a b c\n", "tuple = 3 0 0.5 1\n", "2 weights, the model 3 features");
    assert_damaged("features = a b\n", "tuple = 3 0 0.5 1\ntuple = 3 1 1\n", "expected N, p and the weights");
    assert_damaged("features = a b\n", "tuple = 3.5 0 0.5 1\n", "expected N, p and the weights");
    assert_damaged("features = a b\n", "tuple = 3 0 0.5 nan\n", "expected N, p and the weights");
    assert_damaged("features = a a\n", "tuple = 3 0 0.5 1\n", "feature a twice");
    assert_damaged("features = a b\n", "tuple = 3 0 0.5 1\nweight.a = 1 1\n", "no key `weight.`");
    assert_damaged("features = a b\n", "tuple = 30 0 0.5 1\n", "tuple {30,0}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(the_least_cost_is_chosen),
        cmocka_unit_test(no_such_models),
        cmocka_unit_test(damaged_files_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
