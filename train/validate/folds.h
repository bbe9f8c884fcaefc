/* Which kernels are left out together. Kernels of one program resemble each other, so leaving out single
 * kernels would flatter: a program is always left out as a whole. */
#ifndef POISE_TRAIN_VALIDATE_FOLDS_H
#define POISE_TRAIN_VALIDATE_FOLDS_H

#include "features/dataset.h"

#include <stdint.h>

#define TRAIN_NO_FOLD SIZE_MAX

/* How programs are put into folds. */
typedef struct train_folding {
    uint32_t k;    /* folds; 0 = one for each program */
    uint64_t seed; /* of the order in which programs are dealt out to k folds */
} train_folding;

/* "program" or "kfold:K" with K from 2 to 1000. The seed stays. POISE_USAGE otherwise. */
int train_parse_folding(const char *text, train_folding *folding, poise_error *err);

typedef struct train_folds {
    size_t n;
    size_t *of;           /* rows: the fold that leaves this row out; TRAIN_NO_FOLD = not used */
    const char **program; /* n: the only program of a fold, NULL when there are several; borrowed */
} train_folds;

/* Over the rows for which train_uses() holds. One fold a program, in order of first appearance; or k (or as
 * many as there are programs) with about equally many rows: the programs, shuffled, each go where fewest rows
 * are. POISE_FAILED when there are fewer than two programs or no memory. Free with train_folds_free(). */
int train_make_folds(const dataset *data, const bool *use, const train_folding *folding, train_folds *folds,
                     poise_error *err);
void train_folds_free(train_folds *folds);

/* rest[row] = whether the row is used, and not left out by `fold`. */
void train_rest_of(const train_folds *folds, size_t fold, size_t n_rows, bool *rest);

#endif
