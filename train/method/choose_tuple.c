#include "train/method/choose_tuple.h"

#include "train/method/scaling.h"
#include "train/numerics/least_squares.h"
#include "train/sample.h"
#include "train/validate/lookup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Values of N and p, of DATASET_SCALED_WARPS warps: those of the coarse grid of profiles without 20. */
static const int axis[] = {1, 2, 3, 4, 6, 8, 12, 16, 24};
enum { AXIS = sizeof axis / sizeof axis[0] };
_Static_assert(AXIS *(AXIS + 3) / 2 <= TRAIN_CHOICE_MOST, "room for all tuples");

enum { CONSTANT = MODEL_X_constant };

typedef struct choice_problem {
    train_sample sample;
    train_scaling scaling;
    train_least_squares *ls;
    const dataset *data;
    size_t *place; /* of the sample's rows in the data set */
    double *z;     /* rows x FEATURES_COUNT; the constant is 1 */
    double ridge;
} choice_problem;

/* Shares, of DATASET_SCALED_WARPS warps; where a row has POISE_SHARE_STEPS they are, of p of SMS, 0, 0.2,
 * 0.4, 0.6, 0.8, 0.9 and 1, of tokens of MASK 0.1, 0.2, 0.4, 0.6, 0.8 and 1. */
enum { SHARES = 7, NO_SHARE = -1 };
static const int shares[MODEL_VIEWS][SHARES] = {
    [MODEL_VIEW_SMS] = {0, 5, 10, 14, 19, 22, 24},
    [MODEL_VIEW_TOKENS] = {2, 5, 10, 14, 19, 24, NO_SHARE},
    [MODEL_VIEW_FRAMES] = {0, 5, 10, 14, 19, 24, NO_SHARE},
};

static void list_tuples(model_choice *choice, model_view view, int least_p)
{
    choice->n_tuples = 0;
    const bool has_shares = shares[view][SHARES - 2] != 0;
    for (int i = 0; has_shares && i < SHARES; i++) {
        if (shares[view][i] >= least_p)
            choice->tuple[choice->n_tuples++] =
                (model_tuple){.n = DATASET_SCALED_WARPS, .p = shares[view][i]};
    }
    if (has_shares)
        return;
    for (int i = 0; i < AXIS; i++) {
        for (int k = least_p == 0 ? -1 : 0; k <= i; k++)
            choice->tuple[choice->n_tuples++] = (model_tuple){.n = axis[i], .p = k < 0 ? 0 : axis[k]};
    }
}

static void close_problem(choice_problem *p)
{
    train_least_squares_free(p->ls);
    free(p->place);
    free(p->z);
    train_sample_free(&p->sample);
}

static int open_problem(choice_problem *p, const dataset *data, const bool *use, double ridge,
                        poise_error *err)
{
    *p = (choice_problem){.data = data, .ridge = ridge};
    int code = train_sample_select(data, use, &p->sample, err);
    if (code != POISE_OK)
        return code;
    size_t rows = p->sample.rows, row = 0;
    if (rows == 0)
        return poise_fail(err, POISE_FAILED, "there are no rows to learn from");
    p->ls = train_least_squares_new(FEATURES_COUNT);
    p->place = calloc(rows, sizeof *p->place);
    p->z = calloc(rows, FEATURES_COUNT * sizeof *p->z);
    if (p->ls == NULL || p->place == NULL || p->z == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu rows", rows);
    p->scaling = train_scaling_of(p->sample.x, p->sample.weight, rows);
    for (size_t i = 0; i < data->n_rows; i++) {
        if (train_uses(data, use, i))
            p->place[row++] = i;
    }
    for (row = 0; row < rows; row++) {
        double *z = p->z + row * FEATURES_COUNT;
        train_scale(&p->scaling, p->sample.x + row * FEATURES_COUNT, z);
        z[CONSTANT] = 1;
    }
    return POISE_OK;
}

/* In units of the time with all warps. */
static int time_of(const dataset_row *row, const model_tuple *tuple, double *out, poise_error *err)
{
    int n, p;
    train_point point;
    poise_model_scale_tuple(tuple->n, tuple->p, DATASET_SCALED_WARPS, (int)row->warps, &n, &p);
    if (!train_lookup(&row->speedup, (uint32_t)n, (uint32_t)p, &point) || !(point.speedup > 0))
        return poise_fail(err, POISE_FAILED, "a kernel has no measured speedup");
    *out = fmin(1 / point.speedup, TRAIN_CHOICE_LONGEST);
    return POISE_OK;
}

/* For each coefficient a row more that wants it to be 0. */
static void add_ridge(const choice_problem *p)
{
    for (size_t f = 0; f < FEATURES_COUNT; f++) {
        double unit[FEATURES_COUNT] = {0};
        unit[f] = 1;
        if (f != CONSTANT)
            train_least_squares_add(p->ls, unit, 0, p->ridge);
    }
}

static int fit_tuple(const choice_problem *p, model_tuple *tuple, poise_error *err)
{
    double b[FEATURES_COUNT], target = 0;
    size_t dependent;
    train_least_squares_reset(p->ls);
    for (size_t row = 0; row < p->sample.rows; row++) {
        int code = time_of(&p->data->rows[p->place[row]], tuple, &target, err);
        if (code != POISE_OK)
            return code;
        train_least_squares_add(p->ls, p->z + row * FEATURES_COUNT, target, p->sample.weight[row]);
    }
    add_ridge(p);
    if (!train_least_squares_solve(p->ls, b, &dependent))
        return poise_fail(err, POISE_FAILED,
                          "feature %s is a combination of others; give a ridge of more than 0",
                          p->sample.names[dependent]);
    double constant = b[CONSTANT];
    b[CONSTANT] = 0;
    train_unscale(&p->scaling, b, constant, tuple->weight);
    return POISE_OK;
}

int train_choose_tuple(const dataset *data, const bool *use, const train_spec *spec, const char *name,
                       train_outcome *outcome, poise_error *err)
{
    choice_problem p;
    poise_model *model = &outcome->model;
    int code = train_outcome_start(outcome, data, use, name, err);
    if (code != POISE_OK)
        return code;
    model->kind = MODEL_CHOICE;
    model->choice = poise_model_choice_new(TRAIN_CHOICE_MOST);
    if (model->choice == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a list of tuples");
    list_tuples(model->choice, data->view, model->least_p);
    code = open_problem(&p, data, use, spec->hyper[TRAIN_RIDGE_HYPER], err);
    for (size_t i = 0; code == POISE_OK && i < model->choice->n_tuples; i++)
        code = fit_tuple(&p, &model->choice->tuple[i], err);
    outcome->rows = p.sample.rows;
    close_problem(&p);
    if (code != POISE_OK)
        return code;
    (void)snprintf(model->recipe, sizeof model->recipe,
                   "least expected time of %zu tuples, ridge %g, %zu kernels of %zu programs",
                   model->choice->n_tuples, p.ridge, outcome->rows, outcome->programs);
    return poise_model_check(model, err);
}
