/* The data set of loads from HDF5. */
#include "features/content.h"
#include "features/load_dataset_schema.h"
#include "features/origin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file while it is read. */
typedef struct load_input {
    const char *path;
    poise_h5 *file;
    load_dataset *data;
} load_input;

static int refuse(const load_input *in, const char *what, size_t i, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: %s %zu: %s", in->path, what, i, reason);
}

/* The zeroed array of a table and its length, which is not 0. */
static int create_rows(const load_input *in, const char *attribute, const char *data_set, size_t limit,
                       size_t bytes, poise_h5_rows *rows, poise_error *err)
{
    size_t n;
    *rows = (poise_h5_rows){.row_bytes = bytes};
    int code = poise_h5_count_rows(in->file, in->path, attribute, data_set, limit, &n, err);
    if (code != POISE_OK)
        return code;
    if (n == 0)
        return poise_fail(err, POISE_DAMAGED, "%s: attribute %s is 0", in->path, attribute);
    rows->rows = calloc(n, bytes);
    if (rows->rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu %s", in->path, n, attribute);
    rows->n_rows = n;
    return POISE_OK;
}

static int read_root(const load_input *in, poise_error *err)
{
    int code = poise_h5_check_identity(in->file, LOAD_DATASET_FORMAT, LOAD_DATASET_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = features_read_hash(in->file, in->path, "config_hash", in->data->config_hash, err);
    if (code == POISE_OK)
        code = features_read_hash(in->file, in->path, "profile_hash", in->data->profile_hash, err);
    return code;
}

static int read_launches(const load_input *in, poise_error *err)
{
    poise_h5_rows rows;
    int code = create_rows(in, "kernels", "/kernel", LOAD_DATASET_MAX_LAUNCHES, sizeof *in->data->launches,
                           &rows, err);
    in->data->launches = rows.rows;
    in->data->n_launches = rows.n_rows;
    if (code == POISE_OK)
        code =
            poise_h5_read_rows(in->file, load_dataset_launch_fields, LOAD_DATASET_LAUNCH_FIELDS, rows, err);
    for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++) {
        if ((in->data->launches[i].excluded & ~(uint32_t)DATASET_EVALUATED) != 0)
            code = refuse(in, "kernel", i, "it is excluded for a reason that loads do not have", err);
    }
    return code;
}

static bool is_between(const double *x, size_t n, double least, double most)
{
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] >= least && x[i] <= most))
            return false;
    }
    return true;
}

/* Extras that the file does not have are not known of any load. */
static int read_extras(const load_input *in, poise_h5_rows rows, poise_error *err)
{
    int code = POISE_OK;
    for (size_t e = 0; e < LOAD_DATASET_EXTRAS && code == POISE_OK; e++) {
        const bool is_there = poise_h5_has(in->file, load_dataset_extra_fields[e].column.name);
        if (is_there)
            code = poise_h5_read_rows(in->file, &load_dataset_extra_fields[e], 1, rows, err);
        for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++) {
            double *extra = &in->data->loads[i].extra[e];
            if (!is_there)
                *extra = NAN;
            else if (*extra < 0)
                code = refuse(in, "load", i, "what is known of it is negative", err);
        }
    }
    return code;
}

/* Files of older programs do not have them. */
static int read_sources(const load_input *in, poise_error *err)
{
    load_dataset *data = in->data;
    if (!poise_h5_has(in->file, load_dataset_source_field.column.name))
        return POISE_OK;
    load_dataset_source *rows = calloc(data->n_loads, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the sources of %zu loads", in->path,
                          data->n_loads);
    int code = poise_h5_read_rows(in->file, &load_dataset_source_field, 1,
                                  (poise_h5_rows){rows, data->n_loads, sizeof *rows}, err);
    for (size_t i = 0; i < data->n_loads; i++) {
        if (code == POISE_OK)
            snprintf(data->loads[i].source, sizeof data->loads[i].source, "%s", rows[i].text);
        free(rows[i].text);
    }
    free(rows);
    return code;
}

static const char *load_fault(const load_dataset_load *load)
{
    if (!is_between(load->x, LOAD_DATASET_FEATURES, 0, 8) || load->x[LOAD_X_constant] != 1 ||
        !is_between(load->whole, LOAD_DATASET_FEATURES, 0, 8) || load->whole[LOAD_X_constant] != 1)
        return "a feature is out of range";
    return load->share >= 0 && load->share <= 1 ? NULL : "it has an impossible share";
}

/* Loads stand in the order of their launches, each with the numbers 0, 1, 2 ... */
static int place_loads(const load_input *in, poise_error *err)
{
    load_dataset *data = in->data;
    for (size_t i = 0; i < data->n_loads; i++) {
        load_dataset_load *load = &data->loads[i];
        const char *fault = load_fault(load);
        if (fault != NULL)
            return refuse(in, "load", i, fault, err);
        if (load->launch >= data->n_launches || (i > 0 && load->launch < load[-1].launch) ||
            load->number != data->launches[load->launch].n_loads)
            return refuse(in, "load", i, "it is not in the order of the kernels, or of no kernel", err);
        data->launches[load->launch].n_loads++;
    }
    for (size_t i = 1; i < data->n_launches; i++)
        data->launches[i].first_load = data->launches[i - 1].first_load + data->launches[i - 1].n_loads;
    return POISE_OK;
}

