/* dataset.h5 out. */
#include "common/member.h"
#include "features/dataset_file.h"
#include "features/dataset_schema.h"

#include <math.h>
#include <stdlib.h>

/* Length of the axes N and p: that of the kernel with most warps. */
static uint32_t most_warps(const dataset *data)
{
    uint32_t warps = 1;
    for (size_t i = 0; i < data->n_rows; i++)
        warps = data->rows[i].warps > warps ? data->rows[i].warps : warps;
    return warps;
}

static int write_root(poise_h5 *file, const dataset *data, poise_error *err)
{
    int code = poise_h5_put_identity(file, DATASET_FORMAT, DATASET_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config_hash", data->config_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "profile_hash", data->profile_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "l1_hit_includes_merges", data->merges_hit, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "scaled_warps", DATASET_SCALED_WARPS, err);
    return code;
}

static int write_rows(poise_h5 *file, const dataset *data, poise_error *err)
{
    poise_h5_rows rows = {data->rows, data->n_rows, sizeof *data->rows};
    int code = poise_h5_write_rows(file, dataset_row_fields, DATASET_ROW_FIELDS, rows, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/excluded", "flag_meanings", dataset_flag_meanings, err);
    return code;
}

static int write_matrix(poise_h5 *file, const dataset *data, const dataset_matrix *matrix, poise_error *err)
{
    double *table = calloc(data->n_rows, FEATURES_COUNT * sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the feature vectors");
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        const double *x = poise_const_member(row, matrix->offset);
        for (size_t f = 0; f < FEATURES_COUNT; f++)
            table[i * FEATURES_COUNT + f] = matrix->may_be_none && row->sampled_sms == 0 ? NAN : x[f];
    }
    poise_h5_shape shape = {2, {data->n_rows, FEATURES_COUNT}};
    int code = poise_h5_write_real(file, &matrix->column, shape, table, err);
    free(table);
    return code;
}

static int write_features(poise_h5 *file, const dataset *data, poise_error *err)
{
    int code =
        poise_h5_write_texts(file, &dataset_feature, FEATURES_COUNT, model_feature_name[data->view], err);
    if (code == POISE_OK)
        code = poise_h5_write_texts(file, &dataset_definition, FEATURES_COUNT,
                                    model_feature_definition[data->view], err);
    for (size_t m = 0; m < DATASET_MATRICES && code == POISE_OK; m++)
        code = write_matrix(file, data, &dataset_matrices[m], err);
    return code;
}

static void fill_table(const dataset *data, size_t surface_offset, profile_axes axes, double *table)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        const surface *s = poise_const_member(&data->rows[i], surface_offset);
        for (uint32_t n = 1; n <= axes.warps; n++) {
            for (uint32_t p = axes.least_p; p <= axes.warps; p++)
                *table++ = surface_at(s, n, p);
        }
    }
}

static int write_surface(poise_h5 *file, const dataset *data, const poise_h5_column *column,
                         size_t surface_offset, profile_axes axes, poise_error *err)
{
    poise_h5_shape shape = profile_axes_shape(axes, data->n_rows);
    double *table = calloc(poise_h5_elements(shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for data set %s", column->name);
    fill_table(data, surface_offset, axes, table);
    int code = poise_h5_write_real(file, column, shape, table, err);
    free(table);
    return code;
}

static bool has_polluting(const dataset *data)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        if (data->rows[i].polluting.warps > 0)
            return true;
    }
    return false;
}

static int write_all(poise_h5 *file, const dataset *data, poise_error *err)
{
    const profile_axes axes = {.warps = most_warps(data)};
    int code = write_root(file, data, err);
    if (code == POISE_OK)
        code = write_rows(file, data, err);
    if (code == POISE_OK)
        code = write_features(file, data, err);
    if (code == POISE_OK)
        code = profile_write_axes(file, axes, err);
    if (code == POISE_OK)
        code = write_surface(file, data, &dataset_speedup, offsetof(dataset_row, speedup), axes, err);
    if (code == POISE_OK)
        code = write_surface(file, data, &dataset_score, offsetof(dataset_row, score), axes, err);
    if (code == POISE_OK && has_polluting(data))
        code = write_surface(file, data, &dataset_polluting, offsetof(dataset_row, polluting), axes, err);
    return code;
}

int dataset_write(const char *path, const dataset *data, poise_error *err)
{
    poise_h5 *file;
    if (data->n_rows == 0)
        return poise_fail(err, POISE_USAGE, "a data set without kernels cannot be written to %s", path);
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_all(file, data, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}
