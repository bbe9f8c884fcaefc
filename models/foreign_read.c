#include "models/foreign_reader.h"

#include "common/file.h"
#include "models/model_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARPS_OF_THESIS = 24 };

char *foreign_next_line(foreign_lines *in)
{
    if (in->rest == NULL || *in->rest == '\0')
        return NULL;
    char *line = strsep(&in->rest, "\n");
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\r'))
        line[--length] = '\0';
    in->line++;
    return line;
}

int foreign_damaged(const foreign_lines *in, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: %s", in->path, in->line, reason);
}

bool foreign_number(const char *text, double *value)
{
    return model_next_number(&text, value) && *text == '\0';
}

static int read_text(foreign_lines *in, foreign_model *out)
{
    const char *first = foreign_next_line(in);
    if (first != NULL && strncmp(first, "solver_type ", strlen("solver_type ")) == 0)
        return foreign_read_liblinear(in, first, out);
    if (first != NULL && strncmp(first, "svm_type ", strlen("svm_type ")) == 0)
        return foreign_read_libsvm(in, first, out);
    return poise_fail(
        in->err, POISE_DAMAGED,
        "%s: neither a model of LIBLINEAR nor of libsvm (the first line is not solver_type or svm_type)",
        in->path);
}

static int read_file(const char *path, foreign_model *out, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *out = (foreign_model){0};
    int code = poise_read_file(path, MODEL_FILE_BYTES, &data, &size, err);
    if (code != POISE_OK)
        return code;
    foreign_lines in = {.path = path, .rest = data, .err = err};
    code = memchr(data, '\0', size) == NULL ? read_text(&in, out)
                                            : poise_fail(err, POISE_DAMAGED, "%s: not a text file", path);
    free(data);
    return code;
}

/* All vectors of a linear model together are one. */
static void join_linear(const foreign_model *from, double weight[MODEL_MAX_FEATURES])
{
    weight[MODEL_X_constant] = from->constant;
    for (size_t v = 0; v < from->n; v++) {
        for (int i = 0; i < MODEL_THESIS_FEATURES; i++)
            weight[i] += from->vector[v].coefficient * from->vector[v].z[i];
    }
}

static int join_rbf(const foreign_model from[MODEL_OUTPUTS], poise_model *model, poise_error *err)
{
    model_kernel *kernel = poise_model_kernel_new(from[0].n + from[1].n);
    if (kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the model");
    model->kernel = kernel;
    for (int i = 0; i < MODEL_THESIS_FEATURES; i++)
        kernel->scale[i] = 1.0;
    model_support *support = kernel->support;
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        kernel->gamma[output] = from[output].gamma;
        kernel->constant[output] = from[output].constant;
        for (size_t v = 0; v < from[output].n; v++, support++) {
            support->coefficient[output] = from[output].vector[v].coefficient;
            memcpy(support->z, from[output].vector[v].z, sizeof from[output].vector[v].z);
        }
    }
    return POISE_OK;
}

static int join(const foreign_model from[MODEL_OUTPUTS], poise_model *model, poise_error *err)
{
    if (from[0].rbf != from[1].rbf)
        return poise_fail(err, POISE_USAGE, "one model is linear and the other one is not");
    *model = (poise_model){.kind = from[0].rbf ? MODEL_RBF : MODEL_LINEAR,
                           .name = "imported",
                           .recipe = "imported from LIBLINEAR or libsvm",
                           .n_features = MODEL_THESIS_FEATURES,
                           .max_warps = WARPS_OF_THESIS,
                           .least_p = 1};
    for (int i = 0; i < MODEL_THESIS_FEATURES; i++)
        (void)snprintf(model->feature[i], sizeof model->feature[i], "%s", model_thesis_feature_name[i]);
    if (from[0].rbf)
        return join_rbf(from, model, err);
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        join_linear(&from[output], model->weight[output]);
    return POISE_OK;
}

int poise_model_import(const char *for_n, const char *for_p, poise_model *model, poise_error *err)
{
    foreign_model from[MODEL_OUTPUTS] = {{0}};
    poise_error reason;
    *model = (poise_model){0};
    int code = read_file(for_n, &from[0], err);
    if (code == POISE_OK)
        code = read_file(for_p, &from[1], err);
    if (code == POISE_OK)
        code = join(from, model, err);
    if (code == POISE_OK && poise_model_check(model, &reason) != POISE_OK)
        code = poise_fail(err, POISE_DAMAGED, "%s and %s: %s", for_n, for_p, reason.text);
    free(from[0].vector);
    free(from[1].vector);
    if (code != POISE_OK)
        poise_model_free(model);
    return code;
}
