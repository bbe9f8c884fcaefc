/* The rows of a data set that a model is learned from, as plain arrays. */
#ifndef POISE_TRAIN_SAMPLE_H
#define POISE_TRAIN_SAMPLE_H

#include "features/dataset.h"
#include "models/model_file.h"

typedef struct train_sample {
    size_t rows;
    double *x;                    /* rows x FEATURES_COUNT */
    double *y[MODEL_OUTPUTS];     /* scaled targets: N, p; p may be 0 */
    double *log_y[MODEL_OUTPUTS]; /* train_log_target() of them */
    double *weight;               /* > 0 */
    const char *const *names;     /* FEATURES_COUNT, of the data set's view */
} train_sample;

/* Whether a model is learned from this row: use[row], or dataset_row_trains() when `use` is NULL. */
bool train_uses(const dataset *data, const bool *use, size_t row);
/* Programs that these rows belong to. */
size_t train_count_programs(const dataset *data, const bool *use);

/* Logarithm of a target scaled to 24 warps, for methods that regress on it: finite for 0, too, which counts
 * as a quarter of one of the kernel's `warps`. That is as far below half a warp, where predictions begin to
 * round to 0, as a target of 1 is above it (our choice). */
double train_log_target(double scaled, uint32_t warps);

/* POISE_FAILED when out of memory. Free with train_sample_free(), also after a failure. */
int train_sample_select(const dataset *data, const bool *use, train_sample *sample, poise_error *err);
void train_sample_free(train_sample *sample);

#endif
