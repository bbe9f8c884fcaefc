#include "infer/quantise_choice.h"

#include "infer/scale.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)MODEL_MAX_TUPLES == (int)POISE_MAX_TUPLES, "every model's tuples fit");

poise_choice *poise_choice_new(uint32_t count, poise_candidate **tuple)
{
    poise_choice *choice = calloc(1, sizeof *choice + count * sizeof **tuple);
    if (choice == NULL)
        return NULL;
    *tuple = (poise_candidate *)(choice + 1);
    choice->count = count;
    choice->tuple = *tuple;
    return choice;
}

/* Weight for a feature as a fraction of its range. */
static double scaled_weight(const model_tuple *from, model_view view, int feature)
{
    return from->weight[feature] * poise_feature_range[view][feature];
}

static bool fits(const model_choice *from, model_view view, int shift)
{
    for (size_t t = 0; t < from->n_tuples; t++) {
        for (int i = 0; i < POISE_FEATURES; i++) {
            if (!(fabs(ldexp(scaled_weight(&from->tuple[t], view, i), shift)) < (double)INT32_MAX))
                return false;
        }
    }
    return true;
}

double poise_choice_bound(const poise_model *model, const poise_weights *weights)
{
    double feature_bound[POISE_FEATURES], largest = 0;
    const double weight_error = ldexp(1.0, -weights->shift[0] - 1);
    poise_feature_bounds(poise_view_of(weights), feature_bound);
    for (size_t t = 0; t < model->choice->n_tuples; t++) {
        double bound = 0;
        for (int i = 0; i < POISE_FEATURES; i++) {
            bound +=
                fabs(scaled_weight(&model->choice->tuple[t], poise_view_of(weights), i)) * feature_bound[i];
            bound +=
                weight_error * (1 + feature_bound[i]); /* the engine's feature is at most 1 + its error */
        }
        largest = fmax(largest, bound);
    }
    return largest;
}

int poise_quantise_choice(const poise_model *model, poise_weights *weights, poise_error *err)
{
    const model_choice *from = model->choice;
    const model_view view = poise_view_of(weights);
    int shift = POISE_MAX_SHIFT;
    poise_candidate *tuple = NULL;
    while (shift >= 0 && !fits(from, view, shift))
        shift--;
    if (shift < 0)
        return poise_fail(err, POISE_USAGE, "a weight of model %s is too large for the engine's 32 bits",
                          model->name);
    poise_choice *choice = poise_choice_new((uint32_t)from->n_tuples, &tuple);
    if (choice == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu tuples", from->n_tuples);
    for (size_t t = 0; t < from->n_tuples; t++) {
        tuple[t].n = (uint8_t)from->tuple[t].n;
        tuple[t].p = (uint8_t)from->tuple[t].p;
        for (int i = 0; i < POISE_FEATURES; i++)
            tuple[t].weight[i] = (int32_t)lround(ldexp(scaled_weight(&from->tuple[t], view, i), shift));
    }
    weights->shift[0] = weights->shift[1] = (uint8_t)shift;
    weights->choice = choice;
    weights->choose = poise_choose;
    const double bound = poise_choice_bound(model, weights);
    if (!(bound <= POISE_ACCURACY_TIME))
        return poise_fail(err, POISE_USAGE,
                          "the weights of model %s are too large: in fixed point an expected time could be "
                          "wrong by %.3g %% of that with all warps, and %.3g %% is allowed",
                          model->name, 100 * bound, 100 * POISE_ACCURACY_TIME);
    return POISE_OK;
}
