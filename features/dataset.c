#include "features/dataset.h"

#include <stdlib.h>
#include <string.h>

void dataset_free(dataset *data)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        free(data->rows[i].program);
        free(data->rows[i].run);
        free(data->rows[i].kernel);
        surface_free(&data->rows[i].speedup);
        surface_free(&data->rows[i].score);
    }
    free(data->rows);
    memset(data, 0, sizeof *data);
}

bool dataset_row_trains(const dataset_row *row)
{
    return row->split == PROFILE_TRAINING && row->excluded == 0;
}
