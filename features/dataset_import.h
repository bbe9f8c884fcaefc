/* Data sets from tables of other people's programs: their own features and targets, without profiles.
 *
 * A row's speedups are known at two tuples, 1 at (W, W) and target_speedup at the target, and where a table
 * has columns for them. */
#ifndef POISE_FEATURES_DATASET_IMPORT_H
#define POISE_FEATURES_DATASET_IMPORT_H

#include "features/dataset.h"

#include <stdio.h>

/* Comma-separated values with a line of column names, as dataset_write_csv() writes them. Needed are program,
 * the features of data->view but `constant`, target_n and target_p; known besides are run, kernel,
 * launch_index, trace_hash, split, warps, constant, target_speedup, weight, excluded, scaled_n and scaled_p
 * (which are computed anew), and speedup_N_P for any tuple {N, P}: S(N, P), empty where it is not known.
 * Input is not trusted: POISE_DAMAGED names file, line and reason. `data` is one that is zeroed but for its
 * view; free with dataset_free(), also after a failure. */
int dataset_import_csv(const char *path, dataset *data, poise_error *err);

/* BASE.n and BASE.p in the format of SVMlight with labels ln N and ln p, of 24 warps, which are rounded to
 * whole tuples, and features 1 to 8. What stands behind `#` is the program's name; without it a row's program
 * is BASE. As dataset_import_csv() otherwise. */
int dataset_import_svmlight(const char *base, dataset *data, poise_error *err);

/* For importers: a finite decimal number that is all of the text. */
bool dataset_import_number(const char *text, double *value);

/* For importers: checks a row, whose texts it owns (without run or kernel it gets the program's name and
 * "kernel"), computes what follows from the rest and adds it. On
 * failure, which says why without the place, the row is freed. `speedup` is that of the target. */
int dataset_import_row(dataset *data, dataset_row *row, double speedup, poise_error *err);
/* S(n, p) of the row that was added last, POISE_DAMAGED when there is no such tuple, it is not more than 0,
 * or not 1 with all warps. */
int dataset_import_speedup(dataset *data, uint32_t n, uint32_t p, double speedup, poise_error *err);
/* After the last row: the hash of a machine that nobody knows, and a refusal (POISE_FAILED) of no rows or too
 * many. */
int dataset_import_finish(dataset *data, const char *path, poise_error *err);

#endif
