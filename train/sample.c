#include "train/sample.h"

#include <math.h>
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

double train_log_target(double scaled, uint32_t warps)
{
    return log(scaled > 0.0 ? scaled : 0.25 * DATASET_SCALED_WARPS / warps);
}

static void add_row(train_sample *sample, const dataset_row *row)
{
    const double target[MODEL_OUTPUTS] = {row->scaled_n, row->scaled_p};
    memcpy(sample->x + sample->rows * FEATURES_COUNT, row->x, sizeof row->x);
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        sample->y[output][sample->rows] = target[output];
        sample->log_y[output][sample->rows] = train_log_target(target[output], row->warps);
    }
    sample->weight[sample->rows++] = row->weight;
}

int train_sample_select(const dataset *data, const bool *use, train_sample *sample, poise_error *err)
{
    const size_t room = data->n_rows + 1; /* calloc(0) may return NULL */
    *sample = (train_sample){.x = calloc(room, FEATURES_COUNT * sizeof *sample->x),
                             .weight = calloc(room, sizeof *sample->weight),
                             .names = model_feature_name[data->view]};
    bool failed = sample->x == NULL || sample->weight == NULL;
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        sample->y[output] = calloc(room, sizeof *sample->y[output]);
        sample->log_y[output] = calloc(room, sizeof *sample->log_y[output]);
        failed = failed || sample->y[output] == NULL || sample->log_y[output] == NULL;
    }
    if (failed)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    for (size_t i = 0; i < data->n_rows; i++) {
        if (train_uses(data, use, i))
            add_row(sample, &data->rows[i]);
    }
    return POISE_OK;
}

void train_sample_free(train_sample *sample)
{
    free(sample->x);
    free(sample->weight);
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        free(sample->y[output]);
        free(sample->log_y[output]);
    }
    *sample = (train_sample){0};
}
