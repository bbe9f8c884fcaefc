#include "common/h5_rows.h"

#include "common/h5_internal.h"
#include "common/member.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 4096 }; /* bytes of one text in a file */

/* Stored nowhere: every row of these columns has a value. */
static const uint64_t no_value = UINT64_MAX;

static void *member(const poise_h5_field *field, poise_h5_rows rows, size_t i)
{
    return poise_member(rows.rows, i * rows.row_bytes + field->offset);
}

int poise_h5_count_rows(poise_h5 *file, const char *path, const char *attribute, const char *data_set,
                        size_t limit, size_t *n, poise_error *err)
{
    uint64_t stored;
    poise_h5_shape shape = {1, {0}};
    *n = 0;
    int code = poise_h5_get_u64(file, "/", attribute, &stored, err);
    if (code == POISE_OK && (stored > 0 || poise_h5_has(file, data_set)))
        code = poise_h5_shape_of(file, data_set, &shape, err);
    if (code != POISE_OK)
        return code;
    if (stored > limit || shape.rank != 1 || shape.size[0] != stored)
        return poise_fail(err, POISE_DAMAGED,
                          "%s: attribute %s is too large, or not the number of rows of %s", path, attribute,
                          data_set);
    *n = (size_t)stored;
    return POISE_OK;
}

/* ---- writing ---- */

static const char *text_of(const poise_h5_field *field, const void *value)
{
    switch (field->kind) {
    case POISE_H5_TEXT: return *(char *const *)value == NULL ? "" : *(char *const *)value;
    case POISE_H5_CHOICE: return field->choices[*(const int *)value];
    default: return value; /* POISE_H5_HASH */
    }
}

static int write_texts(poise_h5 *file, const poise_h5_field *field, poise_h5_rows rows, poise_error *err)
{
    const char **texts = calloc(rows.n_rows, sizeof *texts);
    if (texts == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, field->column.name);
    for (size_t i = 0; i < rows.n_rows; i++)
        texts[i] = text_of(field, member(field, rows, i));
    int code = poise_h5_write_texts(file, &field->column, rows.n_rows, texts, err);
    free(texts);
    return code;
}

static int write_u32(poise_h5 *file, const poise_h5_field *field, poise_h5_rows rows, poise_error *err)
{
    uint64_t *values = calloc(rows.n_rows, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, field->column.name);
    for (size_t i = 0; i < rows.n_rows; i++)
        values[i] = *(const uint32_t *)member(field, rows, i);
    poise_h5_shape shape = {1, {rows.n_rows}};
    int code = poise_h5_write_u64(file, &field->column, shape, values, no_value, err);
    free(values);
    return code;
}

static int write_real(poise_h5 *file, const poise_h5_field *field, poise_h5_rows rows, poise_error *err)
{
    double *values = calloc(rows.n_rows, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, field->column.name);
    for (size_t i = 0; i < rows.n_rows; i++)
        values[i] = *(const double *)member(field, rows, i);
    poise_h5_shape shape = {1, {rows.n_rows}};
    int code = poise_h5_write_real(file, &field->column, shape, values, err);
    free(values);
    return code;
}

int poise_h5_write_rows(poise_h5 *file, const poise_h5_field *fields, size_t n_fields, poise_h5_rows rows,
                        poise_error *err)
{
    int code = POISE_OK;
    for (size_t f = 0; f < n_fields && code == POISE_OK; f++) {
        switch (fields[f].kind) {
        case POISE_H5_U32: code = write_u32(file, &fields[f], rows, err); break;
        case POISE_H5_REAL: code = write_real(file, &fields[f], rows, err); break;
        default: code = write_texts(file, &fields[f], rows, err); break;
        }
    }
    return code;
}

/* ---- identity ---- */

static void hash_value(poise_hash *hash, const poise_h5_field *field, const void *value)
{
    switch (field->kind) {
    case POISE_H5_U32: poise_hash_add(hash, value, sizeof(uint32_t)); break;
    case POISE_H5_REAL: poise_hash_reals(hash, value, 1); break;
    default: {
        const char *text = text_of(field, value);
        poise_hash_add(hash, text, strlen(text) + 1);
    }
    }
}

