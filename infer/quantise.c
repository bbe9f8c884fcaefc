#include "infer/quantise.h"

#include "infer/precision.h"
#include "infer/quantise_choice.h"
#include "infer/quantise_kernel.h"
#include "infer/scale.h"
#include "models/feature_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)MODEL_THESIS_FEATURES == (int)POISE_FEATURES, "the engine computes the thesis' features");
_Static_assert((int)MODEL_OUTPUTS == (int)POISE_OUTPUTS, "one link function an output");

static const char *const output_name[POISE_OUTPUTS] = {"ln N", "ln p"};

/* The engine computes x1..x8 of Table 5.3, or those of another view, in this order and in no other.
 */
static int check_features(const poise_model *model, poise_error *err)
{
    const char *const *names = model_feature_name[poise_view_of_model(model)];
    if (model->n_features != POISE_FEATURES) {
        return poise_fail(err, POISE_USAGE,
                          "model %s has %d features: the engine computes the %d of Table 5.3", model->name,
                          model->n_features, POISE_FEATURES);
    }
    for (int i = 0; i < POISE_FEATURES; i++) {
        if (strcmp(model->feature[i], names[i]) != 0) {
            return poise_fail(err, POISE_USAGE, "feature %d of model %s is %s where the engine computes %s",
                              i + 1, model->name, model->feature[i], names[i]);
        }
    }
    return POISE_OK;
}

static int check_definitions(const poise_model *model, poise_error *err)
{
    if (model->l1_hit_includes_merges) {
        return poise_fail(
            err, POISE_USAGE,
            "model %s counts merges with misses in flight as hits: the engine's counters do not",
            model->name);
    }
    if (model->max_warps < 1 || model->max_warps > POISE_MAX_WARPS) {
        return poise_fail(err, POISE_USAGE,
                          "model %s is for %d warps per scheduler: the engine holds 1 to %d", model->name,
                          model->max_warps, POISE_MAX_WARPS);
    }
    return POISE_OK;
}

static bool fits(const poise_model *model, int output, int shift)
{
    for (int i = 0; i < POISE_FEATURES; i++) {
        double scaled = ldexp(poise_scaled_weight(model, output, i), shift);
        if (!(fabs(scaled) < (double)INT32_MAX)) { /* also refuses what is not a number */
            return false;
        }
    }
    return true;
}

static int quantise_output(const poise_model *model, int output, poise_weights *weights, poise_error *err)
{
    int shift = POISE_MAX_SHIFT;
    while (shift >= 0 && !fits(model, output, shift))
        shift--;
    if (shift < 0) {
        return poise_fail(err, POISE_USAGE,
                          "a weight of %s in model %s is too large for the engine's 32 bits",
                          output_name[output], model->name);
    }
    weights->shift[output] = (uint8_t)shift;
    for (int i = 0; i < POISE_FEATURES; i++)
        weights->weight[output][i] = (int32_t)lround(ldexp(poise_scaled_weight(model, output, i), shift));
    return POISE_OK;
}

static int check_accuracy(const poise_model *model, const poise_weights *weights, double accuracy,
                          poise_error *err)
{
    poise_precision precision;
    poise_precision_bound(model, weights, &precision);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        if (!(precision.warps_bound[output] <= accuracy)) {
            return poise_fail(err, POISE_USAGE,
                              "the %s of %s in model %s are too large: in fixed point the tuple could be "
                              "wrong by %.3g warps, and %.3g is allowed",
                              model->kind == MODEL_RBF ? "coefficients" : "weights", output_name[output],
                              model->name, precision.warps_bound[output], accuracy);
        }
    }
    return POISE_OK;
}

static int quantise_links(const poise_model *model, double accuracy, poise_weights *weights, poise_error *err)
{
    int code = POISE_OK;
    if (model->kind == MODEL_RBF && weights->view != NULL)
        return poise_fail(err, POISE_USAGE,
                          "model %s has support vectors of another view: the engine holds those of the "
                          "thesis' features",
                          model->name);
    if (model->kind == MODEL_RBF)
        code = poise_quantise_kernel(model, weights, err);
    for (int output = 0; model->kind != MODEL_RBF && code == POISE_OK && output < POISE_OUTPUTS; output++)
        code = quantise_output(model, output, weights, err);
    return code == POISE_OK ? check_accuracy(model, weights, accuracy, err) : code;
}

int poise_quantise_within(const poise_model *model, double accuracy, poise_weights *weights, poise_error *err)
{
    int code = check_definitions(model, err);
    if (code == POISE_OK)
        code = check_features(model, err);
    if (code != POISE_OK)
        return code;
    *weights = (poise_weights){.max_warps = (uint8_t)model->max_warps,
                               .zero_p = model->least_p == 0,
                               .view = poise_view_functions(poise_view_of_model(model))};
    if (model->kind == MODEL_CHOICE)
        code = poise_quantise_choice(model, weights, err);
    else
        code = quantise_links(model, accuracy, weights, err);
    if (code != POISE_OK)
        poise_weights_free(weights);
    return code;
}

int poise_quantise(const poise_model *model, poise_weights *weights, poise_error *err)
{
    return poise_quantise_within(model, POISE_ACCURACY_WARPS, weights, err);
}

void poise_weights_free(poise_weights *weights)
{
    free((void *)weights->kernel);
    free((void *)weights->choice);
    *weights = (poise_weights){0};
}
