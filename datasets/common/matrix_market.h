/* Reader of Matrix Market files, of which a workload takes the pattern: which elements of a square matrix are
 * there. Source: Boisvert, Pozo and Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996). */
#ifndef POISE_DATASETS_MATRIX_MARKET_H
#define POISE_DATASETS_MATRIX_MARKET_H

#include <stddef.h>
#include <stdint.h>

enum {
    MATRIX_MARKET_MAX_ROWS = 1 << 26,    /* as --size of the graph programs; our choice */
    MATRIX_MARKET_MAX_ENTRIES = 1 << 29, /* twice as many arcs have numbers of 31 bits */
    MATRIX_MARKET_ERROR_BYTES = 160,
};

/* The entries in the order of the file, numbered from 0. Of a symmetric matrix the file has one half. */
typedef struct matrix_market {
    uint32_t rows; /* and columns */
    uint32_t n_entries;
    uint32_t *row, *col; /* n_entries; released by matrix_market_free */
} matrix_market;

/* Reads the file's `text` of `bytes`, which need not end in a zero: "matrix coordinate" of any field and
 * symmetry. Values are checked and dropped. Returns 0, or -1 with "line N: reason" in `error`, which has room
 * for MATRIX_MARKET_ERROR_BYTES; *m then owns nothing. */
int matrix_market_parse(matrix_market *m, const char *text, size_t bytes, char *error);

void matrix_market_free(matrix_market *m);

#endif