void poise_h5_hash_rows(poise_hash *hash, const poise_h5_field *fields, size_t n_fields, poise_h5_rows rows)
{
    for (size_t f = 0; f < n_fields; f++) {
        for (size_t i = 0; i < rows.n_rows; i++)
            hash_value(hash, &fields[f], member(&fields[f], rows, i));
    }
}

/* ---- reading ---- */

static int refuse(const poise_h5 *file, const poise_h5_field *field, size_t i, const char *reason,
                  poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: data set %s, row %zu: %s", file->path, field->column.name, i,
                      reason);
}

static bool is_hash(const char *text)
{
    return strlen(text) == POISE_HASH_TEXT - 1 && strspn(text, "0123456789abcdef") == POISE_HASH_TEXT - 1;
}

static int choice_of(const char *const *choices, const char *text)
{
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], text) == 0)
            return i;
    }
    return -1;
}

/* Takes *text over where the row keeps it. */
static int store_text(const poise_h5 *file, const poise_h5_field *field, size_t i, char **text, void *value,
                      poise_error *err)
{
    int choice;
    switch (field->kind) {
    case POISE_H5_TEXT:
        *(char **)value = *text;
        *text = NULL;
        return POISE_OK;
    case POISE_H5_CHOICE:
        choice = choice_of(field->choices, *text);
        if (choice < 0)
            return refuse(file, field, i, "an unknown word", err);
        *(int *)value = choice;
        return POISE_OK;
    default: /* POISE_H5_HASH */
        if (!is_hash(*text))
            return refuse(file, field, i, "not a hash of 32 hexadecimal digits", err);
        memcpy(value, *text, POISE_HASH_TEXT);
        return POISE_OK;
    }
}

static int read_texts(poise_h5 *file, const poise_h5_field *field, poise_h5_rows rows, poise_error *err)
{
    char **texts;
    int code = poise_h5_read_texts(file, field->column.name, rows.n_rows, MAX_TEXT, &texts, err);
    for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++)
        code = store_text(file, field, i, &texts[i], member(field, rows, i), err);
    poise_h5_free_texts(texts, rows.n_rows);
    return code;
}

static int read_u32(poise_h5 *file, const poise_h5_field *field, poise_h5_rows rows, poise_error *err)
{
    uint64_t *values = calloc(rows.n_rows, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, field->column.name);
    poise_h5_shape shape = {1, {rows.n_rows}};
    int code = poise_h5_read_u64(file, field->column.name, shape, values, err);
    for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++) {
        if (values[i] < field->min || values[i] > field->max)
            code = refuse(file, field, i, "the number is out of range", err);
        else
            *(uint32_t *)member(field, rows, i) = (uint32_t)values[i];
    }
    free(values);
    return code;
}

static int read_real(poise_h5 *file, const poise_h5_field *field, poise_h5_rows rows, poise_error *err)
{
    double *values = calloc(rows.n_rows, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, field->column.name);
    poise_h5_shape shape = {1, {rows.n_rows}};
    int code = poise_h5_read_real(file, field->column.name, shape, values, err);
    for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++) {
        if (!isfinite(values[i]))
            code = refuse(file, field, i, "the number is not finite", err);
        else
            *(double *)member(field, rows, i) = values[i];
    }
    free(values);
    return code;
}

int poise_h5_read_rows(poise_h5 *file, const poise_h5_field *fields, size_t n_fields, poise_h5_rows rows,
                       poise_error *err)
{
    int code = POISE_OK;
    for (size_t f = 0; f < n_fields && code == POISE_OK; f++) {
        switch (fields[f].kind) {
        case POISE_H5_U32: code = read_u32(file, &fields[f], rows, err); break;
        case POISE_H5_REAL: code = read_real(file, &fields[f], rows, err); break;
        default: code = read_texts(file, &fields[f], rows, err); break;
        }
    }
    return code;
}
