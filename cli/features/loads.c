#include "cli/features/loads.h"

#include "common/log.h"
#include "features/load_dataset.h"
#include "features/load_thresholds.h"
#include "profile/profile_file.h"

static int add_profile(load_dataset *data, const char *path, const poise_list *programs, poise_error *err)
{
    profile source;
    int code = profile_read(path, &source, err);
    if (code != POISE_OK)
        return code;
    code = load_dataset_add_profile(data, &source, path, programs, err);
    profile_free(&source);
    return code;
}

static int report(const load_dataset *data, const char *path, poise_error *err)
{
    load_losses losses;
    load_threshold one, max;
    int code = load_losses_find(data, &losses, err);
    if (code == POISE_OK)
        code = load_threshold_find(data, LOAD_X_h_one, &one, err);
    if (code == POISE_OK)
        code = load_threshold_find(data, LOAD_X_h_max, &max, err);
    if (code != POISE_OK)
        return code;
    poise_say("%zu loads of %zu launches, %zu measured differences, written to %s", data->n_loads,
              data->n_launches, data->n_rows, path);
    if (losses.loads == 0)
        return POISE_OK;
    poise_say("to train on: %zu loads of %zu programs, of which %zu had better allocate", losses.loads,
              losses.programs, losses.allocate);
    poise_say("ln(cycles) lost of %.2f: %.2f if all allocate, %.2f if none does", losses.all, losses.always,
              losses.never);
    poise_say("by a threshold that suits these loads: %.2f on h_one, %.2f on h_max; by that of the other "
              "programs %.2f and %.2f",
              one.lost, max.lost, one.lost_left_out, max.lost_left_out);
    return POISE_OK;
}

int cli_features_loads(const char *output, const char *csv, const poise_list *programs, int n_paths,
                       char **paths, poise_error *err)
{
    load_dataset data = {0};
    int code = POISE_OK;
    for (int i = 0; i < n_paths && code == POISE_OK; i++)
        code = add_profile(&data, paths[i], programs, err);
    if (code == POISE_OK)
        code = load_dataset_check_programs(&data, programs, err);
    if (code == POISE_OK)
        code = load_dataset_write(output, &data, err);
    if (code == POISE_OK && csv != NULL)
        code = load_dataset_write_csv(csv, &data, err);
    if (code == POISE_OK)
        code = report(&data, output, err);
    load_dataset_free(&data);
    return code;
}
