/* Models in the files of LIBLINEAR and libsvm: what is written is read, and nothing else is accepted. */
#include "models/feature_names.h"
#include "models/foreign.h"
#include "tests/folder.h"

#include <math.h>

static const double x[MODEL_THESIS_FEATURES] = {0.2, 0.6, 0.1, 0.5, 0.16, 1.28, 3.5, 1.0};

static poise_model weighted(void)
{
    poise_model model;
    assert_int_equal(poise_model_read("models/thesis.model", &model, NULL), POISE_OK);
    return model;
}

static void round_trip(const poise_model *model, model_foreign format)
{
    poise_model back;
    poise_error err = {0};
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        assert_int_equal(poise_model_export(model, output, format, test_path(output == 0 ? "n" : "p"), &err),
                         POISE_OK);
    char for_n[256];
    snprintf(for_n, sizeof for_n, "%s", test_path("n"));
    if (poise_model_import(for_n, test_path("p"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        assert_true(fabs(poise_model_link(&back, output, x) - poise_model_link(model, output, x)) < 1e-13);
    poise_model_free(&back);
}

static void weights_go_out_and_come_back(void **state)
{
    (void)state;
    poise_model model = weighted();
    round_trip(&model, MODEL_LIBLINEAR);
    round_trip(&model, MODEL_LIBSVM);
}

static void support_vectors_go_out_and_come_back(void **state)
{
    (void)state;
    poise_model model = weighted();
    memset(model.weight, 0, sizeof model.weight);
    model.kind = MODEL_RBF;
    model.kernel = poise_model_kernel_new(3);
    for (size_t v = 0; v < 3; v++) {
        model.kernel->support[v].coefficient[0] = 1.0 / (double)(3 + v);
        model.kernel->support[v].coefficient[1] = v == 1 ? 0.0 : -0.1;
        for (int i = 0; i < MODEL_THESIS_FEATURES; i++)
            model.kernel->support[v].z[i] = sin(1.0 + (double)v + i);
    }
    for (int i = 0; i < MODEL_THESIS_FEATURES; i++)
        model.kernel->scale[i] = 1.0;
    model.kernel->gamma[0] = 0.1;
    model.kernel->gamma[1] = 1.0 / 3.0;
    model.kernel->constant[0] = 0.7;
    round_trip(&model, MODEL_LIBSVM);
    poise_error err = {0};
    assert_int_equal(poise_model_export(&model, 0, MODEL_LIBLINEAR, test_path("n"), &err), POISE_USAGE);
    assert_contains(err.text, "support vectors");
    poise_model_free(&model);
}

#define LINEAR "solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature 2\nbias -1\nw\n1\n2\n"
#define VECTOR "svm_type nu_svr\nkernel_type rbf\ngamma 1\nnr_class 2\ntotal_sv 1\nrho 0\nSV\n"

static void import(const char *text, int code, const char *reason)
{
    poise_model model;
    poise_error err = {0};
    spill(test_path("foreign"), text, strlen(text));
    char same[256];
    snprintf(same, sizeof same, "%s", test_path("foreign"));
    int found = poise_model_import(same, same, &model, &err);
    if (found != code || strstr(err.text, reason) == NULL)
        fail_msg("\"%s\" gives %d, '%s'; expected %d and '%s'", text, found, err.text, code, reason);
    poise_model_free(&model);
}

static void wrong_content_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "neither a model of LIBLINEAR"},
        {"hello\n", "neither a model of LIBLINEAR"},
        {"solver_type L2R_LR\n", "line 1: this solver is not one"},
        {"solver_type L2R_L2LOSS_SVR\nnr_class two\n", "line 2: expected 'nr_class' and a number"},
        {"solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature 9\nbias -1\nw\n",
         "line 3: the model is not one of the 8"},
        {"solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature 0.5\nbias -1\nw\n",
         "line 3: the model is not one of the 8"},
        {"solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature 2\nbias -1\nw\n1\n", "expected a weight"},
        {"solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature 1\nbias -1\nw\nnan\n",
         "line 6: expected a weight"},
        {LINEAR "3\n", "line 8: there are more weights"},
        {"svm_type c_svc\n", "line 1: this model is not one"},
        {"svm_type nu_svr\nkernel_type polynomial\n", "line 2: the kernel is neither"},
        {"svm_type nu_svr\nkernel_type rbf\ntotal_sv 1\nrho 0\nSV\n", "gamma, total_sv or rho is missing"},
        {"svm_type nu_svr\nkernel_type rbf\ngamma 1\ntotal_sv 5000\nrho 0\nSV\n", "total_sv is not"},
        {"svm_type nu_svr\nkernel_type rbf\ngamma 1\ntotal_sv 1e99\nrho 0\nSV\n", "total_sv is not"},
        {"svm_type nu_svr\nkernel_type rbf\ngamma 0\ntotal_sv 1\nrho 0\nSV\n", "gamma is not more"},
        {"svm_type nu_svr\ncolour red\n", "line 2: unknown key"},
        {"svm_type nu_svr\nrho\n", "line 2: expected a key"},
        {"svm_type nu_svr\nrho 0 1\n", "line 2: expected one finite"},
        {"svm_type nu_svr\nkernel_type rbf\n", "there are no support vectors"},
        {VECTOR, "fewer support vectors"},
        {VECTOR "1 1:1\n1 1:1\n", "line 9: there are more support vectors"},
        {VECTOR "x 1:1\n", "line 8: expected a coefficient"},
        {VECTOR "1 1:1 1:1\n", "line 8: the indices"},
        {VECTOR "1 0:1\n", "line 8: the indices"},
        {VECTOR "1 9:1\n", "line 8: the indices"},
        {VECTOR "1 1\n", "line 8: expected index:value"},
        {VECTOR "1 1:inf\n", "line 8: expected index:value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        import(cases[i].text, POISE_DAMAGED, cases[i].reason);
    import(LINEAR, POISE_OK, "");
    import(VECTOR "1 1:1 8:2\n", POISE_OK, "");
    poise_error err = {0};
    poise_model model;
    assert_int_equal(poise_model_import(test_path("nowhere"), "nowhere", &model, &err), POISE_FAILED);
}

static void a_linear_and_a_gaussian_model_do_not_go_together(void **state)
{
    (void)state;
    poise_model model;
    poise_error err = {0};
    char linear[256];
    spill(test_path("linear"), LINEAR, strlen(LINEAR));
    spill(test_path("vector"), VECTOR "1 1:1\n", strlen(VECTOR "1 1:1\n"));
    snprintf(linear, sizeof linear, "%s", test_path("linear"));
    assert_int_equal(poise_model_import(linear, test_path("vector"), &model, &err), POISE_USAGE);
    assert_contains(err.text, "one model is linear");
}

/* bias 10 and weight 0.5 of it are a constant of 5. */
static void the_constant_of_liblinear_is_a_weight(void **state)
{
    (void)state;
    poise_model model;
    char path[256];
    static const char text[] =
        "solver_type L2R_L2LOSS_SVR_DUAL\nnr_class 2\nnr_feature 1\nbias 10\nw\n2 \n0.5 \n";
    spill(test_path("bias"), text, strlen(text));
    snprintf(path, sizeof path, "%s", test_path("bias"));
    assert_int_equal(poise_model_import(path, path, &model, NULL), POISE_OK);
    assert_true(model.weight[0][0] == 2.0 && model.weight[1][MODEL_X_constant] == 5.0);
    poise_model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_go_out_and_come_back),
        cmocka_unit_test(support_vectors_go_out_and_come_back),
        cmocka_unit_test(wrong_content_is_refused_with_its_line),
        cmocka_unit_test(a_linear_and_a_gaussian_model_do_not_go_together),
        cmocka_unit_test(the_constant_of_liblinear_is_a_weight),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
