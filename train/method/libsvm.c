#include "train/method/libsvm.h"

#include <libsvm/svm.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_MEGABYTES = 64 };

/* Tolerance of the optimality conditions, in units of ln N: libsvm's own default. */
#define STOP 1e-3

static void print_nothing(const char *text)
{
    (void)text;
}

static void silence(void)
{
    svm_set_print_string_function(print_nothing);
}

static pthread_once_t silenced = PTHREAD_ONCE_INIT;

/* A problem of the library and the memory behind it. Models of the library point into it. */
typedef struct libsvm_problem {
    struct svm_problem problem;
    struct svm_node *nodes;
} libsvm_problem;

static void close_problem(libsvm_problem *p)
{
    free(p->nodes);
    free(p->problem.x);
}

static int open_problem(libsvm_problem *p, const train_matrix *z, double *y, poise_error *err)
{
    size_t per_row = z->cols + 1;
    *p = (libsvm_problem){.problem = {.l = (int)z->rows, .y = y}};
    if (z->rows == 0)
        return poise_fail(err, POISE_FAILED, "there are no rows to learn from");
    p->nodes = calloc(z->rows * per_row, sizeof *p->nodes);
    p->problem.x = calloc(z->rows, sizeof(void *));
    if (p->nodes == NULL || p->problem.x == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu rows", z->rows);
    for (size_t i = 0; i < z->rows; i++) {
        struct svm_node *node = p->nodes + i * per_row;
        p->problem.x[i] = node;
        for (size_t j = 0; j < z->cols; j++)
            *node++ = (struct svm_node){(int)j + 1, train_row(z, i)[j]};
        *node = (struct svm_node){.index = -1};
    }
    return POISE_OK;
}

/* `sign` turns the sum of a classifier towards label 1. */
static int take_model(const libsvm_problem *p, struct svm_model *trained, double sign, train_libsvm_fit *fit,
                      poise_error *err)
{
    if (trained == NULL)
        return poise_fail(err, POISE_FAILED, "libsvm gave no model");
    memset(fit->coefficient, 0, (size_t)p->problem.l * sizeof *fit->coefficient);
    for (int v = 0; v < trained->l; v++)
        fit->coefficient[trained->sv_indices[v] - 1] = sign * trained->sv_coef[0][v];
    fit->constant = -sign * trained->rho[0];
    for (int i = 0; fit->fitted != NULL && i < p->problem.l; i++)
        fit->fitted[i] = svm_predict(trained, p->problem.x[i]);
    svm_free_and_destroy_model(&trained);
    return POISE_OK;
}

static int learn(const train_matrix *z, const double *y, const struct svm_parameter *settings,
                 train_libsvm_fit *fit, poise_error *err)
{
    libsvm_problem p;
    (void)pthread_once(&silenced, silence);
    int code = open_problem(&p, z, (double *)y, err); /* the library only reads them */
    const char *reason = code == POISE_OK ? svm_check_parameter(&p.problem, settings) : NULL;
    if (reason != NULL)
        code = poise_fail(err, POISE_USAGE, "libsvm says: %s", reason);
    if (code == POISE_OK) {
        struct svm_model *trained = svm_train(&p.problem, settings);
        const bool reversed = settings->svm_type == C_SVC && trained != NULL && trained->label[0] != 1;
        code = take_model(&p, trained, reversed ? -1.0 : 1.0, fit, err);
    }
    close_problem(&p);
    return code;
}

int train_libsvm(const train_matrix *z, const double *y, const train_libsvm_options *options,
                 train_libsvm_fit *fit, poise_error *err)
{
    const struct svm_parameter settings = {.svm_type = options->nu_svr ? NU_SVR : EPSILON_SVR,
                                           .kernel_type = options->rbf ? RBF : LINEAR,
                                           .gamma = options->gamma,
                                           .cache_size = CACHE_MEGABYTES,
                                           .eps = STOP,
                                           .C = options->cost,
                                           .nu = options->nu,
                                           .p = options->epsilon,
                                           .shrinking = 1};
    return learn(z, y, &settings, fit, err);
}

int train_libsvm_machine(const train_matrix *z, const double *y, double cost, double gamma,
                         train_libsvm_fit *fit, poise_error *err)
{
    const struct svm_parameter settings = {.svm_type = C_SVC,
                                           .kernel_type = RBF,
                                           .gamma = gamma,
                                           .cache_size = CACHE_MEGABYTES,
                                           .eps = STOP,
                                           .C = cost,
                                           .shrinking = 1};
    size_t ones = 0;
    for (size_t i = 0; i < z->rows; i++)
        ones += y[i] == 1.0 ? 1 : 0;
    if (ones == 0 || ones == z->rows)
        return poise_fail(err, POISE_FAILED, "all rows are of one class: there is nothing to tell apart");
    return learn(z, y, &settings, fit, err);
}
