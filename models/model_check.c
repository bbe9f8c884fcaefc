#include "models/model_file.h"

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

static bool is_hash_or_empty(const char text[POISE_HASH_TEXT])
{
    size_t length = strnlen(text, POISE_HASH_TEXT);
    return length == 0 || (length == POISE_HASH_TEXT - 1 && strspn(text, "0123456789abcdef") == length);
}

static int check_weights(const poise_model *model, int feature, poise_error *err)
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

static int check_texts(const poise_model *model, poise_error *err)
{
    if (!is_one_line(model->name, sizeof model->name) || model->name[0] == '\0')
        return poise_fail(err, POISE_USAGE, "the model's name is not one line of printable text");
    if (!is_one_line(model->recipe, sizeof model->recipe))
        return poise_fail(err, POISE_USAGE, "the model's recipe is not one line of printable text");
    if (!is_hash_or_empty(model->training_hash) || !is_hash_or_empty(model->config_hash))
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
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (!(model->dispersion[output] >= 0.0) || !isfinite(model->dispersion[output]))
            return poise_fail(err, POISE_USAGE, "a dispersion of the model is not a finite number >= 0");
    }
    return POISE_OK;
}

int poise_model_check(const poise_model *model, poise_error *err)
{
    int rc = check_numbers(model, err);
    if (rc == POISE_OK)
        rc = check_texts(model, err);
    for (int feature = 0; rc == POISE_OK && feature < model->n_features; feature++)
        rc = check_weights(model, feature, err);
    return rc;
}
