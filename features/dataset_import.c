#include "features/dataset_import.h"

#include "features/dataset_build.h"
#include "features/dataset_schema.h"
#include "features/target.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 255 };

/* As the reader of data sets wants it. */
static bool is_plain(const char *name)
{
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return false;
    }
    return strlen(name) <= LONGEST_NAME;
}

static const char *row_fault(const dataset_row *row, double speedup)
{
    if (!is_plain(row->program) || !is_plain(row->run) || !is_plain(row->kernel))
        return "a name has control characters or more than 255 bytes";
    if (row->warps < 1 || row->warps > PROFILE_MAX_WARPS)
        return "warps is not from 1 to 64";
    if (row->target_n < 1 || row->target_n > row->warps || row->target_p > row->target_n)
        return "the target is not 0 <= p <= N, 1 <= N <= warps";
    if (!(row->weight > 0) || !isfinite(row->weight))
        return "the weight is not more than 0";
    if (!(speedup > 0) || !isfinite(speedup))
        return "target_speedup is not more than 0";
    if (row->excluded & ~(uint32_t)DATASET_ALL_EXCLUSIONS)
        return "excluded has unknown bits";
    for (int f = 0; f < FEATURES_COUNT; f++) {
        if (!isfinite(row->x[f]))
            return "a feature is not a finite number";
    }
    return NULL;
}

static int set_surfaces(dataset_row *row, double speedup, poise_error *err)
{
    surface *surfaces[] = {&row->speedup, &row->score};
    for (size_t i = 0; i < 2; i++) {
        int code = surface_create(surfaces[i], row->warps, err);
        if (code != POISE_OK)
            return code;
        surfaces[i]->value[profile_point(row->target_n, row->target_p)] = speedup;
        surfaces[i]->value[profile_point(row->warps, row->warps)] = 1.0;
    }
    return POISE_OK;
}

static int append(dataset *data, const dataset_row *row, poise_error *err)
{
    if ((data->n_rows & (data->n_rows + 1)) == 0 ||
        data->rows == NULL) { /* 0, 1, 3, 7 ... rows: room is full */
        dataset_row *rows = realloc(data->rows, (2 * data->n_rows + 1) * sizeof *rows);
        if (rows == NULL)
            return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
        data->rows = rows;
    }
    data->rows[data->n_rows++] = *row;
    return POISE_OK;
}

int dataset_import_row(dataset *data, dataset_row *row, double speedup, poise_error *err)
{
    if (row->kernel == NULL)
        row->kernel = strdup("kernel");
    if (row->run == NULL && row->program != NULL)
        row->run = strdup(row->program);
    if (row->program == NULL || row->run == NULL || row->kernel == NULL) {
        dataset_row_free(row);
        return poise_fail(err, POISE_FAILED, "no memory for a row");
    }
    const char *fault = row_fault(row, speedup);
    int code = fault == NULL ? POISE_OK : poise_fail(err, POISE_DAMAGED, "%s", fault);
    if (code == POISE_OK) {
        row->scaled_n = target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS);
        row->scaled_p = target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS);
        code = set_surfaces(row, speedup, err);
    }
    if (code == POISE_OK)
        code = append(data, row, err);
    if (code != POISE_OK)
        dataset_row_free(row);
    return code;
}

int dataset_import_speedup(dataset *data, uint32_t n, uint32_t p, double speedup, poise_error *err)
{
    dataset_row *row = &data->rows[data->n_rows - 1];
    const char *fault = NULL;
    if (n < 1 || n > row->warps || p > n)
        fault = "not a tuple 0 <= p <= N, 1 <= N <= warps";
    else if (!(speedup > 0) || !isfinite(speedup))
        fault = "not more than 0";
    else if (p == row->warps && fabs(speedup - 1) > 1e-9)
        fault = "not 1, and speedups are over all warps";
    if (fault)
        return poise_fail(err, POISE_DAMAGED, "speedup_%u_%u: %s", n, p, fault);
    row->speedup.value[profile_point(n, p)] = row->score.value[profile_point(n, p)] = speedup;
    return POISE_OK;
}

bool dataset_import_number(const char *text, double *value)
{
    char *end = NULL;
    *value = strtod(text, &end);
    return strspn(text, "0123456789+-.eE") == strlen(text) && end != text && *end == '\0' && isfinite(*value);
}

int dataset_import_finish(dataset *data, const char *path, poise_error *err)
{
    uint32_t axis = 0;
    for (size_t i = 0; i < data->n_rows; i++)
        axis = data->rows[i].warps > axis ? data->rows[i].warps : axis;
    if (data->n_rows == 0)
        return poise_fail(err, POISE_FAILED, "%s: the table has no rows", path);
    if (data->n_rows * axis * (axis + 1) > DATASET_MAX_ELEMENTS)
        return poise_fail(err, POISE_FAILED, "%s: %zu rows are too many for a data set", path, data->n_rows);
    dataset_exclude_evaluated(data);
    memset(data->config_hash, '0', POISE_HASH_TEXT - 1);
    data->config_hash[POISE_HASH_TEXT - 1] = '\0';
    return POISE_OK;
}