static int read_loads(const load_input *in, poise_error *err)
{
    poise_h5_rows rows;
    int code = create_rows(in, "loads", "/load", (size_t)LOAD_DATASET_MAX_LAUNCHES * PROFILE_MOST_LOADS,
                           sizeof *in->data->loads, &rows, err);
    in->data->loads = rows.rows;
    in->data->n_loads = rows.n_rows;
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, load_dataset_load_fields, LOAD_DATASET_LOAD_FIELDS, rows, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, load_dataset_feature_fields, LOAD_DATASET_FEATURES, rows, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, load_dataset_whole_fields, LOAD_DATASET_FEATURES, rows, err);
    if (code == POISE_OK)
        code = read_extras(in, rows, err);
    if (code == POISE_OK)
        code = read_sources(in, err);
    return code == POISE_OK ? place_loads(in, err) : code;
}

/* Whether `b` stands behind `a`. */
static bool is_behind(const load_dataset_schedule *a, const load_dataset_schedule *b)
{
    if (a->kernel != b->kernel)
        return b->kernel > a->kernel;
    if (a->n != b->n)
        return b->n > a->n;
    return a->p != b->p ? b->p > a->p : b->around > a->around;
}

static int take_schedules(const load_input *in, const load_dataset_schedule *rows, size_t n, poise_error *err)
{
    load_dataset *data = in->data;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].kernel >= data->n_launches || (i > 0 && !is_behind(&rows[i - 1], &rows[i])))
            return refuse(in, "schedule", i, "it is not in the order of the kernels, or of no kernel", err);
        load_dataset_launch *launch = &data->launches[rows[i].kernel];
        if (!profile_has(launch->warps, rows[i].n, rows[i].p) || rows[i].around >> launch->n_loads)
            return refuse(in, "schedule", i, "it is outside the plane, or of loads that are not there", err);
        launch->n_schedules++;
    }
    for (size_t i = 0; i < data->n_launches; i++) {
        load_dataset_launch *launch = &data->launches[i];
        launch->schedules = calloc(launch->n_schedules + 1u, sizeof *launch->schedules);
        if (launch->schedules == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for %zu schedules", in->path, n);
        for (uint32_t k = 0; k < launch->n_schedules; k++, rows++)
            launch->schedules[k] = (profile_schedule){rows->n, rows->p, rows->around, rows->cycles};
        if (load_dataset_cycles(launch, 1, 1, 0) == 0 ||
            load_dataset_cycles(launch, launch->warps, launch->warps, 0) == 0)
            return refuse(in, "kernel", i, "(1, 1) and (max, max) are not both measured", err);
    }
    return POISE_OK;
}

static int read_schedules(const load_input *in, poise_error *err)
{
    poise_h5_rows rows;
    int code = create_rows(in, "schedules", "/schedule_kernel", LOAD_DATASET_MAX_ROWS,
                           sizeof(load_dataset_schedule), &rows, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, load_dataset_schedule_fields, LOAD_DATASET_SCHEDULE_FIELDS, rows,
                                  err);
    if (code == POISE_OK)
        code = take_schedules(in, rows.rows, rows.n_rows, err);
    free(rows.rows);
    return code;
}

/* Whether `b` stands behind `a`. */
static bool is_row_behind(const load_dataset_row *a, const load_dataset_row *b)
{
    const load_dataset_schedule left = {a->load, a->n, a->p, a->around, 0},
                                right = {b->load, b->n, b->p, b->around, 0};
    return is_behind(&left, &right);
}

static const char *row_fault(const load_dataset *data, const load_dataset_row *row)
{
    if (row->load >= data->n_loads || (row > data->rows && !is_row_behind(&row[-1], row)))
        return "it is not in the order of the loads, or of no load";
    const load_dataset_load *load = &data->loads[row->load];
    const load_dataset_launch *launch = &data->launches[load->launch];
    const uint32_t bit = 1u << load->number;
    if ((row->around & bit) != 0 ||
        load_dataset_cycles(launch, row->n, row->p, row->around) != row->cycles_allocating ||
        load_dataset_cycles(launch, row->n, row->p, row->around | bit) != row->cycles_around)
        return "it does not agree with the schedules of its kernel";
    const double margin = log((double)row->cycles_around / row->cycles_allocating);
    return fabs(row->margin - margin) < 1e-9 ? NULL : "its margin does not belong to its cycles";
}

static int read_measured(const load_input *in, poise_error *err)
{
    poise_h5_rows rows;
    int code =
        create_rows(in, "rows", "/row_load", LOAD_DATASET_MAX_ROWS, sizeof *in->data->rows, &rows, err);
    in->data->rows = rows.rows;
    in->data->n_rows = rows.n_rows;
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, load_dataset_row_fields, LOAD_DATASET_ROW_FIELDS, rows, err);
    for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++) {
        const char *fault = row_fault(in->data, &in->data->rows[i]);
        if (fault != NULL)
            code = refuse(in, "row", i, fault, err);
    }
    return code;
}

int load_dataset_read(const char *path, load_dataset *data, poise_error *err)
{
    memset(data, 0, sizeof *data);
    load_input in = {.path = path, .data = data};
    int code = poise_h5_open(&in.file, path, err);
    if (code != POISE_OK)
        return code;
    code = read_root(&in, err);
    if (code == POISE_OK)
        code = read_launches(&in, err);
    if (code == POISE_OK)
        code = read_loads(&in, err);
    if (code == POISE_OK)
        code = read_schedules(&in, err);
    if (code == POISE_OK)
        code = read_measured(&in, err);
    poise_h5_close(in.file);
    if (code == POISE_OK)
        code = load_dataset_hash_content(data, err);
    if (code != POISE_OK)
        load_dataset_free(data);
    return code;
}
