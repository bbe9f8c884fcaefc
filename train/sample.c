#include "train/sample.h"

#include <stdlib.h>
#include <string.h>

bool train_uses(const dataset *data, const bool *use, size_t row)
{
    return use != NULL ? use[row] : dataset_row_trains(&data->rows[row]);
}

size_t train_count_programs(const dataset *data, const bool *use)
{
    size_t programs = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        bool first = train_uses(data, use, i);
        for (size_t j = 0; first && j < i; j++)
            first = !train_uses(data, use, j) || strcmp(data->rows[i].program, data->rows[j].program) != 0;
        programs += first ? 1 : 0;
    }
    return programs;
}

int train_sample_select(const dataset *data, const bool *use, train_sample *sample, poise_error *err)
{
    *sample = (train_sample){0};
    /* One row more than needed: calloc(0) may return NULL. */
    sample->x = calloc(data->n_rows + 1, FEATURES_COUNT * sizeof *sample->x);
    sample->weight = calloc(data->n_rows + 1, sizeof *sample->weight);
    sample->y[0] = calloc(data->n_rows + 1, sizeof *sample->y[0]);
    sample->y[1] = calloc(data->n_rows + 1, sizeof *sample->y[1]);
    if (sample->x == NULL || sample->weight == NULL || sample->y[0] == NULL || sample->y[1] == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (train_uses(data, use, i)) {
            memcpy(sample->x + sample->rows * FEATURES_COUNT, row->x, sizeof row->x);
            sample->y[0][sample->rows] = row->scaled_n;
            sample->y[1][sample->rows] = row->scaled_p;
            sample->weight[sample->rows] = row->weight;
            sample->rows++;
        }
    }
    return POISE_OK;
}

void train_sample_free(train_sample *sample)
{
    free(sample->x);
    free(sample->weight);
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        free(sample->y[output]);
    *sample = (train_sample){0};
}
