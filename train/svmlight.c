#include "train/svmlight.h"

#include "common/file.h"
#include "train/sample.h"

#include <stdio.h>

static void print_row(FILE *out, const dataset_row *row, int output, const poise_model *model)
{
    (void)fprintf(out, "%.17g", train_log_target(output == 0 ? row->scaled_n : row->scaled_p, row->warps));
    for (int f = 0; f < FEATURES_COUNT; f++) {
        double z = row->x[f];
        if (model != NULL && model->kernel != NULL)
            z = (z - model->kernel->centre[f]) / model->kernel->scale[f];
        (void)fprintf(out, " %d:%.17g", f + 1, z);
    }
    (void)fputs(" # ", out);
    for (const char *c = row->program; *c != '\0'; c++) /* the libraries' readers stumble over colons here */
        (void)fputc(*c == ':' || *c == '#' || (unsigned char)*c < ' ' ? '_' : *c, out);
    (void)fputc('\n', out);
}

static int write_one(const char *path, const dataset *data, const bool *use, int output,
                     const poise_model *model, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < data->n_rows; i++) {
        if (use[i])
            print_row(file.stream, &data->rows[i], output, model);
    }
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}

int train_write_svmlight(const char *base, const dataset *data, const bool *use, const poise_model *model,
                         poise_error *err)
{
    static const char suffix[MODEL_OUTPUTS] = {'n', 'p'};
    char path[4096];
    int code = POISE_OK;
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        if (snprintf(path, sizeof path, "%s.%c", base, suffix[output]) >= (int)sizeof path)
            return poise_fail(err, POISE_USAGE, "the name %.40s... is too long", base);
        code = write_one(path, data, use, output, model, err);
    }
    return code;
}
