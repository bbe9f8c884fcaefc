/* The rows of a data set that a model is learned from, as plain arrays. */
#ifndef POISE_TRAIN_SAMPLE_H
#define POISE_TRAIN_SAMPLE_H

#include "features/dataset.h"
#include "models/model_file.h"

typedef struct train_sample {
    size_t rows;
    double *x;                /* rows x FEATURES_COUNT */
    double *y[MODEL_OUTPUTS]; /* scaled targets: N, p */
    double *weight;           /* > 0 */
} train_sample;

/* Whether a model is learned from this row: use[row], or dataset_row_trains() when `use` is NULL. */
bool train_uses(const dataset *data, const bool *use, size_t row);
/* Programs that these rows belong to. */
size_t train_count_programs(const dataset *data, const bool *use);

/* POISE_FAILED when out of memory. Free with train_sample_free(), also after a failure. */
int train_sample_select(const dataset *data, const bool *use, train_sample *sample, poise_error *err);
void train_sample_free(train_sample *sample);

#endif
