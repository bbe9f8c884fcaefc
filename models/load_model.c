#include "models/load_model.h"

#include "models/model_format.h"

#include <math.h>
#include <stdlib.h>

int poise_load_model_check(const poise_load_model *model, poise_error *err)
{
    for (int i = 0; i < MODEL_LOAD_FEATURES; i++) {
        if (!isfinite(model->weight[i]))
            return poise_fail(err, POISE_USAGE, "the weight of feature %s is not a finite number",
                              model_load_feature_name[i]);
    }
    return model_check_texts(model->name, model->recipe, model->training_hash, model->config_hash, err);
}

double poise_load_model_score(const poise_load_model *model, const double x[MODEL_LOAD_FEATURES])
{
    double sum = 0;
    for (int i = 0; i < MODEL_LOAD_FEATURES; i++)
        sum += model->weight[i] * x[i];
    return sum;
}

static void print_model(FILE *out, const poise_load_model *model)
{
    (void)fputs(MODEL_MAGIC "\n", out);
    model_print_text(out, "kind", MODEL_LOADS_KIND);
    model_print_text(out, "name", model->name);
    model_print_text(out, "recipe", model->recipe);
    model_print_text(out, "training_hash", model->training_hash);
    model_print_text(out, "config_hash", model->config_hash);
    (void)fputs("# a load allocates where the sum of weight x feature is at least 0\n", out);
    for (int i = 0; i < MODEL_LOAD_FEATURES; i++) {
        (void)fprintf(out, MODEL_WEIGHT_PREFIX "%s = ", model_load_feature_name[i]);
        model_print_number(out, model->weight[i]);
        (void)fputc('\n', out);
    }
}

int poise_load_model_write(const char *path, const poise_load_model *model, poise_error *err)
{
    char *text = NULL;
    size_t size = 0;
    int code = poise_load_model_check(model, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", path);
    FILE *out = open_memstream(&text, &size);
    if (out != NULL)
        print_model(out, model);
    const bool broken = out == NULL || ferror(out) != 0;
    if ((out != NULL && fclose(out) != 0) || broken)
        code = poise_fail(err, POISE_FAILED, "%s: no memory for the model's text", path);
    else
        code = model_write_sealed(path, text, size, err);
    free(text);
    return code;
}
