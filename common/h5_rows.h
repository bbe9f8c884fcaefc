/* An array of structs as one-dimensional data sets, one per member: one table declares each column's name,
 * unit, meaning, place in the struct and legal values, and serves writer and reader alike. */
#ifndef POISE_COMMON_H5_ROWS_H
#define POISE_COMMON_H5_ROWS_H

#include "common/h5.h"

typedef enum poise_h5_kind {
    POISE_H5_TEXT,   /* char *, malloc'ed by the reader, never NULL; written as "" if it is */
    POISE_H5_HASH,   /* char[POISE_HASH_TEXT], 32 lower-case hexadecimal digits */
    POISE_H5_U32,    /* uint32_t in min..max */
    POISE_H5_REAL,   /* double, finite */
    POISE_H5_CHOICE, /* enum (int), kept as the text choices[value] */
} poise_h5_kind;

typedef struct poise_h5_field {
    poise_h5_column column;
    poise_h5_kind kind;
    size_t offset; /* offsetof() the member in the struct */
    uint32_t min, max;
    const char *const *choices; /* NULL-terminated */
} poise_h5_field;

typedef struct poise_h5_rows {
    void *rows;
    size_t n_rows, row_bytes;
} poise_h5_rows;

/* How many rows there are: the root attribute `attribute`, at most `limit`, which is the length of
 * `data_set`, absent when there are none. POISE_DAMAGED otherwise; `path` names the file. *n is 0 after a
 * failure. */
int poise_h5_count_rows(poise_h5 *file, const char *path, const char *attribute, const char *data_set,
                        size_t limit, size_t *n, poise_error *err);

int poise_h5_write_rows(poise_h5 *file, const poise_h5_field *fields, size_t n_fields, poise_h5_rows rows,
                        poise_error *err);
/* Fills the members named by `fields` of rows that the caller has zeroed and whose texts it frees, also after
 * a failure. */
int poise_h5_read_rows(poise_h5 *file, const poise_h5_field *fields, size_t n_fields, poise_h5_rows rows,
                       poise_error *err);

/* Adds what poise_h5_write_rows would write of these members: their values, and neither names nor units. */
void poise_h5_hash_rows(poise_hash *hash, const poise_h5_field *fields, size_t n_fields, poise_h5_rows rows);

#endif
