#include "models/foreign.h"

#include "common/file.h"

const char *const model_foreign_name[MODEL_FOREIGN_FORMATS] = {"liblinear", "libsvm"};

static void print_liblinear(FILE *out, const poise_model *model, int output)
{
    (void)fprintf(out, "solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature %d\nbias -1\nw\n",
                  model->n_features);
    for (int i = 0; i < model->n_features; i++)
        (void)fprintf(out, "%.17g \n", model->weight[output][i]);
}

static void print_vector(FILE *out, double coefficient, const double *z, int n)
{
    (void)fprintf(out, "%.17g", coefficient);
    for (int i = 0; i < n; i++)
        (void)fprintf(out, " %d:%.17g", i + 1, z[i]);
    (void)fputs(" \n", out);
}

/* A weighted sum is a linear kernel with the weights as its only support vector. */
static void print_libsvm_linear(FILE *out, const poise_model *model, int output)
{
    (void)fputs("svm_type epsilon_svr\nkernel_type linear\nnr_class 2\ntotal_sv 1\nrho 0\nSV\n", out);
    print_vector(out, 1.0, model->weight[output], model->n_features);
}

static void print_libsvm_rbf(FILE *out, const poise_model *model, int output)
{
    const model_kernel *kernel = model->kernel;
    (void)fprintf(
        out, "svm_type epsilon_svr\nkernel_type rbf\ngamma %.17g\nnr_class 2\ntotal_sv %zu\nrho %.17g\nSV\n",
        kernel->gamma[output], kernel->n_support, -kernel->constant[output]);
    for (size_t v = 0; v < kernel->n_support; v++)
        print_vector(out, kernel->support[v].coefficient[output], kernel->support[v].z, model->n_features);
}

int poise_model_export(const poise_model *model, int output, model_foreign format, const char *path,
                       poise_error *err)
{
    if (model->kind == MODEL_CHOICE)
        return poise_fail(err, POISE_USAGE,
                          "a choice among tuples is no pair of regressions, which these formats hold");
    if (format == MODEL_LIBLINEAR && model->kind == MODEL_RBF)
        return poise_fail(err, POISE_USAGE,
                          "LIBLINEAR knows no support vectors: write this model for libsvm");
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    if (format == MODEL_LIBLINEAR)
        print_liblinear(file.stream, model, output);
    else if (model->kind == MODEL_RBF)
        print_libsvm_rbf(file.stream, model, output);
    else
        print_libsvm_linear(file.stream, model, output);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}
