#include "features/dataset_file.h"

#include <string.h>

int dataset_read_training(const char *path, dataset *data, poise_error *err)
{
    int code = dataset_read(path, data, err);
    if (code != POISE_OK)
        return code;
    size_t kept = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        if (data->rows[i].split != PROFILE_TRAINING) {
            dataset_row_free(&data->rows[i]);
        } else {
            dataset_row row = data->rows[i];
            memset(&data->rows[i], 0, sizeof data->rows[i]);
            data->rows[kept++] = row;
        }
    }
    data->n_rows = kept;
    return POISE_OK;
}
