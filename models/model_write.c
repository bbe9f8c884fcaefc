#include "common/file.h"
#include "models/model_format.h"

#include <stdio.h>
#include <stdlib.h>

const char *const model_kind_name[MODEL_KIND_COUNT] = {
    [MODEL_NEGBIN] = "negbin",
    [MODEL_LINEAR] = "linear",
    [MODEL_RBF] = "rbf",
    [MODEL_CHOICE] = "choice",
};

void model_print_number(FILE *out, double value)
{
    char digits[32];
    for (int precision = 1; precision <= 17; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    (void)fputs(digits, out);
}

static void print_pair(FILE *out, double for_n, double for_p)
{
    (void)fputs(" = ", out);
    model_print_number(out, for_n);
    (void)fputc(' ', out);
    model_print_number(out, for_p);
    (void)fputc('\n', out);
}

void model_print_text(FILE *out, const char *key, const char *value)
{
    (void)fprintf(out, "%s =%s%s\n", key, value[0] != '\0' ? " " : "", value);
}

static void print_weights(FILE *out, const poise_model *model)
{
    (void)fputs("# weight.FEATURE = for ln N, for ln p\n", out);
    for (int i = 0; i < model->n_features; i++) {
        (void)fprintf(out, MODEL_WEIGHT_PREFIX "%s", model->feature[i]);
        print_pair(out, model->weight[0][i], model->weight[1][i]);
    }
}

static void print_support(FILE *out, const model_support *support, int n_features)
{
    (void)fputs(MODEL_SUPPORT_KEY " =", out);
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        (void)fputc(' ', out);
        model_print_number(out, support->coefficient[output]);
    }
    for (int i = 0; i < n_features; i++) {
        (void)fputc(' ', out);
        model_print_number(out, support->z[i]);
    }
    (void)fputc('\n', out);
}

static void print_kernel(FILE *out, const poise_model *model)
{
    const model_kernel *kernel = model->kernel;
    (void)fputs("# for ln N, for ln p: constant + sum of coefficient exp(-gamma |z - support|^2)\ngamma",
                out);
    print_pair(out, kernel->gamma[0], kernel->gamma[1]);
    (void)fputs("constant", out);
    print_pair(out, kernel->constant[0], kernel->constant[1]);
    (void)fputs("# z = (x - centre) / scale; scaling.FEATURE = centre, scale\n", out);
    for (int i = 0; i < model->n_features; i++) {
        (void)fprintf(out, MODEL_SCALING_PREFIX "%s", model->feature[i]);
        print_pair(out, kernel->centre[i], kernel->scale[i]);
    }
    (void)fputs("# support = coefficient for ln N, for ln p, then z\n", out);
    for (size_t i = 0; i < kernel->n_support; i++)
        print_support(out, &kernel->support[i], model->n_features);
}

static void print_choice(FILE *out, const poise_model *model)
{
    (void)fputs("# tuple = N, p, then the weights of the expected time\n" MODEL_FEATURES_KEY " =", out);
    for (int i = 0; i < model->n_features; i++)
        (void)fprintf(out, " %s", model->feature[i]);
    (void)fputc('\n', out);
    for (size_t t = 0; t < model->choice->n_tuples; t++) {
        const model_tuple *tuple = &model->choice->tuple[t];
        (void)fprintf(out, MODEL_TUPLE_KEY " = %d %d", tuple->n, tuple->p);
        for (int i = 0; i < model->n_features; i++) {
            (void)fputc(' ', out);
            model_print_number(out, tuple->weight[i]);
        }
        (void)fputc('\n', out);
    }
}

static void print_model(FILE *out, const poise_model *model)
{
    (void)fputs(MODEL_MAGIC "\n", out);
    model_print_text(out, "kind", model_kind_name[model->kind]);
    model_print_text(out, "name", model->name);
    model_print_text(out, "recipe", model->recipe);
    (void)fprintf(out, "max_warps = %d\n", model->max_warps);
    (void)fprintf(out, "l1_hit_includes_merges = %d\n", model->l1_hit_includes_merges);
    if (model->least_p == 0)
        (void)fputs("least_p = 0\n", out);
    if (model->kind == MODEL_NEGBIN) {
        (void)fputs("# variance = mu + dispersion mu^2, for N and for p\ndispersion", out);
        print_pair(out, model->dispersion[0], model->dispersion[1]);
    }
    model_print_text(out, "training_hash", model->training_hash);
    model_print_text(out, "config_hash", model->config_hash);
    if (model->kind == MODEL_RBF)
        print_kernel(out, model);
    else if (model->kind == MODEL_CHOICE)
        print_choice(out, model);
    else
        print_weights(out, model);
}

/* The text is made in memory first: the checksum in its last line covers all lines before it. The caller
 * frees *text; NULL when out of memory. */
static char *format_model(const poise_model *model, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (out == NULL)
        return NULL;
    print_model(out, model);
    int broken = ferror(out);
    if (fclose(out) != 0 || broken) {
        free(text);
        return NULL;
    }
    return text;
}

int model_write_sealed(const char *path, const char *text, size_t size, poise_error *err)
{
    char checksum[POISE_HASH_TEXT];
    poise_hash_bytes(text, size, checksum);
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    (void)fwrite(text, 1, size, file.stream);
    (void)fprintf(file.stream, MODEL_CHECKSUM_KEY "%s\n", checksum);
    return poise_atomic_commit(&file, err); /* which looks at the stream's error flag */
}

int poise_model_write(const char *path, const poise_model *model, poise_error *err)
{
    int code = poise_model_check(model, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", path);
    size_t size = 0;
    char *text = format_model(model, &size);
    if (text == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the model's text", path);
    code = model_write_sealed(path, text, size, err);
    free(text);
    return code;
}
