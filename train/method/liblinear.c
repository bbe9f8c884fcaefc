#include "train/method/liblinear.h"

#include <linear.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* Value of the column that the constant's weight belongs to; our choice. */
#define CONSTANT_COLUMN 10.0

/* LIBLINEAR stops when the gradient is this part of its first norm. Its own default is 1e-4 for regression
 * and 1e-2 for classification; ours makes the result a property of the data rather than of the path. */
#define STOP 1e-6

static void print_nothing(const char *text)
{
    (void)text;
}

static void silence(void)
{
    set_print_string_function(print_nothing);
}

static pthread_once_t silenced = PTHREAD_ONCE_INIT;

/* A problem of the library and the memory behind it. */
typedef struct liblinear_problem {
    struct problem problem;
    struct feature_node *nodes;
} liblinear_problem;

static void close_problem(liblinear_problem *p)
{
    free(p->nodes);
    free(p->problem.x);
}

/* Rows as the library takes them: nodes numbered from 1, then the constant, then an end mark. */
static int open_problem(liblinear_problem *p, const train_matrix *z, double *y, poise_error *err)
{
    size_t per_row = z->cols + 2;
    *p = (liblinear_problem){.problem = {.l = (int)z->rows, .n = (int)z->cols + 1, .bias = CONSTANT_COLUMN}};
    if (z->rows == 0)
        return poise_fail(err, POISE_FAILED, "there are no rows to learn from");
    p->nodes = calloc(z->rows * per_row, sizeof *p->nodes);
    p->problem.x = calloc(z->rows, sizeof(void *));
    p->problem.y = y;
    if (p->nodes == NULL || p->problem.x == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu rows", z->rows);
    for (size_t i = 0; i < z->rows; i++) {
        struct feature_node *node = p->nodes + i * per_row;
        p->problem.x[i] = node;
        for (size_t j = 0; j < z->cols; j++)
            *node++ = (struct feature_node){(int)j + 1, train_row(z, i)[j]};
        *node++ = (struct feature_node){p->problem.n, CONSTANT_COLUMN};
        *node = (struct feature_node){.index = -1};
    }
    return POISE_OK;
}

/* `sign` turns the sum of a classifier towards label 1. */
static int take_model(const liblinear_problem *p, struct model *trained, double sign, train_linear_fit *fit,
                      poise_error *err)
{
    if (trained == NULL)
        return poise_fail(err, POISE_FAILED, "LIBLINEAR gave no model");
    int cols = p->problem.n - 1;
    for (int j = 0; j < cols; j++)
        fit->weight[j] = sign * trained->w[j];
    fit->constant = sign * trained->w[cols] * CONSTANT_COLUMN;
    for (int i = 0; fit->fitted != NULL && i < p->problem.l; i++)
        fit->fitted[i] = predict(trained, p->problem.x[i]);
    free_and_destroy_model(&trained);
    return POISE_OK;
}

static int learn(const train_matrix *z, const double *y, const struct parameter *settings,
                 train_linear_fit *fit, poise_error *err)
{
    liblinear_problem p;
    (void)pthread_once(&silenced, silence);
    int code = open_problem(&p, z, (double *)y, err); /* the library only reads them */
    const char *reason = code == POISE_OK ? check_parameter(&p.problem, settings) : NULL;
    if (reason != NULL)
        code = poise_fail(err, POISE_USAGE, "LIBLINEAR says: %s", reason);
    if (code == POISE_OK) {
        struct model *trained = train(&p.problem, settings);
        bool reversed = settings->solver_type != L2R_L2LOSS_SVR && trained != NULL && trained->label[0] != 1;
        code = take_model(&p, trained, reversed ? -1.0 : 1.0, fit, err);
    }
    close_problem(&p);
    return code;
}

int train_liblinear_regression(const train_matrix *z, const double *y, double cost, double epsilon,
                               train_linear_fit *fit, poise_error *err)
{
    struct parameter settings = {.solver_type = L2R_L2LOSS_SVR, .eps = STOP, .C = cost, .p = epsilon};
    return learn(z, y, &settings, fit, err);
}

static int classify(const train_matrix *z, const double *y, int solver, double cost, train_linear_fit *fit,
                    poise_error *err)
{
    struct parameter settings = {.solver_type = solver, .eps = STOP, .C = cost, .p = 0.0};
    size_t ones = 0;
    for (size_t i = 0; i < z->rows; i++)
        ones += y[i] == 1.0 ? 1 : 0;
    if (ones == 0 || ones == z->rows)
        return poise_fail(err, POISE_FAILED, "all rows are of one class: there is nothing to tell apart");
    return learn(z, y, &settings, fit, err);
}

int train_liblinear_logistic(const train_matrix *z, const double *y, double cost, train_linear_fit *fit,
                             poise_error *err)
{
    return classify(z, y, L2R_LR, cost, fit, err);
}

int train_liblinear_machine(const train_matrix *z, const double *y, double cost, train_linear_fit *fit,
                            poise_error *err)
{
    return classify(z, y, L2R_L2LOSS_SVC, cost, fit, err);
}
