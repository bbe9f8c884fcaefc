#include "features/dataset.h"

#include <stdlib.h>
#include <string.h>

void dataset_row_free(dataset_row *row)
{
    free(row->program);
    free(row->run);
    free(row->kernel);
    surface_free(&row->speedup);
    surface_free(&row->score);
    surface_free(&row->polluting);
    memset(row, 0, sizeof *row);
}

void dataset_free(dataset *data)
{
    for (size_t i = 0; i < data->n_rows; i++)
        dataset_row_free(&data->rows[i]);
    free(data->rows);
    memset(data, 0, sizeof *data);
}

bool dataset_row_trains(const dataset_row *row)
{
    return row->split == PROFILE_TRAINING && row->excluded == 0;
}

int dataset_choose_features(dataset *data, dataset_feature_source source, poise_error *err)
{
    size_t n = 0;
    if (source == DATASET_WHOLE_KERNEL)
        return POISE_OK;
    for (size_t i = 0; i < data->n_rows; i++) {
        dataset_row *row = &data->rows[i];
        if (row->sampled_sms == 0) {
            dataset_row_free(row);
            continue;
        }
        memcpy(row->x, row->x_sampled, sizeof row->x);
        data->rows[n++] = *row;
    }
    data->n_rows = n;
    data->is_sampled = true;
    return n > 0 ? POISE_OK
                 : poise_fail(
                       err, POISE_FAILED,
                       "no kernel of the data set runs long enough for an engine to sample its features");
}
