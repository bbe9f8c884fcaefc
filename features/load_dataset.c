#include "features/load_dataset.h"

#include <stdlib.h>
#include <string.h>

const char *const load_dataset_feature_name[LOAD_DATASET_FEATURES] = {
#define MODEL_FEATURE(name, definition) #name,
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const char *const load_dataset_whole_name[LOAD_DATASET_FEATURES] = {
#define MODEL_FEATURE(name, definition) "whole_" #name,
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const char *const load_dataset_feature_definition[LOAD_DATASET_FEATURES] = {
#define MODEL_FEATURE(name, definition) definition,
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const char *const load_dataset_extra_name[LOAD_DATASET_EXTRAS] = {
#define LOAD_EXTRA(name, unit, definition) #name,
#include "features/load_extras.def"
#undef LOAD_EXTRA
};

const char *const load_dataset_extra_definition[LOAD_DATASET_EXTRAS] = {
#define LOAD_EXTRA(name, unit, definition) definition,
#include "features/load_extras.def"
#undef LOAD_EXTRA
};

static void free_launch(load_dataset_launch *launch)
{
    free(launch->program);
    free(launch->run);
    free(launch->kernel);
    free(launch->schedules);
}

void load_dataset_free(load_dataset *data)
{
    for (size_t i = 0; i < data->n_launches; i++)
        free_launch(&data->launches[i]);
    free(data->launches);
    free(data->loads);
    free(data->rows);
    memset(data, 0, sizeof *data);
}

bool load_dataset_row_trains(const load_dataset *data, const load_dataset_row *row)
{
    const load_dataset_launch *launch = &data->launches[data->loads[row->load].launch];
    return launch->split == PROFILE_TRAINING && launch->excluded == 0;
}

/* ---- the training split alone ---- */

/* Loads of launches that stay, and their rows, move up; launches keep their places until keep_training(). */
static void keep_loads(load_dataset *data)
{
    size_t loads = 0, rows = 0;
    for (size_t i = 0, row = 0; i < data->n_loads; i++) {
        const bool stays = data->launches[data->loads[i].launch].split == PROFILE_TRAINING;
        for (; row < data->n_rows && data->rows[row].load == i; row++) {
            if (stays) {
                data->rows[rows] = data->rows[row];
                data->rows[rows++].load = (uint32_t)loads;
            }
        }
        if (stays)
            data->loads[loads++] = data->loads[i];
    }
    data->n_loads = loads;
    data->n_rows = rows;
}

static void keep_training(load_dataset *data)
{
    size_t kept = 0, first_load = 0;
    keep_loads(data);
    for (size_t i = 0; i < data->n_launches; i++) {
        if (data->launches[i].split != PROFILE_TRAINING) {
            free_launch(&data->launches[i]);
            continue;
        }
        load_dataset_launch *launch = &data->launches[kept];
        *launch = data->launches[i];
        launch->first_load = first_load;
        for (uint32_t k = 0; k < launch->n_loads; k++)
            data->loads[first_load++].launch = (uint32_t)kept;
        kept++;
    }
    data->n_launches = kept;
}

int load_dataset_read_training(const char *path, load_dataset *data, poise_error *err)
{
    int code = load_dataset_read(path, data, err);
    if (code == POISE_OK)
        keep_training(data);
    return code;
}
