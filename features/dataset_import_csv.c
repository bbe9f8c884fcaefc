#include "common/member.h"
#include "features/dataset_import.h"

#include "common/csv.h"
#include "common/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_TABLE = 64 << 20, MOST_COLUMNS = 64 };

/* A row while its fields come in. */
typedef struct csv_row {
    dataset_row row;
    double speedup; /* of the target */
    size_t n_points;
    struct {
        uint32_t n, p;
        double speedup;
    } point[MOST_COLUMNS];
} csv_row;

/* Where a field goes; returns what is wrong with it, or NULL. */
typedef const char *csv_setter(csv_row *out, size_t offset, const char *field);

static const char *set_text(csv_row *out, size_t offset, const char *field)
{
    char **text = poise_member(out, offset);
    free(*text);
    *text = strdup(field);
    return *text == NULL ? "no memory" : field[0] == '\0' ? "a name is empty" : NULL;
}

static const char *set_real(csv_row *out, size_t offset, const char *field)
{
    double *value = poise_member(out, offset);
    return dataset_import_number(field, value) ? NULL : "not a finite decimal number";
}

static const char *set_whole(csv_row *out, size_t offset, const char *field)
{
    size_t digits = strspn(field, "0123456789");
    if (digits == 0 || digits > 9 || field[digits] != '\0')
        return "not a whole number";
    *(uint32_t *)poise_member(out, offset) = (uint32_t)strtoul(field, NULL, 10);
    return NULL;
}

static const char *set_split(csv_row *out, size_t offset, const char *field)
{
    (void)offset;
    for (int split = 0; split < PROFILE_SPLITS; split++) {
        if (strcmp(field, profile_splits[split]) == 0) {
            out->row.split = (profile_split)split;
            return NULL;
        }
    }
    return "not training or evaluation";
}

static const char *set_hash(csv_row *out, size_t offset, const char *field)
{
    (void)offset;
    if (strlen(field) != POISE_HASH_TEXT - 1 || strspn(field, "0123456789abcdef") != POISE_HASH_TEXT - 1)
        return "not a hash of 32 hexadecimal digits";
    memcpy(out->row.trace_hash, field, POISE_HASH_TEXT);
    return NULL;
}

/* `offset` is 256 N + P. */
static const char *set_point(csv_row *out, size_t offset, const char *field)
{
    double speedup;
    if (field[0] == '\0')
        return NULL;
    if (!dataset_import_number(field, &speedup))
        return "not a finite decimal number";
    out->point[out->n_points].n = (uint32_t)(offset / 256);
    out->point[out->n_points].p = offset % 256;
    out->point[out->n_points++].speedup = speedup;
    return NULL;
}

static const char *skip(csv_row *out, size_t offset, const char *field)
{
    (void)out;
    (void)offset;
    (void)field;
    return NULL;
}

typedef struct csv_column {
    const char *name;
    bool needed;
    size_t offset;
    csv_setter *set;
} csv_column;

#define ROW(member) offsetof(csv_row, row.member)
static const csv_column known[] = {
    {"program", true, ROW(program), set_text},
    {"run", false, ROW(run), set_text},
    {"kernel", false, ROW(kernel), set_text},
    {"launch_index", false, ROW(launch_index), set_whole},
    {"trace_hash", false, 0, set_hash},
    {"split", false, 0, set_split},
    {"warps", false, ROW(warps), set_whole},
    {"target_n", true, ROW(target_n), set_whole},
    {"target_p", true, ROW(target_p), set_whole},
    {"target_speedup", false, offsetof(csv_row, speedup), set_real},
    {"weight", false, ROW(weight), set_real},
    {"excluded", false, ROW(excluded), set_whole},
    {"scaled_n", false, 0, skip},
    {"scaled_p", false, 0, skip},
};
enum { KNOWN = sizeof known / sizeof known[0] };

/* The table while it is read. */
typedef struct csv_input {
    const char *path;
    const char *const *feature; /* names of the view's */
    int line;
    char *at; /* what is not read yet */
    size_t n_columns;
    csv_column column[MOST_COLUMNS];
    poise_error *err;
} csv_input;

static int damaged(const csv_input *in, const char *column, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: %s%s%s", in->path, in->line, column,
                      column[0] != '\0' ? ": " : "", reason);
}

/* speedup_N_P; the name stays where it is. */
static bool find_point(const char *name, csv_column *out)
{
    unsigned n, p;
    int end = 0;
    if (sscanf(name, "speedup_%3u_%3u%n", &n, &p, &end) != 2 || name[end] != '\0' || n > PROFILE_MAX_WARPS ||
        p > PROFILE_MAX_WARPS)
        return false;
    *out = (csv_column){name, false, 256 * n + p, set_point};
    return true;
}

