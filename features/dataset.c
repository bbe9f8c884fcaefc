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
