#include "infer/emit.h"

#include "infer/blob.h"
#include "infer/cost.h"
#include "infer/emit_text.h"
#include "infer/poise_choice.h"
#include "infer/poise_kernel.h"
#include "infer/quantise.h"
#include "infer/scale.h"
#include "models/feature_names.h"

#include <jansson.h>
#include <math.h>

/* jansson's constructors return NULL when out of memory and its _new setters then fail, so only the setters
 * need checking. */
static int describe_feature(json_t *features, const poise_weights *weights, int output, int i)
{
    const model_view view = poise_view_of(weights);
    double unit = ldexp(log(2.0), -weights->shift[output]) / poise_feature_range[view][i];
    json_t *feature = json_object();
    int failed = json_object_set_new(feature, "name", json_string(model_feature_name[view][i]));
    failed |= json_object_set_new(feature, "definition", json_string(model_feature_definition[view][i]));
    failed |= json_object_set_new(feature, "range", json_real(poise_feature_range[view][i]));
    failed |= json_object_set_new(feature, "weight_bits", json_integer(weights->weight[output][i]));
    failed |= json_object_set_new(feature, "weight", json_real(weights->weight[output][i] * unit));
    return failed | json_array_append_new(features, feature);
}

/* Like a feature of a weighted sum: the numbers as the engine has them. */
static int describe_vector(json_t *vectors, const poise_support *support)
{
    json_t *places = json_array(), *coefficients = json_array(), *vector = json_object();
    int failed = 0;
    for (int i = 0; i < POISE_FEATURES; i++)
        failed |= json_array_append_new(places, json_integer(support->place[i]));
    for (int output = 0; output < POISE_OUTPUTS; output++)
        failed |= json_array_append_new(coefficients, json_integer(support->coefficient[output]));
    failed |= json_object_set_new(vector, "place", places);
    failed |= json_object_set_new(vector, "coefficient_bits", coefficients);
    return failed | json_array_append_new(vectors, vector);
}

static int describe_kernel(json_t *root, const poise_kernel *kernel)
{
    json_t *scales = json_array(), *gammas = json_array(), *vectors = json_array(), *all = json_object();
    int failed = 0;
    for (int i = 0; i < POISE_FEATURES; i++)
        failed |= json_array_append_new(scales, json_integer(kernel->scale[i]));
    for (int output = 0; output < POISE_OUTPUTS; output++)
        failed |= json_array_append_new(gammas, json_integer(kernel->gamma[output]));
    for (uint32_t v = 0; v < kernel->count; v++)
        failed |= describe_vector(vectors, &kernel->support[v]);
    failed |= json_object_set_new(all, "scale", scales);
    failed |= json_object_set_new(all, "gamma_bits", gammas);
    failed |= json_object_set_new(all, "drop", json_integer(kernel->drop));
    failed |= json_object_set_new(all, "support", vectors);
    return failed | json_object_set_new(root, "kernel", all);
}

static int describe_tuple(json_t *tuples, const poise_candidate *from)
{
    json_t *weights = json_array(), *tuple = json_object();
    int failed = 0;
    for (int i = 0; i < POISE_FEATURES; i++)
        failed |= json_array_append_new(weights, json_integer(from->weight[i]));
    failed |= json_object_set_new(tuple, "n", json_integer(from->n));
    failed |= json_object_set_new(tuple, "p", json_integer(from->p));
    failed |= json_object_set_new(tuple, "weight_bits", weights);
    return failed | json_array_append_new(tuples, tuple);
}

