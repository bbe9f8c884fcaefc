#include "train/method/constant_tuple.h"

#include "train/sample.h"
#include "train/validate/prediction.h"

#include <math.h>
#include <stdio.h>

/* The features decide nothing: all weights but the constant's are 0. */
static void set_tuple(poise_model *model, int n, int p)
{
    model->weight[0][MODEL_X_constant] = log(n);
    model->weight[1][MODEL_X_constant] = train_log_target(p, MODEL_MAX_WARPS);
}

/* Weighted sum of the time that the rows take, in units of that with all warps. */
static double time_taken(const dataset *data, const bool *use, const poise_model *model)
{
    double sum = 0.0;
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        train_point point;
        int n = 0;
        int p = 0;
        if (!train_uses(data, use, i))
            continue;
        poise_model_predict(model, row->x, (int)row->warps, &n, &p);
        if (train_lookup(&row->speedup, (uint32_t)n, (uint32_t)p, &point))
            sum += row->weight / point.speedup;
    }
    return sum;
}

int train_constant_tuple(const dataset *data, const bool *use, bool diagonal, const char *name,
                         train_outcome *outcome, poise_error *err)
{
    int code = train_outcome_start(outcome, data, use, name, err);
    if (code != POISE_OK)
        return code;
    poise_model *model = &outcome->model;
    model->kind = MODEL_LINEAR;
    int best_n = 0;
    int best_p = 0;
    double least = INFINITY;
    for (int n = 1; n <= DATASET_SCALED_WARPS; n++) {
        for (int p = diagonal ? n : model->least_p; p <= n; p++) {
            set_tuple(model, n, p);
            double taken = time_taken(data, use, model);
            if (taken < least) {
                least = taken;
                best_n = n;
                best_p = p;
            }
        }
    }
    for (size_t i = 0; i < data->n_rows; i++)
        outcome->rows += train_uses(data, use, i) ? 1 : 0;
    if (outcome->rows == 0 || best_n == 0)
        return poise_fail(err, POISE_FAILED, "there are no rows to learn from");
    set_tuple(model, best_n, best_p);
    (void)snprintf(model->recipe, sizeof model->recipe,
                   "the tuple {%d,%d}%s, fastest for %zu kernels of %zu programs", best_n, best_p,
                   diagonal ? " with N = p" : "", outcome->rows, outcome->programs);
    return poise_model_check(model, err);
}
