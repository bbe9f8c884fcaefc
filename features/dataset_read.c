/* dataset.h5 in. */
#include "common/member.h"
#include "features/content.h"
#include "features/dataset_file.h"
#include "features/dataset_schema.h"
#include "features/origin.h"
#include "features/target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A file while it is read. */
typedef struct dataset_input {
    const char *path;
    poise_h5 *file;
    dataset *data;
    poise_h5_shape shape; /* of the surfaces: [kernel][N][p] */
    profile_axes axes;
    bool has_polluting; /* whether it has that table, too */
} dataset_input;

static int refuse(const dataset_input *in, size_t kernel, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: kernel %zu (%s): %s", in->path, kernel,
                      in->data->rows[kernel].kernel, reason);
}

static int read_root(const dataset_input *in, poise_error *err)
{
    uint64_t merges_hit = 0, scaled_warps = 0;
    int code = poise_h5_check_versions(in->file, DATASET_FORMAT, DATASET_OLDEST_VERSION,
                                       DATASET_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = features_read_hash(in->file, in->path, "config_hash", in->data->config_hash, err);
    if (code == POISE_OK)
        code = features_read_hash(in->file, in->path, "profile_hash", in->data->profile_hash, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "l1_hit_includes_merges", &merges_hit, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "scaled_warps", &scaled_warps, err);
    if (code == POISE_OK && (merges_hit > 1 || scaled_warps != DATASET_SCALED_WARPS))
        code = poise_fail(err, POISE_DAMAGED, "%s: l1_hit_includes_merges must be 0 or 1 and scaled_warps %d",
                          in->path, DATASET_SCALED_WARPS);
    in->data->merges_hit = merges_hit == 1;
    return code;
}

static int read_shape(dataset_input *in, poise_error *err)
{
    int code = poise_h5_shape_of(in->file, dataset_speedup.name, &in->shape, err);
    if (code != POISE_OK)
        return code;
    if (poise_h5_elements(in->shape) > DATASET_MAX_ELEMENTS)
        return poise_fail(err, POISE_DAMAGED, "%s: data set %s is too large", in->path, dataset_speedup.name);
    return profile_read_axes(in->file, in->path, &dataset_speedup, in->shape, &in->axes, err);
}

static int create_surfaces(dataset_input *in, poise_error *err)
{
    int code = POISE_OK;
    in->has_polluting = poise_h5_has(in->file, dataset_polluting.name);
    for (size_t i = 0; i < in->data->n_rows && code == POISE_OK; i++) {
        dataset_row *row = &in->data->rows[i];
        if (row->warps > in->axes.warps)
            return refuse(in, i, "it has more warps than the axis N", err);
        code = surface_create(&row->speedup, row->warps, err);
        if (code == POISE_OK)
            code = surface_create(&row->score, row->warps, err);
        if (code == POISE_OK && in->has_polluting)
            code = surface_create(&row->polluting, row->warps, err);
    }
    return code;
}

static int read_rows(dataset_input *in, poise_error *err)
{
    size_t n = in->shape.size[0];
    in->data->rows = calloc(n, sizeof *in->data->rows);
    if (in->data->rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu kernels", in->path, n);
    in->data->n_rows = n;
    poise_h5_rows rows = {in->data->rows, n, sizeof *in->data->rows};
    int code = poise_h5_read_rows(in->file, dataset_row_fields, DATASET_ROW_FIELDS, rows, err);
    return code == POISE_OK ? create_surfaces(in, err) : code;
}

/* That of the second and the fifth name, which tell views apart. */
static model_view view_of(char *const *names)
{
    for (int view = 0; view < MODEL_VIEWS; view++) {
        if (strcmp(names[1], model_feature_name[view][1]) == 0 &&
            strcmp(names[4], model_feature_name[view][4]) == 0)
            return (model_view)view;
    }
    return MODEL_VIEW_THESIS;
}

/* A vector of other features, or in another order, would be trained on silently. */
static int check_feature_names(const dataset_input *in, poise_error *err)
{
    char **names;
    int code = poise_h5_read_texts(in->file, dataset_feature.name, FEATURES_COUNT, 256, &names, err);
    if (code != POISE_OK)
        return code;
    in->data->view = view_of(names);
    const char *const *expected = model_feature_name[in->data->view];
    for (size_t f = 0; f < FEATURES_COUNT; f++) {
        if (strcmp(names[f], expected[f]) != 0 && code == POISE_OK)
            code = poise_fail(err, POISE_DAMAGED, "%s: feature %zu is '%s', not '%s'", in->path, f + 1,
                              names[f], expected[f]);
    }
    poise_h5_free_texts(names, FEATURES_COUNT);
    return code;
}

static int store_features(dataset_input *in, const dataset_matrix *matrix, const double *table,
                          poise_error *err)
{
    for (size_t i = 0; i < in->data->n_rows; i++) {
        dataset_row *row = &in->data->rows[i];
        double *x = poise_member(row, matrix->offset);
        bool is_none = matrix->may_be_none && row->sampled_sms == 0;
        for (size_t f = 0; f < FEATURES_COUNT; f++, table++) {
            if (is_none ? !isnan(*table) : !isfinite(*table))
                return refuse(in, i,
                              is_none ? "features stand where none were sampled" : "a feature is not finite",
                              err);
            x[f] = is_none ? 0 : *table;
        }
    }
    return POISE_OK;
}

static int read_matrix(dataset_input *in, const dataset_matrix *matrix, poise_error *err)
{
    size_t n = in->data->n_rows;
    double *table = calloc(n, FEATURES_COUNT * sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the feature vectors", in->path);
    poise_h5_shape shape = {2, {n, FEATURES_COUNT}};
    int code = poise_h5_read_real(in->file, matrix->column.name, shape, table, err);
    if (code == POISE_OK)
        code = store_features(in, matrix, table, err);
    free(table);
    return code;
}

static int read_features(dataset_input *in, poise_error *err)
{
    int code = check_feature_names(in, err);
    for (size_t m = 0; m < DATASET_MATRICES && code == POISE_OK; m++)
        code = read_matrix(in, &dataset_matrices[m], err);
    return code;
}

/* `table` is the [N][p] part of one kernel. */
static const char *store_surface(surface *s, const double *table, profile_axes axes, double least)
{
    for (uint32_t n = 1; n <= axes.warps; n++) {
        for (uint32_t p = axes.least_p; p <= axes.warps; p++) {
            double value = *table++;
            bool inside = p <= n && n <= s->warps;
            if (!isnan(value) && (!inside || !isfinite(value) || value < least))
                return "a value is negative, infinite, or stands where there is no tuple";
            if (inside)
                s->value[profile_point(n, p)] = value;
        }
    }
    return NULL;
}

static int read_surface(dataset_input *in, const poise_h5_column *column, size_t surface_offset, double least,
                        poise_error *err)
{
    const size_t cells = profile_axes_cells(in->axes);
    double *table = calloc(poise_h5_elements(in->shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", in->path, column->name);
    int code = poise_h5_read_real(in->file, column->name, in->shape, table, err);
    for (size_t i = 0; i < in->data->n_rows && code == POISE_OK; i++) {
        surface *s = poise_member(&in->data->rows[i], surface_offset);
        const char *fault = store_surface(s, table + i * cells, in->axes, least);
        if (fault != NULL)
            code = refuse(in, i, fault, err);
    }
    free(table);
    return code;
}

static const char *row_fault(const dataset_row *row)
{
    if (isnan(surface_at(&row->speedup, row->target_n, row->target_p)) ||
        isnan(surface_at(&row->score, row->target_n, row->target_p)))
        return "its target is not a measured tuple";
    if (row->scaled_n != target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS) ||
        row->scaled_p != target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS))
        return "its scaled target does not belong to its target";
    if (!(row->weight > 0))
        return "its weight is not positive";
    return NULL;
}

static int check_rows(const dataset_input *in, poise_error *err)
{
    for (size_t i = 0; i < in->data->n_rows; i++) {
        const char *fault = row_fault(&in->data->rows[i]);
        if (fault != NULL)
            return refuse(in, i, fault, err);
    }
    return POISE_OK;
}

static int read_all(dataset_input *in, poise_error *err)
{
    int code = read_root(in, err);
    if (code == POISE_OK)
        code = read_shape(in, err);
    if (code == POISE_OK)
        code = read_rows(in, err);
    if (code == POISE_OK)
        code = read_features(in, err);
    if (code == POISE_OK)
        code = read_surface(in, &dataset_speedup, offsetof(dataset_row, speedup), 0, err);
    if (code == POISE_OK)
        code = read_surface(in, &dataset_score, offsetof(dataset_row, score), 0, err);
    if (code == POISE_OK && in->has_polluting)
        code = read_surface(in, &dataset_polluting, offsetof(dataset_row, polluting), -INFINITY, err);
    return code == POISE_OK ? check_rows(in, err) : code;
}

int dataset_read(const char *path, dataset *data, poise_error *err)
{
    memset(data, 0, sizeof *data);
    dataset_input in = {.path = path, .data = data};
    int code = poise_h5_open(&in.file, path, err);
    if (code != POISE_OK)
        return code;
    code = read_all(&in, err);
    poise_h5_close(in.file);
    if (code == POISE_OK)
        code = dataset_hash_content(data, err);
    if (code != POISE_OK)
        dataset_free(data);
    return code;
}
