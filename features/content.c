#include "features/content.h"

#include "features/dataset_schema.h"
#include "features/load_dataset_schema.h"

#include <string.h>

static int begin(poise_hash **hash, const char config_hash[POISE_HASH_TEXT], poise_error *err)
{
    *hash = poise_hash_new();
    if (*hash == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the hash of a data set");
    poise_hash_add(*hash, config_hash, POISE_HASH_TEXT);
    return POISE_OK;
}

static void add_surface(poise_hash *hash, const surface *s)
{
    poise_hash_reals(hash, s->value, s->warps == 0 ? 0 : profile_points(s->warps));
}

int dataset_hash_content(dataset *data, poise_error *err)
{
    poise_hash *hash;
    const int code = begin(&hash, data->config_hash, err);
    if (code != POISE_OK)
        return code;
    for (size_t f = 0; f < FEATURES_COUNT; f++) {
        const char *name = model_feature_name[data->view][f];
        poise_hash_add(hash, name, strlen(name) + 1);
    }
    poise_h5_hash_rows(hash, dataset_row_fields, DATASET_ROW_FIELDS,
                       (poise_h5_rows){data->rows, data->n_rows, sizeof *data->rows});
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        poise_hash_reals(hash, row->x, FEATURES_COUNT);
        poise_hash_reals(hash, row->x_sampled, FEATURES_COUNT);
        add_surface(hash, &row->speedup);
        add_surface(hash, &row->score);
        add_surface(hash, &row->polluting);
    }
    poise_hash_finish(hash, data->hash);
    return POISE_OK;
}

static void add_schedules(poise_hash *hash, const load_dataset_launch *launch)
{
    for (uint32_t i = 0; i < launch->n_schedules; i++) {
        const profile_schedule *s = &launch->schedules[i];
        const uint32_t values[] = {s->n, s->p, s->around, (uint32_t)s->cycles};
        poise_hash_add(hash, values, sizeof values);
    }
}

int load_dataset_hash_content(load_dataset *data, poise_error *err)
{
    poise_hash *hash;
    const int code = begin(&hash, data->config_hash, err);
    if (code != POISE_OK)
        return code;
    const poise_h5_rows launches = {data->launches, data->n_launches, sizeof *data->launches},
                        loads = {data->loads, data->n_loads, sizeof *data->loads},
                        rows = {data->rows, data->n_rows, sizeof *data->rows};
    poise_h5_hash_rows(hash, load_dataset_launch_fields, LOAD_DATASET_LAUNCH_FIELDS, launches);
    poise_h5_hash_rows(hash, load_dataset_load_fields, LOAD_DATASET_LOAD_FIELDS, loads);
    poise_h5_hash_rows(hash, load_dataset_feature_fields, LOAD_DATASET_FEATURES, loads);
    poise_h5_hash_rows(hash, load_dataset_whole_fields, LOAD_DATASET_FEATURES, loads);
    poise_h5_hash_rows(hash, load_dataset_extra_fields, LOAD_DATASET_EXTRAS, loads);
    poise_h5_hash_rows(hash, load_dataset_row_fields, LOAD_DATASET_ROW_FIELDS, rows);
    for (size_t i = 0; i < data->n_launches; i++)
        add_schedules(hash, &data->launches[i]);
    poise_hash_finish(hash, data->hash);
    return POISE_OK;
}
