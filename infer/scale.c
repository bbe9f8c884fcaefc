#include "infer/scale.h"

#include "infer/poise_shares.h"
#include "infer/poise_views.h"

#include <math.h>
#include <string.h>

#define LN_2 0.693147180559945309417
const double poise_feature_range[MODEL_VIEWS][POISE_FEATURES] = {
    [MODEL_VIEW_THESIS] = {1, 1, 1, 1, 1, 0x1p8, 0x1p28 / 1e5, 1},
    [MODEL_VIEW_LOGS] = {1, 1, 1, 1, 8 * LN_2, 16 * LN_2, 16 * LN_2, 1},
    [MODEL_VIEW_BYPASS] = {1, 1, 1, 1, 8 * LN_2, 16 * LN_2, 16 * LN_2, 1},
    [MODEL_VIEW_ALONE] = {1, 1, 8 * LN_2, 16 * LN_2, 8 * LN_2, 16 * LN_2, 16 * LN_2, 1},
    [MODEL_VIEW_SMS] = {1, 1, 1, 1, 1, 1, 1, 1},
    [MODEL_VIEW_TOKENS] = {1, 1, 1, 1, 1, 1, 1, 1},
    [MODEL_VIEW_FRAMES] = {1, 1, 1, 1, 1, 1, 1, 1},
};

/* The second and the fifth feature tell views apart. */
model_view poise_view_of_model(const poise_model *model)
{
    for (int view = 0; view < MODEL_VIEWS && model->n_features > 4; view++) {
        if (strcmp(model->feature[1], model_feature_name[view][1]) == 0 &&
            strcmp(model->feature[4], model_feature_name[view][4]) == 0)
            return (model_view)view;
    }
    return MODEL_VIEW_THESIS;
}

static const poise_view *const views[MODEL_VIEWS] = {
    [MODEL_VIEW_LOGS] = &poise_logs_view,     [MODEL_VIEW_BYPASS] = &poise_bypass_view,
    [MODEL_VIEW_ALONE] = &poise_alone_view,   [MODEL_VIEW_SMS] = &poise_sms_view,
    [MODEL_VIEW_TOKENS] = &poise_tokens_view, [MODEL_VIEW_FRAMES] = &poise_frames_view,
};

const poise_view *poise_view_functions(model_view view)
{
    return views[view];
}

model_view poise_view_of(const poise_weights *weights)
{
    for (int view = 0; view < MODEL_VIEWS; view++) {
        if (views[view] == weights->view)
            return (model_view)view;
    }
    return MODEL_VIEW_THESIS;
}

const char *poise_view_sets(const poise_view *view)
{
    return view == &poise_sms_view      ? "p of SMS"
           : view == &poise_tokens_view ? "tokens of MASK"
           : view == &poise_frames_view ? "the worth of a page walk"
                                        : NULL;
}

double poise_scaled_weight(const poise_model *model, int output, int feature)
{
    return model->weight[output][feature] * poise_feature_range[poise_view_of_model(model)][feature] /
           log(2.0);
}

/* A quotient that is rounded down to b fractional bits is too small by less than 2^-b, and the difference of
 * two such is wrong by less than that. */
/* A cost or number of accesses below 1 counts as 1, so that the relative error is at most the absolute one.
 */
static double cost_bound(void)
{
    const double log_error = ldexp(1.0, -POISE_LOG_BITS) + ldexp(1.0, -29);
    const double cost_error = 2 * ldexp(1.0, -POISE_CYCLE_BITS) + ldexp(1.0, 15 - POISE_RATE_BITS);
    return (cost_error / log(2.0) + log_error) / 16 + ldexp(1.0, -POISE_FEATURE_BITS);
}

/* Of accesses or instructions per load. */
static double per_load_bound(void)
{
    const double log_error = ldexp(1.0, -POISE_LOG_BITS) + ldexp(1.0, -29);
    return (ldexp(1.0, -POISE_INSTRUCTION_BITS) / log(2.0) + log_error) / 8 + ldexp(1.0, -POISE_FEATURE_BITS);
}

static void logs_bounds(double bound[POISE_FEATURES])
{
    const double rate_error = ldexp(1.0, -POISE_FEATURE_BITS);
    for (int i = 0; i < 4; i++)
        bound[i] = rate_error;
    bound[MODEL_BYPASS_ln_accesses_per_load] = per_load_bound();
    bound[MODEL_BYPASS_ln_miss_cost_max] = cost_bound();
    bound[MODEL_BYPASS_ln_miss_cost_bypass] = cost_bound();
    bound[MODEL_BYPASS_constant] = 0.0;
}

/* Factors are at most 1, and their product is rounded down. */
static void alone_bounds(double bound[POISE_FEATURES])
{
    const double rate_error = ldexp(1.0, -POISE_FEATURE_BITS), cost_error = cost_bound();
    const double product_error = rate_error + cost_error + rate_error * cost_error + rate_error;
    bound[MODEL_ALONE_h_max] = bound[MODEL_ALONE_eta_max] = rate_error;
    bound[MODEL_ALONE_ln_accesses_per_load] = bound[MODEL_ALONE_ln_instructions_per_load] = per_load_bound();
    bound[MODEL_ALONE_ln_miss_cost_max] = cost_error;
    bound[MODEL_ALONE_h_ln_miss_cost] = bound[MODEL_ALONE_eta_ln_miss_cost] = product_error;
    bound[MODEL_ALONE_constant] = 0.0;
}

/* Quotients, each rounded down once. */
static void share_bounds(double bound[POISE_FEATURES])
{
    for (int i = 0; i < POISE_FEATURES; i++)
        bound[i] = i == MODEL_X_constant ? 0.0 : ldexp(1.0, -POISE_FEATURE_BITS);
}

static void thesis_bounds(double bound[POISE_FEATURES])
{
    const double *range = poise_feature_range[MODEL_VIEW_THESIS];
    const double register_error = ldexp(1.0, -POISE_RATE_BITS);
    const double feature_error = ldexp(1.0, -POISE_FEATURE_BITS);
    const double gain_error = register_error; /* of eta' - eta_o, which is at most 1 */
    const double gain_squared_error = 2 * gain_error + gain_error * gain_error + register_error;
    /* I_n: of a range of 2^8. */
    const double instructions_error = ldexp(1.0, -POISE_INSTRUCTION_BITS) / range[5];
    /* m L = (1 - h) L, with L below 2^15: too small by at most the errors of L and of the product, too large
     * by at most that of h times L. The difference of two: */
    const double cycle_error = ldexp(1.0, -POISE_CYCLE_BITS);
    const double cost_error = 2 * cycle_error + ldexp(register_error, 15);
    const double largest_cost = sqrt(1e5 * range[6]); /* where x7 saturates */
    const double cost_squared_error = 2 * largest_cost * cost_error + cost_error * cost_error;
    for (int i = 0; i < 4; i++)
        bound[i] = feature_error; /* twice rounded down is once rounded down */
    bound[4] = gain_squared_error + feature_error;
    bound[5] = instructions_error * (1 + gain_squared_error) + gain_squared_error + feature_error / 2;
    bound[6] = cost_squared_error / (1e5 * range[6]) + feature_error;
    bound[7] = 0.0;
}

void poise_feature_bounds(model_view view, double bound[POISE_FEATURES])
{
    if (view == MODEL_VIEW_THESIS)
        thesis_bounds(bound);
    else if (view == MODEL_VIEW_ALONE)
        alone_bounds(bound);
    else if (poise_view_sets(poise_view_functions(view)))
        share_bounds(bound);
    else
        logs_bounds(bound);
}
