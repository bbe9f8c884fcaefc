/* The data set of loads to HDF5. */
#include "common/member.h"
#include "features/load_dataset_schema.h"

#include <math.h>
#include <stdlib.h>

static size_t count_schedules(const load_dataset *data)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_launches; i++)
        n += data->launches[i].n_schedules;
    return n;
}

static int write_root(poise_h5 *file, const load_dataset *data, poise_error *err)
{
    int code = poise_h5_put_identity(file, LOAD_DATASET_FORMAT, LOAD_DATASET_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config_hash", data->config_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "profile_hash", data->profile_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "kernels", data->n_launches, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "loads", data->n_loads, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "rows", data->n_rows, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "schedules", count_schedules(data), err);
    return code;
}

/* Whether every load has it. */
static bool is_known(const load_dataset *data, const poise_h5_field *extra)
{
    for (size_t i = 0; i < data->n_loads; i++) {
        if (isnan(*(const double *)poise_const_member(&data->loads[i], extra->offset)))
            return false;
    }
    return true;
}

static int write_sources(poise_h5 *file, const load_dataset *data, poise_error *err)
{
    load_dataset_source *rows = calloc(data->n_loads, sizeof *rows);
    bool is_known_of_any = false;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the sources of %zu loads", data->n_loads);
    for (size_t i = 0; i < data->n_loads; i++) {
        rows[i].text = data->loads[i].source;
        is_known_of_any |= data->loads[i].source[0] != '\0';
    }
    int code = POISE_OK;
    if (is_known_of_any)
        code = poise_h5_write_rows(file, &load_dataset_source_field, 1,
                                   (poise_h5_rows){rows, data->n_loads, sizeof *rows}, err);
    free(rows);
    return code;
}

static int write_loads(poise_h5 *file, const load_dataset *data, poise_error *err)
{
    const poise_h5_rows loads = {data->loads, data->n_loads, sizeof *data->loads};
    int code = poise_h5_write_rows(file, load_dataset_load_fields, LOAD_DATASET_LOAD_FIELDS, loads, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, load_dataset_feature_fields, LOAD_DATASET_FEATURES, loads, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, load_dataset_whole_fields, LOAD_DATASET_FEATURES, loads, err);
    for (size_t i = 0; i < LOAD_DATASET_EXTRAS && code == POISE_OK; i++) {
        if (is_known(data, &load_dataset_extra_fields[i]))
            code = poise_h5_write_rows(file, &load_dataset_extra_fields[i], 1, loads, err);
    }
    return code == POISE_OK ? write_sources(file, data, err) : code;
}

static int write_schedules(poise_h5 *file, const load_dataset *data, poise_error *err)
{
    const size_t n = count_schedules(data);
    load_dataset_schedule *rows = calloc(n + 1, sizeof *rows), *row = rows;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu schedules", n);
    for (size_t i = 0; i < data->n_launches; i++) {
        const load_dataset_launch *launch = &data->launches[i];
        for (uint32_t k = 0; k < launch->n_schedules; k++) {
            const profile_schedule *s = &launch->schedules[k];
            *row++ = (load_dataset_schedule){(uint32_t)i, s->n, s->p, s->around, (uint32_t)s->cycles};
        }
    }
    int code = poise_h5_write_rows(file, load_dataset_schedule_fields, LOAD_DATASET_SCHEDULE_FIELDS,
                                   (poise_h5_rows){rows, n, sizeof *rows}, err);
    free(rows);
    return code;
}

static int write_all(poise_h5 *file, const load_dataset *data, poise_error *err)
{
    const poise_h5_rows launches = {data->launches, data->n_launches, sizeof *data->launches},
                        rows = {data->rows, data->n_rows, sizeof *data->rows};
    int code = write_root(file, data, err);
    if (code == POISE_OK)
        code =
            poise_h5_write_rows(file, load_dataset_launch_fields, LOAD_DATASET_LAUNCH_FIELDS, launches, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/excluded", "flag_meanings", dataset_flag_meanings, err);
    if (code == POISE_OK)
        code = write_loads(file, data, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, load_dataset_row_fields, LOAD_DATASET_ROW_FIELDS, rows, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/row_context", "flag_meanings", load_dataset_context_meanings, err);
    return code == POISE_OK ? write_schedules(file, data, err) : code;
}

int load_dataset_write(const char *path, const load_dataset *data, poise_error *err)
{
    poise_h5 *file;
    if (data->n_rows == 0)
        return poise_fail(err, POISE_USAGE, "a data set without measured loads cannot be written to %s",
                          path);
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_all(file, data, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}
