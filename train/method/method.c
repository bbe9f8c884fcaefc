#include "train/method/method.h"

#include "train/method/choose_tuple.h"
#include "train/method/constant_tuple.h"
#include "train/method/speed_fit.h"
#include "train/method/svr.h"

#include <stdio.h>
#include <string.h>

static int fit(const dataset *data, const bool *use, const train_spec *spec, const char *name,
               train_outcome *outcome, poise_error *err)
{
    train_negbin_options negbin = spec->negbin;
    switch (spec->method) {
    case TRAIN_LINEAR:
    case TRAIN_RBF: return train_svr(data, use, spec, name, outcome, err);
    case TRAIN_SPEED: return train_speed(data, use, spec, name, outcome, err);
    case TRAIN_CHOICE: return train_choose_tuple(data, use, spec, name, outcome, err);
    case TRAIN_CONSTANT: return train_constant_tuple(data, use, false, name, outcome, err);
    case TRAIN_DIAGONAL: return train_constant_tuple(data, use, true, name, outcome, err);
    default:
        negbin.ridge = spec->hyper[TRAIN_RIDGE_HYPER];
        return train_recipe(data, use, &negbin, name, outcome, err);
    }
}

int train_fit(const dataset *data, const bool *use, const train_spec *spec, const char *name,
              train_outcome *outcome, poise_error *err)
{
    char *recipe = outcome->model.recipe;
    int code = fit(data, use, spec, name, outcome, err);
    size_t length = code == POISE_OK ? strlen(recipe) : 0;
    if (code == POISE_OK && data->is_sampled)
        (void)snprintf(recipe + length, sizeof outcome->model.recipe - length, ", sampled features");
    return code;
}