static int describe_choice(json_t *root, const poise_weights *weights, const poise_precision *precision,
                           const poise_sweep *sweep)
{
    json_t *tuples = json_array(), *names = json_array(), *ranges = json_array(), *all = json_object();
    const model_view view = poise_view_of(weights);
    int failed = 0;
    for (uint32_t t = 0; t < weights->choice->count; t++)
        failed |= describe_tuple(tuples, &weights->choice->tuple[t]);
    for (int i = 0; i < POISE_FEATURES; i++) {
        failed |= json_array_append_new(names, json_string(model_feature_name[view][i]));
        failed |= json_array_append_new(ranges, json_real(poise_feature_range[view][i]));
    }
    failed |= json_object_set_new(all, "sum", json_string("expected time over that with all warps"));
    failed |= json_object_set_new(all, "fraction_bits", json_integer(weights->shift[0]));
    failed |= json_object_set_new(all, "error_bound", json_real(precision->time_bound));
    failed |= json_object_set_new(all, "largest_excess", json_real(sweep->excess));
    failed |= json_object_set_new(all, "feature", names);
    failed |= json_object_set_new(all, "feature_range", ranges);
    failed |= json_object_set_new(all, "tuples", tuples);
    return failed | json_object_set_new(root, "choice", all);
}

static int describe_output(json_t *outputs, const poise_weights *weights, const poise_precision *precision,
                           const poise_sweep *sweep, int output)
{
    json_t *features = json_array();
    int failed = 0;
    for (int i = 0; i < POISE_FEATURES; i++)
        failed |= describe_feature(features, weights, output, i);
    json_t *link = json_object();
    failed |= json_object_set_new(link, "link", json_string(output == 0 ? "ln N" : "ln p"));
    failed |= json_object_set_new(link, "fraction_bits", json_integer(weights->shift[output]));
    failed |= json_object_set_new(link, "error_bound_warps", json_real(precision->warps_bound[output]));
    failed |= json_object_set_new(link, "largest_error_warps", json_real(sweep->deviation[output]));
    failed |= json_object_set_new(link, "features", features);
    return failed | json_array_append_new(outputs, link);
}

static json_t *describe(const poise_model *model, const poise_weights *weights, const poise_sweep *sweep)
{
    poise_precision precision;
    poise_precision_bound(model, weights, &precision);
    unsigned sm_bits = poise_hie_storage_bits(&poise_hie_thesis, weights->max_warps);
    json_t *root = json_object();
    int failed = json_object_set_new(root, "format", json_string("poise-compiled-model"));
    failed |= json_object_set_new(root, "version", json_integer(POISE_BLOB_VERSION));
    failed |= json_object_set_new(root, "creator", json_string("poise " POISE_VERSION));
    failed |= json_object_set_new(root, "model", json_string(model->name));
    failed |= json_object_set_new(root, "recipe", json_string(model->recipe));
    failed |= json_object_set_new(root, "max_warps", json_integer(weights->max_warps));
    failed |= json_object_set_new(root, "least_p", json_integer(weights->zero_p ? 0 : 1));
    failed |= json_object_set_new(root, "view", json_string(model_view_name[poise_view_of(weights)]));
    failed |= json_object_set_new(root, "feature_fraction_bits", json_integer(POISE_FEATURE_BITS));
    failed |= json_object_set_new(root, "weight_storage_bits",
                                  json_integer((json_int_t)poise_weights_storage_bits(weights)));
    failed |= json_object_set_new(root, "thesis_bits_per_sm", json_integer(POISE_HIE_THESIS_BITS));
    failed |= json_object_set_new(root, "engine_bits_per_sm", json_integer(sm_bits));
    failed |= json_object_set_new(root, "sweep_vectors", json_integer((json_int_t)sweep->vectors));
    failed |= json_object_set_new(root, "sweep_differing", json_integer((json_int_t)sweep->differing));
    failed |= json_object_set_new(root, "sweep_unexplained", json_integer((json_int_t)sweep->unexplained));
    json_t *outputs = json_array();
    for (int output = 0; weights->choice == NULL && output < POISE_OUTPUTS; output++)
        failed |= describe_output(outputs, weights, &precision, sweep, output);
    failed |= json_object_set_new(root, "outputs", outputs);
    if (weights->choice != NULL)
        failed |= describe_choice(root, weights, &precision, sweep);
    if (weights->kernel != NULL)
        failed |= describe_kernel(root, weights->kernel);
    if (failed) {
        json_decref(root);
        return NULL;
    }
    return root;
}

int poise_emit_json(const poise_model *model, const poise_weights *weights, const poise_sweep *sweep,
                    const char *path, poise_error *err)
{
    return emit_json_file(describe(model, weights, sweep), model->name, path, err);
}