static bool find_column(const csv_input *in, const char *name, csv_column *out)
{
    for (int f = 0; f < FEATURES_COUNT; f++) {
        if (strcmp(name, in->feature[f]) == 0) {
            *out = (csv_column){in->feature[f], f != MODEL_X_constant, ROW(x) + (size_t)f * sizeof(double),
                                set_real};
            return true;
        }
    }
    for (size_t i = 0; i < KNOWN; i++) {
        if (strcmp(name, known[i].name) == 0) {
            *out = known[i];
            return true;
        }
    }
    return find_point(name, out);
}

static bool has_column(const csv_input *in, const char *name)
{
    for (size_t i = 0; i < in->n_columns; i++) {
        if (strcmp(in->column[i].name, name) == 0)
            return true;
    }
    return false;
}

static int check_columns(const csv_input *in)
{
    for (int f = 0; f < FEATURES_COUNT; f++) {
        if (f != MODEL_X_constant && !has_column(in, in->feature[f]))
            return damaged(in, in->feature[f], "this column is missing");
    }
    for (size_t i = 0; i < KNOWN; i++) {
        if (known[i].needed && !has_column(in, known[i].name))
            return damaged(in, known[i].name, "this column is missing");
    }
    return POISE_OK;
}

static int read_head(csv_input *in)
{
    bool last = false;
    in->line = 1;
    while (!last) {
        csv_column column;
        const char *name = poise_csv_field(&in->at, &last);
        if (name == NULL)
            return damaged(in, "", "a quoted name does not end well");
        if (!find_column(in, name, &column) || has_column(in, name))
            return damaged(in, name, "unknown column, or one that was there before");
        if (in->n_columns == MOST_COLUMNS)
            return damaged(in, name, "too many columns");
        in->column[in->n_columns++] = column;
    }
    return check_columns(in);
}
static int read_fields(csv_input *in, csv_row *out)
{
    const char *begin = in->at;
    bool last = false;
    for (size_t i = 0; i < in->n_columns; i++) {
        if (last)
            return damaged(in, "", "there are fewer fields than columns");
        const char *field = poise_csv_field(&in->at, &last);
        if (field == NULL)
            return damaged(in, in->column[i].name, "a quoted field does not end well");
        const char *fault = in->column[i].set(out, in->column[i].offset, field);
        if (fault != NULL)
            return damaged(in, in->column[i].name, fault);
    }
    if (!last)
        return damaged(in, "", "there are more fields than columns");
    if (out->row.trace_hash[0] == '\0') /* something that other rows do not have */
        poise_hash_bytes(begin, (size_t)(in->at - begin), out->row.trace_hash);
    return POISE_OK;
}

static int read_row(csv_input *in, dataset *data)
{
    csv_row next = {.speedup = 1.0,
                    .row = {.split = PROFILE_TRAINING,
                            .warps = DATASET_SCALED_WARPS,
                            .launch_index = (uint32_t)data->n_rows,
                            .weight = 1.0,
                            .x[MODEL_X_constant] = 1.0}};
    in->line++;
    int code = read_fields(in, &next);
    if (code != POISE_OK) {
        dataset_row_free(&next.row);
        return code;
    }
    code = dataset_import_row(data, &next.row, next.speedup, in->err);
    for (size_t i = 0; i < next.n_points && code == POISE_OK; i++)
        code = dataset_import_speedup(data, next.point[i].n, next.point[i].p, next.point[i].speedup, in->err);
    return code == POISE_OK ? code : poise_error_prefix(in->err, "%s, line %d", in->path, in->line);
}

int dataset_import_csv(const char *path, dataset *data, poise_error *err)
{
    char *text = NULL;
    size_t size = 0;
    poise_error unread;
    csv_input in = {
        .path = path, .feature = model_feature_name[data->view], .err = err != NULL ? err : &unread};
    int code = poise_read_file(path, LARGEST_TABLE, &text, &size, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(text, size, data->profile_hash);
    in.at = poise_csv_begin(text);
    if (memchr(text, '\0', size) != NULL)
        code = poise_fail(err, POISE_DAMAGED, "%s: not a text file", path);
    if (code == POISE_OK)
        code = read_head(&in);
    while (code == POISE_OK && *in.at != '\0')
        code = read_row(&in, data);
    if (code == POISE_OK)
        code = dataset_import_finish(data, path, err);
    free(text);
    return code;
}
