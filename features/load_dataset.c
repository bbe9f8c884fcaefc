#include "features/load_dataset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const load_dataset_feature_name[LOAD_DATASET_FEATURES] = {
#define MODEL_FEATURE(name, definition) #name,
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const char *const load_dataset_extra_name[LOAD_DATASET_EXTRAS] = {
#define LOAD_EXTRA(name, unit, definition) #name,
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

/* ---- simple rules ---- */

/* What is judged of a load: a feature, the margin, and its program. */
typedef struct judged {
    double x, margin;
    const char *program;
} judged;

static int by_feature(const void *left, const void *right)
{
    const judged *a = left, *b = right;
    return (a->x > b->x) - (a->x < b->x);
}

static size_t collect(const load_dataset *data, load_dataset_feature feature, judged *loads)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        const load_dataset_row *row = &data->rows[i];
        const load_dataset_load *load = &data->loads[row->load];
        if ((row->context & LOAD_AT_BEST) && load_dataset_row_trains(data, row))
            loads[n++] = (judged){load->x[feature], row->margin, data->launches[load->launch].program};
    }
    return n;
}

static bool is_first_of_program(const judged *loads, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(loads[k].program, loads[i].program) == 0)
            return false;
    }
    return true;
}

/* Every value as a threshold: from the lowest, where every load allocates, upwards. Sorts the loads. */
static load_dataset_threshold find_threshold(judged *loads, size_t n, double lost_by_all)
{
    load_dataset_threshold best = {0, lost_by_all};
    double lost = lost_by_all;
    qsort(loads, n, sizeof *loads, by_feature);
    for (size_t i = 0; i < n; i++) {
        if (lost < best.lost && loads[i].x > loads[i - 1].x)
            best = (load_dataset_threshold){loads[i].x, lost};
        lost += loads[i].margin; /* it goes around from here on */
    }
    return best;
}

int load_dataset_judge(const load_dataset *data, load_dataset_losses *losses, poise_error *err)
{
    *losses = (load_dataset_losses){0};
    judged *loads = calloc(data->n_rows + 1, sizeof *loads);
    if (loads == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    losses->loads = collect(data, LOAD_X_h_one, loads);
    for (size_t i = 0; i < losses->loads; i++) {
        losses->programs += is_first_of_program(loads, i);
        losses->allocate += loads[i].margin > 0;
        losses->all += fabs(loads[i].margin);
        losses->always += fmax(-loads[i].margin, 0);
        losses->never += fmax(loads[i].margin, 0);
    }
    losses->h_one = find_threshold(loads, losses->loads, losses->always);
    collect(data, LOAD_X_h_max, loads);
    losses->h_max = find_threshold(loads, losses->loads, losses->always);
    free(loads);
    return POISE_OK;
}
