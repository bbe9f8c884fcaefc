#include "train/method.h"

#include "train/choose_tuple.h"
#include "train/constant_tuple.h"
#include "train/speed_fit.h"
#include "train/svr.h"

#include <stdio.h>
#include <string.h>

const char *const train_method_name[TRAIN_METHODS] = {
#define METHOD(id, name, description) name,
#include "train/methods.def"
#undef METHOD
};

const char *const train_hyper_name[TRAIN_HYPERS] = {
#define HYPER(id, name, lowest, closed, values) name,
#include "train/hypers.def"
#undef HYPER
};

const char *const train_loss_name[TRAIN_LOSSES] = {"auto", "squared", "epsilon", "nu"};

static bool is_svr(const train_spec *spec)
{
    return spec->method == TRAIN_LINEAR || spec->method == TRAIN_RBF;
}

bool train_has_hyper(const train_spec *spec, train_hyper hyper)
{
    switch (hyper) {
    case TRAIN_RIDGE_HYPER:
        return spec->method == TRAIN_NEGBIN || spec->method == TRAIN_SPEED || spec->method == TRAIN_CHOICE;
    case TRAIN_SPREAD_HYPER: return spec->method == TRAIN_SPEED;
    case TRAIN_COST_HYPER: return is_svr(spec);
    case TRAIN_EPSILON_HYPER: return is_svr(spec) && spec->loss != TRAIN_LOSS_NU;
    case TRAIN_NU_HYPER: return is_svr(spec) && spec->loss == TRAIN_LOSS_NU;
    case TRAIN_GAMMA_HYPER: return spec->method == TRAIN_RBF;
    default: return false;
    }
}

int train_settle_loss(train_spec *spec, poise_error *err)
{
    if (spec->loss != TRAIN_LOSS_AUTO && !is_svr(spec)) {
        return poise_fail(err, POISE_USAGE, "method %s has no choice of loss",
                          train_method_name[spec->method]);
    }
    if (spec->method == TRAIN_RBF && spec->loss == TRAIN_LOSS_SQUARED)
        return poise_fail(err, POISE_USAGE, "the squared loss is for method linear only");
    if (spec->loss == TRAIN_LOSS_AUTO && is_svr(spec))
        spec->loss = spec->method == TRAIN_RBF ? TRAIN_LOSS_EPSILON : TRAIN_LOSS_SQUARED;
    return POISE_OK;
}

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
    int rc = fit(data, use, spec, name, outcome, err);
    size_t length = rc == POISE_OK ? strlen(recipe) : 0;
    if (rc == POISE_OK && data->is_sampled)
        (void)snprintf(recipe + length, sizeof outcome->model.recipe - length, ", sampled features");
    return rc;
}
