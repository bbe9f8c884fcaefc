#include "train/method/spec.h"

const char *const train_method_name[TRAIN_METHODS] = {
#define METHOD(id, name, description) name,
#include "train/method/methods.def"
#undef METHOD
};

const char *const train_hyper_name[TRAIN_HYPERS] = {
#define HYPER(id, name, lowest, closed, values) name,
#include "train/method/hypers.def"
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
