#include "models/model_format.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Printable, on one line, and unchanged by the reader's trimming of blanks at both ends. */
static bool is_one_line(const char *text, size_t size)
{
    size_t length = strnlen(text, size);
    if (length == size)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c == 0x7f)
            return false;
    }
    return length == 0 || (text[0] != ' ' && text[length - 1] != ' ');
}

static bool is_feature_name(const char *name)
{
    size_t length = strnlen(name, MODEL_NAME_TEXT);
    return length > 0 && length < MODEL_NAME_TEXT &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static bool is_hash_or_empty(const char *text)
{
    size_t length = strnlen(text, POISE_HASH_TEXT);
    return length == 0 || (length == POISE_HASH_TEXT - 1 && strspn(text, "0123456789abcdef") == length);
}

static int check_feature(const poise_model *model, int feature, poise_error *err)
{
    const char *name = model->feature[feature];
    if (!is_feature_name(name)) {
        return poise_fail(err, POISE_USAGE, "feature %d of the model has no name of a-z, 0-9 and _",
                          feature + 1);
    }
    for (int earlier = 0; earlier < feature; earlier++) {
        if (strcmp(name, model->feature[earlier]) == 0)
            return poise_fail(err, POISE_USAGE, "the model has feature %s twice", name);
    }
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (!isfinite(model->weight[output][feature]))
            return poise_fail(err, POISE_USAGE, "a weight of feature %s is not a finite number", name);
    }
    return POISE_OK;
}

static bool all_finite(const double *values, int n)
{
    for (int i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static int check_scaling(const poise_model *model, poise_error *err)
{
    const model_kernel *kernel = model->kernel;
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (!(kernel->gamma[output] > 0.0) || !isfinite(kernel->gamma[output]) ||
            !isfinite(kernel->constant[output])) {
            return poise_fail(err, POISE_USAGE,
                              "a gamma of the model is not a finite number > 0, or a constant not finite");
        }
    }
    for (int i = 0; i < model->n_features; i++) {
        if (!isfinite(kernel->centre[i]) || !(kernel->scale[i] > 0.0) || !isfinite(kernel->scale[i])) {
            return poise_fail(err, POISE_USAGE, "the scale of feature %s is not a finite number > 0",
                              model->feature[i]);
        }
    }
    return POISE_OK;
}

static int check_kernel(const poise_model *model, poise_error *err)
{
    const model_kernel *kernel = model->kernel;
    if ((kernel != NULL) != (model->kind == MODEL_RBF))
        return poise_fail(err, POISE_USAGE, "models of kind rbf have support vectors, others have none");
    if (kernel == NULL)
        return POISE_OK;
    if (kernel->n_support < 1 || kernel->n_support > MODEL_MAX_SUPPORT) {
        return poise_fail(err, POISE_USAGE, "the model has %zu support vectors; 1 to %d are possible",
                          kernel->n_support, MODEL_MAX_SUPPORT);
    }
    for (size_t v = 0; v < kernel->n_support; v++) {
        if (!all_finite(kernel->support[v].coefficient, MODEL_OUTPUTS) ||
            !all_finite(kernel->support[v].z, model->n_features))
            return poise_fail(err, POISE_USAGE, "a number of support vector %zu is not finite", v + 1);
    }
    return check_scaling(model, err);
}

static int check_tuple(const poise_model *model, const model_tuple *tuple, poise_error *err)
{
    if (tuple->n < 1 || tuple->n > model->max_warps || tuple->p < model->least_p || tuple->p > tuple->n) {
        return poise_fail(err, POISE_USAGE, "the model's tuple {%d,%d} is none of %d warps with p from %d",
                          tuple->n, tuple->p, model->max_warps, model->least_p);
    }
    if (!all_finite(tuple->weight, model->n_features))
        return poise_fail(err, POISE_USAGE, "a weight of tuple {%d,%d} is not a finite number", tuple->n,
                          tuple->p);
    return POISE_OK;
}

static int check_choice(const poise_model *model, poise_error *err)
{
    const model_choice *choice = model->choice;
    if ((choice != NULL) != (model->kind == MODEL_CHOICE))
        return poise_fail(err, POISE_USAGE, "models of kind choice have a list of tuples, others have none");
    if (choice == NULL)
        return POISE_OK;
    if (choice->n_tuples < 1 || choice->n_tuples > MODEL_MAX_TUPLES) {
        return poise_fail(err, POISE_USAGE, "the model has %zu tuples; 1 to %d are possible",
                          choice->n_tuples, MODEL_MAX_TUPLES);
    }
    int code = POISE_OK;
    for (size_t i = 0; code == POISE_OK && i < choice->n_tuples; i++) {
        code = check_tuple(model, &choice->tuple[i], err);
        for (size_t j = 0; code == POISE_OK && j < i; j++) {
            if (choice->tuple[i].n == choice->tuple[j].n && choice->tuple[i].p == choice->tuple[j].p)
                code = poise_fail(err, POISE_USAGE, "the model has tuple {%d,%d} twice", choice->tuple[i].n,
                                  choice->tuple[i].p);
        }
    }
    return code;
}

int model_check_texts(const char *name, const char *recipe, const char *training_hash,
                      const char *config_hash, poise_error *err)
{
    if (!is_one_line(name, MODEL_NAME_TEXT) || name[0] == '\0')
        return poise_fail(err, POISE_USAGE, "the model's name is not one line of printable text");
    if (!is_one_line(recipe, MODEL_RECIPE_TEXT))
        return poise_fail(err, POISE_USAGE, "the model's recipe is not one line of printable text");
    if (!is_hash_or_empty(training_hash) || !is_hash_or_empty(config_hash))
        return poise_fail(err, POISE_USAGE, "a hash in the model is not 32 hexadecimal digits");
    return POISE_OK;
}

static int check_numbers(const poise_model *model, poise_error *err)
{
    if ((int)model->kind < 0 || model->kind >= MODEL_KIND_COUNT)
        return poise_fail(err, POISE_USAGE, "the model is of an unknown kind, number %d", (int)model->kind);
    if (model->n_features < 1 || model->n_features > MODEL_MAX_FEATURES) {
        return poise_fail(err, POISE_USAGE, "the model has %d features; 1 to %d are possible",
                          model->n_features, MODEL_MAX_FEATURES);
    }
    if (model->max_warps < 1 || model->max_warps > MODEL_MAX_WARPS) {
        return poise_fail(err, POISE_USAGE, "the model's max_warps is %d; 1 to %d are possible",
                          model->max_warps, MODEL_MAX_WARPS);
    }
    if (model->l1_hit_includes_merges != 0 && model->l1_hit_includes_merges != 1)
        return poise_fail(err, POISE_USAGE, "the model's l1_hit_includes_merges is neither 0 nor 1");
    if (model->least_p != 0 && model->least_p != 1)
        return poise_fail(err, POISE_USAGE, "the model's least_p is neither 0 nor 1");
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (!(model->dispersion[output] >= 0.0) || !isfinite(model->dispersion[output]))
            return poise_fail(err, POISE_USAGE, "a dispersion of the model is not a finite number >= 0");
    }
    return POISE_OK;
}

int poise_model_check(const poise_model *model, poise_error *err)
{
    int code = check_numbers(model, err);
    if (code == POISE_OK)
        code = model_check_texts(model->name, model->recipe, model->training_hash, model->config_hash, err);
    for (int feature = 0; code == POISE_OK && feature < model->n_features; feature++)
        code = check_feature(model, feature, err);
    if (code == POISE_OK)
        code = check_kernel(model, err);
    return code == POISE_OK ? check_choice(model, err) : code;
}
