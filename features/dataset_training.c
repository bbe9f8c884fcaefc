#include "features/dataset_file.h"

#include <stdlib.h>
#include <string.h>

static void free_row(dataset_row *row)
{
    free(row->program);
    free(row->kernel);
    surface_free(&row->speedup);
    surface_free(&row->score);
    memset(row, 0, sizeof *row);
}

int dataset_read_training(const char *path, dataset *data, poise_error *err)
{
    int rc = dataset_read(path, data, err);
    if (rc != POISE_OK)
        return rc;
    size_t kept = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        if (data->rows[i].split != PROFILE_TRAINING) {
            free_row(&data->rows[i]);
        } else {
            dataset_row row = data->rows[i];
            memset(&data->rows[i], 0, sizeof data->rows[i]);
            data->rows[kept++] = row;
        }
    }
    data->n_rows = kept;
    return POISE_OK;
}
